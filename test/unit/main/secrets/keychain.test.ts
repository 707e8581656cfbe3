// The keychain door: one call at a time, a time limit for each, and the system's messages as Problems.
import { describe, expect, it, vi } from 'vitest';
import {
  createMemoryKeychain,
  createSystemKeychain,
  keychainProblemOf,
  type NativeKeychain,
} from '../../../../main/secrets/keychain.ts';
import { failureOf } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import { createWorld, doorOver, openVault } from '../../../support/fake-keychain.ts';
import { sources } from '../../../support/imports.ts';

const problemOf = async (work: Promise<unknown>) => {
  const failure = failureOf(await work.catch((error: unknown) => error));
  return failure?.kind === 'keychain' ? failure.problem : failure;
};

describe('one call at a time', () => {
  it('VLT-07 never two native calls are out at once', async () => {
    let out = 0;
    let most = 0;
    const keychain = doorOver({
      async getPassword() {
        most = Math.max(most, ++out);
        await new Promise(setImmediate);
        out--;
        return 'x';
      },
    });
    await Promise.all(Array.from({ length: 20 }, () => keychain.read('a')));
    expect(most).toBe(1);
  });

  it('VLT-07 a call that never returns times out, and those behind it fail without being begun', async () => {
    vi.useFakeTimers();
    const begun: string[] = [];
    let answer: (value: string) => void = () => {};
    const keychain = doorOver(
      {
        getPassword(_service, account) {
          begun.push(account);
          return new Promise((resolve) => (answer = resolve));
        },
      },
      1000,
    );
    const waiting = [keychain.read('stuck'), keychain.read('b'), keychain.remove('c')].map(
      problemOf,
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(waiting)).toEqual(['timed-out', 'timed-out', 'timed-out']);
    expect(await problemOf(keychain.write('d', 'value'))).toBe('timed-out');
    expect(begun).toEqual(['stuck']);
    answer('late');
    await vi.advanceTimersByTimeAsync(0);
    const again = keychain.read('again');
    await vi.advanceTimersByTimeAsync(0);
    answer('value');
    expect(await again).toBe('value');
    vi.useRealTimers();
  });

  it('VLT-07 a slow answer within the limit is an answer', async () => {
    vi.useFakeTimers();
    const keychain = doorOver({
      getPassword: () => new Promise((resolve) => setTimeout(() => resolve('slow'), 10_000)),
    });
    const read = keychain.read('a');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await read).toBe('slow');
    vi.useRealTimers();
  });

  it('VLT-07 a hanging write leaves the vault as it was, and a retry works', async () => {
    vi.useFakeTimers();
    const entries = new Map<string, string>();
    let hangs = false;
    const keychain = doorOver(
      {
        getPassword: async (_service, account) => entries.get(account) ?? null,
        setPassword: (_service, account, value) =>
          hangs
            ? new Promise((_resolve, reject) =>
                setTimeout(() => reject(new Error('Timeout was reached')), 50_000),
              )
            : Promise.resolve(void entries.set(account, value)),
        deletePassword: async (_service, account) => entries.delete(account),
      },
      1000,
    );
    const vault = await openVault(createWorld(), { keychain });
    await vault.put('a', new Secret('old'));
    hangs = true;
    const put = problemOf(vault.put('a', new Secret('new')));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await put).toBe('timed-out');
    expect((await vault.probe()).state).toBe('not-answering');
    hangs = false;
    await vi.advanceTimersByTimeAsync(50_000);
    expect((await vault.get('a'))?.expose()).toBe('old');
    await vault.put('a', new Secret('new'));
    expect((await vault.get('a'))?.expose()).toBe('new');
    vi.useRealTimers();
  });
});

describe('values', () => {
  const both = [createMemoryKeychain(), doorOver({ setPassword: async () => undefined })];
  const unfit: readonly [string, string, string][] = [
    ['more than 2048 bytes', 'x'.repeat(2049), 'too-large'],
    ['nothing', '', 'refused'],
    ['NUL', 'a\0b', 'refused'],
    ['a sign beyond ASCII', 'ø', 'refused'],
  ];
  it.each(unfit)(
    'SAR-04 SAR-05 %s is refused before the library sees it',
    async (_what, value, problem) => {
      for (const keychain of both)
        expect(await problemOf(keychain.write('a', value))).toBe(problem);
    },
  );
  it('2048 bytes are taken', async () => {
    for (const keychain of both) await keychain.write('a', 'x'.repeat(2048));
    expect(await createMemoryKeychain().read('a')).toBeUndefined();
  });
});

describe('words', () => {
  const words: readonly [string, string][] = [
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'absent'],
    ['Could not connect: No such file or directory', 'absent'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'absent'],
    ['Failed to load keytar native addon, checked ["../build/Release"]', 'absent'],
    ['The name :1.4 was not provided by any .service files', 'absent'],
    ['A specified logon session does not exist. It may already have been terminated.', 'absent'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'locked'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['Timeout was reached', 'timed-out'],
    ['Message recipient disconnected from message bus without replying', 'timed-out'],
    ['Prompt was dismissed', 'refused'],
    ['User canceled the operation.', 'refused'],
    ['The stub received bad data.', 'too-large'],
    ['something nobody has seen', 'refused'],
  ];
  it.each(words)('“%s” is told as %s', (text, problem) => {
    expect(failureOf(keychainProblemOf(new Error(text)))).toMatchObject({
      kind: 'keychain',
      problem,
    });
  });

  it('SAR-02 a library that cannot be loaded is a keychain that is absent, and is tried again', async () => {
    const native: NativeKeychain = {
      getPassword: async () => 'x',
      setPassword: async () => undefined,
      deletePassword: async () => true,
    };
    const load = vi.fn<() => Promise<NativeKeychain>>();
    load
      .mockRejectedValueOnce(new Error('libsecret-1.so.0: cannot open'))
      .mockResolvedValue(native);
    const keychain = createSystemKeychain({ service: 'Steward', load });
    expect(await problemOf(keychain.read('a'))).toBe('absent');
    expect(await keychain.read('a')).toBe('x');
    await keychain.remove('a');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('VLT-11 the calls that read every value, and end the process on a locked keyring, are used nowhere', () => {
    const users = sources(['main']).filter((file) =>
      /\bfind(Credentials|Password)\b/.test(file.text),
    );
    expect(users.map((file) => file.path)).toEqual([]);
  });

  it('SAR-02 no product file knows an encryption of its own for want of a keychain', () => {
    const users = sources(['main']).filter((file) =>
      /basic_text|password-store=basic/.test(file.text),
    );
    expect(users.map((file) => file.path)).toEqual([]);
  });
});
