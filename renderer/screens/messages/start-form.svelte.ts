// Starts a form of one service: its beginning, the check of one's own XML, one call, and the result of a lost answer.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { Service } from '../../../preload/contract/metadata.ts';
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import { isUnknown } from '../../../preload/failures.ts';
import type { Failure } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { chooseXml, readable } from '../../state/file-reading.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { askedSince, lookAlikes } from './aftermath.ts';
import { type FormKind, KeptTemplate } from './kept-template.svelte.ts';
import { type DataFormat, earlierForm, type EarlierForm, isSameFormat } from './earlier-form.ts';
import type { ServiceReference } from './places.ts';

type Answer = Awaited<ReturnType<typeof client.xsd.validate>>;
export type Checked = Extract<Answer, { ok: true }>['value'];
export type Then = 'fill-in' | 'await-signature';
/** Made, or perhaps made, at a place nobody told; `found` is undefined while it is looked for. */
export interface Unlocated {
  readonly kind: 'unknown' | 'unlocated';
  readonly since: string;
  /** Of the call, where it was lost. */
  readonly failure: Failure | undefined;
  readonly found: readonly MessageSummary[] | undefined;
  /** Of looking for it. */
  readonly notFound: Failure | undefined;
}

/** Lives as long as this service is shown. */
export class Starting {
  how = $state<'earlier' | 'prefilled' | 'own' | 'many'>('prefilled');
  wish = $state<Then>('fill-in');
  file = $state.raw<ChosenFile>();
  /** The template that is kept for this form, in the place of a file. */
  usesTemplate = $state(false);
  choosing = $state.raw<Failure>();
  /** Where the service is not known: as a person was told. */
  typed = $state({ dataFormatId: '', dataFormatVersion: '' });
  /** The file against its XSD, where that can be had; nothing is sent. */
  readonly check: Query<Checked, unknown>;
  /** Its failure is of one that surely made nothing. */
  readonly making = new Action();
  outcome = $state.raw<Unlocated>();
  readonly service: Query<Service>;
  readonly kept: KeptTemplate;
  /** The message whose values it begins with, where a person has asked for that. */
  readonly again: string | undefined;
  readonly earlier: Query<EarlierForm>;
  readonly #connection: Connection;
  readonly #actor: Actor;
  readonly #reference: ServiceReference;

  constructor(connection: Connection, actor: Actor, reference: ServiceReference, again?: string) {
    this.again = again;
    if (again !== undefined) this.how = 'earlier';
    const { who } = actor;
    this.earlier = new Query((asking) =>
      earlierForm({ connection: connection.id, who, message: again ?? '' }, asking),
    );
    this.#connection = connection;
    this.#actor = actor;
    this.#reference = reference;
    const kind = () => formKind(connection.id, reference, this.format);
    this.kept = new KeptTemplate(kind);
    this.check = new Query(
      (asking) => {
        const given =
          this.how === 'earlier'
            ? { earlier: { who, message: again ?? '' } }
            : this.usesTemplate
              ? { template: 'kept' as const }
              : { file: this.file?.handle ?? '' };
        return client.xsd.validate({ ...kind(), ...given }, asking);
      },
      { key: () => (this.how === 'earlier' ? this.format : undefined) },
    );
    this.service = new Query<Service>(async (asking) => {
      const of = { connection: connection.id, ...reference, kind: 'formtask' as const };
      const answer = await client.reference.service(of, asking);
      return answer.ok ? { ok: true, value: answer.value.service } : answer;
    });
  }

  /** Null where the open metadata does not tell it; undefined until that is known. */
  known = $derived.by<Service | null | undefined>(() => {
    const { value, failure, state } = this.service;
    if (value !== undefined) return value;
    return failure === undefined || state !== 'live' ? undefined : null;
  });
  mainForms = $derived.by(() => {
    const forms = this.known?.forms ?? [];
    const main = forms.filter(({ formType }) => formType === 'MainForm');
    return main.length > 0 ? main : forms;
  });
  /** Of the earlier form, the one that the service takes; null where it takes none of them. */
  earlierFormat = $derived.by<DataFormat | null | undefined>(() => {
    const { value } = this.earlier;
    if (value === undefined || this.known === undefined) return undefined;
    const takes = (one: DataFormat) => this.mainForms.some((main) => isSameFormat(main, one));
    const all = value.formats;
    return (this.mainForms.length === 0 ? all[0] : all.find(takes)) ?? null;
  });
  /** Which of the main forms the file is for; that of the earlier form until a person chooses. */
  form = $derived.by(() => {
    const { earlierFormat: one } = this;
    return Math.max(0, one ? this.mainForms.findIndex((main) => isSameFormat(main, one)) : 0);
  });
  format = $derived.by<DataFormat | undefined>(() => {
    if (this.how === 'earlier') return this.earlierFormat ?? undefined;
    const chosen = this.mainForms[this.form] ?? this.mainForms[0];
    if (chosen !== undefined) return chosen;
    const { dataFormatId: id, dataFormatVersion: version } = this.typed;
    const given = { dataFormatId: id.trim(), dataFormatVersion: version.trim() };
    if (given.dataFormatId !== '' && given.dataFormatVersion !== '') return given;
    return this.earlierFormat ?? undefined;
  });
  /** Only content of one's own can be complete already. */
  then = $derived.by<Then>(() => (this.how === 'own' ? this.wish : 'fill-in'));

  blocked = $derived.by(() => {
    if (this.service.state !== 'live') return 'offline' as const;
    if (this.known === undefined) return 'reading' as const;
    if (this.how === 'earlier') {
      const { earlierFormat } = this;
      if (earlierFormat === null) return 'not-taken' as const;
      if (earlierFormat === undefined) return 'no-earlier' as const;
      return this.check.busy ? ('checking' as const) : undefined;
    }
    if (this.how !== 'own') return undefined;
    if (this.format === undefined) return 'no-format' as const;
    if (!this.hasContent) return 'no-file' as const;
    return this.check.busy ? ('checking' as const) : undefined;
  });

  get hasContent(): boolean {
    return this.file !== undefined || this.usesTemplate;
  }

  async choose(): Promise<void> {
    const answer = await chooseXml();
    this.choosing = answer.ok ? undefined : answer.failure;
    if (answer.ok && answer.value !== null) this.take(answer.value);
  }

  async drop(file: ChosenFile): Promise<void> {
    const answer = await readable(file);
    this.choosing = answer.ok ? undefined : answer.failure;
    if (answer.ok && answer.value !== null) this.take(answer.value);
  }

  take(file: ChosenFile): void {
    this.choosing = undefined;
    this.file = file;
    this.usesTemplate = false;
    this.checkAnew();
  }
  takeTemplate(): void {
    this.choosing = undefined;
    this.file = undefined;
    this.usesTemplate = true;
    this.checkAnew();
  }

  /** Of another form of the service, another template is kept, or none. */
  async formChanged(): Promise<void> {
    if (this.format !== undefined) await this.kept.known.load();
    if (!this.kept.exists) this.usesTemplate = false;
    this.checkAnew();
  }

  /** What was found of another file or for another form is shown no more. */
  checkAnew(): void {
    this.check.leave();
    this.check.forget();
    if (this.hasContent && this.format !== undefined) void this.check.load();
  }

  leave(): void {
    this.earlier.leave();
    this.check.leave();
    this.kept.leave();
  }

  /** Once. The id of what was made; undefined where that is not known, or nothing was made: then `outcome` or `failure` says so. */
  async start(): Promise<string | undefined> {
    if (this.blocked !== undefined || this.outcome !== undefined) return undefined;
    let made: string | undefined;
    await this.making.run(async () => {
      const at = now();
      const { code, edition } = this.#reference;
      const answer = await client.messages.create({
        connection: this.#connection.id,
        who: this.#actor.who,
        serviceCode: code,
        serviceEdition: edition,
        then: this.then,
        forms: this.#forms(),
      });
      made = answer.ok ? (answer.value.id ?? undefined) : undefined;
      const failure = failureOf(answer);
      if (made !== undefined || (failure !== undefined && !isUnknown(failure))) return failure;
      this.outcome = {
        kind: failure === undefined ? 'unlocated' : 'unknown',
        failure,
        since: askedSince(at),
        found: undefined,
        notFound: undefined,
      };
      return undefined;
    });
    if (this.outcome !== undefined) await this.look();
    return made;
  }

  #forms() {
    const { file, format, how, again } = this;
    if ((how !== 'own' && how !== 'earlier') || format === undefined) return [];
    const { dataFormatId, dataFormatVersion } = format;
    if (how === 'earlier') return [{ dataFormatId, dataFormatVersion, earlier: again ?? '' }];
    if (this.usesTemplate) return [{ dataFormatId, dataFormatVersion, template: 'kept' as const }];
    return file === undefined ? [] : [{ dataFormatId, dataFormatVersion, file: file.handle }];
  }

  /** What can be what was made. Reads only: the form is not made again. */
  async look(): Promise<void> {
    const lost = this.outcome;
    if (lost === undefined) return;
    this.outcome = { ...lost, found: undefined, notFound: undefined };
    const of = { connection: this.#connection.id, who: this.#actor.who };
    const answer = await client.messages.list({ ...of, all: true, from: lost.since });
    const { code: serviceCode, edition: serviceEdition } = this.#reference;
    const states = ['filling-in', 'signing'] as const;
    this.outcome = {
      ...lost,
      found: answer.ok
        ? lookAlikes(answer.value.messages, { serviceCode, serviceEdition, states })
        : [],
      notFound: answer.ok ? undefined : answer.failure,
    };
  }
}

/** Which form of which service; without a format none that there is. */
export function formKind(
  connection: string,
  { code, edition }: ServiceReference,
  { dataFormatId, dataFormatVersion }: DataFormat = { dataFormatId: '', dataFormatVersion: '' },
): FormKind {
  return { connection, code, edition, dataFormatId, dataFormatVersion };
}

const now = () => new Date().toISOString();
