// The browsing history of the explorer: the entry point, the steps from it, and the response of each step.
import type {
  EntryPoint,
  Explored,
  ShownLink,
  ShownResource,
} from '../../../preload/contract/explorer.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Failure } from '../../../preload/result.ts';
import type { DataAge } from '../../state/data-age.svelte.ts';
import { Query, stateOf } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { placeIn } from './place.ts';

type At = Parameters<typeof client.explorer.get>[0]['at'];
export type MediaType = Connection['mediaType'];
export type Tab = 'state' | 'links' | 'embedded' | 'headers' | 'raw';

/** One place in the history. Asked again it keeps its place; its old answer stays until the new one comes. */
export interface Step {
  readonly number: number;
  readonly label: string;
  readonly entry: string | null;
  readonly at: At;
  readonly answer: Explored | undefined;
  readonly failure: Failure | undefined;
  readonly fetched: string | null;
  readonly tab: Tab;
  /** The resource of the answer that state and links are shown of. */
  readonly resource: number;
}

const MOST_STEPS = 60;

export class Browser {
  readonly connection: string;
  readonly list: Query<{ readonly entries: readonly EntryPoint[] }>;
  filter = $state('');
  chosen = $state.raw<EntryPoint>();
  values = $state<Record<string, string>>({});
  accept = $state<MediaType | ''>('');
  open = $state(false);
  /** Why the form cannot be sent as it stands. */
  fields = $state.raw<Extract<Failure, { kind: 'invalid-input' }>['fields']>({});
  #steps = $state.raw<readonly Step[]>([]);
  #at = $state(-1);
  #last = 0;
  /** Each answer belongs to a step, or to the form: so each question is a query of its own. */
  #asking = $state.raw<Query<Explored>>();

  constructor(connection: string) {
    this.connection = connection;
    this.list = new Query((asking) => client.explorer.entryPoints({ connection }, asking));
  }

  get busy(): boolean {
    return this.#asking?.busy ?? false;
  }
  get entries(): readonly EntryPoint[] | undefined {
    return this.list.value?.entries;
  }

  get steps(): readonly Step[] {
    return this.#steps.slice(0, this.#at + 1);
  }
  get step(): Step | undefined {
    return this.#steps[this.#at];
  }
  get canGoBack(): boolean {
    return this.#at > 0;
  }
  get canGoForward(): boolean {
    return this.#at < this.#steps.length - 1;
  }
  get resource(): ShownResource | undefined {
    const step = this.step;
    return step?.answer?.resources[step.resource];
  }
  get children(): readonly ShownResource[] {
    const { resource } = this;
    if (resource === undefined) return [];
    return this.step?.answer?.resources.filter(({ parent }) => parent === resource.at) ?? [];
  }
  get state(): DataAge['state'] {
    return stateOf(this.step?.failure);
  }

  choose(entry: EntryPoint): void {
    this.chosen = entry;
    this.fields = {};
    this.open = false;
    this.values = Object.fromEntries(entry.parameters.map(({ name, usual }) => [name, usual]));
  }

  /** Only what is open to everyone is asked for by a link alone: reading some of the rest changes it, such as a message. */
  openPlace(place: string): void {
    const opened = placeIn(this.entries ?? [], place);
    if (opened === undefined) return;
    this.choose(opened.entry);
    this.values = { ...this.values, ...opened.values };
    if (opened.entry.open) void this.send();
  }

  send(): Promise<void> {
    const entry = this.chosen;
    if (entry === undefined) return Promise.resolve();
    const given = Object.entries(this.values).filter(([, value]) => value.trim() !== '');
    const values = Object.fromEntries(given.map(([name, value]) => [name, value.trim()]));
    const label = entry.path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '…');
    return this.#go(label, { entry: entry.id, values }, entry.id);
  }

  follow(link: ShownLink, values: Record<string, string> = {}): Promise<void> {
    const filled = Object.values(values).filter((value) => value !== '');
    const label = filled.length === 0 ? link.relation : `${link.relation} (${filled.join(', ')})`;
    return this.#go(label, { link: link.handle, values }, null);
  }

  async again(): Promise<void> {
    const { step } = this;
    if (step !== undefined) await this.#ask(step);
  }

  goTo(index: number): void {
    if (this.#steps[index] === undefined) return;
    this.#stop();
    this.#at = index;
  }
  back(): void {
    this.goTo(this.#at - 1);
  }
  forward(): void {
    this.goTo(this.#at + 1);
  }

  show(part: Partial<Pick<Step, 'tab' | 'resource'>>): void {
    const { step } = this;
    if (step !== undefined) this.#put({ ...step, ...part });
  }

  leave(): void {
    this.#stop();
  }

  async #go(label: string, at: At, entry: string | null): Promise<void> {
    this.#last += 1;
    const step: Step = {
      number: this.#last,
      label,
      entry,
      at,
      tab: 'state',
      resource: 0,
      answer: undefined,
      failure: undefined,
      fetched: null,
    };
    const before = entry === null ? this.steps : [];
    const refused = await this.#ask(step, () => {
      this.#steps = [...before.slice(-(MOST_STEPS - 1)), step];
      this.#at = this.#steps.length - 1;
    });
    this.fields = refused ?? {};
  }

  /** Fields that were refused before anything was sent make no step. */
  async #ask(step: Step, enter?: () => void): Promise<Browser['fields'] | undefined> {
    this.#stop();
    const input = {
      connection: this.connection,
      at: step.at,
      ...(this.accept !== '' && { accept: this.accept }),
      ...(this.open && { open: true }),
    };
    const asking = new Query<Explored>(({ signal }) => client.explorer.get(input, { signal }));
    this.#asking = asking;
    await asking.load();
    if (this.#asking !== asking) return undefined;
    this.#asking = undefined;
    const { value, failure, fetched } = asking;
    if (failure?.kind === 'invalid-input') return failure.fields;
    enter?.();
    this.#put({
      ...step,
      answer: value ?? step.answer,
      failure,
      fetched: fetched ?? step.fetched,
      tab: value === undefined ? step.tab : fittingTab(step.tab, value),
      resource: 0,
    });
    return undefined;
  }

  #put(step: Step): void {
    this.#steps = this.#steps.map((one) => (one.number === step.number ? step : one));
  }

  #stop(): void {
    this.#asking?.leave();
    this.#asking = undefined;
  }
}

/** A list opens at its items, a document at its text. */
function fittingTab(tab: Tab, { resources }: Explored): Tab {
  const [root] = resources;
  if (root === undefined) return 'raw';
  const isEmptyState = tab === 'state' && root.state.length <= 1;
  return isEmptyState && resources.length > 1 ? 'embedded' : tab;
}
