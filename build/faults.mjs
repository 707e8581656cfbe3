// Plays the fault campaign of test/faults: a table, and one JSON object with the figures as the last line.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
const outDir = path.join(root, 'dist/faults');

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

await build({
  configFile: false,
  root,
  logLevel: 'error',
  publicDir: false,
  build: {
    ssr: path.join(root, 'test/faults/stand-alone.ts'),
    outDir,
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'faults.mjs' } },
  },
});
const { playAndReport } = await import(pathToFileURL(path.join(outDir, 'faults.mjs')).href);
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
process.exitCode = clean ? 0 : 1;
