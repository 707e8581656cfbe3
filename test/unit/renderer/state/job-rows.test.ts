// The rows of a job: all are read once, then only those that may have changed; and the estimated time left.
import { describe, expect, it } from 'vitest';
import type { JobRow } from '../../../../preload/contract/jobs.ts';
import { sampled, secondsLeft, type Sample } from '../../../../renderer/state/job-pace.ts';
import {
  PAGE,
  readAllRows,
  readChanges,
  type AskRows,
} from '../../../../renderer/state/job-rows.ts';

const row = (at: number, state: JobRow['state']): JobRow => ({
  row: at,
  action: 'look-up',
  subject: String(at),
  state,
  at: null,
  failure: null,
});
const rowsOf = (all: number, ended: number): JobRow[] =>
  Array.from({ length: all }, (_, i) =>
    row(i, i < ended ? 'done' : i === ended ? 'running' : 'waiting'),
  );

/** A job whose rows changed as often as `revisions` says. */
function platformOf(rows: readonly JobRow[], revisions: readonly number[] = []) {
  const asked: (readonly [number, number | undefined])[] = [];
  const ask: AskRows = async (from, count, since) => {
    asked.push([from, since]);
    const shown = rows.filter(({ row: at }) => since === undefined || (revisions[at] ?? 0) > since);
    const revision = Math.max(0, ...revisions);
    return {
      ok: true,
      value: { rows: shown.slice(from, from + count), total: shown.length, revision },
    };
  };
  return { ask, asked };
}

describe('reading rows', () => {
  it('reads all pages, also when the last is full', async () => {
    const rows = rowsOf(2 * PAGE, 3);
    const { ask, asked } = platformOf(rows, [1, 2, 7]);
    expect(await readAllRows(ask)).toEqual({ ok: true, rows, revision: 7 });
    expect(asked.map(([from]) => from)).toEqual([0, PAGE]);
  });

  it('what changes while pages are read is read once more afterwards', async () => {
    const rows = rowsOf(2 * PAGE, 3);
    let revision = 4;
    const ask: AskRows = async (from, count) => {
      revision += 1;
      return { ok: true, value: { rows: rows.slice(from, from + count), total: 1000, revision } };
    };
    expect(await readAllRows(ask)).toMatchObject({ revision: 5 });
  });

  it('asks for what changed since, and puts it in its place', async () => {
    const now = rowsOf(4 * PAGE, 60);
    const revisions = now.map((_, at) => (at >= 30 && at <= 60 ? 100 + at : 1));
    const { ask, asked } = platformOf(now, revisions);
    const read = await readChanges(ask, rowsOf(4 * PAGE, 30), 100);
    expect(read).toEqual({ ok: true, rows: now, revision: 160 });
    expect(asked).toEqual([[0, 100]]);
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
