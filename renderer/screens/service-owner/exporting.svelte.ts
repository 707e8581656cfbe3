// Saves look-ups as a file: which parts, which format, and cancelling it. A cancelled export leaves no file.
import type { Connection } from '../../../preload/contract/connections.ts';
import { Action } from '../../state/action.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import type { Filters } from './filters.svelte.ts';

type Asked = Parameters<typeof client.serviceOwner.exportResults>[0];
export type Format = Asked['format'];
export type IdentityNumbers = Asked['identityNumbers'];

/** What the platform is asked for at one time; more is a job's work. */
export const MOST_AT_ONCE = 50;

/** Of the present search: all that was found or what is open; or everything that a job found. */
export type Source =
  | {
      readonly kind: 'found';
      readonly all: readonly string[];
      /** The organisation that is open, and how many contacts are shown of it. */
      readonly open: string | undefined;
      readonly contacts: number | undefined;
      readonly filters: Filters;
    }
  | {
      readonly kind: 'job';
      readonly job: string;
      readonly organisations: number;
      readonly contacts: number;
      readonly ended: boolean;
    };

export class Exporting {
  readonly source: Source;
  which = $state<'all' | 'open'>('all');
  format = $state<Format>('xlsx');
  identityNumbers = $state<IdentityNumbers>('none');
  /** Ticked: whole numbers are needed. */
  needed = $state(false);
  readonly saving = new Action<{ readonly done: number; readonly of: number }>();
  cancelled = $state(false);

  readonly #connection: Connection;

  constructor(connection: Connection, source: Source) {
    this.#connection = connection;
    this.source = source;
    if (source.kind === 'found' && (source.all.length > MOST_AT_ONCE || source.all.length === 1))
      this.which = 'open';
  }

  /** Organisation numbers of a search that would be saved. */
  get numbers(): readonly string[] {
    const { source } = this;
    if (source.kind === 'job') return [];
    if (this.which === 'all') return source.all;
    return source.open === undefined ? source.all.slice(0, 1) : [source.open];
  }

  get ready(): boolean {
    return !this.saving.busy && (this.identityNumbers !== 'whole' || this.needed);
  }

  /** True when a file was saved. */
  async save(): Promise<boolean> {
    if (!this.ready) return false;
    this.cancelled = false;
    return this.saving.run((asking) =>
      saveAs(
        chooseTarget(this.#connection, 'look-ups', `.${this.format}`),
        async (target) => {
          const answer = await client.serviceOwner.exportResults(this.#input(target), asking);
          this.cancelled = !answer.ok && answer.failure.kind === 'cancelled';
          return answer;
        },
        ({ name, rows }) => language.t.serviceOwner.exporting.saved(name, rows),
      ),
    );
  }

  #input(target: string): Asked {
    const { source, format, identityNumbers } = this;
    const of: Asked['of'] =
      source.kind === 'job'
        ? { job: source.job }
        : { organisationNumbers: [...this.numbers], ...source.filters.input };
    return { connection: this.#connection.id, of, format, identityNumbers, target };
  }
}
