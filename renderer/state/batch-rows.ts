// Reading the rows of a job again without reading all of them each time one ends.
import type { BatchRow } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';

/** The most that one call answers. */
export const PAGE = 500;

interface Page {
  readonly rows: readonly BatchRow[];
  readonly total: number;
}
export type AskRows = (from: number, count: number) => Promise<Result<Page>>;

export type RowsRead =
  | { readonly ok: true; readonly rows: readonly BatchRow[] }
  | { readonly ok: false; readonly failure: Failure };

/** Every row from the first. */
export const readAllRows = (ask: AskRows): Promise<RowsRead> => readFrom(ask, [], () => false);

/**
 * Rows are taken in order: what ended stays as it is known, and behind a page that only waits everything does.
 * Only while a job goes forward; after a retry or a stop any row may be another.
 */
export function readOnwards(ask: AskRows, known: readonly BatchRow[]): Promise<RowsRead> {
  const open = known.findIndex(({ state }) => state === 'waiting' || state === 'running');
  const kept = open < 0 ? known : known.slice(0, open);
  return readFrom(ask, kept, (page) => page.rows.every(({ state }) => state === 'waiting'), known);
}

async function readFrom(
  ask: AskRows,
  kept: readonly BatchRow[],
  isRestKnown: (page: Page) => boolean,
  known: readonly BatchRow[] = [],
): Promise<RowsRead> {
  const rows = [...kept];
  for (;;) {
    const answer = await ask(rows.length, PAGE);
    if (!answer.ok) return answer;
    const page = answer.value;
    rows.push(...page.rows);
    if (rows.length >= page.total || page.rows.length === 0) return { ok: true, rows };
    if (known.length === page.total && isRestKnown(page)) {
      return { ok: true, rows: [...rows, ...known.slice(rows.length)] };
    }
  }
}
