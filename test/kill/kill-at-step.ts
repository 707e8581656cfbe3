// Preloaded into the built program: counts its keychain calls and disk changes, and kills the process at a chosen one.
import { constants, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import keytar from 'keytar';

/** `during`: a write is half done, anything else has been begun. */
export type KillMoment = 'before' | 'during' | 'after';

const { KILL_AT = '', KILL_WHEN = 'before', STEPS_FILE } = process.env;
const at = Number(KILL_AT);
const steps: string[] = [];

async function step<T>(
  name: string,
  act: () => Promise<T>,
  half?: () => Promise<unknown>,
): Promise<T> {
  steps.push(name);
  const isHere = steps.length === at;
  const kill = () => process.kill(process.pid, 'SIGKILL');
  if (isHere && KILL_WHEN === 'before') kill();
  if (isHere && KILL_WHEN === 'during' && half) {
    await half().catch(() => undefined);
    kill();
  }
  const acting = act();
  if (isHere && KILL_WHEN === 'during') kill();
  const value = await acting;
  if (isHere && KILL_WHEN === 'after') kill();
  return value;
}

const isWriting = (flags: string | number | undefined): boolean =>
  typeof flags === 'number'
    ? (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0
    : /[wa+]/.test(flags ?? 'r');

const { open, rename, rm, link, mkdir } = fs;
fs.open = async (...given: Parameters<typeof open>) => {
  const opening = () => open(...given);
  const handle = await (isWriting(given[1]) ? step('open', opening) : opening());
  const write = handle.write.bind(handle) as (
    bytes: Uint8Array,
    from: number,
    length: number,
    at: number,
  ) => ReturnType<typeof handle.write>;
  const writeFile = handle.writeFile.bind(handle);
  const [truncate, sync] = [handle.truncate.bind(handle), handle.sync.bind(handle)];
  const datasync = handle.datasync.bind(handle);
  return Object.assign(handle, {
    write: (bytes: Uint8Array, from: number, length: number, to: number) =>
      step(
        'write',
        () => write(bytes, from, length, to),
        () => write(bytes, from, length >> 1, to),
      ),
    writeFile: (content: string | Uint8Array) =>
      step(
        'write',
        () => writeFile(content),
        () => writeFile(content.slice(0, content.length >> 1)),
      ),
    truncate: (length: number) => step('truncate', () => truncate(length)),
    sync: () => step('sync', sync),
    datasync: () => step('sync', datasync),
  });
};
fs.rename = (...given) => step('rename', () => rename(...given));
fs.rm = (...given) => step('rm', () => rm(...given));
fs.link = (...given) => step('link', () => link(...given));
fs.mkdir = ((...given: Parameters<typeof mkdir>) =>
  step('mkdir', () => mkdir(...given))) as typeof mkdir;
syncBuiltinESMExports();

const { getPassword, setPassword, deletePassword, findCredentials } = keytar;
Object.assign(keytar, {
  getPassword: (...given: Parameters<typeof getPassword>) =>
    step('keychain read', () => getPassword(...given)),
  setPassword: (...given: Parameters<typeof setPassword>) =>
    step('keychain write', () => setPassword(...given)),
  deletePassword: (...given: Parameters<typeof deletePassword>) =>
    step('keychain remove', () => deletePassword(...given)),
  findCredentials: (...given: Parameters<typeof findCredentials>) =>
    step('keychain search', () => findCredentials(...given)),
});

process.once('exit', () => {
  if (STEPS_FILE !== undefined) writeFileSync(STEPS_FILE, JSON.stringify(steps));
});
