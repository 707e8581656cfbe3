// Jobs on the command line keep the words that scripts rely on, whatever their shape inside.
import { expect, it } from 'vitest';
import type { Job, JobRow } from '../../../../preload/contract/jobs.ts';
import { printedResult } from '../../../../main/shell/terminal-jobs.ts';

const head = {
  id: 'j-1',
  connection: 'c-1',
  connectionName: 'C',
  environment: 'test',
  organisationName: 'O',
  state: 'paused',
  because: 'asked',
  started: 's',
  changed: 'c',
} as const;
const nothing = {
  waiting: 0,
  running: 0,
  done: 0,
  notFound: 0,
  refused: 0,
  unknown: 0,
  skipped: 0,
};
const rotation: Job = {
  ...head,
  kind: 'rotate-secrets',
  tally: { ...nothing, done: 601 },
  details: { destination: { kind: 'file', name: 'x.age' } },
};
const download: Job = {
  ...head,
  kind: 'synchronise',
  tally: { ...nothing, waiting: 2, done: 9, refused: 1, skipped: 3 },
  details: {
    language: 1044,
    scope: { what: 'list' },
    unchanged: 4,
    bytes: 12,
    secondsLeft: null,
    skippedAreas: ['roles'],
  },
};
const row = (n: number): JobRow => ({
  row: n,
  action: 'rotate',
  subject: `u${String(n)}`,
  state: 'done',
  at: 't',
  failure: null,
  secret: `s${String(n)}`,
});

/** Answers `jobs.rows` page by page, or not at all. */
function caller(rows: readonly JobRow[] | undefined) {
  const pages: unknown[] = [];
  return {
    pages,
    onEvent: () => undefined,
    close: () => undefined,
    async call(name: string, input: unknown) {
      const { from, count } = input as { from: number; count: number };
      pages.push([name, from]);
      if (rows === undefined)
        return {
          ok: false as const,
          failure: { kind: 'not-found', message: '', reference: '' } as never,
        };
      return {
        ok: true as const,
        value: { rows: rows.slice(from, from + count), total: rows.length },
      };
    },
  };
}
const printed = async (name: string, value: unknown, rows?: readonly JobRow[]) => {
  const result = await printedResult(caller(rows), name, { ok: true, value });
  return result.ok ? result.value : undefined;
};

it('a rotation has its destination beside the rest, and all of its rows by user name', async () => {
  const rows = [
    ...Array.from({ length: 600 }, (_, n) => row(n)),
    { ...row(600), state: 'running' as const },
  ];
  const value = (await printed('jobs.pause', rotation, rows)) as { rows: unknown[] };
  expect(value).toMatchObject({ ...head, destination: { kind: 'file', name: 'x.age' } });
  expect(value).not.toHaveProperty('details');
  expect(value.rows).toHaveLength(601);
  expect(value.rows[0]).toEqual({
    userName: 'u0',
    state: 'rotated',
    at: 't',
    failure: null,
    secret: 's0',
  });
  expect(value.rows[600]).toMatchObject({ userName: 'u600', state: 'rotating' });
});

it('a rotation whose rows cannot be read is printed without them', async () => {
  expect(await printed('jobs.stop', rotation)).not.toHaveProperty('rows');
});

it('a download has its documents counted as before, and its own beside the rest', async () => {
  expect(await printed('jobs.list', [download])).toEqual([
    {
      ...head,
      kind: 'synchronise',
      tally: download.tally,
      ...download.details,
      documents: { all: 15, fetched: 5, unchanged: 4, failed: 1, skipped: 3 },
    },
  ]);
});

it('jobs of the start are printed so too, and any other answer as it is', async () => {
  const start = { version: '1', jobs: [download] };
  expect(await printed('app.start', start)).toMatchObject({
    version: '1',
    jobs: [{ documents: { all: 15 }, language: 1044 }],
  });
  expect(await printed('jobs.rows', { rows: [] })).toEqual({ rows: [] });
});
