// The entries of a real keyring under Steward's service name: read as they are, and written as a test needs them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Keyring } from './keyring.ts';
import { bundleMain } from './run-main.ts';
import { endsWithUs } from './ends-with-us.ts';

/** Values by their accounts. */
export type Entries = Readonly<Record<string, string>>;

export interface KeyringEntries {
  /** The keyring must be unlocked, here and below. */
  read(): Promise<Entries>;
  /** From then on it holds these and no others. */
  layOut(entries: Entries): Promise<void>;
  end(): Promise<void>;
}

const SCRIPT = `
import keytar from 'keytar';
process.on('message', async (wanted) => {
  const found = await keytar.findCredentials('Steward');
  const now = Object.fromEntries(found.map(({ account, password }) => [account, password]));
  if (wanted !== 'read') {
    for (const account of Object.keys(now))
      if (!Object.hasOwn(wanted, account)) await keytar.deletePassword('Steward', account);
    for (const [account, value] of Object.entries(wanted))
      if (now[account] !== value) await keytar.setPassword('Steward', account, value);
  }
  process.send(now);
});
process.on('disconnect', () => process.exit(0));
`;
let script: Promise<string> | undefined;

/** A process of its own, since the library reads the address of the bus from its environment. */
export async function openEntries(keyring: Keyring): Promise<KeyringEntries> {
  script ??= bundleMain(SCRIPT);
  const child = endsWithUs(
    fork(await script, {
      env: keyring.env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  const ask = (what: Entries | 'read') =>
    new Promise<Entries>((resolve, reject) => {
      const failed = () => {
        reject(new Error('The keyring could not be read or written.'));
      };
      child.once('exit', failed).once('message', (entries) => {
        child.off('exit', failed);
        resolve(entries as Entries);
      });
      child.send(what);
    });
  return {
    read: () => ask('read'),
    async layOut(entries) {
      await ask(entries);
    },
    async end() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** The id of a data folder, which is part of the names of its entries. */
export function idOf(folder: string): string {
  const said = JSON.parse(readFileSync(path.join(folder, 'format.json'), 'utf8')) as {
    folder: { id: string };
  };
  return said.folder.id;
}
