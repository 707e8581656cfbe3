// Starts the program on a journal of so many lines and verifies it, in a process of its own, and says what that cost.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { sealLine, START } from '../../main/storage/hash-chain.ts';
import { valueOf } from '../../test/support/steward.ts';
import { type Measured, startProgram } from './measured-program.ts';
import { watchLoop } from './own-process.ts';

const MIB = 1024 * 1024;

export interface Cost {
  readonly seconds: number;
  /** How long the loop was held at most. */
  readonly longestMs: number;
  /** The most memory that the process ever had. */
  readonly peakMiB: number;
}

/** A data folder with a journal as sessions without a keychain write it, so that no line has a key. */
export async function writeJournal(folder: string, count: number): Promise<string> {
  const data = path.join(folder, `lines-${String(count)}`);
  await mkdir(data, { mode: 0o700 });
  const file = createWriteStream(fileIn(data), { mode: 0o600 });
  let head = START;
  for (let number = 1; number <= count; number += 1) {
    const act = String(Math.ceil(number / 2));
    const line = {
      number,
      at: new Date(1_700_000_000_000 + number * 1000).toISOString(),
      who: 'kari',
      connection: 'c0ffee00-0000-4000-8000-000000000001',
      connectionName: 'Oslo kommune, production',
      environment: 'production',
      operation: 'enterpriseUsers.rotateSecret',
      object: `USER${act}`,
      outcome: number % 2 === 1 ? 'begun' : 'done',
      detail: '',
      act: `00000000-0000-4000-8000-${act.padStart(12, '0')}`,
      keyed: false,
    } as const;
    const sealed = sealLine(head, line, undefined);
    head = sealed.head;
    if (!file.write(`${sealed.text}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return data;
}

const fileIn = (data: string) => path.join(data, 'journal.jsonl');

/** From nothing to an answer that does not need the journal. */
export async function measureStart(measured: Measured): Promise<Cost> {
  return await costOf(async () => {
    const { app, client } = await startProgram(measured, { windows: 1 });
    await valueOf(client.settings.get({}));
    return () => app.stop();
  });
}

/** The journal is read for the first time, and once more to verify it. */
export async function measureVerifying(measured: Measured, lines: number): Promise<Cost> {
  const { app, client } = await startProgram(measured, { windows: 1 });
  return await costOf(async () => {
    const found = await valueOf(client.activity.verify({}));
    if (found.lines !== lines || found.firstBadLine !== null) throw new Error('It is not whole.');
    return () => app.stop();
  });
}

/** The anchor: the same bytes, hashed and parsed line by line, twice, with all of them in memory. */
export async function measureBare(data: string): Promise<Cost> {
  return await costOf(async () => {
    for (let time = 0; time < 2; time += 1) {
      const file = await open(fileIn(data));
      for (const line of (await file.readFile('utf8')).split('\n')) {
        createHash('sha256').update(line).digest('hex');
        if (line !== '') JSON.parse(line);
      }
      await file.close();
    }
    return () => Promise.resolve();
  });
}

async function costOf(work: () => Promise<() => Promise<unknown>>): Promise<Cost> {
  const delays = watchLoop();
  const begun = performance.now();
  const end = await work();
  const seconds = (performance.now() - begun) / 1000;
  const { longestMs } = await delays();
  const peakMiB = (process.resourceUsage().maxRSS * 1024) / MIB;
  await end();
  return { seconds, longestMs, peakMiB };
}
