// The state of a hand-over before it starts: what each part costs, which are selected, the folder, and starting it.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { PlannedPart } from '../../../preload/contract/hand-over.ts';
import type { HandOverPart } from '../../../preload/contract/hand-over-parts.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { clock } from '../../state/clock.svelte.ts';
import { fileName } from '../../state/file-name.ts';
import { client } from '../../state/main-process.ts';
import { Query } from '../../state/query.svelte.ts';

const IN_ORDER: Readonly<Record<HandOverPart, true>> = {
  users: true,
  access: true,
  'local-roles': true,
  organisation: true,
  messages: true,
  'file-transfers': true,
  consents: true,
  'service-owner': true,
  services: true,
  journal: true,
};
export const PARTS = Object.keys(IN_ORDER) as readonly HandOverPart[];

type Answer = Awaited<ReturnType<typeof client.handOver.plan>>;
type Plan = Extract<Answer, { ok: true }>['value'];
type Step = { readonly parts: readonly PlannedPart[]; readonly of: number };

const FIGURES = ['count', 'calls', 'seconds', 'bytes'] as const;
type Figure = (typeof FIGURES)[number];
/** `whole`: every part that is added up has this figure. */
interface Sum {
  readonly value: number;
  readonly whole: boolean;
}

/** Lives as long as the screen shows the choices. */
export class HandOverSetup {
  readonly connection: Connection;
  /** `earlier`: there is a hand-over in it, which is brought up to date. */
  folder = $state.raw<{
    readonly handle: string;
    readonly name: string;
    readonly earlier: boolean;
  }>();
  readonly choosing = new Action();
  readonly starting = new Action();
  readonly plan: Query<Plan, Step>;
  /** What a person does not want, so that a part that comes later is selected like the others. */
  #leftOut = $state.raw<readonly HandOverPart[]>([]);

  constructor(connection: Connection) {
    this.connection = connection;
    this.plan = new Query(({ signal, onProgress }) =>
      client.handOver.plan({ connection: connection.id }, { signal, onProgress }),
    );
  }

  /** Undefined until it has come. While the parts are read anew, those that are not there yet keep their figures. */
  planOf(part: HandOverPart): PlannedPart | undefined {
    const { progress, value } = this.plan;
    return [...(progress?.parts ?? []), ...(value?.parts ?? [])].find((one) => one.part === part);
  }

  readable = $derived.by(() => PARTS.filter((part) => this.#readable(part) !== undefined));
  chosen = $derived.by(() =>
    PARTS.flatMap((part) => {
      const planned = this.#readable(part);
      return planned === undefined || this.#leftOut.includes(part) ? [] : [planned];
    }),
  );
  sums = $derived.by(() => {
    const sumOf = (figure: Figure): Sum => {
      const known = this.chosen.map((one) => one[figure]).filter((value) => value !== null);
      return {
        value: known.reduce((sum, value) => sum + value, 0),
        whole: known.length === this.chosen.length,
      };
    };
    return Object.fromEntries(FIGURES.map((figure) => [figure, sumOf(figure)])) as Record<
      Figure,
      Sum
    >;
  });

  get isWhole(): boolean {
    return FIGURES.every((figure) => this.sums[figure].whole);
  }

  isChosen(part: HandOverPart): boolean {
    return this.chosen.some((one) => one.part === part);
  }

  choose(part: HandOverPart, on: boolean): void {
    const others = this.#leftOut.filter((one) => one !== part);
    this.#leftOut = on ? others : [...others, part];
  }

  /** All that can be read; when they are selected already, none. */
  chooseAll(): void {
    this.#leftOut = this.chosen.length === this.readable.length ? PARTS : [];
  }

  /** A new one, or with `earlier` one that is there. */
  async chooseFolder(earlier: boolean): Promise<void> {
    const { organisationName, environment } = this.connection;
    const suggestedName = fileName(organisationName, environment, 'hand-over', clock.now, '');
    await this.choosing.run(async () => {
      const answer = await client.files.chooseFolder(earlier ? {} : { suggestedName });
      if (!answer.ok) return answer.failure;
      if (answer.value === null) return 'cancelled';
      this.folder = { ...answer.value, earlier };
      this.starting.forget();
      return undefined;
    });
  }

  /** The job's id; undefined when it was not begun. */
  async start(): Promise<string | undefined> {
    const { connection, chosen, folder } = this;
    const organisation = this.plan.value;
    if (folder === undefined || organisation === undefined) return undefined;
    let id: string | undefined;
    await this.starting.run(async () => {
      const answer = await client.handOver.start({
        connection: connection.id,
        organisationNumber: organisation.organisationNumber,
        organisationName: organisation.organisationName,
        folder: folder.handle,
        parts: chosen.map(({ part, connection: through }) => ({ part, connection: through })),
      });
      if (answer.ok) ({ id } = answer.value);
      return failureOf(answer);
    });
    return id;
  }

  #readable(part: HandOverPart): PlannedPart | undefined {
    const planned = this.planOf(part);
    return planned?.obstacle === null ? planned : undefined;
  }
}
