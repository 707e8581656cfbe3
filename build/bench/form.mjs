// `npm run bench -- form`: large forms as fields; from the press and from each key to the next frame.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { askedFor, printResult, printTable, quantile, round } from './figures.mjs';
import { inFolder, stepsOf } from './processes.mjs';
import { inBareWindow, inSteward, SIZE, watchFirst, watchKeys } from './windows.mjs';
import { ensureBuilt } from '../build.mjs';

/** The goals (FLD-07), for a quiet computer, in the best of the runs. */
const MOST = { firstPaintMs: 300, keyP50Ms: 16, keyP99Ms: 50 };
/** Between two keys of a fast typist. */
const BETWEEN_KEYS_MS = 90;
/** Long enough for the whole form to be looked through. */
const BETWEEN_FIELDS_MS = 700;
const KEYS_IN_FIELD = 10;
/** How often each form is shown as fields in one run. */
const SHOWS = 4;

/** True when nothing takes longer than it may; `--runs`, `--presses`, `--fields`, `--rows`, `--profile FOLDER`. */
export async function benchForm(args) {
  const { amounts, texts } = askedFor(
    args,
    {
      runs: { usual: 3, quick: 1, most: 100 },
      presses: { usual: 200, quick: 30, most: 100_000 },
      fields: { usual: 603, most: 100_000 },
      rows: { usual: 1000, most: 2000 },
    },
    ['profile'],
  );
  const { runs, presses, fields, rows } = amounts;
  const { profile: profiles } = texts;
  await ensureBuilt();
  const { openForms } = (await stepsOf('form')).own;
  const measureAll = async ({ page }) => {
    await page.setViewportSize(SIZE);
    const forms = await openForms(page, { fields, rows });
    const load = [loadavg()[0]];
    const all = [];
    for (let run = 0; run < runs; run += 1) {
      const found = { bare: {} };
      for (const [name, open] of Object.entries(forms.open)) {
        const profile = profiles && path.join(profiles, `${name}-${run}.cpuprofile`);
        await open();
        // The schema is in main's copy from here on.
        await page.locator('.fields [data-row]').first().waitFor();
        const shown = await page.locator(FIRST_FIELDS).count();
        found[name] = await measured(page, { ...ofSteward(page), presses, profile });
        found.bare[name] = await inBareWindow(async (bare) => {
          const ways = await ofBarePage(bare, forms.data[name], shown);
          return await measured(bare, { ...ways, presses });
        });
      }
      all.push(found);
    }
    load.push(loadavg()[0]);
    await forms.stop();
    return report(all, amounts, load);
  };
  return await inFolder((folder) => inSteward(folder, measureAll));
}

const FIRST_FIELDS = '.fields [data-row] :is(input, select, button)';

/** How the form is shown as text, then as fields, and how another field is gone to. */
const ofSteward = (page) => {
  const way = (mode) => page.locator(`input[type="radio"][value="${mode}"]`);
  return {
    async leave() {
      await way('xml').check({ force: true });
      await page.locator('.cm-line').first().waitFor();
    },
    show: () => way('fields').press('Space'),
    goTo: (at) => page.evaluate(goTo, at),
  };
};

/**
 * The anchor, the least that a page can do: at the press the browser's own parser reads the form's XML, and as many plain fields as Steward
 * has in its page are there; a key changes its field and nothing else.
 */
async function ofBarePage(page, data, shown) {
  await page.setContent('<button>Fields</button><div class="fields"></div>');
  await page.evaluate(
    ({ data, shown }) => {
      const fields = document.querySelector('.fields');
      addEventListener('keydown', ({ key }) => {
        if (key !== ' ') return;
        const form = new DOMParser().parseFromString(data, 'text/xml');
        const leaves = [...form.querySelectorAll('*')].filter((one) => one.children.length === 0);
        fields.append(
          ...leaves.slice(0, shown).map((leaf) => {
            const row = document.createElement('label');
            row.dataset.row = leaf.tagName;
            const field = document.createElement('input');
            field.value = leaf.textContent;
            row.append(leaf.tagName, field);
            return row;
          }),
        );
      });
    },
    { data, shown },
  );
  return {
    leave: () => page.evaluate(() => document.querySelector('.fields').replaceChildren()),
    show: () => page.locator('button').press('Space'),
    goTo: ({ typed }) =>
      page.evaluate((typed) => {
        const fields = document.querySelectorAll('input');
        fields[(typed * 7) % fields.length].focus();
      }, typed),
  };
}

async function measured(page, { leave, show, goTo, presses, profile }) {
  const cdp = await page.context().newCDPSession(page);
  const spent = await processorTime(cdp);
  const [paints, paintCpu, keyCpu] = [[], [], []];
  for (let shown = 0; shown < SHOWS; shown += 1) {
    await leave();
    await page.waitForTimeout(BETWEEN_FIELDS_MS);
    const painted = await watchFirst(page, 'keydown', FIRST_FIELDS);
    await spent();
    await show();
    paints.push(await painted());
    paintCpu.push(await spent());
  }
  if (profile) {
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.start');
  }
  const typedKeys = await watchKeys(page);
  for (let typed = 0; typed < presses;) {
    await goTo({ typed, presses });
    await page.waitForTimeout(BETWEEN_FIELDS_MS);
    for (let key = 0; key < KEYS_IN_FIELD && typed < presses; key += 1, typed += 1) {
      await spent();
      await page.keyboard.press(key % 5 === 4 ? 'Backspace' : String(key % 10));
      await page.waitForTimeout(BETWEEN_KEYS_MS);
      keyCpu.push(await spent());
    }
  }
  await page.waitForTimeout(BETWEEN_FIELDS_MS);
  if (profile) writeFileSync(profile, JSON.stringify((await cdp.send('Profiler.stop')).profile));
  const keys = await typedKeys();
  if (keys.length !== presses)
    throw new Error(`${keys.length} of ${presses} keys changed a field.`);
  await cdp.detach();
  return { paints, paintCpu, keys, keyCpu };
}

/** Milliseconds of a processor that the page's thread took since it was asked last: what others take does not count. */
async function processorTime(cdp) {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  let before = 0;
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const now = 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
    const took = now - before;
    before = now;
    return took;
  };
}

/** In the page: into another field, further down each time; where the rows there are closed, one is opened. */
async function goTo({ typed, presses }) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));
  const rows = document.querySelector('.fields .rows');
  const seen = (selector) => {
    const { top, bottom } = rows.getBoundingClientRect();
    return [...rows.querySelectorAll(selector)].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top > top && box.bottom < bottom;
    });
  };
  rows.scrollTop = (rows.scrollHeight - rows.clientHeight) * (typed / presses);
  await frame();
  await frame();
  const texts = 'input:not([tabindex="-1"], [role="combobox"]), textarea';
  if (seen(texts).length < 3) {
    seen('[aria-expanded="false"]')[0]?.click();
    await frame();
    await frame();
  }
  const fields = seen(texts);
  fields[Math.floor((fields.length * (typed % 7)) / 7)].focus();
}

const at = (samples, part) => round(quantile(samples, part));

/** Of one run, the slower form of it: the paint, and the keys of both. */
const figuresOf = ({ wide, long }) => ({
  firstPaintMs: Math.max(at(wide.paints, 0.5), at(long.paints, 0.5)),
  keyP50Ms: at([...wide.keys, ...long.keys], 0.5),
  keyP99Ms: at([...wide.keys, ...long.keys], 0.99),
  firstPaintCpuMs: Math.max(at(wide.paintCpu, 0.5), at(long.paintCpu, 0.5)),
  keyCpuP50Ms: at([...wide.keyCpu, ...long.keyCpu], 0.5),
  keyCpuP99Ms: at([...wide.keyCpu, ...long.keyCpu], 0.99),
});

/** The best run counts; other programs of the computer disturb one run, not all. The anchor's too. */
function report(all, amounts, load) {
  const runs = all.map((run) => ({ ...figuresOf(run), bare: figuresOf(run.bare) }));
  const bestOf = (some) =>
    Object.fromEntries(
      Object.keys(some[0])
        .filter((name) => name !== 'bare')
        .map((name) => [name, Math.min(...some.map((one) => one[name]))]),
    );
  const [best, bare] = [bestOf(runs), bestOf(runs.map((one) => one.bare))];
  const toBare = Object.fromEntries(
    Object.keys(best).map((name) => [name, round(best[name] / bare[name], 2)]),
  );
  const line = (label, one) => [
    label,
    at(one.paints, 0.5),
    ...[0.5, 0.99].map((part) => at(one.keys, part)),
    at(one.paintCpu, 0.5),
    ...[0.5, 0.99].map((part) => at(one.keyCpu, part)),
    one.keys.length,
  ];
  printTable(
    [
      ['', 'first paint', 'key p50', 'key p99', 'paint cpu', 'cpu p50', 'cpu p99', 'keys'],
      ...all.flatMap((run, n) => [
        line(`${n + 1} fields`, run.wide),
        line(`${n + 1} rows`, run.long),
        line(`${n + 1} bare, fields`, run.bare.wide),
        line(`${n + 1} bare, rows`, run.bare.long),
      ]),
      ['best to best bare', ...Object.values(toBare), ''],
    ],
    { label: 20 },
  );
  console.log(`Milliseconds. Load of the machine: ${load.map((one) => round(one)).join(', ')}.`);
  return printResult('form', {
    amounts,
    anchor: {
      what: 'a key in a plain field of an empty page of the same browser, to the end of the next frame, at the median',
      ratio: toBare.keyP50Ms,
    },
    held: Object.entries(MOST).every(([name, most]) => best[name] < most),
    figures: { ...best, bare, toBare, load: load.map((one) => round(one)), runs },
  });
}
