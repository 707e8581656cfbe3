// When V8 is told whether its young generation may double, and that it listens; `bench day` measures the rest.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { itAtLength } from '../../support/at-length.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { bundleMain } from '../../support/run-main.ts';

/** In a process of its own, which is bound for good: what V8 is told at the beginning, after collections and when a thread has begun. */
const BOUND = `
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { boundYoungGeneration } from './main/young-generation.ts';
const MIB = 1024 * 1024;
// Nothing else of this holds the process.
setInterval(() => undefined, 1000);
v8.setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const spaces = v8.getHeapSpaceStatistics;
let size = MIB;
let told = [];
let heard = () => undefined;
v8.getHeapSpaceStatistics = () =>
  spaces().map((one) => ({ ...one, space_size: one.space_name === 'new_space' ? size : 100 * MIB }));
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => { setFlagsFromString(flag); told.push(flag); heard(); };
syncBuiltinESMExports();
boundYoungGeneration();
const said = { 'at the beginning': told.at(-1) };
for (const [name, now] of [['less', 8 * MIB - 1], ['enough', 8 * MIB], ['shrunk', MIB]]) {
  size = now;
  told = [];
  const telling = new Promise((resolve) => { heard = resolve; });
  collect();
  await telling;
  said[name] = told[0];
}
size = 8 * MIB;
const thread = new Worker('setInterval(() => undefined, 1000)', { eval: true });
told = [];
await once(thread, 'online');
said['a thread'] = told[0];
process.stdout.write(JSON.stringify(said));
process.exit(0);
`;
/** In a V8 that does not know the flag, where a collection comes with what is heard of it. */
const UNKNOWN = `
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { boundYoungGeneration } from './main/young-generation.ts';
// Nothing else of this holds the process.
setInterval(() => undefined, 1000);
v8.setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => { setFlagsFromString(flag.replace('semi', 'gone')); };
syncBuiltinESMExports();
boundYoungGeneration();
const heard = new Promise((resolve) => new PerformanceObserver(resolve).observe({ entryTypes: ['gc'] }));
collect();
await heard;
await once(new Worker('', { eval: true }), 'exit');
process.exit(0);
`;
let program: string;
let unknown: string;
beforeAll(async () => {
  program = await bundleMain(BOUND);
  unknown = await bundleMain(UNKNOWN);
});

async function run(...args: string[]): Promise<string> {
  const running = promisify(execFile)(process.execPath, args);
  endsWithUs(running.child);
  return (await running).stdout;
}

const FLAG = '--semi-space-growth-factor';
const [MAY, MAY_NOT] = [`${FLAG}=2`, `${FLAG}=1`];

itAtLength(
  'after each collection V8 is told that it may double while it has less than 8 MiB, and may not from there on; when a thread has begun, anew',
  async () => {
    expect(JSON.parse(await run(program))).toEqual({
      'at the beginning': MAY,
      less: MAY,
      enough: MAY_NOT,
      shrunk: MAY,
      'a thread': MAY_NOT,
    });
  },
);

it('ELC-14 a V8 that has dropped the flag is told of it once, and writes its two lines once', async () => {
  const running = promisify(execFile)(process.execPath, [unknown]);
  endsWithUs(running.child);
  const { stderr } = await running;
  expect(stderr.match(/unrecognized flag/g)).toHaveLength(1);
});

it('V8 knows what it is told', async () => {
  expect(await run('--v8-options')).toContain(`  ${FLAG} (factor by which to grow the new space)`);
});
