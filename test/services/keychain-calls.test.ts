// How often the native keychain library is called for one row of a bulk rotation.
import { everythingOn } from '../platform/shape.ts';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemKeychain } from '../../main/secrets/keychain.ts';
import { accountIn } from '../../main/secrets/vault-format.ts';
import { startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { eventually } from '../support/eventually.ts';

interface Call {
  readonly kind: 'get' | 'set' | 'delete';
  readonly account: string;
}

const ANCHOR = accountIn('', 'journal-anchor').split('.').at(-1) ?? '';
const isOfAnchor = ({ account }: Call) => account.includes(ANCHOR);

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

describe('a bulk rotation', () => {
  it.each(['keychain', 'file'] as const)(
    'FLT-08 into the %s calls the native library at most 8 times a row, also after other rows, and proves the keychain before each send',
    async (kind) => {
      const platform = await startPlatform({ users: 33, switches: everythingOn });
      onTestFinished(() => platform.stop());
      const { keychain, calls } = counted();
      const steward = await startSteward({ replacements: { keychain } });
      onTestFinished(() => steward.stop());
      const { client } = steward;
      const { connection } = await connectTo(steward, platform);
      await valueOf(client.enterpriseUsers.list({ connection }));
      const folder = tempFolder();
      let files = 0;
      const newFile = () => steward.app.targetFor(path.join(folder, `${String((files += 1))}.age`));
      const rotate = async (userNames: readonly string[]) => {
        const before = calls.length;
        const { id: job } = await valueOf(
          client.jobs.startRotation({
            connection,
            userNames: [...userNames],
            destination:
              kind === 'keychain'
                ? { kind }
                : { kind, target: newFile(), passphrase: 'nineteen ninety-four' },
          }),
        );
        await eventually(async () => {
          const { jobs } = await valueOf(client.app.start({}));
          expect(jobs.find(({ id }) => id === job)?.state).toBe('finished');
        }, 100);
        return calls.slice(before);
      };
      // What a folder needs once, such as the escrow's key, is no cost of a row.
      await rotate(platform.control.users.slice(32));
      const first = await rotate(platform.control.users.slice(0, 16));
      const rest = await rotate(platform.control.users.slice(16, 32));
      for (const calls of [first, rest]) {
        // How often the journal's anchor is put depends on the clock; a row of a file leaves no room for a slow one.
        const ofRows = kind === 'keychain' ? calls : calls.filter((call) => !isOfAnchor(call));
        expect(ofRows.length / 16).toBeLessThanOrEqual(8);
      }
      const proofs = rest.filter(
        ({ kind, account }) => kind === 'set' && account.endsWith('.canary'),
      );
      expect(proofs.length).toBeGreaterThanOrEqual(16);
    },
    240_000,
  );
});
