// Credentials through the whole program: imported from real files, used over two-way TLS, never written to the disk.
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPlatform } from '../platform/platform.ts';
import { createWorld, keychainOf, type World } from '../support/fake-keychain.ts';
import { markersInFolder, plainMarker } from '../support/markers.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PROXY_PASSWORD = plainMarker('proxy');

async function setUp(world: World = createWorld()) {
  const platform = await startPlatform({ users: 2 });
  onTestFinished(() => platform.stop());
  const steward = await startSteward({ replacements: { keychain: keychainOf(world) } });
  onTestFinished(() => steward.stop());
  return { platform, steward, credentials: steward.client.credentials, world };
}

/** Creates a user, rotates it twice, keeps one secret; answers every secret that was shown. */
async function administer({ client }: Steward, connection: string): Promise<string[]> {
  const { enterpriseUsers, oneTimeSecrets } = client;
  const userName = 'marker-user';
  const { secret } = await valueOf(enterpriseUsers.create({ connection, userName }));
  const shown = [(await valueOf(oneTimeSecrets.reveal({ secret: secret.secret }))).secret];
  await valueOf(oneTimeSecrets.keep({ secret: secret.secret }));
  const rotated = await valueOf(enterpriseUsers.rotateSecret({ connection, userName }));
  shown.push((await valueOf(oneTimeSecrets.reveal({ secret: rotated.secret }))).secret);
  await valueOf(oneTimeSecrets.copy({ secret: rotated.secret }));
  await valueOf(enterpriseUsers.list({ connection }));
  await valueOf(client.activity.list({ filter: {}, limit: 100 }));
  return shown;
}

describe('where secrets are', () => {
  it('SAR-01 SAR-07 after a whole session no file of the data folder holds a secret, and no entry the passphrase', async () => {
    const { platform, steward, world } = await setUp();
    const { connection } = await connectTo(steward, platform);
    const { credentials } = steward.client;
    await valueOf(credentials.addProxyPassword({ name: 'Proxy', password: PROXY_PASSWORD }));
    const shown = await administer(steward, connection);
    const keyLine = platform.clientKeyPem.split('\n')[5] ?? '';
    await steward.app.stop();
    const secrets = [platform.passphrase, platform.apiKey, PROXY_PASSWORD, keyLine, ...shown];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(5);
    expect(readdirSync(steward.dataFolder).length).toBeGreaterThan(4);
    expect(markersInFolder(steward.dataFolder, secrets)).toEqual([]);
    // The keychain does hold them, which shows that the search would have something to find.
    const texts = [...world.entries.values()].map(textIn);
    expect(texts.join('')).toContain(platform.apiKey);
    expect(texts.join('')).not.toContain(platform.passphrase);
    // Nor anything that went to the page, but for what a person asked to see.
    const sent = JSON.stringify(steward.sent);
    for (const secret of secrets.slice(0, 4)) expect(sent).not.toContain(secret);
  });

  it('SAR-08 every file is 0600 and every folder 0700, whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const { platform, steward } = await setUp();
    const { connection } = await connectTo(steward, platform);
    await administer(steward, connection);
    const names = readdirSync(steward.dataFolder, { recursive: true }).map(String);
    const open = ['.', ...names].flatMap((name) => {
      const facts = statSync(path.join(steward.dataFolder, name));
      const wanted = facts.isDirectory() ? 0o700 : 0o600;
      return (facts.mode & 0o777) === wanted
        ? []
        : [`${name}: ${(facts.mode & 0o777).toString(8)}`];
    });
    expect(names.length).toBeGreaterThan(4);
    expect(open).toEqual([]);
  });
});

/** A small value stands in its entry beside its sum, a piece of a large one alone; both as base64. */
function textIn(entry: string): string {
  const value = /"value":"([^"]*)"/.exec(entry)?.[1] ?? entry;
  return Buffer.from(value, 'base64').toString();
}

describe('importing', () => {
  it('looks into a file without keeping anything, then imports it; only facts come back', async () => {
    const { platform, steward, credentials, world } = await setUp();
    const file = steward.app.handleFor(platform.certificateFile);
    const { passphrase } = platform;
    const { expiry, leftOut, ...facts } = await valueOf(
      credentials.inspectCertificate({ file, passphrase }),
    );
    expect(facts).toMatchObject({ organisationNumber: platform.organisationNumber });
    expect([expiry, leftOut]).toEqual(['ok', []]);
    expect(facts.daysLeft).toBeGreaterThan(0);
    expect(await valueOf(credentials.list({}))).toEqual([]);
    const changes: unknown[] = [];
    steward.on('credentialsChanged', (all) => changes.push(all));
    const imported = await valueOf(
      credentials.importCertificate({ name: 'Mine', file, passphrase }),
    );
    expect(imported).toMatchObject({ kind: 'certificate', name: 'Mine', memoryOnly: false, facts });
    expect(await valueOf(credentials.list({}))).toEqual([imported]);
    expect(changes).toEqual([[imported]]);
    expect(world.entries.size).toBeGreaterThan(2);
    await valueOf(credentials.remove({ credential: imported.id }));
    expect(await valueOf(credentials.list({}))).toEqual([]);
  });

  it('says what is wrong with a file', async () => {
    const { platform, steward, credentials } = await setUp();
    const file = steward.app.handleFor(platform.certificateFile);
    const wrong = await credentials.importCertificate({ name: 'Mine', file, passphrase: 'wrong' });
    expect(wrong).toMatchObject({ failure: { kind: 'certificate', problem: 'wrong-passphrase' } });
    const folder = tempFolder();
    const nonsense = path.join(folder, 'holiday.p12');
    writeFileSync(nonsense, Buffer.alloc(70_000));
    const large = steward.app.handleFor(nonsense);
    const tooLarge = await credentials.inspectCertificate({ file: large });
    expect(tooLarge).toMatchObject({ failure: { kind: 'file', problem: 'too-large' } });
    const unknown = await credentials.inspectCertificate({ file: `file-${'x'.repeat(24)}` });
    expect(unknown).toMatchObject({
      failure: { kind: 'invalid-input', fields: { file: 'unknown-handle' } },
    });
  });

  it('takes PEM with its key in a file of its own', async () => {
    const { platform, steward, credentials } = await setUp();
    const folder = tempFolder();
    const handleOf = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text);
      return steward.app.handleFor(path.join(folder, name));
    };
    const file = handleOf('client.crt', platform.clientCertificatePem);
    const keyFile = handleOf('client.key', platform.clientKeyPem);
    const alone = await credentials.importCertificate({ name: 'Mine', file });
    expect(alone).toMatchObject({ failure: { kind: 'certificate', problem: 'no-private-key' } });
    const both = await valueOf(credentials.importCertificate({ name: 'Mine', file, keyFile }));
    expect(both.kind).toBe('certificate');
    expect(readFileSync(path.join(folder, 'client.key'), 'utf8')).toBe(platform.clientKeyPem);
  });
});

describe('API keys', () => {
  it('CLP-04 a pasted key is trimmed; control signs and what no header carries are refused', async () => {
    const { credentials } = await setUp();
    const added = await valueOf(
      credentials.addApiKey({ name: 'Key', key: ' \tabcdefgh-12345678\r\n' }),
    );
    expect(added).toMatchObject({ kind: 'api-key', lastFour: '5678' });
    const refused: readonly [string, string][] = [
      ['   ', 'required'],
      ['abc\u0007def', 'control-characters'],
      ['abc\r\nX-Other: 1', 'control-characters'],
      ['abc\u200bdef', 'control-characters'],
      ['nøkkel', 'wrong-type'],
    ];
    for (const [key, problem] of refused) {
      const result = await credentials.addApiKey({ name: 'Other', key });
      expect(result).toMatchObject({
        failure: { kind: 'invalid-input', fields: { key: problem } },
      });
    }
    const password = await credentials.addProxyPassword({ name: 'Proxy', password: 'a\nb' });
    expect(password).toMatchObject({ failure: { fields: { password: 'control-characters' } } });
  });

  it('passwords and registered keys go into the keychain and are known by name only', async () => {
    const { steward, credentials } = await setUp();
    const folder = tempFolder();
    const issue = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text);
      return steward.app.handleFor(path.join(folder, name));
    };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
    const cipher = { ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'fjord' };
    const forms = {
      'PKCS#8': privateKey.export(pkcs8).toString(),
      'PKCS#1': privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
      encrypted: privateKey.export(cipher).toString(),
    };
    for (const [name, text] of Object.entries(forms)) {
      const input = { name, file: issue('a.pem', text), passphrase: 'fjord' };
      const added = await valueOf(credentials.importPrivateKey(input));
      expect(added).toMatchObject({ kind: 'private-key', name, keyType: 'RSA 2048' });
    }
    const problemOf = async (text: string, passphrase?: string) => {
      const given = { name: 'Bad', file: issue('b.pem', text), ...(passphrase && { passphrase }) };
      const result = await credentials.importPrivateKey(given);
      return result.ok || result.failure.kind !== 'certificate' ? result : result.failure.problem;
    };
    expect(await problemOf(forms.encrypted)).toBe('wrong-passphrase');
    expect(await problemOf(forms.encrypted, 'wrong')).toBe('wrong-passphrase');
    expect(await problemOf('nonsense')).toBe('unreadable');
    const { privateKey: another } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const two = forms['PKCS#8'] + another.export(pkcs8).toString();
    expect(await problemOf(two)).toBe('several-keys');
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    expect(await problemOf(weak.export(pkcs8).toString())).toBe('unreadable');
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(await problemOf(curve.export(pkcs8).toString())).toBe('unreadable');

    const secret = `<&"{%}'\\ password`;
    const added = await valueOf(credentials.addPassword({ name: 'Password', password: secret }));
    expect(added).toMatchObject({ kind: 'password', name: 'Password', usedBy: [] });
    const bad = await credentials.addPassword({ name: 'Other', password: 'a\tb' });
    expect(bad).toMatchObject({ failure: { fields: { password: 'control-characters' } } });
    expect(JSON.stringify(steward.sent)).not.toMatch(/BEGIN|password"}/);
    await valueOf(credentials.remove({ credential: added.id }));
    const left = await valueOf(credentials.list({}));
    expect(left.filter(({ kind }) => kind === 'password')).toEqual([]);
  });

  it('OTS-11 a credential is not removed while a one-time secret that came through it waits', async () => {
    const { platform, steward, credentials } = await setUp();
    const { connection, apiKey } = await connectTo(steward, platform);
    const { enterpriseUsers, oneTimeSecrets } = steward.client;
    const made = await valueOf(enterpriseUsers.create({ connection, userName: 'waiting-user' }));
    const held = await credentials.remove({ credential: apiKey });
    expect(held).toMatchObject({ failure: { kind: 'conflict' } });
    await valueOf(oneTimeSecrets.confirmStored({ secret: made.secret.secret }));
    await valueOf(credentials.remove({ credential: apiKey }));
    const left = await valueOf(credentials.list({}));
    expect(left.map(({ kind }) => kind)).toEqual(['certificate']);
  });
});
