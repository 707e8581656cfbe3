// A bulk rotation of twenty users, killed repeatedly, with a real keyring, real files and the local platform.
import { everythingOn } from '../platform/shape.ts';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decryptWithPassphrase } from '../../main/secrets/age.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { startProgram } from '../support/killed-program.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const PASSPHRASE = 'nineteen ninety-four';
/** Writes after which the program is killed, in turn: in the first row, between rows, in the middle of the last ones. */
const KILLS = [60, 61, 110, 40, 200, 90];

interface Content {
  readonly secrets: readonly { readonly userName: string; readonly secret: string }[];
}

describe('a job that is killed', () => {
  const folder = makeTempFolder('steward-kill');
  const target = makeTempFolder('steward-target');
  let keyring: Keyring;
  let platform: Platform;
  beforeAll(async () => {
    keyring = await startKeyring();
    platform = await startPlatform({ users: 20, switches: everythingOn });
  });
  afterAll(async () => {
    await platform.stop();
    await keyring.stop();
    folder.remove();
    target.remove();
  });

  it('RTY-09 ends with twenty users rotated once each and every true secret in the file', async () => {
    const { control } = platform;
    const file = path.join(target.path, 'secrets.age');
    let program = await startProgram(keyring, folder.path);
    const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
    const connected = await program.order({
      do: 'connect',
      platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
    });
    const connection = connected?.connection ?? '';
    const userNames = [...control.users];
    const settledByPerson: string[] = [];
    const [first, ...later] = KILLS;
    const job = { connection, userNames, file, passphrase: PASSPHRASE };
    let told = await program.order({ do: 'job', ...job, killAt: first });
    expect(told).toBeUndefined();
    for (let i = 0; !told || told.jobs?.[0]?.state === 'paused'; i++) {
      if (!told) program = await startProgram(keyring, folder.path);
      const found = (await program.order({ do: 'look' }))?.jobs?.[0];
      if (!told) expect(found).toMatchObject({ state: 'paused', because: 'restarted' });
      const unknown = (found?.rows ?? []).filter(({ state }) => state === 'unknown');
      settledByPerson.push(...unknown.map(({ subject }) => subject));
      told = await program.order({ do: 'go on', killAt: later[i] });
      expect(told?.failed).toBeUndefined();
    }

    const [ended] = told.jobs ?? [];
    expect(ended?.state).toBe('finished');
    expect(ended?.rows.map(({ state }) => state)).toEqual(userNames.map(() => 'done'));
    const after = await program.order({ do: 'look' });
    expect(after?.secrets).toEqual([]);
    await program.end();
    const text = await decryptWithPassphrase(await readFile(file), PASSPHRASE);
    const { secrets } = JSON.parse(text) as Content;
    expect(secrets.map(({ userName }) => userName).sort()).toEqual([...userNames].sort());
    for (const { userName, secret } of secrets) {
      expect(secret).toBe(control.secretOf(userName));
      // Once, and once more only for a user whose question a person settled that way.
      const given = control.secretsGiven[userName.toLowerCase()]?.length ?? 0;
      const asked = settledByPerson.filter((one) => one === userName).length;
      expect(given, userName).toBeGreaterThanOrEqual(1);
      expect(given, userName).toBeLessThanOrEqual(1 + asked);
    }
    expect(await readdir(target.path)).toEqual(['secrets.age']);
  }, 300_000);
});
