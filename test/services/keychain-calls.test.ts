// How often the native keychain library is called for one row of a bulk rotation.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSystemKeychain } from '../../main/credentials/keychain.ts';
import { startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';

interface Call {
  readonly kind: 'get' | 'set' | 'delete';
  readonly account: string;
}

/** The real door over native calls that are counted. */
function counted() {
  const entries = new Map<string, string>();
  const calls: Call[] = [];
  const keychain = createSystemKeychain({
    service: 'Steward',
    load: async () => ({
      getPassword: async (_service, account) => {
        calls.push({ kind: 'get', account });
        return entries.get(account) ?? null;
      },
      setPassword: async (_service, account, value) => {
        calls.push({ kind: 'set', account });
        entries.set(account, value);
      },
      deletePassword: async (_service, account) => {
        calls.push({ kind: 'delete', account });
        return entries.delete(account);
      },
    }),
  });
  return { keychain, calls, entries };
}

describe('a bulk rotation into the keychain', () => {
  it('FLT-08 calls the native library at most 8 times a row, also after other rows, and proves the keychain before each send', async () => {
    const platform = await startPlatform({ users: 24 });
    onTestFinished(() => platform.stop());
    const { keychain, calls } = counted();
    const steward = await startSteward({ replacements: { keychain } });
    onTestFinished(() => steward.stop());
    const { client } = steward;
    const { connection } = await connectTo(steward, platform);
    await valueOf(client.enterpriseUsers.list({ connection }));
    const rotate = async (userNames: readonly string[]) => {
      const before = calls.length;
      const { id: job } = await valueOf(
        client.jobs.startRotation({
          ...{ connection, userNames: [...userNames] },
          destination: { kind: 'keychain' },
        }),
      );
      await vi.waitFor(
        async () => {
          const { jobs } = await valueOf(client.app.start({}));
          expect(jobs.find(({ id }) => id === job)?.state).toBe('finished');
        },
        { timeout: 100_000, interval: 100 },
      );
      return calls.slice(before);
    };
    const first = await rotate(platform.control.users.slice(0, 8));
    const rest = await rotate(platform.control.users.slice(8, 24));
    expect(first.length / 8).toBeLessThanOrEqual(8);
    expect(rest.length / 16).toBeLessThanOrEqual(8);
    const proofs = rest.filter(
      ({ kind, account }) => kind === 'set' && account.endsWith('.canary'),
    );
    expect(proofs.length).toBeGreaterThanOrEqual(16);
  }, 240_000);
});
