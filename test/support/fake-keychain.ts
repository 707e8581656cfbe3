// A keychain and documents in memory that can be stopped, lie, be locked or lose things: for models of every crash.
import {
  createSystemKeychain,
  keychainTrouble,
  type Keychain,
  type NativeKeychain,
} from '../../main/secrets/keychain.ts';
import { createVault, type Vault } from '../../main/secrets/vault.ts';
import { accountIn } from '../../main/secrets/vault-format.ts';
import { openVaultList } from '../../main/secrets/vault-list.ts';
import type { AppendFile } from '../../main/storage/log-file.ts';
import type { Documents } from '../../main/storage/documents.ts';

/** What outlives a process: the keychain's entries and the files. */
export interface World {
  readonly entries: Map<string, string>;
  readonly files: Map<string, string>;
}

export const createWorld = (): World => ({ entries: new Map(), files: new Map() });
export const copyOf = (world: World): World => ({
  entries: new Map(world.entries),
  files: new Map(world.files),
});

export interface Call {
  readonly kind: 'read' | 'write' | 'remove' | 'save';
  readonly account: string;
}

/** The process ended here: nothing it does from now on has an effect. */
export class Stopped extends Error {}

export interface Steps {
  /** Runs one effect; the model stops before or after it. */
  run<T>(call: Call, effect: () => T): T;
  readonly calls: Call[];
  /** Points passed: two per call. */
  passed(): number;
}

/** Stops at the n-th point (before and after each call count as one each); 0 never stops. */
export function stopAt(point: number): Steps {
  const calls: Call[] = [];
  let passed = 0;
  let stopped = false;
  const pass = () => {
    passed++;
    if (stopped || passed === point) {
      stopped = true;
      throw new Stopped();
    }
  };
  return {
    calls,
    passed: () => passed,
    run(call, effect) {
      calls.push(call);
      pass();
      const value = effect();
      pass();
      return value;
    },
  };
}

export function keychainOf(world: World, steps = stopAt(0)): Keychain {
  const { entries } = world;
  return {
    kind: 'system',
    read: async (account) => steps.run({ kind: 'read', account }, () => entries.get(account)),
    write: async (account, value) =>
      steps.run({ kind: 'write', account }, () => void entries.set(account, value)),
    remove: async (account) =>
      steps.run({ kind: 'remove', account }, () => entries.delete(account)),
  };
}

export function documentsOf(world: World, steps = stopAt(0)): Documents {
  return {
    setAside: [],
    check: async () => undefined,
    async open(name, schema, initial) {
      const text = world.files.get(name);
      let current = text === undefined ? initial : schema.parse(JSON.parse(text));
      return {
        value: () => current,
        async change(to) {
          const next = schema.parse(to(structuredClone(current)));
          steps.run({ kind: 'save', account: name }, () => {
            world.files.set(name, JSON.stringify(next));
          });
          current = next;
          return next;
        },
      };
    },
  };
}

/** A file of the world that is appended to: each change is one step, whole or not there. */
export function appendFileOf(world: World, name: string, steps = stopAt(0)): AppendFile {
  const { files } = world;
  const bytesOf = () => Buffer.from(files.get(name) ?? '', 'latin1');
  const save = (bytes: Buffer) => {
    steps.run({ kind: 'save', account: name }, () => files.set(name, bytes.toString('latin1')));
  };
  return {
    read: async () => bytesOf(),
    pieces: async (places) => places.map(({ start, end }) => bytesOf().subarray(start, end)),
    append: async (bytes) => {
      save(Buffer.concat([bytesOf(), bytes]));
    },
    cut: async (length) => {
      save(bytesOf().subarray(0, length));
    },
    replace: async (bytes) => {
      save(bytes);
    },
    setAside: async () => `${name}.bad`,
    free: async () => 10 ** 9,
  };
}

export const FOLDER = 'a'.repeat(32);
export const accountOf = (name: string): string => accountIn(FOLDER, name);

/** The real vault over what the world has. */
export async function openVault(
  world: World,
  given: {
    readonly steps?: Steps | undefined;
    readonly keychain?: Keychain;
    /** The id of the data folder. */
    readonly folder?: string;
  } = {},
): Promise<Vault> {
  const { steps, folder = FOLDER, keychain = keychainOf(world, steps) } = given;
  const list = await openVaultList({
    folder,
    file: appendFileOf(world, 'vault.log', steps),
    now: () => new Date(),
  });
  return createVault({ keychain, list, folder });
}

/** Answers as a locked keyring without a display does: nothing, false, and an error only on writing. */
export function lockable(keychain: Keychain): Keychain & { locked: boolean } {
  const fake = {
    kind: keychain.kind,
    locked: false,
    read: async (account: string) => (fake.locked ? undefined : keychain.read(account)),
    async write(account: string, value: string) {
      if (fake.locked) throw keychainTrouble('locked');
      await keychain.write(account, value);
    },
    remove: async (account: string) => !fake.locked && keychain.remove(account),
  };
  return fake;
}

/** The real door over native calls of the test. */
export function doorOver(native: Partial<NativeKeychain>, timeLimitMs?: number): Keychain {
  const never = () => new Promise<never>(() => undefined);
  const calls = { getPassword: never, setPassword: never, deletePassword: never, ...native };
  const load = async () => calls;
  return createSystemKeychain({ service: 'Steward', load, ...(timeLimitMs && { timeLimitMs }) });
}
