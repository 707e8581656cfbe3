// What main's young generation grows to in a busy minute, with and without its bound, in real processes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { bundleMain } from '../../support/run-main.ts';

/** Much that is kept for a while, in slices, as while long lists are read, and again after each of so many threads. Prints MiB. */
const BUSY = `
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { boundYoungGeneration } from './main/young-generation.ts';
const [how, threads = 0] = process.argv.slice(2);
if (how !== 'as V8 has it') boundYoungGeneration();
const kept = [];
const work = async () => {
  for (let round = 0; round < 1_200_000; round += 1) {
    kept.push({ round, text: 'row ' + round, cells: [round, round + 1] });
    if (kept.length > 120_000) kept.splice(0, 60_000);
    if (round % 2000 === 0) await setImmediate();
  }
};
await work();
for (let begun = 0; begun < Number(threads); begun += 1) {
  const thread = new Worker('setInterval(() => undefined, 1000)', { eval: true });
  await once(thread, 'online');
  await thread.terminate();
  await work();
}
const { space_size: bytes } = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
process.stdout.write(String(bytes / 1024 / 1024));
`;
let program: string;
beforeAll(async () => {
  program = await bundleMain(BUSY);
});

async function grownTo(...args: string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return Number(stdout);
}

it('the young generation grows to what lists need, and no further, as V8 alone would let it', async () => {
  expect(await grownTo('as V8 has it')).toBeGreaterThanOrEqual(32);
  expect([8, 16]).toContain(await grownTo('bounded'));
});

it('threads, which begin with V8’s own rule, do not take that back', async () => {
  expect([8, 16]).toContain(await grownTo('bounded', '3'));
});
