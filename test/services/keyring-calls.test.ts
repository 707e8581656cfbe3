// What one row of a bulk rotation asks of a real keyring over the bus, in the whole program.
import { everythingOn } from '../platform/shape.ts';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startPlatform } from '../platform/platform.ts';
import { startKeyring } from '../support/keyring.ts';
import { startProgram } from '../support/killed-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ROWS = 30;
/** Of D-Bus, for a row: a read costs two, a write and a removal of what is there one or two. */
const MOST_METHODS = 16;

it.each(['keychain', 'file'] as const)(
  'FLT-08 a bulk rotation into the %s calls at most 16 methods of the keyring a row',
  async (destination) => {
    const platform = await startPlatform({ users: ROWS, switches: everythingOn });
    onTestFinished(() => platform.stop());
    const keyring = await startKeyring();
    onTestFinished(() => keyring.stop());
    const folder = tempFolder();
    const program = await startProgram(keyring, path.join(folder, 'data'));
    onTestFinished(() => program.end());
    const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
    const connected = await program.order({
      do: 'connect',
      platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
    });
    const connection = connected?.connection ?? '';
    await program.order({ do: 'call', operation: 'enterpriseUsers.list', input: { connection } });

    const watch = await keyring.watchMethods();
    const rotated = await program.order({
      do: 'job',
      connection,
      userNames: [...platform.control.users],
      ...(destination === 'file' && {
        file: path.join(folder, 'secrets.age'),
        passphrase: 'nineteen ninety-four',
      }),
    });
    const methods = await watch.end();
    expect(rotated?.failed).toBeUndefined();
    expect(rotated?.jobs?.[0]).toMatchObject({ state: 'finished' });
    // Each of them was stored once at least, so that what was counted is the whole rotation.
    expect(methods['CreateItem']).toBeGreaterThanOrEqual(ROWS);
    const all = Object.values(methods).reduce((sum, one) => sum + one, 0);
    expect(all / ROWS, JSON.stringify(methods)).toBeLessThanOrEqual(MOST_METHODS);
  },
);
