// Managed settings through the whole program and real two-way TLS: refused calls, lowered limits, other addresses.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import { managedSettings, type ManagedSettings } from '../../preload/contract/managed.ts';
import type { Result } from '../../preload/result.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { root } from '../support/imports.ts';
import { machineWay, openSignInDesk, person } from '../support/sign-in-desk.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';
import { eventually } from '../support/eventually.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 4, identity: true });
});
afterAll(() => platform.stop());

/** On a computer that has much else to do. */

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  platform.control.clearFaults();
  platform.control.forget();
  platform.control.shape.linkOrigin = undefined;
});

const settled = (more: object): ManagedSettings =>
  managedSettings.parse({ version: 1, managedBy: 'IT of Fjord', ...more });
const here = (more: object = {}) => ({
  places: [{ name: 'Here', environment: 'test', baseAddress: platform.address, ...more }],
});
const elsewhere = {
  places: [{ name: 'Elsewhere', environment: 'test', baseAddress: 'https://elsewhere.example' }],
};
const fieldsOf = (result: Result<unknown>) =>
  result.ok || result.failure.kind !== 'invalid-input' ? result : result.failure.fields;
const kindOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.failure.kind);

async function start(managed: ManagedSettings | null, dataFolder?: string): Promise<Steward> {
  const steward = await startSteward({
    shell: { managed },
    ...(dataFolder !== undefined && { dataFolder }),
  });
  stops.push(() => steward.stop());
  return steward;
}
function folder(): string {
  const temp = makeTempFolder('steward-managed');
  stops.push(() => {
    temp.remove();
  });
  return path.join(temp.path, 'data');
}
/** Begins without settings, and once more with them, on the same folder: what was made before is there. */
async function before(work: (steward: Steward) => Promise<string>) {
  const dataFolder = folder();
  const steward = await startSteward({ dataFolder });
  const made = await work(steward);
  await steward.stop();
  platform.control.forget();
  return { dataFolder, made };
}

describe('places', () => {
  it('a connection leads there and nowhere else, in its environment', async () => {
    const { client, ...steward } = await start(settled(here()));
    const { connection, certificate, apiKey } = await connectTo({ client, ...steward }, platform);
    const input: ConnectionInput = {
      name: 'Other',
      environment: 'test',
      baseAddress: platform.address,
      organisationName: 'Fjord',
      organisationNumber: platform.organisationNumber,
      signIn: { way: 'certificate', certificate },
      apiKey,
      highestTls: 'TLSv1.2',
      language: 1033,
      mediaType: 'application/json',
      proxy: { use: 'none' },
      formerHosts: [],
    };
    const { host, port } = new URL(platform.address);
    const others = [`https://127.0.0.1:${port}`, `https://${host}/deeper`, 'https://x.example'];
    for (const baseAddress of others) {
      const refused = { baseAddress: 'managed' };
      const given = { ...input, baseAddress };
      expect(fieldsOf(await client.connections.create(given))).toEqual(refused);
      expect(fieldsOf(await client.connections.change({ ...given, connection }))).toEqual(refused);
    }
    const production = { ...input, environment: 'production' as const };
    expect(fieldsOf(await client.connections.create(production))).toEqual({
      environment: 'managed',
    });
    expect((await valueOf(client.connections.list({}))).all).toHaveLength(1);
    expect((await valueOf(client.enterpriseUsers.list({ connection }))).users).toHaveLength(4);
  });

  it('a connection from before that leads elsewhere is seen, asked nothing, and can be removed', async () => {
    const { dataFolder, made: connection } = await before(
      async (steward) => (await connectTo(steward, platform)).connection,
    );
    const { client } = await start(settled(elsewhere), dataFolder);
    expect((await valueOf(client.connections.list({}))).chosen).toBe(connection);
    const asked = {
      credentialed: () => client.enterpriseUsers.list({ connection }),
      open: () => client.reference.codeLists({ connection, fresh: true }),
      test: () => client.connections.test({ connection }),
      explorer: () => client.explorer.entryPoints({ connection }),
      write: () => client.enterpriseUsers.create({ connection, userName: 'svc-new' }),
    };
    for (const [name, ask] of Object.entries(asked)) {
      const answer: Result<unknown> = await ask();
      expect(answer, name).toMatchObject({
        failure: { kind: 'managed', by: 'IT of Fjord' },
      });
    }
    expect(platform.control.requests).toEqual([]);
    expect(kindOf(await client.connections.remove({ connection }))).toBe('ok');
    expect((await valueOf(client.connections.list({}))).all).toEqual([]);
  });

  it('TLS is not higher than the place says, and its former hosts are rebased', async () => {
    const old = 'https://former.example';
    const place = here({ highestTls: 'TLSv1.2', formerHosts: ['former.example'] });
    const tlsOf = async (managed: ManagedSettings) => {
      const steward = await start(managed);
      const { client } = steward;
      const { connection } = await connectTo(steward, platform, { highestTls: 'TLSv1.3' });
      await client.reference.codeLists({ connection, fresh: true });
      platform.control.shape.linkOrigin = old;
      const { entries } = await valueOf(client.explorer.entryPoints({ connection }));
      const id = entries.find(({ path: at }) => at.endsWith('/metadata/codelists'))?.id ?? '';
      const found = await valueOf(client.explorer.get({ connection, at: { entry: id } }));
      const link = found.resources.flatMap(({ links }) => links)[0];
      const followed = await client.explorer.get({
        connection,
        at: { link: link?.handle ?? '' },
      });
      platform.control.shape.linkOrigin = undefined;
      const { exchanges } = await valueOf(client.explorer.traffic({}));
      return { tls: new Set(exchanges.map(({ tls }) => tls)), followed: kindOf(followed) };
    };
    expect(await tlsOf(settled(place))).toEqual({ tls: new Set(['TLSv1.2']), followed: 'ok' });
    const free = await tlsOf(settled(here()));
    expect([free.tls.has('TLSv1.3'), free.followed]).toEqual([true, 'unexpected-answer']);
  });

  it('another organisation is refused', async () => {
    const steward = await start(settled({ organisationNumber: platform.organisationNumber }));
    const made = connectTo(steward, platform, { organisationNumber: '974760673' });
    await expect(made).rejects.toMatchObject({
      failure: { fields: { organisationNumber: 'managed' } },
    });
  });
});

describe('providers', () => {
  const of = (tokenEndpoint: string) =>
    settled({ providers: [{ kind: 'machine-token', name: 'Machines', tokenEndpoint }] });

  it('a machine token is got at a settled endpoint', async () => {
    const desk = await openSignInDesk(platform, {
      shell: { managed: of(platform.identity.machineTokenEndpoint) },
    });
    stops.push(() => desk.stop());
    const proof = { by: 'certificate', certificate: desk.certificate } as const;
    const connection = await desk.connect(machineWay(platform, proof));
    expect(kindOf(await desk.client.enterpriseUsers.list({ connection }))).toBe('ok');
    const other = machineWay(platform, proof, { tokenEndpoint: 'https://other.example/token' });
    await expect(desk.connect(other)).rejects.toMatchObject({
      failure: { fields: { 'signIn.tokenEndpoint': 'managed' } },
    });
    const asPerson = desk.connect({
      way: 'person',
      clientId: 'c',
      scopes: ['openid'],
      acrValues: '',
      provider: { found: 'discovery', issuer: platform.identity.issuer },
    });
    await expect(asPerson).rejects.toMatchObject({
      failure: { fields: { 'signIn.provider.issuer': 'managed' } },
    });
  });

  it('one from before, through another provider, is not signed in', async () => {
    const dataFolder = folder();
    const desk = await openSignInDesk(platform, { dataFolder });
    const proof = { by: 'certificate', certificate: desk.certificate } as const;
    const connection = await desk.connect(machineWay(platform, proof));
    await desk.stop();
    platform.control.forget();
    const { client } = await start(of('https://other.example/token'), dataFolder);
    for (const ask of [
      () => client.signIn.begin({ connection }),
      () => client.enterpriseUsers.list({ connection }),
    ]) {
      const answer: Result<unknown> = await ask();
      expect(kindOf(answer)).toBe('managed');
    }
    expect(platform.control.requests).toEqual([]);
    expect(kindOf(await client.signIn.state({ connection }))).toBe('ok');
    expect(kindOf(await client.signIn.signOut({ connection }))).toBe('ok');
  });
});

describe('proxy', () => {
  async function startProxy() {
    const targets: string[] = [];
    const signIns: (string | undefined)[] = [];
    const open = new Set<Socket>();
    const server = createServer();
    server.on('connect', (request, client: Socket) => {
      targets.push(request.url ?? '');
      signIns.push(request.headers['proxy-authorization']);
      const upstream = connect(Number((request.url ?? '').split(':').at(-1)), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        open.add(one);
        one.on('error', () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(() => {
      for (const socket of open) socket.destroy();
      server.close();
    });
    return { targets, signIns, port: (server.address() as AddressInfo).port };
  }

  it('is that of every connection, also on the way to its provider; a password goes to the proxy it was given for alone', async () => {
    const proxy = await startProxy();
    const managed = settled({ proxy: { use: 'manual', host: '127.0.0.1', port: proxy.port } });
    const desk = await openSignInDesk(platform, { shell: { managed } });
    stops.push(() => desk.stop());
    const signIn = machineWay(platform, { by: 'certificate', certificate: desk.certificate });
    const password = await valueOf(
      desk.client.credentials.addProxyPassword({ name: 'Proxy', password: 'letmein' }),
    );
    const own = {
      use: 'manual' as const,
      host: 'mine.example',
      port: 1,
      userName: 'me',
      password: password.id,
    };
    for (const mine of [{ use: 'none' as const }, own]) {
      const connection = await desk.connect(signIn, { proxy: mine });
      expect(kindOf(await desk.client.enterpriseUsers.list({ connection }))).toBe('ok');
    }
    // The password was given for another proxy.
    expect(proxy.targets.length).toBeGreaterThan(0);
    expect(new Set(proxy.signIns)).toEqual(new Set([undefined]));
    // Signing in at the platform itself goes the same way.
    const personal = await desk.addPassword('Person', person.password);
    const byPassword = await desk.connect(
      { way: 'password', userName: person.userName, password: personal },
      { proxy: { ...own, host: '127.0.0.1', port: proxy.port } },
    );
    expect(kindOf(await desk.client.profile.own({ connection: byPassword }))).toBe('ok');
    const hosts = new Set(proxy.targets);
    for (const address of [platform.address, platform.identity.machineTokenEndpoint])
      expect(hosts).toContain(new URL(address).host);
    const basic = `Basic ${Buffer.from('me:letmein').toString('base64')}`;
    expect(new Set(proxy.signIns)).toEqual(new Set([undefined, basic]));
  });

  it('none is none, although the connection names one', async () => {
    const proxy = await startProxy();
    const steward = await start(settled({ proxy: { use: 'none' } }));
    const { connection } = await connectTo(steward, platform, {
      proxy: { use: 'manual', host: '127.0.0.1', port: proxy.port },
    });
    expect(kindOf(await steward.client.enterpriseUsers.list({ connection }))).toBe('ok');
    expect(proxy.targets).toEqual([]);
  });
});

describe('features that are off', () => {
  it('are refused by name; what a failure needs for support is not', async () => {
    const steward = await start(settled({ off: ['explorer', 'messages'] }));
    const { client } = steward;
    const { connection } = await connectTo(steward, platform);
    expect(kindOf(await client.explorer.entryPoints({ connection }))).toBe('managed');
    expect(kindOf(await client.messages.trashBin({ connection, who: 'my' }))).toBe('managed');
    expect(kindOf(await client.explorer.supportReport({ reference: 'r-1' }))).not.toBe('managed');
    expect(kindOf(await client.enterpriseUsers.list({ connection }))).toBe('ok');
    // Nothing of it stands in the activity as if it had been tried.
    const { lines } = await valueOf(client.activity.list({ filter: {}, limit: 100 }));
    expect(lines.some(({ operation }) => /^(messages|explorer)\./.test(operation))).toBe(false);
  });

  it('a job from before rests: it is seen, does not go on, can be ended and taken off the list', async () => {
    const { dataFolder, made: job } = await before(async (steward) => {
      const { connection } = await connectTo(steward, platform);
      const { jobs } = steward.client;
      const held = platform.control.hold('enterpriseUsers.rotate', false);
      const destination = { kind: 'keychain' } as const;
      const userNames = [...platform.control.users];
      const { id } = await valueOf(jobs.startRotation({ connection, userNames, destination }));
      await valueOf(jobs.pause({ job: id }));
      held.release();
      await eventually(async () => {
        expect(await valueOf(jobs.list({}))).toMatchObject([{ state: 'paused' }]);
      });
      return id;
    });
    const { client } = await start(settled({ off: ['enterprise-users'] }), dataFolder);
    const { jobs } = client;
    expect(await valueOf(jobs.list({}))).toMatchObject([{ id: job, state: 'paused' }]);
    for (const answer of [await jobs.resume({ job }), await jobs.retry({ job })])
      expect(kindOf(answer)).toBe('managed');
    expect(platform.control.requests).toEqual([]);
    // What it made before still waits for its person.
    expect(kindOf(await client.oneTimeSecrets.list({}))).toBe('ok');
    expect(await valueOf(jobs.stop({ job }))).toMatchObject({ state: 'stopped' });
    expect(kindOf(await jobs.forget({ job }))).toBe('ok');
    expect(await valueOf(jobs.list({}))).toEqual([]);
  });
});

describe('settings', () => {
  it('count as far as the limits, and are refused above them', async () => {
    const { dataFolder } = await before(async ({ client }) => {
      await valueOf(client.settings.change({ clipboardSeconds: 200, idleLockMinutes: 3 }));
      return '';
    });
    const limits = { clipboardSeconds: 20, idleLockMinutes: 5 };
    const { client } = await start(
      settled({ limits, updateAddress: 'https://updates.example' }),
      dataFolder,
    );
    const counted = {
      clipboardSeconds: 20,
      idleLockMinutes: 3,
      updateAddress: 'https://updates.example',
    };
    expect(await valueOf(client.settings.get({}))).toMatchObject(counted);
    expect((await valueOf(client.app.start({}))).settings).toMatchObject(counted);
    expect(fieldsOf(await client.settings.change({ clipboardSeconds: 21 }))).toEqual({
      clipboardSeconds: 'managed',
    });
    expect(fieldsOf(await client.settings.change({ updateAddress: null }))).toEqual({
      updateAddress: 'managed',
    });
    expect(await valueOf(client.settings.change({ scheme: 'dark' }))).toMatchObject(counted);
  });
});

describe('a file that cannot be relied on', () => {
  const startOf = async (program: string, args: readonly string[], content: string) => {
    const file = path.join(tempFolder(), 'managed.json');
    writeFileSync(file, content, { mode: 0o600 });
    const child = endsWithUs(
      spawn(process.execPath, [path.join(root, 'dist/main', program), ...args], {
        env: {
          ...process.env,
          STEWARD_E2E: '1',
          STEWARD_MANAGED: file,
          STEWARD_CHROMIUM: process.execPath,
        },
        cwd: tempFolder(),
      }),
    );
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number];
    return { code, out, err };
  };
  const bad = '{"version":1,"managedBy":"IT","of":[]}';
  const why = /of is a field that this version does not know\. Correct it, or ask/;

  it('ends the terminal with a failure of the file, and the window with one sentence', async () => {
    await ensureBuilt({ only: ['main'], logLevel: 'silent' });
    const call = ['call', 'settings.get', '{}', '--keychain', 'memory'];
    const terminal = await startOf('terminal.js', call, bad);
    expect(terminal.code).toBe(1);
    const { failure } = JSON.parse(terminal.out) as { failure: { kind: string; message: string } };
    expect(failure).toMatchObject({ kind: 'file', problem: 'damaged' });
    expect(failure.message).toMatch(why);
    const window = await startOf('chromium.js', ['--data', tempFolder()], bad);
    expect(window.code).toBe(1);
    expect(window.err).toMatch(/^Steward could not start\. The settings of your organisation/);
    expect(window.err).toMatch(why);
    const good = await startOf(
      'terminal.js',
      call,
      '{"version":1,"managedBy":"IT","limits":{"clipboardSeconds":7}}',
    );
    expect(JSON.parse(good.out)).toMatchObject({ ok: true, value: { clipboardSeconds: 7 } });
  });
});
