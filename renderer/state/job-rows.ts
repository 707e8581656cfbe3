// Reads the rows of a job: all of them once, and afterwards only those that changed.
import type { JobRow } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';

/** The most that one call answers. */
export const PAGE = 500;

interface Page {
  readonly rows: readonly JobRow[];
  readonly total: number;
  readonly revision: number;
}
export type AskRows = (from: number, count: number, changedSince?: number) => Promise<Result<Page>>;

export type RowsRead =
  | { readonly ok: true; readonly rows: readonly JobRow[]; readonly revision: number }
  | { readonly ok: false; readonly failure: Failure };

/** Every row from the first. What changes while it is read is among the changes since its revision. */
export async function readAllRows(ask: AskRows, changedSince?: number): Promise<RowsRead> {
  const rows: JobRow[] = [];
  let revision: number | undefined;
  for (;;) {
    const answer = await ask(rows.length, PAGE, changedSince);
    if (!answer.ok) return answer;
    const page = answer.value;
    revision ??= page.revision;
    rows.push(...page.rows);
    if (rows.length >= page.total || page.rows.length === 0) return { ok: true, rows, revision };
  }
}

/** The known rows, with those that changed since they were read. */
export async function readChanges(
  ask: AskRows,
  known: readonly JobRow[],
  since: number,
): Promise<RowsRead> {
  const changes = await readAllRows(ask, since);
  if (!changes.ok) return changes;
  const rows = new Map(known.map((row) => [row.row, row]));
  for (const row of changes.rows) rows.set(row.row, row);
  const inOrder = [...rows.values()].sort((one, other) => one.row - other.row);
  return { ...changes, rows: inOrder };
}
