// Connections as a file: saved on one computer, taken over on another, used there over real two-way TLS.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type {
  ConnectionFileContents,
  ConnectionFileFor,
} from '../../preload/contract/connection-file.ts';
import { managedSettings } from '../../preload/contract/managed.ts';
import { decryptWithPassphrase, encryptWithPassphrase } from '../../main/secrets/age.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { createWorld, keychainOf, stopAt, type Steps } from '../support/fake-keychain.ts';
import { markersInFolder, plainMarker } from '../support/markers.ts';
import {
  connectTo,
  type StartOptions,
  startSteward,
  type Steward,
  valueOf,
} from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PASSPHRASE = 'correct horse battery';
const PASSWORD = plainMarker('password');
const PROXY_PASSWORD = plainMarker('proxy');

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 3 });
});
afterAll(() => platform.stop());

async function computer(options: StartOptions = {}): Promise<Steward> {
  const steward = await startSteward({
    replacements: { keychain: keychainOf(createWorld()) },
    ...options,
  });
  onTestFinished(() => steward.stop());
  return steward;
}

/** Three connections: by certificate, as a person with name and password through a proxy, and without signing in. */
async function furnished() {
  const steward = await computer();
  const { client } = steward;
  const { connection } = await connectTo(steward, platform, { environment: 'production' });
  const password = await valueOf(
    client.credentials.addPassword({ name: 'Of Kari', password: PASSWORD }),
  );
  const proxy = await valueOf(
    client.credentials.addProxyPassword({ name: 'Proxy', password: PROXY_PASSWORD }),
  );
  const [known] = (await valueOf(client.connections.list({}))).all;
  if (known === undefined) throw new TypeError('There should be a connection.');
  const { id: _id, extraCa: _extraCa, ...fields } = known;
  const kari = await valueOf(
    client.connections.create({
      ...{ ...fields, name: 'Kari', extraCaFile: null },
      signIn: { way: 'password', userName: 'kari', password: password.id },
      proxy: {
        ...{ use: 'manual', host: 'proxy.example', port: 8080 },
        ...{ userName: 'FJORD\\kari', password: proxy.id },
      },
    }),
  );
  const open = await valueOf(
    client.connections.create({
      ...{ ...fields, name: 'Open data', extraCaFile: null },
      ...{ signIn: { way: 'none' }, apiKey: null },
    }),
  );
  await valueOf(client.settings.change({ rotationPolicyDays: 90, scheme: 'dark' }));
  return { steward, connection, ids: [connection, kari.id, open.id] };
}

async function saved(
  { app, client }: Steward,
  connections: string[],
  { whom = 'self', passphrase }: { whom?: ConnectionFileFor; passphrase?: string } = {},
): Promise<string> {
  const file = path.join(tempFolder(), passphrase === undefined ? 'x.json' : 'x.json.age');
  const input = { target: app.targetFor(file), for: whom, connections, settings: true };
  const answer = await valueOf(
    passphrase === undefined
      ? client.connectionFile.save(input)
      : client.connectionFile.saveEncrypted({ ...input, passphrase }),
  );
  expect(answer).toEqual({ name: path.basename(file), bytes: readFileSync(file).length });
  return file;
}

async function opened(
  { app, client }: Steward,
  file: string,
  passphrase?: string,
): Promise<ConnectionFileContents> {
  const given = { file: app.handleFor(file), passphrase };
  const answer = await valueOf(client.connectionFile.read(given));
  if (answer.state !== 'open') throw new TypeError(`It is ${answer.state}.`);
  return answer;
}

const takeOver = (
  { app, client }: Steward,
  file: string,
  { sum, connections, settings }: ConnectionFileContents,
  passphrase?: string,
) =>
  client.connectionFile.takeOver({
    ...{ file: app.handleFor(file), passphrase, sum },
    connections: connections.map(({ number }) => number),
    settings: settings.map(({ name }) => name),
  });

const namesOf = async ({ client }: Steward) =>
  (await valueOf(client.connections.list({}))).all.map(({ name }) => name);
const keptBy = async ({ client }: Steward) =>
  (await valueOf(client.credentials.list({}))).map(({ kind, name }) => `${kind} ${name}`).sort();

describe('a file without secrets', () => {
  it('SAR-02 holds none of them, and says of each connection what it needs', async () => {
    const { steward, ids } = await furnished();
    const file = await saved(steward, ids);
    const text = readFileSync(file, 'utf8');
    const keyLine = platform.clientKeyPem.split('\n')[5] ?? '';
    const secrets = [platform.apiKey, keyLine, PASSWORD, PROXY_PASSWORD, platform.passphrase];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(5);
    expect(markersInFolder(path.dirname(file), secrets)).toEqual([]);
    for (const id of ids) expect(text).not.toContain(id);
    expect(text.split('\n')[1]).toContain('without secrets');

    const other = await computer();
    const contents = await opened(other, file);
    expect(contents).toMatchObject({ for: 'self', secrets: false });
    expect(contents.connections).toMatchObject([
      {
        name: 'Kari',
        hosts: [new URL(platform.address).host, 'proxy.example:8080'],
        needs: [
          { kind: 'password', name: 'Of Kari', state: 'add' },
          { kind: 'api-key', name: 'Platform key', state: 'add' },
          { kind: 'proxy-password', state: 'add' },
        ],
      },
      {
        name: 'Local platform',
        organisationNumber: platform.organisationNumber,
        extraCa: path.basename(platform.caFile),
        here: null,
        managed: false,
        needs: [
          { kind: 'certificate', state: 'add', validTo: expect.stringMatching(/^20/) as unknown },
          { kind: 'api-key', name: 'Platform key', state: 'add' },
        ],
      },
      { name: 'Open data', needs: [] },
    ]);
    expect(contents.connections[1]?.needs[0]?.name).toContain(platform.organisationNumber);
    expect(contents.settings).toEqual([
      { name: 'scheme', from: 'auto', to: 'dark', managed: false },
      { name: 'rotationPolicyDays', from: 180, to: 90, managed: false },
    ]);
  });

  it('is taken over with one question that names the hosts; what is missing is named, and added in the form', async () => {
    const { steward, ids } = await furnished();
    const file = await saved(steward, ids);
    const other = await computer();
    const taken = await valueOf(takeOver(other, file, await opened(other, file)));
    expect(taken.connections.map(({ missing }) => missing.map(({ kind }) => kind))).toEqual([
      ['password', 'api-key', 'proxy-password'],
      ['certificate', 'api-key'],
      [],
    ]);
    expect(other.shell.asked.map(({ why, targets }) => ({ why, targets }))).toEqual([
      { why: 'place', targets: [new URL(platform.address).host, 'proxy.example:8080'] },
    ]);
    expect(await valueOf(other.client.settings.get({}))).toMatchObject({
      ...{ scheme: 'dark', rotationPolicyDays: 90, idleLockMinutes: 10 },
    });
    expect(await keptBy(other)).toEqual([]);

    // As its form does it.
    const { all } = await valueOf(other.client.connections.list({}));
    const lacking = all.find(({ name }) => name === 'Local platform');
    if (lacking === undefined) throw new TypeError('It should be there.');
    const { id: connection, extraCa, ...fields } = lacking;
    expect(extraCa).toBe(path.basename(platform.caFile));
    const certificate = await valueOf(
      other.client.credentials.importCertificate({
        name: 'Mine',
        file: other.app.handleFor(platform.certificateFile),
        passphrase: platform.passphrase,
      }),
    );
    const key = await valueOf(
      other.client.credentials.addApiKey({ name: 'Mine', key: platform.apiKey }),
    );
    const signIn = { way: 'certificate', certificate: certificate.id } as const;
    await valueOf(
      other.client.connections.change({ ...fields, connection, signIn, apiKey: key.id }),
    );
    expect(await valueOf(other.client.connections.test({ connection }))).toMatchObject({
      passed: true,
    });
  });

  it('for a colleague has no sign-in of a person, nor who it was', async () => {
    const { steward, ids } = await furnished();
    const file = await saved(steward, ids, { whom: 'colleague' });
    expect(readFileSync(file, 'utf8')).not.toMatch(/kari"|FJORD/);
    const other = await computer();
    const contents = await opened(other, file);
    expect(contents.for).toBe('colleague');
    expect(contents.connections[0]).toMatchObject({
      ...{ name: 'Kari', way: 'none' },
      needs: [{ kind: 'api-key' }, { kind: 'sign-in' }, { kind: 'proxy-password' }],
    });
    const taken = await valueOf(takeOver(other, file, contents));
    expect(taken.connections[0]?.missing.map(({ kind }) => kind)).toContain('sign-in');
  });
});

describe('a file with secrets', () => {
  it('SAR-02 is encrypted, asks first, and a call over two-way TLS works where it was taken over', async () => {
    const { steward, ids } = await furnished();
    const file = await saved(steward, ids, { passphrase: PASSPHRASE });
    expect(steward.shell.asked.at(-1)).toMatchObject({ why: 'reveal', targets: ['x.json.age'] });
    const keyLine = platform.clientKeyPem.split('\n')[5] ?? '';
    const secrets = [platform.apiKey, keyLine, PASSWORD, PROXY_PASSWORD];
    expect(markersInFolder(path.dirname(file), secrets)).toEqual([]);
    const text = await decryptWithPassphrase(readFileSync(file), PASSPHRASE);
    for (const secret of secrets) expect(text).toContain(secret);

    const other = await computer();
    const contents = await opened(other, file, PASSPHRASE);
    expect(contents.secrets).toBe(true);
    const states = contents.connections.flatMap(({ needs }) => needs.map(({ state }) => state));
    expect(states).toEqual(['comes', 'comes', 'comes', 'comes', 'comes']);
    const taken = await valueOf(takeOver(other, file, contents, PASSPHRASE));
    expect(taken.connections.flatMap(({ missing }) => missing)).toEqual([]);
    expect(other.shell.asked).toHaveLength(1);
    expect(other.shell.asked[0]?.detail).toContain('Platform key');
    const connection = taken.connections.find(({ name }) => name === 'Local platform')?.connection;
    const called = { connection: connection ?? '' };
    expect(await valueOf(other.client.connections.test(called))).toMatchObject({ passed: true });
    expect((await valueOf(other.client.enterpriseUsers.list(called))).users).toHaveLength(3);

    // Neither what went to the pages nor what lies on the disks holds one, nor the passphrase.
    for (const one of [steward, other]) {
      await one.app.stop();
      const all = [...secrets, PASSPHRASE];
      expect(markersInFolder(one.dataFolder, all)).toEqual([]);
      for (const secret of all) expect(JSON.stringify(one.sent)).not.toContain(secret);
    }
  });

  it('ACT-01 both are in the journal, with what they were, and never the passphrase', async () => {
    const { steward, ids } = await furnished();
    await saved(steward, ids);
    await saved(steward, ids, { whom: 'colleague', passphrase: PASSPHRASE });
    const { lines: entries } = await valueOf(
      steward.client.activity.list({ filter: {}, limit: 1000 }),
    );
    const told = entries
      .filter(({ operation }) => operation.startsWith('connectionFile.'))
      .map(({ operation, object }) => `${operation}: ${object}`);
    expect([...new Set(told)].sort()).toEqual([
      'connectionFile.save: 3 connections for self without secrets',
      'connectionFile.saveEncrypted: 3 connections for colleague with secrets',
    ]);
    expect(JSON.stringify(entries)).not.toContain(PASSPHRASE);
  });

  it('a person who says no gets no file, and the passphrase that is wrong opens nothing', async () => {
    const { steward, ids } = await furnished();
    steward.shell.answer = () => false;
    const target = path.join(tempFolder(), 'refused.age');
    expect(
      await steward.client.connectionFile.saveEncrypted({
        ...{ target: steward.app.targetFor(target), for: 'self', connections: ids },
        ...{ settings: true, passphrase: PASSPHRASE },
      }),
    ).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(() => readFileSync(target)).toThrow('ENOENT');

    steward.shell.answer = () => true;
    const file = await saved(steward, ids, { passphrase: PASSPHRASE });
    const other = await computer();
    const read = (passphrase?: string) =>
      valueOf(other.client.connectionFile.read({ file: other.app.handleFor(file), passphrase }));
    expect(await read()).toEqual({ state: 'passphrase-needed' });
    expect(await read('correct horse batterx')).toEqual({ state: 'wrong-passphrase' });
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, bytes.length - 9));
    expect(await read(PASSPHRASE)).toEqual({ state: 'damaged' });
  });

  it('TLS-13 a certificate that has run out since is named and not taken; the rest is', async () => {
    const { steward, connection } = await furnished();
    const file = await saved(steward, [connection], { passphrase: PASSPHRASE });
    const later = new Date('2099-01-01T00:00:00Z');
    const other = await computer({
      replacements: { keychain: keychainOf(createWorld()), now: () => later },
    });
    const contents = await opened(other, file, PASSPHRASE);
    expect(contents.connections[0]?.needs).toMatchObject([
      { kind: 'certificate', state: 'expired' },
      { kind: 'api-key', state: 'comes' },
    ]);
    const taken = await valueOf(takeOver(other, file, contents, PASSPHRASE));
    expect(taken.connections[0]?.missing).toMatchObject([{ kind: 'certificate' }]);
    expect(await keptBy(other)).toEqual(['api-key Platform key']);
  });
});

describe('what is here, what may not be, and what changed', () => {
  it('what is here already is said, and taken over beside it under a free name', async () => {
    const { steward, connection } = await furnished();
    const file = await saved(steward, [connection], { passphrase: PASSPHRASE });
    const contents = await opened(steward, file, PASSPHRASE);
    expect(contents.connections).toMatchObject([
      {
        name: 'Local platform (2)',
        here: expect.stringMatching(/Kari|Local platform|Open data/) as unknown,
      },
    ]);
    expect(contents.settings).toEqual([]);
    await valueOf(takeOver(steward, file, contents, PASSPHRASE));
    expect(await namesOf(steward)).toContain('Local platform (2)');
    expect(await keptBy(steward)).toContain('api-key Platform key (2)');
  });

  it('MDM-02 what the organisation settles otherwise is said, and taken over by no answer', async () => {
    const { steward, connection } = await furnished();
    const file = await saved(steward, [connection]);
    const places = [
      { name: 'Elsewhere', environment: 'test', baseAddress: 'https://elsewhere.example' },
    ];
    const limits = { rotationPolicyDays: 60 };
    const other = await computer({
      shell: {
        managed: managedSettings.parse({ version: 1, managedBy: 'IT of Fjord', places, limits }),
      },
    });
    const contents = await opened(other, file);
    expect(contents.connections).toMatchObject([{ managed: true }]);
    expect(contents.settings).toContainEqual(
      expect.objectContaining({ name: 'rotationPolicyDays', managed: true }),
    );
    const all = await takeOver(other, file, contents);
    expect(all).toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(await takeOver(other, file, { ...contents, connections: [] })).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
    expect(other.shell.asked).toEqual([]);
    expect(await namesOf(other)).toEqual([]);
  });

  it('a file that is another than the one that was shown is refused before anybody is asked', async () => {
    const { steward, connection } = await furnished();
    const file = await saved(steward, [connection]);
    const other = await computer();
    const contents = await opened(other, file);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('127.0.0.1', 'evil.example'));
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('localhost', 'evil.example'));
    expect(await takeOver(other, file, contents)).toMatchObject({
      failure: { kind: 'file', problem: 'changed-meanwhile' },
    });
    expect(other.shell.asked).toEqual([]);
  });

  it('a limit that gets longer is asked about, also where no connection is taken', async () => {
    const { steward, connection } = await furnished();
    await valueOf(steward.client.settings.change({ idleLockMinutes: 60 }));
    const file = await saved(steward, [connection]);
    const other = await computer();
    const contents = await opened(other, file);
    other.shell.answer = () => false;
    const alone = { ...contents, connections: [] };
    expect(await takeOver(other, file, alone)).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(other.shell.asked[0]?.detail).toContain('60');
    expect(await valueOf(other.client.settings.get({}))).toMatchObject({ idleLockMinutes: 10 });
  });
});

describe('FLT-01 nothing is taken by half', () => {
  const start = async (dataFolder: string, world: ReturnType<typeof createWorld>, steps?: Steps) =>
    computer({ dataFolder, replacements: { keychain: keychainOf(world, steps) } });

  it('a keychain that stops at any point leaves no connection, or all with their secrets', async () => {
    const { steward, ids } = await furnished();
    const file = await saved(steward, ids, { passphrase: PASSPHRASE });
    // As safe as it is, it would be slow to open so often.
    const text = await decryptWithPassphrase(readFileSync(file), PASSPHRASE);
    writeFileSync(file, await encryptWithPassphrase(text, PASSPHRASE, { workFactor: 4 }));
    const outcomes = new Set<number>();
    for (let point = 1, isOver = false; !isOver; point += 9) {
      const [dataFolder, world] = [tempFolder(), createWorld()];
      const first = await start(dataFolder, world);
      const contents = await opened(first, file, PASSPHRASE);
      await first.stop();
      const steps = stopAt(point);
      const dying = await start(dataFolder, world, steps);
      const answer = await takeOver(dying, file, contents, PASSPHRASE);
      isOver = answer.ok;
      await dying.stop();

      const again = await start(dataFolder, world);
      const names = await namesOf(again);
      outcomes.add(names.length);
      const { scheme } = await valueOf(again.client.settings.get({}));
      expect([names.length, scheme]).toEqual(answer.ok ? [3, 'dark'] : [0, 'auto']);
      // What was not taken can be taken now.
      if (!answer.ok)
        await valueOf(takeOver(again, file, await opened(again, file, PASSPHRASE), PASSPHRASE));
      const { all } = await valueOf(again.client.connections.list({}));
      const certified = all.find(({ name }) => name === 'Local platform')?.id ?? '';
      expect(await valueOf(again.client.connections.test({ connection: certified }))).toMatchObject(
        { passed: true },
      );
      await again.stop();
    }
    expect([...outcomes].sort()).toEqual([0, 3]);
  });
});
