// A page that has been taken over sends secrets and bodies into files, takes the keychain away, and lets secrets go.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 2 });
});
afterAll(() => platform.stop());

/** Connected, with a secret that waits, and nobody there. */
async function abandoned(keychain: Keychain = systemKeychain()) {
  const steward = await startSteward({ keychain: 'system', replacements: { keychain } });
  onTestFinished(() => steward.stop());
  const { connection } = await connectTo(steward, platform);
  const [userName = '', second = ''] = platform.control.users;
  const { secret } = await valueOf(
    steward.client.enterpriseUsers.rotateSecret({ connection, userName }),
  );
  steward.shell.asked.length = 0;
  steward.shell.answer = () => false;
  return { ...steward, connection, userName, second, secret };
}

/** Its entries are in memory: what is removed from it would be lost. */
const systemKeychain = (): Keychain => Object.assign(createMemoryKeychain(), { kind: 'system' });

const refused = { ok: false, failure: { kind: 'cancelled' } };
const passphrase = 'chosen by the page';

it('ATK-25 no secret and no body leaves into a file without a person: saved, rotated into, exported', async () => {
  const { client, app, shell, connection, userName, second, secret } = await abandoned();
  const folder = tempFolder();
  const place = (name: string) => app.targetFor(path.join(folder, name));
  const before = platform.control.secretOf(second);
  const exported = {
    ...{ connection, who: 'my', partyName: 'Fjordtrafikk AS', folder: place('bodies') },
    ...{ from: null, to: null, forms: true, attachments: true, print: false },
  };
  const tried = [
    [
      'reveal',
      userName,
      () => client.oneTimeSecrets.saveEncrypted({ secret, target: place('one.age'), passphrase }),
    ],
    [
      'reveal',
      platform.organisationNumber,
      () =>
        client.jobs.startRotation({
          connection,
          userNames: [second],
          destination: { kind: 'file', target: place('all.age'), passphrase },
        }),
    ],
    ['reveal', 'my', () => client.jobs.startMessageExport({ ...exported, folders: ['inbox'] })],
  ] as const;
  for (const [, target, act] of tried)
    expect([target, await act()]).toMatchObject([target, refused]);
  tell(
    'ATK-25',
    `${String(tried.length)} ways into a file without a person`,
    readdirSync(folder).join(', ') || 'no file',
  );
  expect(shell.asked.map(({ why, targets }) => [why, ...targets])).toEqual(
    tried.map(([why, target]) => [why, target]),
  );
  expect(shell.asked.map(({ message, detail }) => `${message} ${detail}`)).toEqual([
    expect.stringContaining('one.age'),
    expect.stringContaining('all.age'),
    expect.stringContaining('bodies'),
  ]);
  expect(readdirSync(folder)).toEqual([]);
  expect(platform.control.secretOf(second)).toBe(before);
  // A secret that this window was shown is saved without another question: it has it already.
  shell.answer = () => true;
  await valueOf(client.oneTimeSecrets.reveal({ secret }));
  shell.answer = () => false;
  await valueOf(
    client.oneTimeSecrets.saveEncrypted({ secret, target: place('one.age'), passphrase }),
  );
  expect(existsSync(path.join(folder, 'one.age'))).toBe(true);
});

it('ATK-32 what was shown or copied is dropped by a word of its own', async () => {
  const { client, shell, userName, secret } = await abandoned();
  shell.answer = () => true;
  await valueOf(client.oneTimeSecrets.reveal({ secret }));
  await valueOf(client.oneTimeSecrets.copy({ secret }));
  shell.answer = () => false;
  shell.asked.length = 0;
  expect(await client.oneTimeSecrets.resolve({ secret, how: 'dropped' })).toMatchObject(refused);
  tell('ATK-32', 'dropped after one reveal', 'asked for');
  expect(shell.asked.map(({ why, targets }) => [why, ...targets])).toEqual([['erase', userName]]);
  expect(await valueOf(client.oneTimeSecrets.list({}))).toMatchObject([{ id: secret }]);
});

it('ATK-29 a keychain that answers is not taken away; where it does not, a person is asked', async () => {
  const working = await abandoned();
  expect(await working.client.app.useMemoryKeychain({})).toMatchObject({
    failure: { kind: 'conflict' },
  });
  expect(working.shell.asked).toEqual([]);
  expect(await valueOf(working.client.app.checkKeychain({}))).toMatchObject({ state: 'ready' });

  const locked = () => Promise.reject(new Error('Cannot create an item in a locked collection'));
  const keychain: Keychain = { kind: 'system', read: locked, write: locked, remove: locked };
  const steward = await startSteward({ keychain: 'system', replacements: { keychain } });
  onTestFinished(() => steward.stop());
  const { client, shell } = steward;
  shell.answer = () => false;
  expect(await client.app.useMemoryKeychain({})).toMatchObject(refused);
  expect((await valueOf(client.app.start({}))).keychain.state).not.toBe('memory');
  shell.answer = () => true;
  expect(await valueOf(client.app.useMemoryKeychain({}))).toMatchObject({ state: 'memory' });
  expect(shell.asked.map(({ why }) => why)).toEqual(['override', 'override']);
});
