// Plays the fault campaign of test/faults: a table, and one JSON object with the figures as the last line.
import { parseArgs } from 'node:util';
import { bundled } from './bundled.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    operation: { type: 'string' },
    fault: { type: 'string' },
    bounded: { type: 'boolean', default: false },
  },
});
const seed =
  values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
if (!Number.isInteger(seed)) {
  process.stderr.write('--seed needs a whole number.\n');
  process.exit(2);
}

const { playAndReport } = await bundled('test/faults/stand-alone.ts', 'faults');
let played = 0;
const clean = await playAndReport(
  {
    seed,
    bounded: values.bounded,
    operation: values.operation,
    fault: values.fault,
    onPlayed() {
      played += 1;
      if (process.stderr.isTTY) process.stderr.write(`\r${played} played `);
    },
  },
  (text) => process.stdout.write(text),
);
// Not left to end by itself: after so many broken connections Node.js was seen to go round for ever in its own clearing up.
process.stdout.write('', () => process.exit(clean ? 0 : 1));
