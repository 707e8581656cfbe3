// The built command line with a journal of 200 000 lines: what its start and verifying cost (FLT-09).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { sealLine, START } from '../../main/storage/hash-chain.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';

const LINES = 200_000;
/** Said by the process itself at its end: how long its loop was held at most, and the most memory that it ever had. */
const PROBE = `
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeFileSync } from 'node:fs';
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.once('exit', () => {
  const told = { held: delay.max / 1e6, memory: process.resourceUsage().maxRSS / 1024, took: performance.now() };
  writeFileSync(process.env.PROBE_FILE, JSON.stringify(told));
});
`;

interface Cost {
  /** Milliseconds. */
  readonly held: number;
  readonly took: number;
  /** Megabytes. */
  readonly memory: number;
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

async function costOf(data: string, operation: string): Promise<Cost> {
  const folder = tempFolder();
  const probe = path.join(folder, 'probe.mjs');
  const file = path.join(folder, 'told.json');
  writeFileSync(probe, PROBE);
  const entry = path.join(root, 'dist/main/terminal.js');
  const args = ['--import', probe, entry, 'call', operation, '{}', '--data', data];
  const child = endsWithUs(
    spawn(process.execPath, [...args, '--keychain', 'memory'], {
      env: { ...process.env, PROBE_FILE: file },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  const told = JSON.parse(readFileSync(file, 'utf8')) as Omit<Cost, 'answer'>;
  return { ...told, answer: (JSON.parse(said) as { value: unknown }).value };
}

beforeAll(() => ensureBuilt({ logLevel: 'silent' }));

it('FLT-09 a journal of 200 000 lines holds neither the start nor its verifying, in bounded memory', async () => {
  const folder = tempFolder();
  const [few, many] = [path.join(folder, 'few'), path.join(folder, 'many')];
  await writeJournal(few, 10);
  await writeJournal(many, LINES);
  for (const operation of ['settings.get', 'activity.verify']) {
    const anchor = await costOf(few, operation);
    const cost = await costOf(many, operation);
    const more = (key: 'held' | 'memory' | 'took') => Math.round(cost[key] - anchor[key]);
    process.stdout.write(
      `FLT-09 ${operation}: held ${String(more('held'))} ms, took ${String(more('took'))} ms, ` +
        `memory ${String(more('memory'))} MB more than with 10 lines\n`,
    );
    if (operation === 'activity.verify')
      expect(cost.answer).toMatchObject({ lines: LINES, firstBadLine: null });
    expect(more('held')).toBeLessThan(150);
    expect(more('memory')).toBeLessThan(220);
  }
});
