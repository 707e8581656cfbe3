// `npm run bench -- limits`: calls for a complete message list beyond the data-layer limit, against the least possible.
import { askedFor, printResult } from './figures.mjs';
import { stepsOf } from './processes.mjs';

const SEED = 1;
const YEARS = 10;
const LIMIT = 1000;
/** The most that is allowed: calls / leastCalls. */
const WORST_RATIO = 1.5;

/** True when the list was whole and cheap enough; `--messages N`. */
export async function benchLimits(args) {
  const { amounts } = askedFor(args, {
    messages: { usual: 20_000, quick: 5000, least: 2000, most: 100_000 },
  });
  const { own } = await stepsOf('limits');
  const options = { ...amounts, years: YEARS, limit: LIMIT, seed: SEED };
  const { calls, leastCalls, ratio, messages, whole, seconds, filtered } =
    await own.measureLimits(options);
  const lines = [
    `${amounts.messages} messages unevenly over ${YEARS} years, data-layer limit ${LIMIT} (unknown to the program), pages of 50`,
    `read:        ${messages} messages, ${whole ? 'complete, each once' : 'NOT complete'}, in ${seconds} s`,
    `calls:       ${calls} (all calls of the list, those that look for where to cut included)`,
    `leastCalls:  ${leastCalls} (the best of all ways to cut this very data between whole seconds into parts of at most`,
    `             ${LIMIT} messages, for one who knows data and limit: the pages of each part and the one that proves its`,
    `             end, no overlap of parts, no call to find out where to cut)`,
    `ratio:       ${ratio} (at most ${WORST_RATIO})`,
    `with filter: ${filtered.calls} calls for ${filtered.messages} messages, ${filtered.whole ? 'complete' : 'NOT complete'}`,
  ];
  console.log(lines.join('\n'));
  return printResult('limits', {
    amounts,
    anchor: { what: 'the fewest calls that could read this list', ratio },
    held: whole && filtered.whole && ratio <= WORST_RATIO,
    figures: { seed: SEED, calls, leastCalls, ratio, messages, whole, seconds, filtered },
  });
}
