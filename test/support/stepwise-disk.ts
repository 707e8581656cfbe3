// A disk that counts its changes and lets a test or a killed process interrupt between them.
import type { FileHandle } from 'node:fs/promises';
import { type Disk, realDisk } from '../../main/storage/disk.ts';

export interface Step {
  readonly number: number;
  /** Does half of it, as far as that can be. */
  readonly half: () => Promise<void>;
}

/** `before` is called for each making, writing, cutting, syncing, renaming and removing, before it is done. */
export function stepwiseDisk(
  before: (step: Step) => Promise<void> | void,
  after: (number: number) => void = () => undefined,
): Disk {
  let number = 0;
  const step = async <T>(act: () => Promise<T>, half: () => Promise<unknown>): Promise<T> => {
    number += 1;
    const mine = number;
    await before({
      number: mine,
      half: () =>
        half().then(
          () => undefined,
          () => undefined,
        ),
    });
    const done = await act();
    after(mine);
    return done;
  };
  const nothing = () => Promise.resolve();
  return {
    ...realDisk,
    async open(...given) {
      const [, flags] = given;
      const opened = () => realDisk.open(...given);
      const handle = await (flags === 'wx' ? step(opened, nothing) : opened());
      return flags === 'r' ? handle : counted(handle, step);
    },
    rename: (...given) => step(() => realDisk.rename(...given), nothing),
    rm: (...given) => step(() => realDisk.rm(...given), nothing),
  };
}

type Stepping = <T>(act: () => Promise<T>, half: () => Promise<unknown>) => Promise<T>;

/** The calls that the product makes of a handle. */
function counted(handle: FileHandle, step: Stepping): FileHandle {
  const nothing = () => Promise.resolve();
  const write = handle.write.bind(handle) as (
    bytes: Uint8Array,
    from: number,
    length: number,
    at: number,
  ) => ReturnType<FileHandle['write']>;
  const writeFile = handle.writeFile.bind(handle);
  const truncate = handle.truncate.bind(handle);
  const sync = handle.sync.bind(handle);
  const datasync = handle.datasync.bind(handle);
  return Object.assign(handle, {
    write: (bytes: Uint8Array, from: number, length: number, at: number) =>
      step(
        () => write(bytes, from, length, at),
        () => write(bytes, from, length >> 1, at),
      ),
    writeFile: (content: string | Uint8Array) =>
      step(
        () => writeFile(content),
        () => writeFile(content.slice(0, content.length >> 1)),
      ),
    truncate: (length: number) => step(() => truncate(length), nothing),
    sync: () => step(() => sync(), nothing),
    datasync: () => step(() => datasync(), nothing),
  });
}
