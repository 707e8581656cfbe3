// The journal for a person: one entry per write, newest first, filtered and exported.
import type { Handlers } from '../../preload/contract/contract.ts';
import { fittingLines, JOURNAL_COLUMNS, journalRows } from '../file-formats/journal-table.ts';
import { failureOf } from '../problem.ts';
import type { Journal, JournalLine } from '../storage/journal.ts';
import type { Tables } from '../storage/tables.ts';

export interface ActivityNeeds {
  readonly journal: Pick<Journal, 'newest' | 'acts' | 'state' | 'verify'>;
  readonly tables: Tables;
}

export function activityService({ journal, tables }: ActivityNeeds): Handlers<'activity'> {
  return {
    async list({ filter, limit }, { signal }) {
      const lines: JournalLine[] = [];
      let total = 0;
      try {
        for await (const line of fittingLines(journal, filter, signal)) {
          total += 1;
          if (total <= limit) lines.push(line);
          // How many there are in all is known without them.
          if (total < limit || Object.keys(filter).length > 0) continue;
          total = await journal.acts();
          break;
        }
      } catch (error) {
        // What is behind a damaged line is shown, and the state says the rest.
        const failure = failureOf(error);
        if (failure?.kind !== 'file' || failure.problem !== 'changed-meanwhile') throw error;
      }
      return { lines, total, journal: journal.state() };
    },
    async exportCsv({ filter, target }, { signal }) {
      const saved = await tables.save(
        { handle: target, field: 'target', format: 'csv' },
        {
          columns: JOURNAL_COLUMNS,
          rows: journalRows(journal, filter, signal),
          completeness: { complete: true },
        },
        signal,
      );
      return { name: saved.name, rows: saved.rows };
    },
    verify: () => journal.verify(),
  };
}
