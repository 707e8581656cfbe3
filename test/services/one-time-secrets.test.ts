// One-time secrets through the whole program: what a person does with a secret that the server gives out once.
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { decryptWithPassphrase } from '../../main/secrets/age.ts';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type StartOptions, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PASSPHRASE = 'twelve signs or more';
const outliving = (): Keychain => Object.assign(createMemoryKeychain(), { kind: 'system' });

let platform: Platform;
let untouched: string[];
beforeAll(async () => {
  platform = await startPlatform({ users: 20 });
  untouched = [...platform.control.users];
});
afterAll(() => platform.stop());

async function rotated(options: StartOptions = {}) {
  const steward = await startSteward(options);
  onTestFinished(() => steward.stop());
  const { connection } = await connectTo(steward, platform);
  const userName = untouched.pop() ?? '';
  const users = steward.client.enterpriseUsers;
  const { secret: id } = await valueOf(users.rotateSecret({ connection, userName }));
  const truth = platform.control.secretOf(userName) ?? '';
  const secrets = steward.client.oneTimeSecrets;
  return { steward, connection, userName, id, truth, secrets, users };
}

describe('a secret that waits', () => {
  it('OTS-14 is the same byte for byte when shown, copied and saved', async () => {
    const { steward, secrets, id, truth } = await rotated();
    expect(truth).toMatch(/[<&"{%]/);
    expect(await valueOf(secrets.reveal({ secret: id }))).toEqual({ secret: truth });
    const { clipboardSeconds } = await valueOf(steward.client.settings.get({}));
    expect(await valueOf(secrets.copy({ secret: id }))).toEqual({
      clearsInSeconds: clipboardSeconds,
    });
    expect(steward.shell.clipboardText).toBe(truth);
    const file = path.join(tempFolder(), 'secret.age');
    const target = steward.app.targetFor(file);
    const save = { secret: id, target, passphrase: PASSPHRASE };
    expect(await valueOf(secrets.saveEncrypted(save))).toEqual({ name: 'secret.age' });
    expect(await decryptWithPassphrase(await readFile(file), PASSPHRASE)).toBe(truth);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // Saving does not confirm: that is for the person to say.
    expect(await valueOf(secrets.list({}))).toMatchObject([{ state: 'waiting' }]);
  });

  it('FIL-02 is never saved over a file that is there', async () => {
    const { steward, secrets, id } = await rotated();
    const file = path.join(tempFolder(), 'letter.txt');
    await writeFile(file, 'dear');
    const target = steward.app.targetFor(file);
    expect(
      await secrets.saveEncrypted({ secret: id, target, passphrase: PASSPHRASE }),
    ).toMatchObject({ failure: { kind: 'file', problem: 'already-exists' } });
    expect(await readFile(file, 'utf8')).toBe('dear');
  });

  it('OTS-12 stays readable until a person says that it is stored, and is gone afterwards', async () => {
    const { secrets, id, truth } = await rotated();
    expect(await valueOf(secrets.keep({ secret: id }))).toMatchObject({ state: 'confirmed' });
    expect(await valueOf(secrets.reveal({ secret: id }))).toEqual({ secret: truth });
    await valueOf(secrets.confirmStored({ secret: id }));
    expect(await secrets.reveal({ secret: id })).toMatchObject({
      failure: { kind: 'not-found' },
    });
    expect(await valueOf(secrets.list({}))).toEqual([]);
  });

  it('OTS-08 keeps the one before it until then', async () => {
    const { secrets, users, id, truth, connection, userName } = await rotated();
    const next = await valueOf(users.rotateSecret({ connection, userName }));
    const list = await valueOf(secrets.list({}));
    expect(list.map((one) => [one.id, one.previousHeld])).toEqual([
      [next.secret, true],
      [id, false],
    ]);
    expect(await valueOf(secrets.reveal({ secret: id }))).toEqual({ secret: truth });
    await valueOf(secrets.confirmStored({ secret: next.secret }));
    expect(await valueOf(secrets.list({}))).toEqual([]);
    expect(platform.control.secretOf(userName)).not.toBe(truth);
  });

  it('OTS-12 is offered again after a restart', async () => {
    const dataFolder = tempFolder();
    const options = { dataFolder, replacements: { keychain: outliving() } };
    const { steward, id, truth } = await rotated(options);
    await steward.stop();
    const next = await startSteward(options);
    onTestFinished(() => next.stop());
    const start = await valueOf(next.client.app.start({}));
    expect(start.secrets).toMatchObject([{ id, state: 'waiting', kept: 'keychain' }]);
    expect(await valueOf(next.client.oneTimeSecrets.reveal({ secret: id }))).toEqual({
      secret: truth,
    });
  });

  it('CLP-02 leaves the clipboard at the end of the program, unless something else is on it', async () => {
    for (const [after, left] of [
      [undefined, ''],
      ['a letter', 'a letter'],
    ] as const) {
      const { steward, secrets, id } = await rotated();
      await valueOf(secrets.copy({ secret: id }));
      if (after !== undefined) steward.shell.clipboardText = after;
      await steward.stop();
      expect(steward.shell.clipboardText).toBe(left);
    }
  });
});
