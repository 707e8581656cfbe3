// The availability of the keychain: a hanging or late one never delays a start, and postponed work is done later.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { KeychainState } from '../../../../preload/contract/app.ts';
import { START_LIMIT_MS, watchKeychain } from '../../../../main/secrets/keychain-watch.ts';
import type { Vault } from '../../../../main/secrets/vault.ts';
import { Secret } from '../../../../main/secret.ts';
import { createRememberingLog } from '../../../support/handlers.ts';

const says = (state: KeychainState['state']): KeychainState => ({ state, message: state });

function createVault(first: Promise<KeychainState>) {
  const vault = {
    kind: 'system' as 'system' | 'memory',
    answer: first,
    asked: 0,
    probe: () => vault.answer,
    useMemory() {
      vault.kind = 'memory';
      vault.answer = Promise.resolve(says('memory'));
    },
    async get() {
      vault.asked += 1;
      return new Secret('xyzzy');
    },
    put: async () => undefined,
  };
  return vault;
}
async function start(first: Promise<KeychainState>) {
  const vault = createVault(first);
  const log = createRememberingLog();
  const told: unknown[] = [];
  const watch = await watchKeychain({
    vault: vault as unknown as Vault,
    notify: (name, value) => told.push([name, value]),
    log,
  });
  return { vault, watch, told, log };
}

describe('the keychain watch', () => {
  it('VLT-07 a hanging keychain does not hold up the start; its answer is told when it comes', async () => {
    let answer: (state: KeychainState) => void = () => undefined;
    const hanging = new Promise<KeychainState>((resolve) => {
      answer = resolve;
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let begun = false;
    const starting = start(hanging).finally(() => (begun = true));
    await vi.advanceTimersByTimeAsync(START_LIMIT_MS - 1);
    expect(begun).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const { watch, vault, told } = await starting;
    expect(watch.state().state).toBe('not-answering');
    await expect(watch.keys.get('x')).rejects.toMatchObject({ failure: { kind: 'keychain' } });
    expect(vault.asked).toBe(0);
    let ran = 0;
    await watch.whenUsable(async () => {
      ran += 1;
    });
    expect(ran).toBe(0);
    answer(says('ready'));
    await watch.check();
    await new Promise(setImmediate);
    expect(told).toEqual([['keychainChanged', says('ready')]]);
    expect(ran).toBeGreaterThan(0);
    expect((await watch.keys.get('x'))?.expose()).toBe('xyzzy');
  });

  it('SAR-02 a locked keychain stays unasked; unlocked or replaced by memory, what waited is done', async () => {
    const { watch, vault } = await start(Promise.resolve(says('locked')));
    const done: string[] = [];
    await watch.whenUsable(async () => {
      done.push(vault.kind);
    });
    await expect(watch.keys.put('x', new Secret('xyzzy'))).rejects.toMatchObject({
      failure: { problem: 'locked' },
    });
    expect(await watch.check()).toEqual(says('locked'));
    expect(done).toEqual([]);
    expect(await watch.useMemory()).toEqual(says('memory'));
    expect(done).toEqual(['memory']);
    expect(watch.keys.kind).toBe('memory');
  });

  it('work that fails when the keychain comes back is logged, and the rest is done', async () => {
    const { watch, log } = await start(Promise.resolve(says('ready')));
    await watch.whenUsable(() => Promise.reject(new Error('recover')));
    let ran = false;
    await watch.whenUsable(async () => {
      ran = true;
    });
    expect(ran).toBe(true);
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', event: 'keychain-work-failed' });
  });
});
