// What all benchmarks need around their figures: amounts by options, rounding and quantiles, a table, the last line.
import { parseArgs } from 'node:util';

export const round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** The sample below which `part` of all lie: 0.5, 0.99, 1 for the largest. */
export function quantile(samples, part) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

export function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * What a benchmark is asked for: `--NAME N` for each of `wanted`, which is `usual`, or `quick` with `--quick`, from `least` (1) to
 * `most`; `words` are options that are taken as they stand. Throws for anything else.
 */
export function askedFor(args, wanted, words = []) {
  const options = Object.fromEntries(
    [...Object.keys(wanted), ...words].map((name) => [name, { type: 'string' }]),
  );
  const { values } = parseArgs({ args, options: { ...options, quick: { type: 'boolean' } } });
  const amountOf = (name, { usual, quick = usual, least = 1, most }) => {
    const otherwise = values.quick ? quick : usual;
    const amount = values[name] === undefined ? otherwise : Number(values[name]);
    if (!Number.isInteger(amount) || amount < least || amount > most)
      throw new Error(`--${name} needs a whole number from ${least} to ${most}.`);
    return amount;
  };
  return {
    amounts: Object.fromEntries(
      Object.entries(wanted).map(([name, limits]) => [name, amountOf(name, limits)]),
    ),
    texts: Object.fromEntries(words.map((name) => [name, values[name]])),
  };
}

/** The first cell of each row is its label. */
export function printTable(rows, { label = 40, cell = 14 } = {}) {
  for (const [name, ...cells] of rows)
    console.log(
      `${String(name).padEnd(label)}${cells.map((one) => String(one).padStart(cell)).join('')}`.trimEnd(),
    );
}

/**
 * The end of every benchmark: its amounts, its ratio to the anchor that ran in the same minutes, and one line of JSON. `anchor` says
 * `what` that was and the `ratio` to it. Answers `held`: whether it keeps what it promises.
 */
export function printResult(bench, { amounts, anchor, held = true, figures }) {
  const said = Object.entries(amounts).map(([name, value]) => `${name} ${value}`);
  console.log(`\nAmounts: ${said.join(', ')}.`);
  console.log(`Ratio to the anchor: ${anchor.ratio}. Anchor: ${anchor.what}.`);
  console.log(JSON.stringify({ bench, node: process.version, amounts, anchor, held, ...figures }));
  return held;
}
