// The whole program against the local platform: what it stores, what never leaves it, how it ends and starts again.
import { everythingOn } from '../platform/shape.ts';
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storedData } from '../../preload/contract/stored-data.ts';
import { endpointFor } from '../../preload/contract/endpoints.ts';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { PLACES, placeOf } from '../../main/storage/folder-places.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { whileTimePasses } from '../support/clock.ts';
import { samples } from '../support/contract-samples.ts';
import { formsFound, markersInFolder, plainMarker } from '../support/markers.ts';
import { type Answered, doEverything, UNCLEAR } from '../support/everything.ts';
import { itAsRoot, mountSmall, unmount } from '../support/needs-root.ts';
import { connectTo, startSteward, type StartOptions, valueOf } from '../support/steward.ts';
import { TYPED } from '../support/everything-messages.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';

/** Behaves as the keychain of a computer: it outlives the program. */
const outliving = (): Keychain => Object.assign(createMemoryKeychain(), { kind: 'system' });

async function start(options: StartOptions = {}) {
  const steward = await startSteward(options);
  onTestFinished(() => steward.stop());
  return steward;
}
async function startWithPlatform(options: StartOptions = {}, users = 3) {
  const platform = await startPlatform({ users });
  onTestFinished(() => platform.stop());
  const steward = await start(options);
  const ids = await connectTo(steward, platform);
  return { ...steward, platform, ...ids };
}

it('FLD-32 says that the data is not where it usually is', async () => {
  const { client } = await start();
  expect(await valueOf(client.app.dataFolder({}))).toMatchObject({ usual: false, format: 1 });
});

describe('after everything a person can do', () => {
  const exports = makeTempFolder('steward-exports');
  const data = makeTempFolder('steward-data');
  const keychain = outliving();
  const passphrases = [plainMarker('age'), plainMarker('job'), plainMarker('proxy')] as const;
  let platform: Platform;
  let secrets: string[] = [];
  let answers: readonly Answered[] = [];
  let events = '';

  beforeAll(async () => {
    platform = await startPlatform({ users: 4, switches: everythingOn });
    const steward = await startSteward({ dataFolder: data.path, replacements: { keychain } });
    ({ answers, events } = await doEverything(steward, platform, exports.path, passphrases));
    await steward.stop();
    secrets = [
      ...Object.values(platform.control.secretsGiven).flat(),
      ...[platform.apiKey, platform.passphrase, UNCLEAR, ...passphrases],
      ...[plainMarker('token'), plainMarker('password')],
      ...platform.clientKeyPem.split('\n').filter((line) => line.length > 40),
    ];
  });
  afterAll(async () => {
    await platform.stop();
    exports.remove();
    data.remove();
  });

  it('every call was of a documented endpoint, and most that a service may ask for were', () => {
    const asked = platform.control.requests
      .map(({ method, path: at }) => ({ method, at }))
      // Wherever this platform's relation leads: no path is documented for it.
      .filter(({ at }) => !at.endsWith('/archivereference'));
    const undocumented = asked.filter(({ method, at }) => endpointFor(method, at) === undefined);
    expect(undocumented).toEqual([]);
    const rows = new Set(asked.map(({ method, at }) => endpointFor(method, at)));
    expect(rows.size).toBeGreaterThan(35);
  });

  it('every operation of the contract was called, and all but a few went well', () => {
    expect([...new Set(answers.map(({ name }) => name))].sort()).toEqual(
      Object.keys(samples).sort(),
    );
    const failed = answers.filter(({ ok }) => !ok).map(({ name, text }) => `${name} ${text}`);
    expect(failed).toEqual([]);
    expect(secrets.length).toBeGreaterThan(30);
  });

  it('SAR-01 no file below the data folder holds a secret in any of eleven forms, packed or not', () => {
    const files = readdirSync(data.path, { recursive: true }).map(String);
    for (const name of ['vault.log', 'journal.jsonl', 'escrow.log', 'logs/steward.log'])
      expect(files).toContain(name);
    expect(files.filter((name) => name.endsWith('.draft'))).toHaveLength(1);
    expect(markersInFolder(data.path, [...secrets, TYPED])).toEqual([]);
  });

  it('IPC-04 no answer and no event holds a secret, except where a person pressed reveal', () => {
    const leaking = answers
      .filter(({ text }) => secrets.some((secret) => formsFound(text, secret).length > 0))
      .map(({ name }) => name);
    expect(leaking).toEqual(['oneTimeSecrets.reveal', 'oneTimeSecrets.look']);
    expect(secrets.flatMap((secret) => formsFound(events, secret))).toEqual([]);
    expect(events.length).toBeGreaterThan(1000);
  });

  it('IPC-04 no answer names a path', () => {
    const texts = [events, ...answers.map(({ text }) => text)];
    for (const text of texts) expect(text).not.toMatch(/steward-(data|exports)|\/tmp\//);
  });

  it('SAR-08 every file is 0600 and every folder 0700', () => {
    const wrong = [data.path, exports.path].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map((name) => path.join(folder, String(name)))
        .filter((file) => (statSync(file).mode & 0o077) !== 0),
    );
    expect(wrong).toEqual([]);
  });

  it('AUD-01 the journal tells what was done, by whom and how it ended, without a person’s number', () => {
    const text = readFileSync(path.join(data.path, 'journal.jsonl'), 'utf8');
    for (const name of ['rotateSecret', 'rename', 'remove', 'create', 'startRotation'])
      expect(text).toContain(`"enterpriseUsers.${name}"`.replace(/"e.*\.startR/, '"jobs.startR'));
    expect(text).not.toContain('01010112345');
  });

  it('every name in the data folder is one that is known, and nearly every known one was met', () => {
    const names = readdirSync(data.path);
    const inFolders = names.flatMap((name) => {
      const holds = placeOf(name)?.holds;
      const inside = holds ? readdirSync(path.join(data.path, name)) : [];
      return inside.filter((one) => !holds?.test(one)).map((one) => `${name}/${one}`);
    });
    expect([...names.filter((name) => !placeOf(name)), ...inFolders]).toEqual([]);
    const met = new Set(names.map((name) => placeOf(name)?.name));
    const notMet = PLACES.map(({ name }) => name).filter((name) => !met.has(name));
    const ofShells = ['window', 'steward.lock', 'steward.sock', '.escrow'];
    // Written once many lines stand behind it (`user-knowledge.test.ts`).
    const ofMany = ['enterprise-users.json'];
    // Of a host that has notifications (`notices.test.ts`).
    const ofNotifications = ['notices.json'];
    // Written when something is saved.
    const ofSaving = ['parts.json'];
    const rare = [...ofShells, ...ofMany, ...ofNotifications, ...ofSaving];
    const elsewhere = ['backups', 'updates', 'updates.json', ...rare];
    expect(notMet.filter((name) => !elsewhere.includes(name))).toEqual([]);
  });

  it('each file in the data folder is in a row of what is said to be stored', () => {
    const rowOf = (name: string) =>
      storedData.find(({ places }) => places.some((place) => place === placeOf(name)?.name));
    const files = readdirSync(data.path, { recursive: true, withFileTypes: true })
      .filter((one) => !one.isDirectory())
      .map((one) => path.relative(data.path, path.join(one.parentPath, one.name)));
    expect(files.length).toBeGreaterThan(15);
    const told = files.map((file) => [file, rowOf(file.split(path.sep)[0] ?? '')] as const);
    expect(told.filter(([, row]) => row === undefined)).toEqual([]);

    // What is said of a row holds of its files: no name of a user where there is nothing personal, or where all is sealed.
    const names = [...platform.control.users].filter((name) => name.length > 6);
    expect(names.length).toBeGreaterThan(2);
    const holding = told.filter(([file]) =>
      names.some((name) => readFileSync(path.join(data.path, file)).includes(name)),
    );
    const rows = new Set(holding.map(([, row]) => row?.id));
    expect([...rows]).toEqual(expect.arrayContaining(['users', 'journal', 'oneTimeSecrets']));
    const unsaid = holding.filter(
      ([, row]) => row?.isPersonal !== true || row.protection === 'sealed',
    );
    expect(unsaid.map(([file]) => file)).toEqual([]);
  });

  it('S6 the next start finds everything again and asks for nothing', async () => {
    const steward = await start({ dataFolder: data.path, replacements: { keychain } });
    const begun = await valueOf(steward.client.app.start({}));
    expect(begun).toMatchObject({ keychain: { state: 'ready' }, journal: { state: 'whole' } });
    expect(begun.setAside).toEqual([]);
    expect(begun.settings.scheme).toBe('dark');
    const connection = begun.chosen ?? '';
    const { users } = await valueOf(steward.client.enterpriseUsers.list({ connection }));
    expect(users.length).toBe(platform.control.users.length);
    const kept = begun.secrets.find(({ state }) => state === 'confirmed');
    const { secret } = await valueOf(
      steward.client.oneTimeSecrets.reveal({ secret: kept?.id ?? '' }),
    );
    expect(secret).toBe(platform.control.secretOf(kept?.userName ?? ''));
  });
});

describe('windows', () => {
  it('every window hears of a change; a closed one hears nothing more', async () => {
    const { client, openWindow } = await start();
    const [second, third] = [openWindow(), openWindow()];
    third.closeWindow();
    await valueOf(client.settings.change({ scheme: 'light' }));
    expect(second.sent).toMatchObject([{ kind: 'event', name: 'settingsChanged' }]);
    expect(third.sent).toEqual([]);
  });

  it('OTS-13 a window closed in the middle of a rotation loses nothing', async () => {
    const { platform, connection, client, openWindow } = await startWithPlatform();
    const userName = platform.control.users[0] ?? '';
    const held = platform.control.hold('enterpriseUsers.rotateSecret', true);
    const closing = openWindow();
    void closing.client.enterpriseUsers.rotateSecret({ connection, userName });
    await held.reached;
    closing.closeWindow();
    held.release();
    await expect
      .poll(async () => (await valueOf(client.oneTimeSecrets.list({}))).map(({ state }) => state))
      .toEqual(['waiting']);
    const [entry] = await valueOf(client.oneTimeSecrets.list({}));
    const { secret } = await valueOf(client.oneTimeSecrets.reveal({ secret: entry?.id ?? '' }));
    expect(secret).toBe(platform.control.secretOf(userName));
    await expect
      .poll(async () => {
        const { lines } = await valueOf(client.activity.list({ filter: {}, limit: 1 }));
        return [lines[0]?.operation, lines[0]?.outcome];
      })
      .toEqual(['enterpriseUsers.rotateSecret', 'done']);
  });

  it('the portal is opened at its origin only, whatever the base address holds behind it', async () => {
    const { client, shell, connection, platform } = await startWithPlatform();
    const { host } = await valueOf(client.app.openPortal({ connection }));
    expect(shell.opened).toEqual([`${platform.address}/`]);
    expect(host).toBe(new URL(platform.address).host);
    expect(await client.app.openPortal({ connection: 'other' })).toMatchObject({ ok: false });
  });

  it('MEM-02 CLP-02 locking empties the clipboard and tells every window', async () => {
    const { client, shell, on, platform, connection } = await startWithPlatform();
    const userName = platform.control.users[0] ?? '';
    const { secret } = await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
    expect(await valueOf(client.oneTimeSecrets.copy({ secret }))).toEqual({ clearsInSeconds: 30 });
    expect(shell.clipboardText).toBe(platform.control.secretOf(userName));
    const locked = new Promise((resolve) => on('locked', resolve));
    await valueOf(client.app.lock({}));
    expect(await locked).toEqual({});
    await expect.poll(() => shell.clipboardText).toBe('');
  });

  it('MEM-04 the window is kept out of screen sharing while a secret is shown, and is back in it afterwards', async () => {
    const { client, shell, platform, connection } = await startWithPlatform();
    const userName = platform.control.users[0] ?? '';
    const { secret } = await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
    expect(shell.hidden).toEqual([]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await valueOf(client.oneTimeSecrets.reveal({ secret }));
    // The page shows it for 30 s.
    vi.advanceTimersByTime(34_999);
    expect(shell.hidden).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(shell.hidden).toEqual([true, false]);
  });
});

describe('leaving', () => {
  it('OTS-12 is held while a secret waits for its person, and goes when asked to anyway', async () => {
    const { client, app, shell, on, platform, connection } = await startWithPlatform();
    expect(app.mayQuit()).toBe(true);
    const userName = platform.control.users[0] ?? '';
    await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
    const told = new Promise((resolve) => on('quitHeld', resolve));
    expect(await valueOf(client.app.quit({ anyway: false }))).toEqual({ held: true });
    expect(await told).toEqual({
      secretsWaiting: 1,
      jobsRunning: 0,
      writesRunning: 0,
      draftsUnsaved: 0,
    });
    expect(shell.quits).toBe(0);
    expect(await valueOf(client.app.quit({ anyway: true }))).toEqual({ held: false });
    await expect.poll(() => shell.quits).toBe(1);
  });

  it('is held by drafts of any window until they are saved or their window is gone', async () => {
    const { client, app, on, openWindow } = await start();
    const second = openWindow();
    await valueOf(client.app.holdDrafts({ drafts: 1 }));
    await valueOf(second.client.app.holdDrafts({ drafts: 2 }));
    const told = new Promise((resolve) => on('quitHeld', resolve));
    expect(await valueOf(client.app.quit({ anyway: false }))).toEqual({ held: true });
    expect(await told).toMatchObject({ draftsUnsaved: 3 });
    await valueOf(client.app.holdDrafts({ drafts: 0 }));
    expect(app.mayQuit()).toBe(false);
    // Said and not heard yet when the window goes: nobody is left who could save them.
    void second.client.app.holdDrafts({ drafts: 5 });
    second.closeWindow();
    await valueOf(client.app.checkKeychain({}));
    expect(app.mayQuit()).toBe(true);
  });

  it('CAN-04 a write that runs when the program ends comes to its end and is journalled', async () => {
    const dataFolder = tempFolder();
    const keychain = outliving();
    const options = { dataFolder, replacements: { keychain } };
    const { platform, connection, client, app } = await startWithPlatform(options);
    const userName = platform.control.users[0] ?? '';
    const held = platform.control.hold('enterpriseUsers.rotateSecret', true);
    void client.enterpriseUsers.rotateSecret({ connection, userName });
    await held.reached;
    expect(app.mayQuit()).toBe(false);
    const stopped = app.stop();
    held.release();
    await stopped;
    const again = await start(options);
    const { secrets, journal } = await valueOf(again.client.app.start({}));
    expect(secrets).toMatchObject([{ userName, state: 'waiting', kept: 'keychain' }]);
    expect(journal.state).toBe('whole');
    const { lines } = await valueOf(again.client.activity.list({ filter: {}, limit: 1 }));
    expect(lines[0]).toMatchObject({ object: userName, outcome: 'done' });
  });
});

describe('a bad start', () => {
  it('FIL-07 damaged files are set aside and named; the program begins all the same', async () => {
    const dataFolder = tempFolder();
    const names = ['settings', 'connections', 'credentials', 'jobs', 'enterprise-users'];
    for (const name of names) writeFileSync(path.join(dataFolder, `${name}.json`), '{"version":');
    writeFileSync(path.join(dataFolder, 'journal.jsonl'), 'no journal\n');
    const { client } = await start({ dataFolder });
    const { setAside, journal } = await valueOf(client.app.start({}));
    expect(setAside.map((name) => name.split('.json.bad-')[0]).sort()).toEqual(names.sort());
    expect(journal).toMatchObject({ state: 'damaged', firstBadLine: 1 });
  });

  it('VLT-07 a keychain that never answers does not hold up the start, and memory takes its place when a person says so', async () => {
    const never = () => new Promise<never>(() => undefined);
    const keychain: Keychain = { kind: 'system', read: never, write: never, remove: never };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client } = await whileTimePasses(start({ replacements: { keychain } }));
    vi.useRealTimers();
    const begun = await valueOf(client.app.start({}));
    expect(begun.keychain.state).toBe('not-answering');
    expect(begun.journal.state).toBe('unanchored');
    expect(await valueOf(client.app.useMemoryKeychain({}))).toMatchObject({ state: 'memory' });
    const added = client.credentials.addApiKey({ name: 'Key', key: 'a-key-of-a-test' });
    expect(await valueOf(added)).toMatchObject({ memoryOnly: true });
  });

  it('SAR-02 a locked keychain is said; in memory the person goes on, and nothing secret is on disk', async () => {
    const dataFolder = tempFolder();
    const locked = () => Promise.reject(new Error('Cannot create an item in a locked collection'));
    const keychain: Keychain = { kind: 'system', read: locked, write: locked, remove: locked };
    const { client, on } = await start({ dataFolder, replacements: { keychain } });
    const key = plainMarker('memory');
    const refused = await client.credentials.addApiKey({ name: 'Key', key });
    expect(refused).toMatchObject({ ok: false });
    const told = new Promise((resolve) => on('keychainChanged', resolve));
    expect(await valueOf(client.app.useMemoryKeychain({}))).toMatchObject({ state: 'memory' });
    expect(await told).toMatchObject({ state: 'memory' });
    const added = await valueOf(client.credentials.addApiKey({ name: 'Key', key }));
    expect(added).toMatchObject({ memoryOnly: true });
    expect(markersInFolder(dataFolder, [key])).toEqual([]);
  });

  it('INS-09 LOG-03 an error that nothing caught is logged by where it happened and its id, without what it says', async () => {
    const { app, dataFolder } = await start();
    const errorId = app.reportError(new TypeError('hunter2 of 01018012345'));
    await app.stop();
    const log = readFileSync(path.join(dataFolder, 'logs', 'steward.log'), 'utf8');
    const line = log.split('\n').find((one) => one.includes(errorId)) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      event: 'uncaught',
      kind: 'TypeError',
      places: expect.arrayContaining([expect.stringMatching(/app\.test\.ts:\d+/)]) as unknown,
    });
    expect(log).not.toMatch(/hunter2|01018012345/);
  });

  it('FIL-08 a data folder that others may write in is refused with a Problem', async () => {
    const dataFolder = tempFolder();
    chmodSync(dataFolder, 0o777);
    await expect(startSteward({ dataFolder })).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'not-permitted' },
    });
  });

  itAsRoot(
    'DSK-01 on a full disk nothing is sent, the old state is readable, and with room again it goes on',
    async () => {
      const dataFolder = tempFolder();
      mountSmall(dataFolder, '4m');
      onTestFinished(() => {
        unmount(dataFolder);
      });
      const { client, platform, connection, app } = await startWithPlatform({ dataFolder });
      onTestFinished(() => app.stop());
      const userName = platform.control.users[0] ?? '';
      const filler = path.join(dataFolder, 'filler');
      expect(() => {
        writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024));
      }).toThrow(/ENOSPC/);
      const full = { ok: false, failure: { kind: 'file', problem: 'disk-full' } };
      const rotate = () => client.enterpriseUsers.rotateSecret({ connection, userName });
      expect(await rotate()).toMatchObject(full);
      expect(await client.settings.change({ scheme: 'dark' })).toMatchObject(full);
      expect(await valueOf(client.settings.get({}))).toMatchObject({ scheme: 'auto' });
      expect(platform.control.executed('enterpriseUsers.rotateSecret')).toBe(0);
      execFileSync('rm', [filler]);
      expect(await rotate()).toMatchObject({ ok: true });
    },
  );
});
