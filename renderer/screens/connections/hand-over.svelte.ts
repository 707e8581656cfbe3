// The state of a hand-over before it starts: what each part costs, which are selected, the folder, and starting it.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { PartReader, PlannedPart } from '../../../preload/contract/hand-over.ts';
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
  readonly asking = new Action();
  readonly plan: Query<Plan, Step>;
  /** What a person does not want, so that a part that comes later is selected like the others. */
  #leftOut = $state.raw<readonly HandOverPart[]>([]);
  /** Whom a person wants to read a part. */
  #wanted = $state.raw<Readonly<Partial<Record<HandOverPart, string>>>>({});
  /** Counted once more, through another connection than the plan has. */
  #again = $state.raw<readonly PlannedPart[]>([]);
  /** The part that is just counted once more. */
  askedPart = $state.raw<HandOverPart>();
  /** Whoever was wanted for a part, and cannot read it. */
  unfit = $state.raw<{ readonly part: HandOverPart; readonly reader: PartReader }>();

  constructor(connection: Connection) {
    this.connection = connection;
    this.plan = new Query(async ({ signal, onProgress }) => {
      this.unfit = undefined;
      const answer = await client.handOver.plan(
        { connection: connection.id, through: this.#through },
        { signal, onProgress },
      );
      if (answer.ok) this.#again = [];
      return answer;
    });
  }

  /** Undefined until it has come. While the parts are read anew, those that are not there yet keep their figures. */
  planOf(part: HandOverPart): PlannedPart | undefined {
    const { progress, value } = this.plan;
    const known = [...(progress?.parts ?? []), ...this.#again, ...(value?.parts ?? [])];
    return known.find((one) => one.part === part);
  }

  /** Counts the part through it; where it cannot read any of it, whoever can takes its place, and `unfit` says so. */
  async readThrough(part: HandOverPart, reader: PartReader): Promise<void> {
    if (this.plan.busy || this.asking.busy) return;
    this.unfit = undefined;
    this.askedPart = part;
    await this.asking.run(async ({ signal }) => {
      const through = [{ part, connection: reader.connection }];
      const asked = { connection: this.connection.id, through, parts: [part] };
      const answer = await client.handOver.plan(asked, { signal });
      if (!answer.ok) return answer.failure;
      for (const planned of answer.value.parts) this.#take(planned, reader);
      return undefined;
    });
    this.askedPart = undefined;
  }

  #take(planned: PlannedPart, wanted: PartReader): void {
    const { part, connection, readers } = planned;
    this.#again = [planned, ...this.#again.filter((one) => one.part !== part)];
    const { [part]: _before, ...others } = this.#wanted;
    this.#wanted = connection === null ? others : { ...others, [part]: connection };
    if (connection === wanted.connection) return;
    const reader = readers.find((one) => one.connection === wanted.connection) ?? wanted;
    this.unfit = { part, reader };
  }

  get #through() {
    return PARTS.flatMap((part) => {
      const connection = this.#wanted[part];
      return connection === undefined ? [] : [{ part, connection }];
    });
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
