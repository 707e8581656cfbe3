// Small values that are kept for a connection, each sealed in a file beside the drafts, and gone with them.
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { z } from '../../preload/contract/schema.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import {
  errorCode,
  fileProblemOf,
  fileTrouble,
  makeFolder,
  readOrdinaryFile,
  replaceFile,
  setFilesAside,
} from '../storage/disk.ts';
import { seal, unseal } from '../storage/sealed.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import { serial } from '../serial.ts';
import { folderOf, noDraftKey } from './draft-store.ts';

/** What a value is kept for. */
export interface KeptFor {
  readonly connection: string;
  /** What it is, and the rest of what tells it from others. */
  readonly of: readonly [string, ...(string | number)[]];
}

/** Problem file{...}, keychain{...}; then nothing has changed. */
export interface KeptFiles {
  /** Undefined where nothing is kept. What cannot be read any more is set aside, and nothing is kept. */
  read<T>(target: KeptFor, shape: z.ZodType<T>): Promise<T | undefined>;
  /** Undefined takes it away. */
  change<T>(
    target: KeptFor,
    shape: z.ZodType<T>,
    to: (before: T | undefined) => T | undefined,
  ): Promise<void>;
  /** Of a session that keeps its secrets in memory. */
  forget(connection: string): void;
  /** Reads all that is kept; what is damaged is set aside, as when it is read. */
  check(run: StoreCheck): Promise<void>;
  /** Names of files that damaged ones were set aside in. */
  readonly setAside: readonly string[];
}

export interface KeptFilesNeeds {
  /** The folder `drafts/` of the data folder: what belongs to a connection goes with it. */
  readonly folder: string;
  /** The key of the drafts. */
  readonly key: (make: boolean) => Promise<Buffer | undefined>;
  readonly isMemory: () => boolean;
  readonly connections: Pick<ConnectionStore, 'find' | 'all'>;
  readonly now: () => Date;
}

export function createKeptFiles(needs: KeptFilesNeeds): KeptFiles {
  const { folder, key, isMemory, connections, now } = needs;
  const inOrder = serial();
  const inMemory = new Map<string, unknown>();
  const setAside: string[] = [];
  /** Where the connection leads is part of it: another organisation sees nothing of it. */
  const fileOf = ({ connection, of: [what, ...rest] }: KeptFor) => {
    const { environment, baseAddress, organisationNumber } = connections.find(connection);
    const text = JSON.stringify([what, environment, baseAddress, organisationNumber, ...rest]);
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    return path.join(folderOf(folder, connection), `${name}.kept`);
  };
  const read = async <T>(file: string, shape: z.ZodType<T>): Promise<T | undefined> => {
    if (isMemory()) return shape.safeParse(inMemory.get(file)).data;
    const bytes = await readOrdinaryFile(file).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw fileProblemOf(error);
    });
    if (bytes === undefined) return undefined;
    const secret = await key(false);
    if (!secret) throw noDraftKey();
    const { data } = shape.safeParse(opened(secret, file, bytes));
    if (data !== undefined) return data;
    setAside.push(...(await setFilesAside([file], now())));
    return undefined;
  };
  const write = async (file: string, next: unknown) => {
    if (isMemory()) {
      inMemory.set(file, next);
      return;
    }
    if (next === undefined) {
      await rm(file, { force: true }).catch((error: unknown) => {
        throw fileProblemOf(error);
      });
      return;
    }
    const secret = await key(true);
    if (!secret) throw noDraftKey();
    const bytes = seal(secret, purposeOf(file), Buffer.from(JSON.stringify(next)));
    if (bytes.length > LARGEST) throw fileTrouble('too-large');
    await makeFolder(path.dirname(file));
    await replaceFile(file, bytes);
  };
  return {
    setAside,
    check: (run) =>
      inOrder(async () => {
        if (!isMemory()) await check(needs, run, (name) => setAside.push(name));
      }),
    read: (target, shape) => inOrder(() => read(fileOf(target), shape)),
    change: (target, shape, to) =>
      inOrder(async () => {
        const file = fileOf(target);
        await write(file, to(await read(file, shape)));
      }),
    forget(connection) {
      const of = folderOf(folder, connection);
      for (const file of inMemory.keys()) if (path.dirname(file) === of) inMemory.delete(file);
    },
  };
}

const LARGEST = 9 * 1024 * 1024;

/** Bound to its name, which says for what it is kept. The word is that of the first kind. */
const purposeOf = (file: string) =>
  JSON.stringify(['steward-kept-form-1', path.basename(path.dirname(file)), path.basename(file)]);

/** Undefined for what this key does not open, or what is no JSON. */
function opened(key: Buffer, file: string, bytes: Buffer): unknown {
  const text = unseal(key, purposeOf(file), bytes)?.toString('utf8');
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function check(
  { folder, key, connections, now }: KeptFilesNeeds,
  run: StoreCheck,
  setAside: (name: string) => void,
): Promise<void> {
  for (const { id, name: concerns } of connections.all()) {
    const place = folderOf(folder, id);
    const names = await readdir(place).catch(() => []);
    for (const name of names.sort()) {
      const found = { what: `drafts/${path.basename(place)}/${name}`, concerns };
      if (SET_ASIDE.test(name)) run.left({ ...found, kind: 'set-aside' });
      if (!KEPT.test(name)) continue;
      run.read();
      const secret = await key(false);
      if (!secret) throw noDraftKey();
      const file = path.join(place, name);
      const bytes = await readOrdinaryFile(file).catch(() => undefined);
      if (bytes !== undefined && opened(secret, file, bytes) !== undefined) continue;
      await run.repair({ ...found, kind: 'damaged' }, async () => {
        const [kept] = await setFilesAside([file], now());
        if (kept !== undefined) setAside(kept);
        return kept;
      });
    }
  }
}

const KEPT = /^[0-9a-f]{32}\.kept$/;
const SET_ASIDE = /^[0-9a-f]{32}\.kept\.bad-/;
