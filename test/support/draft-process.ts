// A process that fills in forms in DATA_FOLDER and reports each edit as it is saved, until it is killed.
import { writeSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { draftWorld, perform } from './draft-desk.ts';

const env = (name: string) => process.env[name] ?? '';
/** At which change of the disk it is killed, and how: before it, after half of it, or after it. */
const killAt = Number(env('KILL_AT') || Infinity);
const when = env('KILL_WHEN');
const kill = () => process.kill(process.pid, 'SIGKILL');

let changes = 0;
async function change<T>(act: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> {
  changes += 1;
  const mine = changes === killAt;
  if (mine && when === 'half') await half?.();
  if (mine && when !== 'after') kill();
  const done = await act();
  if (mine) kill();
  return done;
}

/** Every change of a file passes here, whichever part of the program makes it. */
const { open, rename, rm } = { open: fs.open, rename: fs.rename, rm: fs.rm };
fs.open = async (...given: Parameters<typeof open>) => {
  const handle = await open(...given);
  const write = handle.write.bind(handle) as (
    bytes: Uint8Array,
    from: number,
    length: number,
    at: number,
  ) => Promise<unknown>;
  const writeFile = handle.writeFile.bind(handle);
  return Object.assign(handle, {
    write: (bytes: Uint8Array, from: number, length: number, at: number) =>
      change(
        () => write(bytes, from, length, at),
        () => write(bytes, from, length >> 1, at),
      ),
    writeFile: (bytes: Uint8Array) =>
      change(
        () => writeFile(bytes),
        () => writeFile(bytes.subarray(0, bytes.length >> 1)),
      ),
  });
};
fs.rename = (...given) => change(() => rename(...given));
fs.rm = (...given) => change(() => rm(...given));
syncBuiltinESMExports();

const { drafts } = draftWorld(env('DATA_FOLDER'));
/** Straight into the pipe: it is there although the process is killed right after. */
for (let n = Number(env('DONE')); ; n++) {
  await perform(drafts, n);
  writeSync(1, `${String(n + 1)}\n`);
}
