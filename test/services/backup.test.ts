// A backup made of a used folder and brought back where nothing is kept: all is there, and what cannot be is said.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Keychain } from '../../main/secrets/keychain.ts';
import { sealDocument, unsealDocument } from '../../main/storage/documents.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { everythingOn } from '../platform/shape.ts';
import { serviceOf } from '../support/message-desk.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, keychainOf, type World } from '../support/fake-keychain.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';

const PASSPHRASE = 'fjorten fjell og en fjord';

async function start(dataFolder: string, keychain: Keychain): Promise<Steward> {
  const steward = await startSteward({ dataFolder, replacements: { keychain } });
  onTestFinished(() => steward.stop());
  return steward;
}
const emptyAccount = () => {
  const world = createWorld();
  const folder = path.join(tempFolder(), 'data');
  return { world, folder, start: () => start(folder, keychainOf(world)) };
};
const bring = ({ client, app }: Steward, file: string, passphrase = PASSPHRASE) =>
  client.backup.bringBack({ file: app.handleFor(file), passphrase });

/** Ids of the data folders that the keychain has entries of. */
const foldersIn = ({ entries }: World) => [
  ...new Set([...entries.keys()].map((name) => name.split('.')[1])),
];

/** Made once: a folder after a day of work, its keychain and a backup of both. */
interface Used {
  readonly platform: Platform;
  readonly world: World;
  readonly folder: string;
  readonly file: string;
  readonly connection: string;
  readonly secret: { readonly id: string; readonly text: string };
  readonly draft: string;
  readonly jobs: readonly Job[];
}

async function use(folder: string, file: string): Promise<Used> {
  const platform = await startPlatform({ users: 2, messages: 4, switches: everythingOn });
  const world = createWorld();
  const first = await startSteward({
    dataFolder: folder,
    replacements: { keychain: keychainOf(world) },
  });
  const { client } = first;
  const { connection } = await connectTo(first, platform);
  const [userName = ''] = platform.control.users;
  const { secret } = await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
  await valueOf(client.oneTimeSecrets.keep({ secret }));
  const { secret: text } = await valueOf(client.oneTimeSecrets.reveal({ secret }));
  const draft = await beginDraft(first, platform, connection);
  const { organisationNumber } = platform;
  for (let i = 0; i < 2; i += 1) {
    await valueOf(
      client.jobs.startLookUp({
        connection,
        organisationNumbers: [organisationNumber],
        officialContacts: true,
        personalContacts: false,
      }),
    );
    await eventually(async () => {
      const states = (await valueOf(client.jobs.list({}))).map(({ state }) => state);
      expect(states).not.toContain('running');
    });
  }
  await first.stop();
  // As a pause leaves it.
  const records = path.join(folder, 'jobs.json');
  const [newest, ...others] = unsealDocument(readFileSync(records, 'utf8')) as Job[];
  writeFileSync(
    records,
    sealDocument([{ ...newest, state: 'paused', because: 'asked' }, ...others]),
  );

  const second = await startSteward({
    dataFolder: folder,
    replacements: { keychain: keychainOf(world) },
  });
  const jobs = await valueOf(second.client.jobs.list({}));
  await valueOf(
    second.client.backup.make({ target: second.app.targetFor(file), passphrase: PASSPHRASE }),
  );
  await second.stop();
  return { platform, world, folder, file, connection, secret: { id: secret, text }, draft, jobs };
}

async function beginDraft({ client }: Steward, platform: Platform, connection: string) {
  const service = serviceOf(platform.control.messages.serviceWith({ subForm: true }));
  const at = { connection, who: platform.organisationNumber };
  const { id } = await valueOf(client.messages.create({ ...at, ...service, then: 'fill-in' }));
  const message = id ?? '';
  const { forms } = await valueOf(client.messages.get({ ...at, message }));
  await valueOf(client.formDrafts.begin({ ...at, message, form: forms[0]?.id ?? '' }));
  return message;
}

let used: Used;
beforeAll(async () => {
  const folder = makeTempFolder('steward-backup');
  used = await use(path.join(folder.path, 'data'), path.join(folder.path, 'steward.age'));
  return async () => {
    await used.platform.stop();
    folder.remove();
  };
});

describe('a backup', () => {
  it('holds no secret in the clear, and leaves nothing beside the folder', () => {
    const bytes = readFileSync(used.file);
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
    expect(bytes.includes(used.secret.text)).toBe(false);
    expect(bytes.includes('Fjordtrafikk')).toBe(false);
    expect(readdirSync(path.join(used.folder, 'backups'))).toEqual([]);
  });

  it('brought back on an empty account: all of it is there, and a call with the certificate is answered', async () => {
    const account = emptyAccount();
    const first = await account.start();
    const { counts } = await valueOf(bring(first, used.file));
    expect(counts).toEqual({ connections: 1, credentials: 2, secrets: 1, jobs: 2 });
    // Nothing of it counts before the next start.
    expect(await valueOf(first.client.connections.list({}))).toMatchObject({ all: [] });
    // What another window kept now would be gone then.
    const late = await first.client.settings.change({ language: 'nb' });
    expect(late).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    await first.stop();

    const { client } = await account.start();
    const begun = await valueOf(client.app.start({}));
    expect(begun).toMatchObject({ copiedFolder: null, setAside: [], journal: { state: 'whole' } });
    const { connection } = used;
    const { users } = await valueOf(client.enterpriseUsers.list({ connection }));
    expect(users).toHaveLength(2);
    const [held] = await valueOf(client.oneTimeSecrets.list({}));
    expect(held).toMatchObject({ id: used.secret.id });
    const shown = await valueOf(client.oneTimeSecrets.reveal({ secret: used.secret.id }));
    expect(shown.secret).toBe(used.secret.text);
    const { drafts, unreadable } = await valueOf(client.formDrafts.list({ connection }));
    expect([drafts.map(({ message }) => message), unreadable]).toEqual([[used.draft], []]);
    const jobs = await valueOf(client.jobs.list({}));
    expect(jobs.map(({ id, state, because }) => [id, state, because])).toEqual([
      // What a paused job had left may have been done since: it says so, and waits for a person.
      [used.jobs[0]?.id, 'paused', 'brought-back'],
      [used.jobs[1]?.id, 'finished', 'none'],
    ]);
    const { rows } = await valueOf(
      client.jobs.rows({ job: used.jobs[1]?.id ?? '', from: 0, count: 5 }),
    );
    expect(rows.map(({ state }) => state)).toEqual(['done']);

    const report = await valueOf(client.app.check({}));
    expect(report).toMatchObject({ repaired: 0, left: 0 });
    const { lines } = await valueOf(client.activity.list({ filter: {}, limit: 10 }));
    const acts = lines
      .slice(0, 4)
      .map(({ operation, outcome, object }) => [operation, outcome, object]);
    const [, , brought] = acts.find(([operation]) => operation === 'backup.bringBack') ?? [];
    expect(brought).toMatch(/^backup of 20\d\d-/);
    expect(acts.find(([operation]) => operation === 'backup.make')?.[1]).toBe('done');
    expect(await valueOf(client.activity.verify({}))).toMatchObject({ state: 'whole' });
  });

  it('brought back beside the folder it was made of: each has its own entries in the keychain', async () => {
    const folder = path.join(tempFolder(), 'data');
    const keychain = keychainOf(used.world);
    const first = await start(folder, keychain);
    await valueOf(bring(first, used.file));
    await first.stop();
    const beside = await start(folder, keychain);
    expect((await valueOf(beside.client.app.start({}))).copiedFolder).toBeNull();
    await valueOf(beside.client.app.erase({ what: 'everything', anyway: true }));
    await beside.stop();
    const original = await start(used.folder, keychain);
    const shown = await valueOf(original.client.oneTimeSecrets.reveal({ secret: used.secret.id }));
    expect(shown.secret).toBe(used.secret.text);
    expect(await valueOf(original.client.activity.verify({}))).toMatchObject({ state: 'whole' });
  });

  it.each([
    ['a wrong passphrase', 'wrong-passphrase', (bytes: Buffer) => bytes, 'another passphrase'],
    ['cut', 'damaged', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20_000), PASSPHRASE],
    ['changed in its last byte', 'damaged', flipped(-1), PASSPHRASE],
    ['changed in its middle', 'damaged', flipped(0.5), PASSPHRASE],
    ['another file', 'not-a-backup', () => Buffer.from('Kjære kollega'), PASSPHRASE],
    ['empty', 'not-a-backup', () => Buffer.alloc(0), PASSPHRASE],
  ] as const)(
    '%s: %s is said, and folder and keychain stay as they were',
    async (_, problem, to, passphrase) => {
      const account = emptyAccount();
      const steward = await account.start();
      await valueOf(steward.client.settings.change({ scheme: 'dark' }));
      const file = path.join(tempFolder(), 'damaged.age');
      writeFileSync(file, to(readFileSync(used.file)));
      const before = foldersIn(account.world);
      const answer = await bring(steward, file, passphrase);
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'file', problem } });
      expect(foldersIn(account.world)).toEqual(before);
      expect(readdirSync(path.join(account.folder, 'backups'))).toEqual([]);
      await steward.stop();
      const { client } = await account.start();
      expect(await valueOf(client.app.start({}))).toMatchObject({
        connections: [],
        settings: { scheme: 'dark' },
        journal: { state: 'whole' },
      });
    },
  );

  it('is refused where anything is kept, before a person is asked', async () => {
    const account = emptyAccount();
    const steward = await account.start();
    await valueOf(steward.client.credentials.addApiKey({ name: 'Key', key: 'a-key-0123456789' }));
    expect(await bring(steward, used.file)).toMatchObject({ failure: { kind: 'conflict' } });
    expect(steward.shell.asked).toEqual([]);
  });

  it('ATK-03 with the port and no person nothing is brought back', async () => {
    const account = emptyAccount();
    const steward = await account.start();
    steward.shell.answer = () => false;
    expect(await bring(steward, used.file)).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(steward.shell.asked).toMatchObject([{ why: 'place', targets: ['backup'] }]);
    expect(existsSync(path.join(account.folder, 'backups'))).toBe(false);
  });

  it('a keychain that locks on the way leaves nothing once it is open again', async () => {
    const account = emptyAccount();
    const open = keychainOf(account.world);
    const state = { left: Infinity };
    const keychain: Keychain = {
      ...open,
      write: async (name, value) => {
        state.left -= 1;
        if (state.left >= 0) await open.write(name, value);
      },
      remove: async (name) => state.left > 0 && open.remove(name),
      read: async (name) => (state.left > 0 ? open.read(name) : undefined),
    };
    const steward = await start(account.folder, keychain);
    const before = foldersIn(account.world);
    state.left = 6;
    expect(await bring(steward, used.file)).toMatchObject({ failure: { kind: 'keychain' } });
    expect(foldersIn(account.world).length).toBeGreaterThan(before.length);
    await steward.stop();
    state.left = Infinity;
    const again = await account.start();
    expect((await valueOf(again.client.app.start({}))).connections).toEqual([]);
    expect(existsSync(path.join(account.folder, 'backups', 'bringing.part'))).toBe(false);
    expect(foldersIn(account.world)).toEqual(before);
  });

  it('that is given up leaves no file and nothing beside the folder', async () => {
    const steward = await start(used.folder, keychainOf(used.world));
    const target = path.join(tempFolder(), 'given-up.age');
    const ended = new AbortController();
    const answer = await steward.client.backup.make(
      { target: steward.app.targetFor(target), passphrase: PASSPHRASE },
      { signal: ended.signal, onProgress: () => ended.abort() },
    );
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    await eventually(() => {
      expect(readdirSync(path.dirname(target))).toEqual([]);
      expect(readdirSync(path.join(used.folder, 'backups'))).toEqual([]);
    });
  });
});

function flipped(where: number) {
  return (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    const at = where < 0 ? changed.length + where : Math.floor(changed.length * where);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
}
