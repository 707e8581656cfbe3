// Program updates through the whole program: real TLS, the real electron-updater, an honest and a dishonest publisher.
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTransport } from '../../main/http/transport.ts';
import type { ManagedSettings } from '../../preload/contract/managed.ts';
import { createClock } from '../support/clock.ts';
import { type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import {
  keyPair,
  listOf,
  openUpdateDesk,
  randomPackage,
  RUNNING,
  type UpdateDesk,
} from '../support/update-desk.ts';
import { eventually } from '../support/eventually.ts';

const LIST = 'latest-linux.yml';

async function refusedFor(
  asked: ReturnType<Steward['client']['updates']['check' | 'download' | 'install']>,
): Promise<string> {
  const answer = await asked;
  if (answer.ok) return `done: ${JSON.stringify(answer.value)}`;
  const { failure } = answer;
  return failure.kind === 'conflict' ? (failure.field ?? '') : failure.kind;
}

/** Every file under a folder, by its path in it. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

const managed = (more: Partial<ManagedSettings>): ManagedSettings => ({
  version: 1,
  managedBy: 'Fjordvik kommune',
  ...more,
});

/** A file that stops in the middle of its body, until told to go on. */
function stall(desk: UpdateDesk, name: string) {
  const started = deferred();
  const usually = desk.answers;
  desk.answers = (request, usual) => {
    if (!request.path.endsWith(name)) {
      usually(request, usual);
      return;
    }
    const content = desk.files.get(name) ?? Buffer.alloc(0);
    request.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\n\r\n`);
    request.socket.write(content.subarray(0, content.length / 2), () => {
      started.resolve();
    });
  };
  return { started: started.promise };
}
function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

describe('UPD-04 a new version', () => {
  it('is found, downloaded when the person says so, and installed when they say so', async () => {
    const desk = await openUpdateDesk();
    const content = randomPackage();
    desk.publish({ version: '1.5.0', content, notes: 'Better.\r\n\u0007<b>Bold\u202e</b>' });
    const { client, dataFolder, ends, sent } = await desk.start();
    expect(await valueOf(client.updates.state({}))).toEqual({ state: 'idle', lookedAt: null });
    const found = await valueOf(client.updates.check({}));
    expect(found).toMatchObject({
      state: 'found',
      update: {
        version: '1.5.0',
        bytes: content.length,
        notes: 'Better.\n<b>Bold</b>',
        released: '2030-02-28T09:00:00.000Z',
      },
    });
    expect(desk.server.requests.map((r) => r.path)).toEqual([
      `/steward/${LIST}`,
      `/steward/${LIST}.sig`,
    ]);
    expect(await refusedFor(client.updates.install({ anyway: false }))).toBe('not-downloaded');
    const steps: number[] = [];
    const downloaded = await valueOf(
      client.updates.download({}, { onProgress: ({ bytes }) => void steps.push(bytes) }),
    );
    expect(downloaded.state).toBe('downloaded');
    expect(steps.at(-1)).toBe(content.length);
    const folder = path.join(dataFolder, 'updates');
    expect(readFileSync(path.join(folder, 'Steward/pending/Steward-1.5.0.deb'))).toEqual(content);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(ends).toHaveLength(0);
    expect(await valueOf(client.updates.install({ anyway: false }))).toEqual({ held: false });
    await eventually(() => {
      expect(ends).toHaveLength(1);
    });
    expect(sent.filter((m) => m.kind === 'event' && m.name === 'updatesChanged')).toHaveLength(2);
  });

  it('is asked for without a certificate, a cookie or anything that tells computers apart', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0' });
    const { client } = await desk.start();
    await valueOf(client.updates.check({}));
    await valueOf(client.updates.download({}));
    expect(desk.server.requests).toHaveLength(3);
    const names = desk.server.requests.flatMap(({ headers }) => Object.keys(headers));
    expect([...new Set(names)].sort()).toEqual(
      ['accept', 'accept-encoding', 'cache-control', 'connection', 'host'].sort(),
    );
    expect(desk.server.handshakes.every((certificate) => certificate === null)).toBe(true);
  });

  it('is none when the list names the running one', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: RUNNING });
    const { client } = await desk.start();
    expect(await valueOf(client.updates.check({}))).toMatchObject({ state: 'current' });
    expect(await refusedFor(client.updates.download({}))).toBe('nothing-found');
  });

  it('waits while something would be lost by leaving', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0' });
    const { client, ends } = await desk.start();
    await valueOf(client.updates.check({}));
    await valueOf(client.updates.download({}));
    await client.app.holdDrafts({ drafts: 2 });
    expect(await valueOf(client.updates.install({ anyway: false }))).toEqual({ held: true });
    expect(ends).toHaveLength(0);
    expect(await valueOf(client.updates.install({ anyway: true }))).toEqual({ held: false });
  });
});

describe('UPD-08 an installation', () => {
  /** Found, downloaded, and begun to be installed; then the program starts in this version. */
  async function startedAgain(version: string) {
    const desk = await openUpdateDesk();
    const dataFolder = path.join(tempFolder(), 'data');
    desk.publish({ version: '1.5.0' });
    const first = await desk.start({ dataFolder });
    await valueOf(first.client.updates.check({}));
    await valueOf(first.client.updates.download({}));
    await valueOf(first.client.updates.install({ anyway: false }));
    await eventually(() => {
      expect(first.ends).toHaveLength(1);
    });
    await first.stop();
    return desk.start({ dataFolder, shell: { version } });
  }

  it('that was refused or failed is told after the next start, until the new version runs', async () => {
    const { client } = await startedAgain(RUNNING);
    const told = { notInstalled: '1.5.0' };
    expect(await valueOf(client.updates.state({}))).toMatchObject({ state: 'idle', ...told });
    expect(await valueOf(client.updates.check({}))).toMatchObject({ state: 'found', ...told });
    const downloaded = await valueOf(client.updates.download({}));
    expect(downloaded).toMatchObject({ state: 'downloaded', ...told });
  });

  it.each(['1.5.0', '1.5.1'])('after which version %s starts has succeeded', async (version) => {
    const { client } = await startedAgain(version);
    expect(await valueOf(client.updates.state({}))).not.toHaveProperty('notInstalled');
  });
});

describe('UPD-04 a list that is not the publisher’s', () => {
  type Forge = (desk: UpdateDesk) => void;
  const sig = `${LIST}.sig`;
  const cases: readonly [string, string, Forge][] = [
    ['is unsigned', 'unsigned', ({ files }) => void files.delete(sig)],
    [
      'is signed by another key',
      'signature',
      ({ files, signed }) => {
        const list = files.get(LIST) ?? Buffer.alloc(0);
        files.set(sig, signed(list, { privateKey: keyPair().privateKey }));
      },
    ],
    [
      'is signed by a key that another root has named',
      'signature',
      ({ files, signed, named }) => {
        const { privateKey, publicPem: publicKey } = keyPair();
        const list = files.get(LIST) ?? Buffer.alloc(0);
        const other = named({ root: keyPair().privateKey, publicKey });
        files.set(sig, signed(list, { privateKey, named: other }));
      },
    ],
    [
      'has a term that was made longer',
      'signature',
      ({ files }) => {
        const text = (files.get(sig) ?? Buffer.alloc(0)).toString();
        files.set(sig, Buffer.from(text.replace(/^expires .../m, 'expires 299')));
      },
    ],
    [
      'is signed with a key whose term was made longer',
      'signature',
      ({ files }) => {
        const text = (files.get(sig) ?? Buffer.alloc(0)).toString();
        files.set(sig, Buffer.from(text.replace(/^key-expires .../m, 'key-expires 299')));
      },
    ],
    [
      'has one byte more',
      'signature',
      ({ files }) => {
        files.set(LIST, Buffer.concat([files.get(LIST) ?? Buffer.alloc(0), Buffer.from(' ')]));
      },
    ],
    [
      'has another hash in it',
      'signature',
      ({ files }) => {
        const text = (files.get(LIST) ?? Buffer.alloc(0)).toString();
        files.set(LIST, Buffer.from(text.replaceAll(/sha512: ..../g, 'sha512: AAAA')));
      },
    ],
    [
      'has no signature in the file for it',
      'signature',
      ({ files }) => {
        files.set(sig, Buffer.from('<html>Sign in</html>'));
      },
    ],
    [
      'is signed for another system',
      'signature',
      ({ files, signed }) => {
        const list = files.get(LIST) ?? Buffer.alloc(0);
        files.set(sig, signed(list, { name: 'latest.yml' }));
      },
    ],
    [
      'is longer than any list',
      'unexpected-answer',
      ({ files }) => {
        files.set(LIST, Buffer.alloc(300 * 1024, 0x20));
      },
    ],
    ['is not there', 'no-list', ({ files }) => void files.delete(LIST)],
    [
      'is sent on to another host',
      'redirected',
      (desk) => {
        desk.answers = (request) => {
          request.answer(302, 'Found', { Location: 'https://elsewhere.invalid/' });
        };
      },
    ],
    [
      'breaks the server',
      'unexpected-answer',
      (desk) => {
        desk.answers = (request) => {
          request.answer(500, 'Broken');
        };
      },
    ],
  ];
  it.each(cases)('%s: %s, and nothing is downloaded', async (_name, expected, forge) => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0' });
    forge(desk);
    const { client, dataFolder } = await desk.start();
    expect(await refusedFor(client.updates.check({}))).toBe(expected);
    expect(await valueOf(client.updates.state({}))).toEqual({ state: 'idle', lookedAt: null });
    expect(await refusedFor(client.updates.download({}))).toBe('nothing-found');
    expect(desk.server.requests.some(({ path: asked }) => asked.endsWith('.deb'))).toBe(false);
    expect(filesIn(path.join(dataFolder, 'updates'))).toEqual([]);
  });

  it('is not believed from a server whose certificate is not trusted', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0' });
    const { client } = await desk.start({ transport: createTransport() });
    expect(await refusedFor(client.updates.check({}))).toBe('certificate');
    expect(desk.server.requests).toEqual([]);
  });

  it('takes away what an earlier list had offered', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0' });
    const { client } = await desk.start();
    await valueOf(client.updates.check({}));
    await valueOf(client.updates.download({}));
    desk.files.delete(`${LIST}.sig`);
    expect(await refusedFor(client.updates.check({}))).toBe('unsigned');
    expect(await refusedFor(client.updates.install({ anyway: true }))).toBe('not-downloaded');
  });
});

describe('UPD-04 no way back', () => {
  it('an older version is refused', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.3.9' });
    const { client } = await desk.start();
    expect(await refusedFor(client.updates.check({}))).toBe('older');
    expect(await refusedFor(client.updates.download({}))).toBe('nothing-found');
  });

  it('a list that was seen to be followed by another is refused, also after a new start', async () => {
    const desk = await openUpdateDesk();
    const dataFolder = path.join(tempFolder(), 'data');
    desk.publish({ version: '1.6.0' });
    const first = await desk.start({ dataFolder });
    await valueOf(first.client.updates.check({}));
    await first.stop();
    desk.publish({ version: '1.5.0' });
    const { client } = await desk.start({ dataFolder });
    expect(await refusedFor(client.updates.check({}))).toBe('replayed');
    desk.publish({ version: '1.6.1' });
    expect(await valueOf(client.updates.check({}))).toMatchObject({ state: 'found' });
  });

  it('ATK-11 a list that was signed before one that was seen is refused, though it offers the same version', async () => {
    const desk = await openUpdateDesk();
    const { client } = await desk.start();
    desk.publish({ version: '1.6.0', notes: 'The second.' });
    const list = desk.files.get(LIST) ?? Buffer.alloc(0);
    const sign = (now: string) =>
      desk.files.set(`${LIST}.sig`, desk.signed(list, { now: new Date(now) }));
    sign('2026-02-02T00:00:00.000Z');
    await valueOf(client.updates.check({}));
    sign('2026-02-01T00:00:00.000Z');
    expect(await refusedFor(client.updates.check({}))).toBe('replayed');
  });

  it('ATK-11 a list held back for longer than its publisher vouches is refused, and the last good look is told', async () => {
    let now = new Date('2026-03-01T08:00:00.000Z');
    const desk = await openUpdateDesk();
    const dataFolder = path.join(tempFolder(), 'data');
    desk.publish({ version: RUNNING });
    const list = desk.files.get(LIST) ?? Buffer.alloc(0);
    desk.files.set(`${LIST}.sig`, desk.signed(list, { now, days: 180 }));
    const first = await desk.start({ dataFolder, now: () => now });
    expect(await valueOf(first.client.updates.check({}))).toMatchObject({ state: 'current' });
    await first.stop();
    now = new Date('2026-08-29T08:00:00.000Z');
    const { client } = await desk.start({ dataFolder, now: () => now });
    expect(await refusedFor(client.updates.check({}))).toBe('expired');
    expect(await valueOf(client.updates.state({}))).toEqual({
      state: 'idle',
      lookedAt: '2026-03-01T08:00:00.000Z',
    });
  });

  it('ATK-11 a key that its root vouches for no longer signs nothing that counts', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0' });
    const list = desk.files.get(LIST) ?? Buffer.alloc(0);
    const named = desk.named({ days: 1 });
    desk.files.set(`${LIST}.sig`, desk.signed(list, { named }));
    const { client } = await desk.start();
    expect(await refusedFor(client.updates.check({}))).toBe('key-expired');
  });

  it('a version that is being tried out is refused, and forgotten', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '2.0.0-beta.1' });
    const { client } = await desk.start();
    expect(await refusedFor(client.updates.check({}))).toBe('pre-release');
    desk.publish({ version: '1.5.0' });
    expect(await valueOf(client.updates.check({}))).toMatchObject({ state: 'found' });
  });

  it.each([
    ['no version', listOf({ version: 'newest' })],
    ['build metadata', listOf({ version: '1.5.0+2' })],
    ['a path', listOf({ version: '1.5.0', file: '../../etc/evil.deb' })],
    ['another host', listOf({ version: '1.5.0', file: 'https://elsewhere.invalid/evil.deb' })],
    ['a hash that is none', listOf({ version: '1.5.0' }).replaceAll(/sha512: \S+/g, 'sha512: x')],
    ['a negative size', listOf({ version: '1.5.0', bytes: -1 })],
    ['no list at all', '[]'],
    ['no YAML', '{'],
  ])('a signed list with %s is not understood', async (_name, list) => {
    const desk = await openUpdateDesk();
    desk.publishList(list);
    const { client } = await desk.start();
    expect(await refusedFor(client.updates.check({}))).toBe('unexpected-answer');
    expect(await refusedFor(client.updates.download({}))).toBe('nothing-found');
  });

  it('a list without a package of this kind offers nothing', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0', file: 'Steward-1.5.0.AppImage' });
    const { client } = await desk.start();
    expect(await refusedFor(client.updates.check({}))).toBe('no-list');
  });
});

describe('UPD-04 a file that is not the one the list names', () => {
  const promised = randomPackage(50_000);
  const changed = Buffer.from(promised);
  changed[25_000] = (changed[25_000] ?? 0) ^ 1;
  it.each([
    ['is shorter', promised.subarray(0, 49_999)],
    ['is longer', Buffer.concat([promised, Buffer.from('x')])],
    ['differs in one bit', changed],
    ['is empty', Buffer.alloc(0)],
  ])('%s: it is removed', async (_name, content) => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0', promised, content });
    const { client, dataFolder } = await desk.start();
    await valueOf(client.updates.check({}));
    expect(await refusedFor(client.updates.download({}))).toBe('file');
    expect(filesIn(path.join(dataFolder, 'updates'))).toEqual([]);
    expect(await valueOf(client.updates.state({}))).toMatchObject({ state: 'found' });
    expect(await refusedFor(client.updates.install({ anyway: true }))).toBe('not-downloaded');
  });

  it('was changed after the download: it is not installed', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0', content: promised });
    const { client, dataFolder, ends } = await desk.start();
    await valueOf(client.updates.check({}));
    await valueOf(client.updates.download({}));
    const file = path.join(dataFolder, 'updates/Steward/pending/Steward-1.5.0.deb');
    writeFileSync(file, changed);
    expect(await refusedFor(client.updates.install({ anyway: true }))).toBe('file');
    expect(ends).toEqual([]);
    expect(await valueOf(client.updates.state({}))).toMatchObject({ state: 'found' });
  });

  it('was changed after the program was told to end: its end starts nothing', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0', content: promised });
    const { client, dataFolder, ends } = await desk.start();
    await valueOf(client.updates.check({}));
    await valueOf(client.updates.download({}));
    await valueOf(client.updates.install({ anyway: true }));
    await eventually(() => {
      expect(ends).toHaveLength(1);
    });
    writeFileSync(path.join(dataFolder, 'updates/Steward/pending/Steward-1.5.0.deb'), changed);
    expect(ends[0]).toThrow('The file is not the one that the list names');
  });
});

describe('UPD-04 a download that does not end', () => {
  it('is cancelled by the person: nothing stays, and it can be done again', async () => {
    const desk = await openUpdateDesk();
    const usually = desk.answers;
    desk.publish({ version: '1.5.0', content: randomPackage() });
    const { client, dataFolder } = await desk.start();
    await valueOf(client.updates.check({}));
    const { started } = stall(desk, 'Steward-1.5.0.deb');
    const cancel = new AbortController();
    const asked = client.updates.download({}, { signal: cancel.signal });
    await started;
    cancel.abort();
    expect(await refusedFor(asked)).toBe('cancelled');
    expect(filesIn(path.join(dataFolder, 'updates'))).toEqual([]);
    desk.answers = usually;
    expect(await valueOf(client.updates.download({}))).toMatchObject({ state: 'downloaded' });
  });

  it('is cut off by a kill: the next start finds nothing to install and clears what lies there', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0', content: randomPackage() });
    const { client, dataFolder } = await desk.start();
    await valueOf(client.updates.check({}));
    const { started } = stall(desk, 'Steward-1.5.0.deb');
    const cancel = new AbortController();
    const asked = client.updates.download({}, { signal: cancel.signal });
    await started;
    const half = path.join(dataFolder, 'updates/Steward/pending/temp-Steward-1.5.0.deb');
    await eventually(() => {
      expect(statSync(half).size).toBeGreaterThan(0);
    });
    // What a kill would leave: the folder as it is now.
    const left = path.join(tempFolder(), 'data');
    cpSync(path.join(dataFolder, 'updates'), path.join(left, 'updates'), { recursive: true });
    cancel.abort();
    await asked;
    const next = await desk.start({ dataFolder: left });
    expect(await valueOf(next.client.updates.state({}))).toEqual({ state: 'idle', lookedAt: null });
    expect(await refusedFor(next.client.updates.install({ anyway: true }))).toBe('not-downloaded');
    await eventually(() => {
      expect(filesIn(path.join(left, 'updates'))).toEqual([]);
    });
  });

  it('a whole file of an earlier start is not used either', async () => {
    const desk = await openUpdateDesk();
    const dataFolder = path.join(tempFolder(), 'data');
    desk.publish({ version: '1.5.0', content: randomPackage() });
    const first = await desk.start({ dataFolder });
    await valueOf(first.client.updates.check({}));
    await valueOf(first.client.updates.download({}));
    await first.stop();
    const { client } = await desk.start({ dataFolder });
    await valueOf(client.updates.check({}));
    expect(await refusedFor(client.updates.install({ anyway: true }))).toBe('not-downloaded');
    const before = desk.server.requests.length;
    await valueOf(client.updates.download({}));
    expect(desk.server.requests.slice(before).map((r) => r.path)).toEqual([
      '/steward/Steward-1.5.0.deb',
    ]);
  });
});

describe('UPD-04 off means that nobody is asked', () => {
  it.each([
    ['no address', { address: null }, 'no-address'],
    [
      'switched off by the organisation',
      { shell: { managed: managed({ updateAddress: null }) } },
      'managed',
    ],
    ['no installed program', { shell: { installer: undefined } }, 'not-installed'],
  ] as const)('%s', async (_name, options, why) => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0' });
    const { client } = await desk.start(options);
    expect(await valueOf(client.updates.state({}))).toEqual({ state: 'off', why });
    for (const asked of [client.updates.check({}), client.updates.download({})])
      expect(await refusedFor(asked)).toBe('off');
    expect(await refusedFor(client.updates.install({ anyway: true }))).toBe('off');
    expect(desk.server.connections()).toBe(0);
  });

  it('a build without a key to check with is off', async () => {
    const desk = await openUpdateDesk();
    const { installer } = (await desk.start()).shell;
    if (installer === undefined) throw new Error('There is no installer.');
    const { client } = await desk.start({
      shell: { installer: { ...installer, rootKeys: undefined } },
    });
    expect(await valueOf(client.updates.state({}))).toEqual({ state: 'off', why: 'no-key' });
  });

  it('an address without TLS is no address', async () => {
    const desk = await openUpdateDesk();
    const { client } = await desk.start({ address: null });
    const answer = await client.settings.change({ updateAddress: 'http://127.0.0.1/' });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
  });

  it('the address of the organisation wins, and a change of address forgets what was found', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.5.0' });
    const own = await desk.start({
      address: 'https://127.0.0.1:9/nowhere',
      shell: { managed: managed({ updateAddress: desk.address }) },
    });
    expect(await valueOf(own.client.updates.check({}))).toMatchObject({ state: 'found' });
    const other = await desk.start();
    expect(await valueOf(other.client.updates.check({}))).toMatchObject({ state: 'found' });
    await other.client.settings.change({ updateAddress: 'https://127.0.0.1:9/nowhere' });
    expect(await valueOf(other.client.updates.state({}))).toMatchObject({
      state: 'idle',
    });
    expect(await refusedFor(other.client.updates.download({}))).toBe('nothing-found');
  });

  it('the proxy of the organisation is the way', async () => {
    const desk = await openUpdateDesk();
    const proxy = { use: 'manual', host: '127.0.0.1', port: 9 } as const;
    const { client } = await desk.start({ shell: { managed: managed({ proxy }) } });
    const answer = await client.updates.check({});
    expect(answer).toMatchObject({
      failure: { kind: 'unreachable', host: '127.0.0.1', problem: 'proxy-unreachable' },
    });
    expect(desk.server.connections()).toBe(0);
  });
});

describe('UPD-04 at the start', () => {
  it('it is looked for once a day, quietly', async () => {
    const desk = await openUpdateDesk();
    const dataFolder = path.join(tempFolder(), 'data');
    const clock = createClock();
    const shell = { managed: managed({ updateAddress: desk.address }) };
    const asked = () => desk.server.requests.filter((r) => r.path.endsWith('.yml')).length;
    // Nothing is published yet: a failure is no news.
    const first = await desk.start({ dataFolder, shell, now: clock.now });
    await eventually(() => {
      expect(asked()).toBe(1);
    });
    expect(first.sent.filter((m) => m.kind === 'event' && m.name === 'updatesChanged')).toEqual([]);
    await first.stop();
    clock.pass(23 * 3600_000);
    desk.publish({ version: '1.5.0' });
    const second = await desk.start({ dataFolder, shell, now: clock.now });
    await valueOf(second.client.updates.state({}));
    await second.stop();
    expect(asked()).toBe(1);
    clock.pass(2 * 3600_000);
    const third = await desk.start({ dataFolder, shell, now: clock.now });
    await eventually(async () => {
      expect(await valueOf(third.client.updates.state({}))).toMatchObject({ state: 'found' });
    });
    expect(asked()).toBe(2);
  });
});
