// The journal in a hand-over: its lines until it began, as a table; a long one is never in memory as a whole.
import { JOURNAL_COLUMNS, journalRows } from '../file-formats/journal-table.ts';
import type { Journal } from '../storage/journal.ts';
import type { StartThread } from '../threads.ts';
import type { HandOverFolder } from './folder.ts';
import { writeLongList } from './long-list.ts';

export const JOURNAL = 'journal';

export interface JournalNeeds {
  readonly folder: HandOverFolder;
  readonly journal: Pick<Journal, 'newest'>;
  /** Later lines are of the hand-over itself, and would be others each time. */
  readonly until: string;
  readonly signal: AbortSignal;
  readonly startThread?: StartThread | undefined;
}

export const writeJournalList = ({
  folder,
  journal,
  until,
  signal,
  startThread,
}: JournalNeeds): Promise<void> =>
  writeLongList({
    folder,
    key: JOURNAL,
    part: JOURNAL,
    columns: JOURNAL_COLUMNS,
    rows: journalRows(journal, { to: until }, signal),
    startThread,
  });
