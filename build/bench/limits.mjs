// `npm run bench -- limits`: calls for a complete message list beyond the data-layer limit, against the least possible.
import { bundled } from '../bundled.mjs';

const SEED = 1;
const MESSAGES = 20_000;
const YEARS = 10;
const LIMIT = 1000;
/** The most that is allowed: calls / leastCalls. */
const WORST_RATIO = 1.5;

/** Prints a table and, as the last line, one JSON object; true when the list was whole and cheap enough. */
export async function benchLimits(seed = SEED) {
  const { measureLimits } = await bundled('build/bench/limits-steps.ts', 'bench-limits');
  const figures = await measureLimits({ messages: MESSAGES, years: YEARS, limit: LIMIT, seed });
  const { calls, leastCalls, ratio, messages, whole, seconds, filtered } = figures;
  const lines = [
    `${MESSAGES} messages unevenly over ${YEARS} years, data-layer limit ${LIMIT} (unknown to the program), pages of 50`,
    `read:        ${messages} messages, ${whole ? 'complete, each once' : 'NOT complete'}, in ${seconds} s`,
    `calls:       ${calls} (all calls of the list, those that look for where to cut included)`,
    `leastCalls:  ${leastCalls} (the best of all ways to cut this very data between whole seconds into parts of at most`,
    `             ${LIMIT} messages, for one who knows data and limit: the pages of each part and the one that proves its`,
    `             end, no overlap of parts, no call to find out where to cut)`,
    `ratio:       ${ratio} (at most ${WORST_RATIO})`,
    `with filter: ${filtered.calls} calls for ${filtered.messages} messages, ${filtered.whole ? 'complete' : 'NOT complete'}`,
  ];
  console.log(lines.join('\n'));
  console.log(JSON.stringify({ bench: 'limits', node: process.version, seed, ...figures }));
  return whole && filtered.whole && ratio <= WORST_RATIO;
}
