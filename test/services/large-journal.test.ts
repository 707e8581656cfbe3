// The built command line with a long journal: what its start and its verifying do with it (FLT-09).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { sealLine, START } from '../../main/storage/hash-chain.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';

/** Over 5 MB; for the time and the memory that ten times as many take see `npm run bench -- journal`. */
const LINES = 20_000;
/**
 * Said by the process itself at its end. In it the time of a slice is over whenever the program looks, and a time of a second or more
 * never is: what begins after three seconds does not begin.
 */
const PROBE = `
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
let [now, turns] = [performance.now(), 0];
performance.now = () => (now += 10);
const { setImmediate: next, setTimeout: later } = globalThis;
globalThis.setImmediate = (...then) => ((turns += 1), next(...then));
globalThis.setTimeout = (then, ms, ...given) => later(then, ms >= 1000 ? 2 ** 30 : ms, ...given);
const any = await open(import.meta.filename);
const files = Object.getPrototypeOf(any);
await any.close();
const { read } = files;
const pieces = [];
let [atOnce, most] = [0, 0];
files.read = async function (...given) {
  most = Math.max(most, (atOnce += 1));
  const found = await read.apply(this, given);
  atOnce -= 1;
  if (found.bytesRead > 0) pieces.push(found.bytesRead);
  return found;
};
process.once('exit', () => writeFileSync(process.env.PROBE_FILE, JSON.stringify({ turns, pieces, most })));
`;

interface Seen {
  /** That others had. */
  readonly turns: number;
  /** Bytes of each piece that was read of a file, and how many were read at once at most. */
  readonly pieces: readonly number[];
  readonly most: number;
  readonly answer: unknown;
}

/** As a session without a keychain writes them, so that none has a key. */
async function writeJournal(folder: string, count: number): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  const file = createWriteStream(path.join(folder, 'journal.jsonl'), { mode: 0o600 });
  let head = START;
  for (let number = 1; number <= count; number += 1) {
    const act = `00000000-0000-4000-8000-${String(Math.ceil(number / 2)).padStart(12, '0')}`;
    const line = {
      number,
      at: new Date(1_700_000_000_000 + number * 1000).toISOString(),
      who: 'kari',
      connection: 'c0ffee00-0000-4000-8000-000000000001',
      connectionName: 'Oslo kommune, production',
      environment: 'production',
      operation: 'enterpriseUsers.rotateSecret',
      object: `USER${String(Math.ceil(number / 2))}`,
      outcome: number % 2 === 1 ? 'begun' : 'done',
      detail: '',
      act,
      keyed: false,
    } as const;
    const sealed = sealLine(head, line, undefined);
    head = sealed.head;
    if (!file.write(`${sealed.text}\n`)) await once(file, 'drain');
  }
  await new Promise((resolve) => file.end(resolve));
}

async function seenIn(data: string, operation: string, input: object = {}): Promise<Seen> {
  const folder = tempFolder();
  const probe = path.join(folder, 'probe.mjs');
  const file = path.join(folder, 'told.json');
  writeFileSync(probe, PROBE);
  const entry = path.join(root, 'dist/main/terminal.js');
  const args = ['--import', probe, entry, 'call', operation, JSON.stringify(input), '--data', data];
  const child = endsWithUs(
    spawn(process.execPath, [...args, '--keychain', 'memory'], {
      env: { ...process.env, PROBE_FILE: file },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  const told = JSON.parse(readFileSync(file, 'utf8')) as Omit<Seen, 'answer'>;
  return { ...told, answer: (JSON.parse(said) as { value: unknown }).value };
}

const folder = makeTempFolder();
const data = path.join(folder.path, 'data');
let bytes: number;
beforeAll(async () => {
  await ensureBuilt({ logLevel: 'silent' });
  await writeJournal(data, LINES);
  bytes = statSync(path.join(data, 'journal.jsonl')).size;
});
afterAll(() => {
  folder.remove();
});

it('FLT-09 a long journal is not read by a start that does not need it', async () => {
  const { pieces } = await seenIn(data, 'settings.get');
  expect(pieces.reduce((sum, one) => sum + one, 0)).toBeLessThan(bytes / 10);
});

it('FLT-09 a long journal is verified a piece of a megabyte at a time, and others have a turn after each line', async () => {
  const { turns, pieces, most, answer } = await seenIn(data, 'activity.verify');
  expect(answer).toMatchObject({ lines: LINES, firstBadLine: null });
  // When it is opened, and when it is verified.
  expect(turns).toBeGreaterThanOrEqual(2 * LINES);
  expect(pieces.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(2 * bytes);
  expect([Math.max(...pieces), most]).toEqual([1024 * 1024, 1]);
});

it('FLT-09 of a long journal the newest are read from its end, and the oldest are found by what they say', async () => {
  const newest = await seenIn(data, 'activity.list', { filter: {}, limit: 50 });
  expect(newest.answer).toMatchObject({ total: LINES / 2, lines: { length: 50 } });
  const read = newest.pieces.reduce((sum, one) => sum + one, 0);
  // Checked once to its end, in pieces of a megabyte.
  expect(read - bytes).toBeLessThan(bytes / 10);
  const filter = { text: 'user1' };
  const found = await seenIn(data, 'activity.list', { filter, limit: 1 });
  const numbers = Array.from({ length: LINES / 2 }, (_, at) => String(at + 1));
  expect(found.answer).toMatchObject({
    total: numbers.filter((one) => one.startsWith('1')).length,
    lines: [{ object: 'USER10000', outcome: 'done' }],
  });
});
