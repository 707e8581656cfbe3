// `npm run bench -- large`: for how long the largest answers hold main, in JSON and in XML, beside an idle process.
import { gzipSync } from 'node:zlib';
import { askedFor, median, printResult, printTable, round } from './figures.mjs';
import { besideIdle, inFolder, startPlatform, stepsOf, worldIn } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';

const LONGEST_MS = 5 * 60_000;
/** A list in XML may have 10 MB, one in JSON 32. */
const COUNTS = { json: 20_000, xml: 6500 };
/** Over an idle process beside it. */
const MOST_HELD_MS = 50;

/** True when main was never held longer than it may be; `--runs N`. */
export async function benchLarge(args) {
  const { amounts } = askedFor(args, { runs: { usual: 5, quick: 1, most: 100 } });
  await ensureBuilt();
  const { run } = await stepsOf('large', LONGEST_MS);
  return await inFolder(async (folder) => {
    const platform = await startPlatform(['--users', 1, '--messages', 4, '--seed', 1]);
    const read = async (step, { form, bytes, heard }) => {
      const effect = { kind: 'raw', bytes };
      await platform.control('POST', 'faults', { operation: 'messages.list', acts: false, effect });
      const one = await run(step, [worldIn(folder, platform), form], { heard });
      if (one.items !== COUNTS[form]) throw new Error('The list did not come whole.');
      return one;
    };
    try {
      const found = {};
      for (const form of ['json', 'xml']) {
        const bytes = answer(form);
        const all = [];
        for (let turn = 0; turn < amounts.runs; turn += 1) {
          const { value, idle } = await besideIdle((heard) =>
            read('measureLarge', { form, bytes, heard }),
          );
          all.push({ ...value, idle, bare: await read('measureBare', { form, bytes }) });
        }
        found[form] = figuresOf(form, all);
      }
      return report(found, amounts);
    } finally {
      await platform.stop();
    }
  });
}

function figuresOf(form, all) {
  const over = all.map(({ longestMs, idle }) => longestMs - idle.longestMs);
  const of = (get, digits) => round(median(all.map(get)), digits);
  return {
    items: COUNTS[form],
    seconds: of(({ seconds }) => seconds, 2),
    heldMs: of(({ longestMs }) => longestMs),
    idleMs: of(({ idle }) => idle.longestMs),
    overIdleMs: round(median(over)),
    mostOverIdleMs: round(Math.max(...over)),
    bareSeconds: of(({ bare }) => bare.seconds, 2),
    bareHeldMs: of(({ bare }) => bare.longestMs),
    secondsToBare: of(({ seconds, bare }) => seconds / bare.seconds, 2),
    heldToBare: of(({ longestMs, bare }) => longestMs / bare.longestMs, 2),
  };
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

function report(found, amounts) {
  const columns = {
    items: 'items',
    seconds: 'seconds',
    heldMs: 'held, ms',
    idleMs: 'idle, ms',
    overIdleMs: 'over idle',
    mostOverIdleMs: 'most over',
    bareSeconds: 'bare, s',
    bareHeldMs: 'bare held, ms',
  };
  printTable(
    [
      ['', ...Object.values(columns)],
      ...Object.entries(found).map(([form, one]) => [
        `a list in ${form.toUpperCase()}`,
        ...Object.keys(columns).map((name) => one[name]),
      ]),
    ],
    { label: 24 },
  );
  return printResult('large', {
    amounts,
    anchor: {
      what: 'how long Node’s own client holds its process, which unpacks and parses the list in JSON in one piece',
      ratio: found.json.heldToBare,
    },
    held: Object.values(found).every(({ overIdleMs }) => overIdleMs <= MOST_HELD_MS),
    figures: found,
  });
}
