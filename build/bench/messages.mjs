// `npm run bench -- messages`: a large message box, as main reads it and as its folders show it in the window.
import { askedFor, median, printResult, printTable, quantile, round } from './figures.mjs';
import { besideIdle, inFolder, startPlatform, stepsOf, worldIn } from './processes.mjs';
import { addFrames, inBareWindow, inSteward, SIZE, watchFirst, watchKeys } from './windows.mjs';
import { ensureBuilt } from '../build.mjs';

const SEED = 1;
const YEARS = 10;
const LONGEST_MS = 20 * 60_000;
/** What must hold. Calls: of a second visit, for what changed. */
const MOST = { filterMs: 100, sortMs: 100, calls: 10 };
/** Between two keys of a fast typist. */
const BETWEEN_KEYS_MS = 90;
/** A list is asked for what changed when it is older than five minutes (`message-box.svelte.ts`). */
const LATER_MS = 6 * 60_000;
/** Typed into the field and deleted again, letter by letter. */
const TYPED = ['skjema', 'vedtak om', 'rapport 20', 'etat', 'finnes ikke'];
const ORDERS = ['subject', 'sender', 'oldest', 'newest'];
const ROWS = 'main [role=listbox] [role=option]';

/** True when lists are whole, filter and sorting fast, and a second visit asks for little; `--messages`, `--runs`, `--keys`, `--sorts`. */
export async function benchMessages(args) {
  const { amounts } = askedFor(args, {
    messages: { usual: 100_000, quick: 10_000, least: 1000, most: 100_000 },
    runs: { usual: 3, quick: 1, most: 100 },
    keys: { usual: 120, quick: 40, most: 10_000 },
    sorts: { usual: 40, quick: 12, most: 10_000 },
  });
  await ensureBuilt();
  const steps = await stepsOf('messages', LONGEST_MS);
  return await inFolder(async (folder) => {
    const options = { users: 1, messages: amounts.messages, years: YEARS, seed: SEED };
    const platform = await startPlatform(
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    );
    try {
      const run = (step, given = [], options = {}) =>
        steps.run(step, [worldIn(folder, platform), ...given], options);
      const calls = await callsOf(platform, run);
      const read = [];
      for (let turn = 0; turn < amounts.runs; turn += 1) read.push(await byTurns(run, calls, turn));
      const shown = await inSteward(worldIn(folder, platform).dataFolder, ({ page }) =>
        inWindow(page, { own: steps.own, platform, amounts }),
      );
      const bareKeys = await inBareWindow((page) => typedInBarePage(page, amounts));
      return report({ read, shown, bareKeys }, amounts);
    } finally {
      await platform.stop();
    }
  });
}

/** What main asks the platform for all of it: an unmeasured reading, by which the platform has its box ready for both. */
async function callsOf(platform, run) {
  await platform.control('DELETE', 'requests');
  await run('readBox');
  const seen = await platform.control('GET', 'requests');
  return seen
    .filter(({ operation }) => operation === 'messages.list')
    .map(({ method, path, query, accept }) => ({ method, path, query, accept }));
}

/** Main beside an idle process, and a bare client that makes the same calls; another of them is first each time. */
async function byTurns(run, calls, turn) {
  const found = {};
  const readers = [
    async () => (found.main = await besideIdle((heard) => run('readBox', [], { heard }))),
    async () => (found.bare = await run('readBare', [calls])),
  ];
  for (const read of turn % 2 === 0 ? readers : readers.toReversed()) await read();
  return { ...found.main.value, idleMs: found.main.idle.longestMs, bare: found.bare };
}

/**
 * As a person: the inbox, whose list has the last twelve months, all of it, keys in the filter, other orders, another folder and back at
 * once, and after six minutes when one message has come.
 */
async function inWindow(page, { own, platform, amounts }) {
  await page.setViewportSize(SIZE);
  page.setDefaultTimeout(LONGEST_MS);
  const organisation = { name: platform.announcement.organisation };
  const box = await own.openBox(page, { ...platform.announcement, organisation });
  const calls = async () => (await platform.control('GET', 'state')).counters['messages.list'] ?? 0;
  const before = await calls();
  const firstRows = await watchFirst(page, 'click', ROWS);
  const yearBegun = performance.now();
  await box.open('inbox');
  const firstRowsMs = await firstRows();
  const yearRows = await listed(box);
  const yearSeconds = (performance.now() - yearBegun) / 1000;
  const afterYear = await calls();

  const whole = await watchWhole(page);
  await box.showAll.click();
  const wholeSeconds = (await whole()) / 1000;
  const rows = await listed(box);
  const afterAll = await calls();
  const pageHeapMiB = await settledHeap(page);

  const keys = await typeInto(page, box.search, amounts);
  const sorts = [];
  await addFrames(page);
  for (let turn = 0; turn < amounts.sorts; turn += 1) {
    sorts.push(await box.sort.evaluate(chooseOrder, ORDERS[turn % ORDERS.length]));
    await page.waitForTimeout(2 * BETWEEN_KEYS_MS);
  }

  await box.open('archive');
  await listed(box);
  await box.open('inbox');
  await listed(box);
  const afterVisit = await calls();

  await platform.control('POST', 'messages', { subject: 'Come since' });
  await page.evaluate((later) => {
    const { now } = Date;
    Date.now = () => now() + later;
  }, LATER_MS);
  const changes = await watchWhole(page);
  await box.open('archive');
  const changesMs = await changes();
  await box.open('inbox');
  const rowsLater = await listed(box);
  return {
    firstRowsMs,
    year: { rows: yearRows, seconds: yearSeconds, calls: afterYear - before },
    whole: { rows, seconds: wholeSeconds, calls: afterAll - afterYear },
    pageHeapMiB,
    keys,
    sorts,
    atOnceCalls: afterVisit - afterAll,
    laterCalls: (await calls()) - afterVisit,
    laterMs: changesMs,
    arrived: rowsLater - rows,
  };
}

/** How many rows the folder says it has, once its list is there to its end. */
async function listed(box) {
  const said = box.listed.filter({ hasText: /\d/ });
  await said.waitFor({ state: 'attached' });
  return Number((await said.innerText()).replace(/\D/g, ''));
}

/** Milliseconds until the list, which is about to be read, was read to its end. */
async function watchWhole(page) {
  await page.evaluate(() => {
    globalThis.benchWhole = new Promise((resolve) => {
      const begun = performance.now();
      let wasBusy = false;
      const look = () => {
        const said = document.querySelector('p.only-heard[role=status]')?.textContent?.trim();
        if (said === '') wasBusy = true;
        if (wasBusy && said) resolve(performance.now() - begun);
        else requestAnimationFrame(look);
      };
      look();
    });
  });
  return () => page.evaluate(() => globalThis.benchWhole);
}

/** Milliseconds from each key to the end of the next frame. */
async function typeInto(page, field, { keys }) {
  await field.focus();
  const typed = await watchKeys(page);
  const presses = TYPED.flatMap((text) => [...text, ...Array(text.length).fill('Backspace')]);
  for (let press = 0; press < keys; press += 1) {
    await page.keyboard.press(presses[press % presses.length]);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  await page.waitForTimeout(5 * BETWEEN_KEYS_MS);
  const samples = await typed();
  if (samples.length !== keys) throw new Error(`${samples.length} of ${keys} keys were heard.`);
  await field.fill('');
  return samples;
}

/** In the page: as choosing it in the list of orders does. */
function chooseOrder(select, order) {
  select.value = order;
  const begun = performance.now();
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return globalThis.benchFrame(begun);
}

/** The anchor of the filter: as many texts in an empty page, of which those that have what is typed are looked for, and twenty shown. */
async function typedInBarePage(page, amounts) {
  await page.setContent('<input><ol></ol>');
  await page.evaluate((messages) => {
    const texts = Array.from(
      { length: messages },
      (_, i) => `skjema ${i} om vedtak og rapport 20${i % 30} etat nummer ${i % 97} ${i * 7919}`,
    );
    const rows = document.querySelector('ol');
    document.querySelector('input').addEventListener('input', ({ currentTarget }) => {
      const words = currentTarget.value.toLowerCase().split(' ').filter(Boolean);
      const found = texts.filter((text) => words.every((word) => text.includes(word)));
      rows.replaceChildren(
        ...found.slice(0, 20).map((text) => {
          const row = document.createElement('li');
          row.textContent = text;
          return row;
        }),
      );
    });
  }, amounts.messages);
  return await typeInto(page, page.locator('input'), amounts);
}

async function settledHeap(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 1024 / 1024;
}

function report({ read, shown, bareKeys }, amounts) {
  const of = (get, digits) => round(median(read.map(get)), digits);
  const sideOf = (get) => ({
    firstMs: of((one) => get(one).firstMs, 0),
    seconds: of((one) => get(one).seconds, 2),
    cpuSeconds: of((one) => get(one).cpuSeconds, 2),
    heldMs: of((one) => get(one).longestMs),
    peakGrowthMiB: of((one) => get(one).peakGrowthMiB),
    keptMiB: of((one) => get(one).keptMiB),
  });
  const [main, bare] = [sideOf((one) => one), sideOf((one) => one.bare)];
  const [{ items, calls }] = read;
  const overIdle = read.map(({ longestMs, idleMs }) => longestMs - idleMs);
  const toBare = {
    firstMs: of((one) => one.firstMs / one.bare.firstMs, 2),
    seconds: of((one) => one.seconds / one.bare.seconds, 3),
    cpuSeconds: of((one) => one.cpuSeconds / one.bare.cpuSeconds, 2),
    heldMs: of((one) => one.longestMs / one.bare.longestMs, 2),
  };
  const spread = (samples) => ({
    p50: round(quantile(samples, 0.5)),
    p99: round(quantile(samples, 0.99)),
  });
  const [filter, bareFilter, sort] = [shown.keys, bareKeys, shown.sorts].map(spread);
  const labels = {
    firstMs: 'first messages, ms',
    seconds: 'all messages, s',
    cpuSeconds: 'processor, s',
    heldMs: 'loop held at most, ms',
    peakGrowthMiB: 'memory at most beyond the start, MiB',
    keptMiB: 'of that afterwards, MiB',
  };
  console.log(
    `${items} messages over ${YEARS} years in ${calls} calls, read by main without a page; bare: the same calls by Node’s own client\n`,
  );
  printTable([
    ['', 'main', 'bare', 'ratio'],
    ...Object.entries(labels).map(([name, label]) => [
      label,
      ...[main[name], bare[name], toBare[name] ?? ''],
    ]),
    ['held over an idle process, ms: median', round(median(overIdle)), '', ''],
    ['came no newer than any before, part', of(({ newestFirst }) => newestFirst, 3), '', ''],
  ]);
  console.log(
    `\nIn the window. A folder is opened with the last 12 months; _Show all_ reads all of it anew, and what was there stays until then.\n`,
  );
  printTable([
    ['', 'ms', 'calls', 'rows of inbox'],
    ['first rows', round(shown.firstRowsMs), '', ''],
    ['12 months', round(shown.year.seconds * 1000), shown.year.calls, shown.year.rows],
    ['all', round(shown.whole.seconds * 1000), shown.whole.calls, shown.whole.rows],
    ['second visit at once', '', shown.atOnceCalls, ''],
    ['after 6 minutes, one message more', round(shown.laterMs), shown.laterCalls, shown.arrived],
  ]);
  console.log('');
  printTable([
    ['to the end of the next frame, ms', 'p50', 'p99', 'samples'],
    [`a key in the filter (at most ${MOST.filterMs})`, filter.p50, filter.p99, shown.keys.length],
    ['the same in an empty page', bareFilter.p50, bareFilter.p99, bareKeys.length],
    [`another order (at most ${MOST.sortMs})`, sort.p50, sort.p99, shown.sorts.length],
  ]);
  console.log(
    `\nThe page holds ${round(shown.pageHeapMiB)} MiB of script’s memory with all of them.`,
  );
  const isWhole = read.every((one) => one.complete && one.items === amounts.messages);
  return printResult('messages', {
    amounts,
    anchor: {
      what: 'the same calls in the same order by Node’s own client with the same certificate, which keeps nothing',
      ratio: toBare.seconds,
    },
    held:
      isWhole &&
      filter.p99 < MOST.filterMs &&
      sort.p99 < MOST.sortMs &&
      shown.atOnceCalls === 0 &&
      shown.laterCalls <= MOST.calls &&
      shown.arrived === 1,
    figures: {
      items,
      calls,
      whole: isWhole,
      newestFirst: of(({ newestFirst }) => newestFirst, 3),
      ...main,
      overIdleMs: round(median(overIdle)),
      bare,
      toBare,
      window: {
        firstRowsMs: round(shown.firstRowsMs),
        year: shown.year,
        all: shown.whole,
        pageHeapMiB: round(shown.pageHeapMiB),
        secondVisitCalls: shown.atOnceCalls,
        laterCalls: shown.laterCalls,
        laterMs: round(shown.laterMs),
      },
      filter: { ...filter, bare: bareFilter, toBare: round(filter.p50 / bareFilter.p50, 2) },
      sort,
    },
  });
}
