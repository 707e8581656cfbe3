// `npm run bench -- large`: for how long the largest answers hold main, in JSON and in XML, beside an idle process.
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { inChild, startPlatform } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';
import { bundled } from '../bundled.mjs';
import { root } from '../root.mjs';

const bundle = path.join(root, 'dist/bench-large/bench-large.mjs');
const builtMain = path.join(root, 'dist/main');
const LONGEST_MS = 5 * 60_000;
/** A list in XML may have 10 MB, one in JSON 32. */
const COUNTS = { json: 20_000, xml: 6500 };
/** Over an idle process beside it. */
const MOST_HELD_MS = 50;

const round = (value) => Math.round(value * 10) / 10;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Prints a table and, as the last line, one JSON object; `--runs N` (5). True when main was never held longer than it may be. */
export async function benchLarge(args) {
  const at = args.indexOf('--runs');
  const runs = at < 0 ? 5 : Number(args[at + 1]);
  if (!Number.isInteger(runs) || runs < 1 || runs > 100)
    throw new Error('--runs needs a whole number from 1 to 100.');
  await ensureBuilt();
  await bundled('build/bench/large-steps.ts', 'bench-large');
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-bench-'));
  const platform = await startPlatform(['--users', 1, '--messages', 4, '--seed', 1]);
  try {
    const step = (name, ...more) => {
      const dataFolder = mkdtempSync(path.join(folder, 'data-'));
      mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
      const given = [{ dataFolder, builtMain, platform: platform.announcement }, ...more];
      return inChild(import.meta.filename, {
        step: name,
        given,
        execArgv: [],
        longestMs: LONGEST_MS,
      });
    };
    const found = {};
    for (const form of ['json', 'xml']) {
      const bytes = answer(form);
      const held = [];
      for (let run = 0; run < runs; run += 1) {
        const effect = { kind: 'raw', bytes };
        await platform.control('POST', 'faults', {
          operation: 'messages.list',
          acts: false,
          effect,
        });
        const one = await step('measureLarge');
        if (one.items !== COUNTS[form]) throw new Error('The list did not come whole.');
        held.push({ ...one, idleMs: await step('measureIdle', Math.max(1, one.seconds)) });
      }
      const over = held.map((one) => one.longestMs - one.idleMs);
      found[form] = {
        items: COUNTS[form],
        seconds: round(median(held.map(({ seconds }) => seconds)) * 10) / 10,
        heldMs: round(median(held.map(({ longestMs }) => longestMs))),
        idleMs: round(median(held.map(({ idleMs }) => idleMs))),
        overIdleMs: round(median(over)),
        mostOverIdleMs: round(Math.max(...over)),
      };
    }
    return report(found, runs);
  } finally {
    await platform.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function answer(form) {
  const messages = Array.from({ length: COUNTS[form] }, (_, n) => ({
    MessageId: `a${n}`,
    // It packs well, as the answer may have 4 MB on its way, and not as well as a bomb.
    Subject: `${n * 7919} ${'The quick brown fox. '.repeat(62)}${n * 104_729}`,
    Status: 'Unread',
    LastChangedDateTime: '2024-01-01T12:00:00',
    MessageSender: 'Etaten',
  }));
  const element = (one) =>
    Object.entries(one)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('');
  const body =
    form === 'json'
      ? JSON.stringify({ _links: {}, _embedded: { messages } })
      : `<resource>${messages.map((one) => `<resource rel="messages">${element(one)}</resource>`).join('')}</resource>`;
  const packed = gzipSync(body);
  return (
    `HTTP/1.1 200 OK\r\nContent-Type: application/hal+${form}; charset=utf-8\r\nContent-Encoding: gzip\r\n` +
    `Content-Length: ${packed.length}\r\n\r\n${packed.toString('latin1')}`
  );
}

function report(found, runs) {
  const line = (label, cells) =>
    console.log(`${label.padEnd(24)}${cells.map((cell) => String(cell).padStart(14)).join('')}`);
  line('', ['items', 'seconds', 'held, ms', 'idle, ms', 'over idle', 'most over']);
  for (const [form, one] of Object.entries(found))
    line(`a list in ${form.toUpperCase()}`, [
      ...[one.items, one.seconds, one.heldMs, one.idleMs, one.overIdleMs, one.mostOverIdleMs],
    ]);
  console.log(JSON.stringify({ bench: 'large', node: process.version, runs, ...found }));
  return Object.values(found).every(({ overIdleMs }) => overIdleMs <= MOST_HELD_MS);
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'child') {
  const [, , , step, given] = process.argv;
  const steps = await import(pathToFileURL(bundle).href);
  const value = await steps[step](...JSON.parse(given));
  process.send({ value }, () => process.exit(0));
}
