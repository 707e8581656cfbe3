// A keychain and documents in memory that can be stopped, lie, be locked or lose things: for models of every crash.
import {
  createSystemKeychain,
  keychainTrouble,
  type Keychain,
  type NativeKeychain,
} from '../../main/credentials/keychain.ts';
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

/** Answers as a locked keyring without a display does (stack.md 4): nothing, false, and an error only on writing. */
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
