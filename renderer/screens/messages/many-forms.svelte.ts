// Many forms of one service from a spreadsheet: the file, which column goes where, every line tried, and the job.
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { FormField, FormRow, MappedColumn } from '../../../preload/contract/many-forms.ts';
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import type { Failure } from '../../../preload/result.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { FilePlan } from '../../state/file-plan.svelte.ts';
import { chooseXml } from '../../state/file-reading.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { versionsOf } from './form-versions.ts';
import type { ServiceReference } from './places.ts';
import { formKind, type Starting } from './start-form.svelte.ts';

type Planned = Extract<Awaited<ReturnType<typeof client.manyForms.plan>>, { ok: true }>['value'];
interface Step {
  readonly step: 'reading' | 'checking';
  readonly done: number;
  readonly all: number;
}

interface ManyFormsNeeds {
  readonly connection: Connection;
  readonly actor: Actor;
  readonly reference: ServiceReference;
  /** Which form of the service, and what it is called. */
  readonly starting: Starting;
}

/** Lives as long as its service is shown. */
export class ManyForms extends FilePlan<FormRow, Planned, Step> {
  readonly #of: ManyFormsNeeds;
  /** Once a person has brought a column elsewhere; what was suggested before. */
  #given = $state.raw<readonly MappedColumn[]>();
  /** Undefined: the kept one where there is one, until something is read with it. */
  #from = $state<From>();
  template = $state.raw<ChosenFile>();
  /** Other forms of the service, of which one can be what each form begins with. */
  readonly earlier: Query<readonly MessageSummary[]>;
  #chosen = $state<string>();
  /** The one that the platform has prefilled, once it was started. */
  prefilled = $state<string>();
  /** The column that the forms are called by, once a person has said so. */
  #nameBy = $state<number>();
  /** Why no template could be chosen. */
  unchosen = $state.raw<Failure>();
  then = $state<'fill-in' | 'await-signature'>('fill-in');
  count = $derived.by(() => this.plan.value?.valid ?? 0);
  readonly removals = 0;
  wrong = $derived.by(() => this.rows.filter(({ problemCount }) => problemCount > 0));
  /** Those with problems first. */
  shown = $derived.by(() => [
    ...this.wrong,
    ...this.rows.filter(({ problemCount }) => problemCount === 0),
  ]);
  mapping = $derived.by<readonly MappedColumn[]>(
    () => this.#given ?? this.plan.value?.mapping ?? [],
  );

  constructor(of: ManyFormsNeeds) {
    super({
      purpose: 'form-table',
      name: of.actor.name,
      environment: of.connection.environment,
      ask: (file, asking) => {
        this.#from = this.from;
        return client.manyForms.plan(
          {
            ...this.#form(),
            who: of.actor.who,
            file,
            template: this.#template() ?? { from: 'schema' },
            ...this.#naming(),
            ...(this.#given !== undefined && { mapping: [...this.#given] }),
          },
          asking,
        );
      },
    });
    this.#of = of;
    this.earlier = new Query((asking) => {
      const { connection, actor, reference, starting } = of;
      const { dataFormatId } = formKind(connection.id, reference, starting.format);
      return versionsOf(
        {
          connection: connection.id,
          who: actor.who,
          message: '',
          serviceCode: reference.code,
          dataFormatId,
        },
        asking,
      );
    });
  }

  /** What is kept of this form on this computer. */
  get kept() {
    return this.#of.starting.kept;
  }
  /** What each form begins with. */
  get from(): From {
    if (this.#from !== undefined) return this.#from;
    if (this.#of.starting.again !== undefined) return 'message';
    return this.kept.exists ? 'kept' : 'schema';
  }
  set from(from) {
    this.#from = from;
  }

  /** The earlier form: the one that is used again, or the newest, until a person chooses. */
  get message(): string | undefined {
    return this.#chosen ?? this.#of.starting.again ?? this.earlier.value?.[0]?.id;
  }

  /** Of the columns; undefined where no column tells the lines apart. */
  get nameBy(): number | undefined {
    return this.#nameBy ?? this.plan.value?.nameBy ?? undefined;
  }

  get blocked() {
    const { format, service } = this.#of.starting;
    if (service.state !== 'live') return 'offline' as const;
    if (format === undefined) return 'no-format' as const;
    if (this.chosen === undefined) return 'no-file' as const;
    if (this.#template() === undefined) return MISSING[this.from];
    if (this.plan.busy) return 'checking' as const;
    return this.count === 0 ? ('no-lines' as const) : undefined;
  }

  /** Another table begins with its own headings. */
  override async take(file: ChosenFile): Promise<void> {
    this.#given = undefined;
    this.#nameBy = undefined;
    await super.take(file);
  }

  /** Of another form of the service nothing is known any more. */
  async formChanged(): Promise<void> {
    this.#given = undefined;
    if (this.#from === 'kept') this.#from = undefined;
    if (this.#of.starting.format === undefined) return;
    await this.kept.known.load();
    await this.tryAnew();
  }

  async tryAnew(): Promise<void> {
    if (this.from === 'message' && this.message === undefined) await this.earlier.newest();
    await this.read();
  }

  /** Not before it is known what the forms begin with. */
  override async read(): Promise<boolean> {
    return this.#template() !== undefined && (await super.read());
  }

  async useMessage(message: string): Promise<void> {
    this.#chosen = message;
    await this.tryAnew();
  }

  async callBy(column: number): Promise<void> {
    this.#nameBy = column;
    await this.tryAnew();
  }

  /** Starts one form that the platform fills in, as a person starts any: what becomes of a lost answer is said in its place. */
  async prefill(): Promise<void> {
    const made = await this.#of.starting.start();
    if (made === undefined) return;
    this.prefilled = made;
    await this.tryAnew();
  }

  fieldOf(column: number): FormField | undefined {
    const path = this.mapping.find((one) => one.column === column)?.path;
    return this.plan.value?.fields.find((field) => field.path === path);
  }

  /** A field has one column at most: the one that had it is not used any more. */
  async bring(column: number, field: FormField | undefined): Promise<void> {
    const others = this.mapping.filter((one) => one.column !== column && one.path !== field?.path);
    this.#given = field === undefined ? others : [...others, { column, path: field.path }];
    await this.tryAnew();
  }

  async chooseTemplate(): Promise<void> {
    const answer = await chooseXml();
    this.unchosen = answer.ok ? undefined : answer.failure;
    if (!answer.ok || answer.value === null) return;
    this.template = answer.value;
    await this.tryAnew();
  }

  /** The form that new ones begin with, for the next table too; undefined takes it away. */
  async keep(file: ChosenFile | undefined): Promise<void> {
    if (!(await this.kept.keep(file && { file: file.handle }))) return;
    this.from = file === undefined ? 'schema' : 'kept';
    await this.tryAnew();
  }

  start(): Promise<void> {
    const { value } = this.plan;
    const { actor, starting } = this.#of;
    const template = this.#template();
    if (value === undefined || template === undefined || this.blocked !== undefined)
      return Promise.resolve();
    return this.begin(() =>
      client.jobs.startForms({
        ...this.#form(),
        who: actor.who,
        file: this.chosen?.handle ?? '',
        template,
        ...this.#naming(),
        mapping: [...value.mapping],
        organisationName: actor.name,
        serviceName: starting.known?.name.trim().slice(0, 200) ?? '',
        then: this.then,
        count: value.valid,
        digest: value.digest,
      }),
    );
  }

  leave(): void {
    this.plan.leave();
    this.earlier.leave();
  }

  #form() {
    const { connection, reference, starting } = this.#of;
    return formKind(connection.id, reference, starting.format);
  }

  #naming() {
    return this.#nameBy === undefined ? {} : { nameBy: this.#nameBy };
  }

  /** Undefined until it is chosen, or there. */
  #template(): Template | undefined {
    const { from } = this;
    switch (from) {
      case 'file':
        return this.template && { from, file: this.template.handle };
      case 'message':
      case 'prefilled': {
        const message = from === 'message' ? this.message : this.prefilled;
        return message === undefined ? undefined : { from: 'message', message };
      }
      default:
        return { from };
    }
  }
}

/** What each form begins with. */
type From = 'schema' | 'kept' | 'file' | 'message' | 'prefilled';
type Template = Parameters<typeof client.manyForms.plan>[0]['template'];
const MISSING = {
  schema: undefined,
  kept: undefined,
  file: 'no-template',
  message: 'no-earlier',
  prefilled: 'no-prefilled',
} as const satisfies Record<From, string | undefined>;
