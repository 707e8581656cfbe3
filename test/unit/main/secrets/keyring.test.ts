// The vault on a real keyring in a real process: sizes, locked, absent and frozen, killed at every step.
import { afterEach, describe, expect, it } from 'vitest';
import { type Keyring, type KeyringState, startKeyring } from '../../../support/keyring.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { startVaultChild, type VaultChild } from '../../../support/vault-child.ts';
import type { KillPoint } from '../../../support/vault-process.ts';
import { eventually } from '../../../support/eventually.ts';

const NAME = 'credential/one';
const OLD = 'old'.repeat(1000);
const NEW = 'new'.repeat(1200);
const started: { end(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.end();
});

async function keyringIn(state?: KeyringState): Promise<Keyring> {
  const keyring = await startKeyring(state);
  started.push({ end: () => keyring.stop() });
  return keyring;
}

async function childOf(keyring: Keyring, folder: string, limitMs?: number): Promise<VaultChild> {
  const child = await startVaultChild(keyring.env, folder, limitMs);
  started.push(child);
  return child;
}

describe('a real keyring', () => {
  it('SAR-05 100 B, 4 KB and 64 KB are stored, read by the next process, and removed without a trace', async () => {
    const keyring = await keyringIn();
    const folder = tempFolder();
    const first = await childOf(keyring, folder);
    const sizes = [100, 4096, 65_536];
    for (const size of sizes) {
      await first.ask('put', { name: `size/${size}`, value: 'ø'.repeat(size / 2) });
    }
    await first.end();
    const second = await childOf(keyring, folder);
    for (const size of sizes) {
      const { value } = await second.ask('get', { name: `size/${size}` });
      expect(value).toBe('ø'.repeat(size / 2));
    }
    expect(await keyring.count('Steward')).toBe(1 + (1 + 3) + (1 + 43));
    for (const size of sizes) await second.ask('remove', { name: `size/${size}` });
    expect(await keyring.count('Steward')).toBe(0);
  });

  it('SAR-09 SAR-10 labels show no name, and after a removal nothing is left under the service name', async () => {
    const keyring = await keyringIn();
    const child = await childOf(keyring, tempFolder());
    await child.ask('put', { name: 'credential/910514318-ola', value: OLD });
    await child.ask('put', { name: 'credential/910514318-ola', value: NEW });
    const labels = await keyring.labels('Steward');
    expect(labels.length).toBe(1 + 3);
    for (const label of labels) expect(label).toMatch(/^Steward\/v1\.[0-9a-f]{32}\.[0-9a-f.]+$/);
    await child.ask('remove', { name: 'credential/910514318-ola' });
    expect(await keyring.count('Steward')).toBe(0);
  });

  it('VLT-08 fifty puts at once leave one value and no garbage', async () => {
    const keyring = await keyringIn();
    const child = await childOf(keyring, tempFolder());
    const values = Array.from({ length: 50 }, (_, i) => `value ${i}`);
    await Promise.all(values.map((value) => child.ask('put', { name: NAME, value })));
    expect((await child.ask('get', { name: NAME })).value).toBe('value 49');
    expect(await keyring.count('Steward')).toBe(1);
  });
});

describe('a keyring that cannot be used', () => {
  const states: readonly [KeyringState, string][] = [
    ['absent', 'absent'],
    ['locked', 'locked'],
    ['no-keyring-yet', 'locked'],
  ];
  it.each(states)(
    'SAR-02 %s: every call says %s and the process lives on',
    async (state, problem) => {
      const child = await childOf(await keyringIn(state), tempFolder());
      expect((await child.ask('probe')).value).toBe(problem);
      const put = await child.ask('put', { name: NAME, value: 'x' });
      expect(put.problem).toBe(`keychain{${problem}}`);
      const again = await child.ask('put', { name: NAME, value: 'y'.repeat(5000) });
      expect(again.problem).toBe(`keychain{${problem}}`);
    },
  );

  it('SAR-03 locked while running: what is stored is told as locked, stays, and is there after unlocking', async () => {
    const keyring = await keyringIn();
    const folder = tempFolder();
    const child = await childOf(keyring, folder);
    await child.ask('put', { name: NAME, value: OLD });
    await keyring.lock();
    for (const what of ['get', 'remove', 'put'] as const) {
      const { problem } = await child.ask(what, { name: NAME, value: NEW });
      expect(problem).toBe('keychain{locked}');
    }
    await keyring.killDaemon();
    await keyring.startDaemon('unlocked');
    const next = await childOf(keyring, folder);
    expect((await next.ask('get', { name: NAME })).value).toBe(OLD);
    await next.ask('collectGarbage');
    expect(await keyring.count('Steward')).toBe(1 + 2);
  });

  it('VLT-07 frozen: the call times out, the others fail at once, and after it woke a retry works', async () => {
    const keyring = await keyringIn();
    const folder = tempFolder();
    const first = await childOf(keyring, folder);
    await first.ask('put', { name: NAME, value: OLD });
    await first.end();
    // So short a limit is for calls that nothing answers: on a busy machine another might not be in time.
    const child = await childOf(keyring, folder, 300);
    keyring.freeze();
    const calls = await Promise.all(['a', 'b', NAME].map((name) => child.ask('get', { name })));
    expect(calls.map(({ problem }) => problem)).toEqual(Array(3).fill('keychain{timed-out}'));
    expect((await child.ask('probe')).value).toBe('not-answering');
    keyring.goOn();
    await eventually(async () => {
      expect((await child.ask('get', { name: NAME })).value).toBe(OLD);
    });
  });

  it('VLT-07 ELC-01 frozen: the program can still be left', async () => {
    const keyring = await keyringIn();
    const child = await childOf(keyring, tempFolder(), 1200);
    keyring.freeze();
    expect((await child.ask('get', { name: NAME })).problem).toBe('keychain{timed-out}');
    // By itself it would wait for the keychain.
    expect(await child.exit()).toBe('SIGKILL');
  });

  it('a service that comes later is found without a restart', async () => {
    const keyring = await keyringIn('absent');
    const child = await childOf(keyring, tempFolder());
    expect((await child.ask('probe')).value).toBe('absent');
    await keyring.startDaemon('unlocked');
    expect((await child.ask('probe')).value).toBe('ready');
  });
});

/** Each round: what the last kill left is old or new, is made tidy, and the next put is cut at the next step. */
async function cutAtEveryStep(
  keyring: Keyring,
  when: KillPoint['when'],
  cut: (child: VaultChild, step: number) => Promise<boolean>,
): Promise<{ cuts: number; seen: Set<unknown> }> {
  const folder = tempFolder();
  const seen = new Set<unknown>();
  for (let step = 1; ; step++) {
    const child = await childOf(keyring, folder);
    if (step > 1) {
      const { value, problem } = await child.ask('get', { name: NAME });
      expect([OLD, NEW], `${when} step ${step - 1}: ${problem ?? ''}`).toContain(value);
      seen.add(value);
      await child.ask('collectGarbage');
      expect((await child.ask('get', { name: NAME })).value).toBe(value);
      expect(await keyring.count('Steward')).toBe(1 + (value === OLD ? 2 : 3));
    }
    await child.ask('put', { name: NAME, value: OLD });
    const wasCut = await cut(child, step);
    await child.end();
    if (!wasCut) return { cuts: step - 1, seen };
  }
}

describe('killed at every step', () => {
  const moments: readonly KillPoint['when'][] = ['before', 'during'];

  it.each(moments)(
    'VLT-02 SIGKILL %s each step of a replacement leaves the old or the new value',
    async (when) => {
      const keyring = await keyringIn();
      const { cuts, seen } = await cutAtEveryStep(keyring, when, async (child, step) => {
        const { problem } = await child.ask('put', {
          name: NAME,
          value: NEW,
          kill: { step, when },
        });
        return problem === 'killed';
      });
      expect(cuts).toBeGreaterThanOrEqual(12);
      expect(seen).toEqual(new Set([OLD, NEW]));
    },
  );

  it.each(['before', 'during'] as const)(
    'VLT-03 the keyring daemon killed %s each step of a replacement leaves the old or the new value',
    async (when) => {
      const keyring = await keyringIn();
      const { cuts, seen } = await cutAtEveryStep(keyring, when, async (child, step) => {
        const pid = keyring.daemonPid();
        const answer = await child.ask('put', {
          name: NAME,
          value: NEW,
          kill: { step, when, pid },
        });
        if (answer.steps < step) return false;
        await keyring.killDaemon();
        await keyring.startDaemon('unlocked');
        return true;
      });
      expect(cuts).toBeGreaterThanOrEqual(12);
      expect(seen).toEqual(new Set([OLD, NEW]));
    },
  );
});
