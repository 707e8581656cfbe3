// A process that makes one copy after another in DATA_FOLDER and reports each step until it is killed.
import { writeSync } from 'node:fs';
import { openOfflineCopy } from '../../main/storage/offline-copy.ts';
import { documents } from './kept-documents.ts';
import { stepwiseDisk } from './stepwise-disk.ts';

/** How many documents each copy has, and after how many the run rests once. */
const COUNT = 150;
const REST_AT = 100;

const env = (name: string) => process.env[name] ?? '';
/** Before which change of the disk it is killed, and how: after half of it, or before it. */
const killAt = Number(env('KILL_AT') || Infinity);
const kill = () => process.kill(process.pid, 'SIGKILL');

const disk = stepwiseDisk(
  async ({ number, half }) => {
    if (number !== killAt || env('KILL_WHEN') === 'after') return;
    if (env('KILL_WHEN') === 'half') await half();
    kill();
  },
  (number) => {
    if (number === killAt) kill();
  },
);
/** Straight into the pipe: it is there although the process is killed right after. */
const say = (what: string, version: number, count = 0) =>
  writeSync(1, `${what} ${String(version)} ${String(count)}\n`);

const copy = await openOfflineCopy({ folder: env('DATA_FOLDER'), now: () => new Date(), disk });
let version = Number(copy.head ?? 0);
for (;;) {
  version += 1;
  const wanted = documents(COUNT, version);
  let run = copy.unfinished === version ? await copy.resume() : await copy.begin(version);
  say('began', version, run.changes().length);
  for (const [key, value] of wanted) {
    if (run.entry(key)) continue;
    await run.put(key, value);
    const { length } = run.changes();
    say('put', version, length);
    if (length !== REST_AT) continue;
    await run.suspend();
    say('rested', version, length);
    run = await copy.resume();
  }
  await run.commit(version, () => false);
  say('committed', version);
}
