// The questions of one party to look-up services: the service, what is typed, and the last answer.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { DescribedLookup } from '../../../preload/contract/lookups.ts';
import { MOST_QUERY } from '../../../preload/contract/rules.ts';
import type { FieldProblem } from '../../../preload/result.ts';
import { blankForm } from '../../../preload/forms/blank-form.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
import { XmlDocument } from '../../components/xml-document.ts';
import { Action } from '../../state/action.svelte.ts';
import { acting } from '../../state/acting.svelte.ts';
import type { DataAge } from '../../state/data-age.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { keepEach } from '../../state/kept.svelte.ts';
import { keyOf, type Reference } from '../../state/known-services.ts';
import { client } from '../../state/main-process.ts';
import { Query, stateOf } from '../../state/query.svelte.ts';
import { session } from '../../state/session.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import { type Asked, cameNow } from './asked.ts';
import { type Notation, queryOf } from './query-text.ts';

const ENDINGS = {
  xml: '.xml',
  json: '.json',
  text: '.txt',
  binary: '.bin',
  empty: '.txt',
} as const;

/** Outlives the screen: what was typed is there when a person comes back. */
export class Lookups {
  readonly connection: string;
  readonly who: string;
  service = $state.raw<Reference>();
  /** As the list of services has it; empty where only its code is known. */
  name = $state('');
  /** Of the service, as the open metadata has it. */
  described = $state.raw<Query<DescribedLookup>>();
  how = $state<'fields' | 'text'>('fields');
  notation = $state<Notation>('xml');
  text = $state('');
  consent = $state('');
  asked = $state.raw<Asked>();
  readonly asking = new Action();
  readonly saving = new Action();
  /** Counts what was typed into fields. */
  #typed = $state(0);
  /** What the fields said when they were last taken over as text. */
  #taken = '';

  constructor(connection: string, who: string) {
    this.connection = connection;
    this.who = who;
  }

  request = $derived.by(() => this.described?.value?.request ?? undefined);
  /** What the fields are about; undefined where the service has no fields. */
  document = $derived.by(() => {
    const { request } = this;
    if (request === undefined || request.outline === null) return undefined;
    const blank = blankForm(formSchemaOf(request.outline, request.cut));
    return new XmlDocument(blank, () => (this.#typed += 1));
  });
  hasFields = $derived(this.document !== undefined);
  isFields = $derived(this.how === 'fields' && this.hasFields);
  /** As it is sent. */
  query = $derived.by(() => {
    void this.#typed;
    return this.isFields && this.document !== undefined
      ? queryOf(this.document.text, this.notation)
      : this.text;
  });

  isTooLong = $derived(this.query.length > MOST_QUERY);

  /** Fields that main refused before it asked. */
  get problems(): Readonly<Record<string, FieldProblem>> {
    const { failure } = this.asking;
    return failure?.kind === 'invalid-input' ? failure.fields : {};
  }
  get age(): DataAge | undefined {
    if (this.asked === undefined) return undefined;
    const { failure, busy } = this.asking;
    return {
      fetched: this.asked.fetched,
      state: stateOf(failure),
      failure,
      busy,
      refresh: () => void this.ask(),
    };
  }

  choose(service: Reference, name = ''): void {
    if (this.service !== undefined && keyOf(this.service) === keyOf(service)) return;
    this.asking.cancel();
    this.asking.forget();
    this.saving.forget();
    this.service = { code: service.code, edition: service.edition };
    this.name = name;
    this.how = 'fields';
    this.text = '';
    this.consent = '';
    this.#taken = '';
    this.asked = undefined;
    this.described?.leave();
    const { connection } = this;
    this.described = new Query((asking) =>
      client.lookups.describe({ connection, code: service.code, edition: service.edition }, asking),
    );
  }

  /** As text, which begins with what the fields say, unless it was changed by hand. */
  writeText(): void {
    const said = this.query;
    if (this.text === this.#taken) this.text = said;
    this.#taken = said;
    this.how = 'text';
  }

  /** What was asked before stays shown until the answer comes; one to another service is never shown. */
  async ask(): Promise<void> {
    const { service, connection, who, query } = this;
    if (service === undefined || this.isTooLong) return;
    const consent = this.consent.trim();
    await this.asking.run(async (asking) => {
      const answer = await client.lookups.ask(
        {
          connection,
          who,
          ...service,
          query,
          ...(consent !== '' && { authorizationCode: consent }),
        },
        asking,
      );
      if (!answer.ok) return answer.failure;
      if (this.service !== service) return 'cancelled';
      this.saving.forget();
      this.asked = cameNow(service, answer.value);
      return undefined;
    });
  }

  async save(of: Connection): Promise<void> {
    const { asked, connection } = this;
    if (asked === undefined) return;
    const { handle, kind } = asked.answer;
    const { code, edition } = asked.service;
    await this.saving.run(() =>
      saveAs(
        chooseTarget(of, `${code}-${String(edition)}`, ENDINGS[kind]),
        (target) => client.lookups.save({ connection, answer: handle, target }),
        ({ name }) => language.t.lookups.saved(name),
      ),
    );
  }

  leave(): void {
    this.described?.leave();
    this.asking.cancel();
  }
}

/** None behind the lock, in another connection or for another party. */
export const lookupsOf = keepEach(
  (connection: string, who: string) => new Lookups(connection, who),
  (connection, who) => session.chosen?.id === connection && acting.now?.who === who,
).of;
