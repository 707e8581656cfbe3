// A list saved as a file: the rows that its filter leaves, or all. Where there is a choice, it is asked about first.
import { canBeNamed } from '../../preload/contract/rules.ts';
import { Action, type Outcome } from './action.svelte.ts';
import type { Asking } from './query.svelte.ts';

export type Format = 'csv' | 'xlsx';

export interface ExportedRows {
  /** Keys of all that fit the filter, drawn or not; without one where a list has no filter. */
  readonly shown?: readonly string[] | undefined;
  readonly total: number;
}

/** What of it is wanted: without `only`, everything. */
export interface ExportWish {
  readonly format: Format;
  readonly only?: string[];
}

type Save = (wish: ExportWish, asking: Pick<Asking, 'signal'>) => Promise<Outcome>;

export class ListExport {
  readonly formats: readonly Format[];
  readonly saving = new Action();
  /** The dialog with the choices is open. */
  open = $state(false);
  format = $state<Format>('csv');
  which = $state<'shown' | 'all'>('all');
  /** Does what failed once more. */
  retry = $state.raw<() => void>(() => undefined);
  readonly #rows: () => ExportedRows;
  readonly #save: Save;

  constructor(
    rows: () => ExportedRows,
    save: Save,
    formats: readonly [Format, ...Format[]] = ['csv'],
  ) {
    this.#rows = rows;
    this.#save = save;
    this.formats = formats;
    this.format = formats[0];
  }

  get total(): number {
    return this.#rows().total;
  }
  get shown(): number {
    return this.#rows().shown?.length ?? this.total;
  }
  /** A filter leaves some of them out. */
  get filtered(): boolean {
    return this.shown !== this.total;
  }
  /** Why those that it leaves cannot be saved alone. */
  get notShown(): 'none' | 'too-many' | undefined {
    const { shown = [] } = this.#rows();
    if (!this.filtered) return undefined;
    return shown.length === 0 ? 'none' : canBeNamed(shown) ? undefined : 'too-many';
  }
  /** How many are saved as it is chosen. */
  get count(): number {
    return this.which === 'shown' ? this.shown : this.total;
  }
  get possible(): boolean {
    return this.total > 0 && !this.saving.busy && !this.open;
  }

  /** Asks what of it, or saves it where there is nothing to choose. */
  ask(): void {
    if (!this.possible) return;
    this.saving.forget();
    this.which = this.filtered && this.notShown === undefined ? 'shown' : 'all';
    if (this.filtered || this.formats.length > 1) this.open = true;
    else void this.save();
  }
  close(): void {
    if (this.saving.busy) return;
    this.open = false;
    this.saving.forget();
  }
  /** What asks for nothing but the rows is done with the answer: the screen shows how it went. */
  save(): Promise<void> {
    if (this.formats.length === 1) this.open = false;
    return this.these(this.which === 'shown' ? this.#rows().shown : undefined);
  }
  /** Those with these keys, without a question; all of them where there are none. */
  async these(only: readonly string[] | undefined): Promise<void> {
    this.retry = () => void this.these(only);
    const wish = { format: this.format, ...(only !== undefined && { only: [...only] }) };
    if (await this.saving.run((asking) => this.#save(wish, asking))) this.open = false;
  }
}
