// What main's young generation grows to in a busy minute, with and without its limit, in real processes.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { bundleMain } from '../../support/run-main.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Much that is kept for a while, as while long lists are read; a thread in between, when one is named. Prints MiB. */
const BUSY = `
import { once } from 'node:events';
import { getHeapSpaceStatistics } from 'node:v8';
import { startThreadIn } from './main/threads.ts';
import { keepYoungGenerationSmall } from './main/young-generation.ts';
const [how, folder] = process.argv.slice(2);
if (how !== 'as V8 has it') keepYoungGenerationSmall();
if (folder !== undefined) {
  const thread = startThreadIn(folder, 'xml-worker');
  await once(thread, 'online');
  await thread.terminate();
}
const kept = [];
for (let round = 0; round < 600_000; round += 1) {
  kept.push({ round, text: 'row ' + round, cells: [round, round + 1] });
  if (kept.length > 60_000) kept.splice(0, 30_000);
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

it('the young generation stays as it is at the start, where V8 alone would let it grow', async () => {
  expect(await grownTo('as V8 has it')).toBeGreaterThanOrEqual(16);
  expect(await grownTo('small')).toBeLessThanOrEqual(4);
});

it('a thread, which begins with V8’s own rule, does not take that back', async () => {
  const folder = tempFolder();
  await writeFile(path.join(folder, 'xml-worker.js'), 'setInterval(() => undefined, 1000);');
  expect(await grownTo('small', folder)).toBeLessThanOrEqual(4);
});
