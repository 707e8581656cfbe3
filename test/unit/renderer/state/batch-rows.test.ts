// Rows of a job with a tally: everything is read once, then only what can have changed; and how long the rest takes.
import { describe, expect, it } from 'vitest';
import type { BatchRow } from '../../../../preload/contract/jobs.ts';
import { sampled, secondsLeft, type Sample } from '../../../../renderer/state/batch-pace.ts';
import {
  PAGE,
  readAllRows,
  readOnwards,
  type AskRows,
} from '../../../../renderer/state/batch-rows.ts';

const row = (at: number, state: BatchRow['state']): BatchRow => ({
  ...{ row: at, action: 'look-up', subject: String(at), state, at: null, failure: null },
});
const rowsOf = (all: number, ended: number): BatchRow[] =>
  Array.from({ length: all }, (_, i) =>
    row(i, i < ended ? 'done' : i === ended ? 'running' : 'waiting'),
  );

function platformOf(rows: readonly BatchRow[]) {
  const asked: number[] = [];
  const ask: AskRows = async (from, count) => {
    asked.push(from);
    return { ok: true, value: { rows: rows.slice(from, from + count), total: rows.length } };
  };
  return { ask, asked };
}

describe('reading rows', () => {
  it('reads all pages, also when the last is full', async () => {
    const rows = rowsOf(2 * PAGE, 3);
    const { ask, asked } = platformOf(rows);
    expect(await readAllRows(ask)).toEqual({ ok: true, rows });
    expect(asked).toEqual([0, PAGE]);
  });

  it('goes on from the first row that had not ended, and stops where everything still waits', async () => {
    const before = rowsOf(4 * PAGE, 30);
    const now = rowsOf(4 * PAGE, 60);
    const { ask, asked } = platformOf(now);
    const read = await readOnwards(ask, before);
    expect(read).toEqual({ ok: true, rows: now });
    expect(asked).toEqual([30, 30 + PAGE]);
  });

  it('asks once more when every row had ended, and takes a job with another number of rows as it is', async () => {
    const { ask, asked } = platformOf(rowsOf(5, 5));
    expect(await readOnwards(ask, rowsOf(3, 3))).toEqual({ ok: true, rows: rowsOf(5, 5) });
    expect(asked).toEqual([3]);
  });

  it('says why it could not be read', async () => {
    const failure = { kind: 'cancelled', message: 'x' } as const;
    expect(await readAllRows(async () => ({ ok: false, failure }))).toEqual({ ok: false, failure });
  });
});

describe('time left', () => {
  const after = (...ended: number[]): readonly Sample[] =>
    ended.reduce<readonly Sample[]>(
      (samples, n, i) => sampled(samples, { at: i * 1000, ended: n }),
      [],
    );

  it('follows how fast rows ended', () => {
    expect(secondsLeft(after(0, 2, 4, 6), 10)).toBe(5);
  });
  it('says nothing before enough rows ended, or when none is left', () => {
    expect(secondsLeft(after(0, 1, 2), 10)).toBeUndefined();
    expect(secondsLeft([], 10)).toBeUndefined();
    expect(secondsLeft(after(0, 2, 4, 6), 0)).toBeUndefined();
  });
  it('measures anew when rows are taken up once more', () => {
    expect(after(10, 12, 4)).toEqual([{ at: 2000, ended: 4 }]);
  });
  it('looks at the last rows only, and counts a news without an end not at all', () => {
    const many = after(...Array.from({ length: 50 }, (_, i) => i), 49);
    expect(many).toHaveLength(20);
    expect(many.at(-1)).toEqual({ at: 49_000, ended: 49 });
  });
});
