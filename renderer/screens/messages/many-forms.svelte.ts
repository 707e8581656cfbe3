// Many forms of one service from a spreadsheet: the file, which column goes where, every line tried, and the job.
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { FormField, FormRow, MappedColumn } from '../../../preload/contract/many-forms.ts';
import type { Failure } from '../../../preload/result.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { FilePlan } from '../../state/file-plan.svelte.ts';
import { chooseXml } from '../../state/file-reading.svelte.ts';
import { client } from '../../state/main-process.ts';
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
  readonly starting: Pick<Starting, 'format' | 'kept' | 'known' | 'service'>;
}

/** Lives as long as its service is shown. */
export class ManyForms extends FilePlan<FormRow, Planned, Step> {
  readonly #of: ManyFormsNeeds;
  /** Once a person has brought a column elsewhere; what was suggested before. */
  #given = $state.raw<readonly MappedColumn[]>();
  /** Undefined: the kept one where there is one, until something is read with it. */
  #from = $state<'schema' | 'kept' | 'file'>();
  template = $state.raw<ChosenFile>();
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
            template: this.#template(),
            ...(this.#given !== undefined && { mapping: [...this.#given] }),
          },
          asking,
        );
      },
    });
    this.#of = of;
  }

  /** What is kept of this form on this computer. */
  get kept() {
    return this.#of.starting.kept;
  }
  /** What each form begins with. */
  get from(): 'schema' | 'kept' | 'file' {
    return this.#from ?? (this.kept.exists ? 'kept' : 'schema');
  }
  set from(from) {
    this.#from = from;
  }

  get blocked() {
    const { format, service } = this.#of.starting;
    if (service.state !== 'live') return 'offline' as const;
    if (format === undefined) return 'no-format' as const;
    if (this.chosen === undefined) return 'no-file' as const;
    if (this.from === 'file' && this.template === undefined) return 'no-template' as const;
    if (this.plan.busy) return 'checking' as const;
    return this.count === 0 ? ('no-lines' as const) : undefined;
  }

  /** Another table begins with its own headings. */
  override async take(file: ChosenFile): Promise<void> {
    this.#given = undefined;
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
    if (this.from === 'file' && this.template === undefined) return;
    await this.read();
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
    if (value === undefined || this.blocked !== undefined) return Promise.resolve();
    return this.begin(() =>
      client.jobs.startForms({
        ...this.#form(),
        who: actor.who,
        file: this.chosen?.handle ?? '',
        template: this.#template(),
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
  }

  #form() {
    const { connection, reference, starting } = this.#of;
    return formKind(connection.id, reference, starting.format);
  }

  #template() {
    if (this.from !== 'file') return { from: this.from };
    return { from: this.from, file: this.template?.handle ?? '' };
  }
}
