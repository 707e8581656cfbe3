// Which line of a spreadsheet a message was made of, kept sealed here: the platform calls all of them the same.
import { rowOfTable, type RowOfTable } from '../../preload/contract/messages.ts';
import { z } from '../../preload/contract/schema.ts';
import type { KeptFiles, KeptFor } from './kept-files.ts';

interface Box {
  readonly connection: string;
  readonly who: string;
}

/** Problem file{...}, keychain{...}; then nothing has changed. */
export interface RowNames {
  /** By the message, as the platform calls it. */
  of(box: Box): Promise<ReadonlyMap<string, RowOfTable>>;
  keep(message: Box & { readonly message: string }, row: RowOfTable): Promise<void>;
}

const kept = z.array(z.object({ message: z.string(), row: rowOfTable }));
/** The oldest go first. Five of the longest tables. */
const MOST = 10_000;

export function createRowNames(files: Pick<KeptFiles, 'read' | 'change'>): RowNames {
  return {
    async of(box) {
      const all = (await files.read(targetOf(box), kept)) ?? [];
      return new Map(all.map(({ message, row }) => [message, row]));
    },
    keep: ({ message, ...box }, row) =>
      files.change(targetOf(box), kept, (before = []) => [
        ...before.filter((one) => one.message !== message).slice(1 - MOST),
        { message, row },
      ]),
  };
}

const targetOf = ({ connection, who }: Box): KeptFor => ({ connection, of: ['row-names', who] });
