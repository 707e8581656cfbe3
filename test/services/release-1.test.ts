// A data folder and a keychain as commit 7eb9612 wrote them, with every kind of record, opened by today's program.
import { createPrivateKey, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decryptWithPassphrase } from '../../main/secrets/age.ts';
import { type Transport } from '../../main/http/transport.ts';
import {
  ExchangeProblem,
  type ExchangeRequest,
  type ExchangeResponse,
} from '../../main/http/exchange.ts';
import { Problem } from '../../main/problem.ts';
import { createWorld, keychainOf } from '../support/fake-keychain.ts';
import {
  factsOfRelease1,
  folderOfRelease1,
  keychainOfRelease1,
  lasting,
  look,
  shownByRelease1,
} from '../support/release-1.ts';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';
import { openUpdateDesk } from '../support/update-desk.ts';
import { eventually } from '../support/eventually.ts';

/** While the fixture's certificate is valid. */
const now = () => new Date('2026-11-23T08:00:00.000Z');
const { connection, jobs, service } = factsOfRelease1;

/** Anything that a platform or a provider may answer. */
function answer(status: number, value: unknown = undefined): ExchangeResponse {
  const body = Buffer.from(value === undefined ? '' : JSON.stringify(value));
  return {
    status,
    reason: '',
    body,
    raw: body,
    cookies: [],
    bytes: body.length,
    received: false,
    headers: value === undefined ? {} : { 'content-type': 'application/json' },
    tls: { protocol: 'TLSv1.2', reused: false },
  };
}

const bodyOf = (request: ExchangeRequest | undefined): string =>
  Buffer.isBuffer(request?.body) ? request.body.toString('utf8') : '';

const newSecretOf = (userName: string) => `new-secret-of-${userName}`;

/** Grants every token and every secret that is asked for; else refuses, or knows of nothing. */
function answerTo({ method, address }: ExchangeRequest): ExchangeResponse {
  const { href, origin, pathname } = address;
  if (href.endsWith('/.well-known/openid-configuration'))
    return answer(200, {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/refreshing`,
      jwks_uri: `${origin}/keys`,
    });
  if (method === 'POST' && /rotatesecret$/i.test(pathname)) {
    const userName = decodeURIComponent(pathname.split('/').at(-2) ?? '');
    return answer(200, [{ UserName: userName, Secret: newSecretOf(userName) }]);
  }
  if (method === 'POST' && pathname.endsWith('/token'))
    return answer(200, { access_token: 'granted', token_type: 'Bearer', expires_in: 600 });
  const [, UserName] = /api\/enterpriseusers\/([^/]+)$/i.exec(pathname) ?? [];
  if (UserName !== undefined)
    return answer(200, [{ UserName: decodeURIComponent(UserName), OwnerOrgNo: '910514318' }]);
  const [, OrganizationNumber] = /organizations\/(\d{9})\/?$/i.exec(pathname) ?? [];
  if (OrganizationNumber !== undefined)
    return answer(200, { OrganizationNumber, Name: 'Found later', Type: 'AS' });
  if (method === 'GET') return answer(200, []);
  return answer(403);
}

function unreachable({ address }: ExchangeRequest): never {
  const message = 'Nothing is there.';
  const failure = {
    kind: 'unreachable',
    host: address.hostname,
    problem: 'refused',
    message,
  } as const;
  throw new ExchangeProblem(new Problem(failure), { sent: 'nothing' });
}

/** The program on a copy of the folder, with the keychain in memory and nothing behind the network but what a test sees. */
async function open() {
  const { data, outside } = folderOfRelease1();
  const world = createWorld();
  for (const [account, value] of Object.entries(keychainOfRelease1))
    world.entries.set(account, value);
  const asked: ExchangeRequest[] = [];
  const net = { answers: answerTo };
  const transport: Transport = {
    async exchange(request) {
      asked.push(request);
      return net.answers(request);
    },
    probe: async () => undefined,
    close: () => undefined,
  };
  const replacements = { keychain: keychainOf(world), transport, now };
  const steward = await startSteward({ dataFolder: data, replacements });
  onTestFinished(() => steward.stop());
  return { ...steward, asked, net, world, outside };
}

const askOf =
  ({ client }: Steward) =>
  async (name: string, input: object): Promise<unknown> => {
    const [feature = '', operation = ''] = name.split('.');
    const group = (client as unknown as Record<string, Client>)[feature];
    const result = await group?.[operation]?.(input);
    return result?.ok === true ? result.value : null;
  };
type Client = Record<string, (input: object) => Promise<{ ok: boolean; value: unknown }>>;

describe('a folder of commit 7eb9612', () => {
  it('shows everything that version showed of it, to the word, and is brought forward', async () => {
    const steward = await open();
    // Nobody answers: what is kept of the list of users is shown.
    steward.net.answers = unreachable;
    const shown = await look(askOf(steward));
    expect(lasting(shown)).toEqual(lasting(shownByRelease1));
    expect(shown.verified.unconfirmed).toBe(0);
    expect(shown.activity.filter(({ confirmed }) => confirmed !== true)).toEqual([]);
    expect(shown.backups).toEqual([...shownByRelease1.backups, expect.stringMatching(/^2-/)]);
  });

  it('presents the certificate, keys, passwords and tokens that were kept for each connection', async () => {
    const { client, asked } = await open();
    const { all } = await valueOf(client.connections.list({}));
    const { credentials } = shownByRelease1;
    const [facts] = credentials.flatMap((one) => (one.kind === 'certificate' ? [one.facts] : []));
    const seen: Record<string, readonly ExchangeRequest[]> = {};
    for (const { id, name, signIn } of all) {
      const from = asked.length;
      if (signIn.way === 'none') await client.reference.codeLists({ connection: id, fresh: true });
      else if (signIn.way === 'password') await client.messages.list({ connection: id, who: 'my' });
      else await client.enterpriseUsers.list({ connection: id });
      seen[name] = asked.slice(from);
    }
    const of = (name: string) => seen[name] ?? [];
    const shown = (requests: readonly ExchangeRequest[]) =>
      requests.map(({ credentials: given = {} }) =>
        Object.values(given).map((secret) => secret.expose()),
      );
    const certificate = (request: ExchangeRequest | undefined) => {
      const { certificateChainPem = '', key } = request?.route.identity ?? {};
      const leaf = new X509Certificate(certificateChainPem);
      expect(leaf.checkPrivateKey(createPrivateKey(key?.expose() ?? ''))).toBe(true);
      return leaf;
    };
    const leaf = certificate(of('By certificate')[0]);
    expect(leaf.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(
      facts?.fingerprintSha256.replaceAll(':', '').toLowerCase(),
    );
    expect(shown(of('By certificate'))[0]).toEqual([factsOfRelease1.apiKey]);

    for (const name of ['By machine token, certificate', 'By machine token, registered key']) {
      const [grant, call] = of(name);
      const form = new URLSearchParams(bodyOf(grant));
      const [head = '', claims = '', signature = ''] = form.get('assertion')?.split('.') ?? [];
      const signed = Buffer.from(`${head}.${claims}`);
      const by = Buffer.from(signature, 'base64url');
      expect(verify('RSA-SHA256', signed, leaf.publicKey, by), name).toBe(true);
      expect(
        shown(call ? [call] : [])
          .flat()
          .toSorted(),
        name,
      ).toEqual(['Bearer granted', factsOfRelease1.apiKey].toSorted());
    }

    const refreshing = of('As a person').find(({ address }) =>
      address.pathname.endsWith('/refreshing'),
    );
    const form = new URLSearchParams(bodyOf(refreshing));
    expect(form.get('refresh_token')).toBe(factsOfRelease1.refreshToken);

    const passwordIn = (name: string) =>
      bodyOf(of(name).find(({ address }) => /authenticatewithpassword/i.test(address.href)));
    expect(JSON.parse(passwordIn('By password'))).toMatchObject({
      UserPassword: factsOfRelease1.personPassword,
    });
    expect(JSON.parse(passwordIn('As an enterprise user'))).toMatchObject({
      UserPassword: factsOfRelease1.userPassword,
    });
    expect(certificate(of('As an enterprise user').at(-1)).fingerprint256).toBe(
      leaf.fingerprint256,
    );

    const [byProxy] = of('Open data by proxy');
    expect(byProxy?.route.proxy?.password?.expose()).toBe(factsOfRelease1.proxyPassword);
    expect(byProxy?.route.proxy).toMatchObject({ host: 'proxy.example', userName: 'proxy-user' });
    // Its key was kept in memory, and a pasted token is.
    expect([of('By a token, in memory'), of('By pasted token')]).toEqual([[], []]);
  });

  it('takes every entry out of the keychain when all is erased, shared names too', async () => {
    const { client, world } = await open();
    const erased = await valueOf(
      client.app.erase({ what: 'everything', anyway: true, shared: true }),
    );
    expect(erased).toMatchObject({ held: false, shared: 0, left: [] });
    expect([...world.entries.keys()]).toEqual([]);
  });

  it('knows the highest version that was offered', async () => {
    const desk = await openUpdateDesk();
    desk.publish({ version: '1.4.9' });
    const { client } = await desk.start({ dataFolder: folderOfRelease1().data, now });
    expect(await client.updates.check({})).toMatchObject({
      failure: { kind: 'conflict', field: 'replayed' },
    });
  });
});

const heldFor = (job: string | undefined) =>
  shownByRelease1.secrets.filter(({ entry }) => entry.job === job);

describe('jobs of commit 7eb9612', () => {
  const find = async ({ client }: Steward, id: string) =>
    (await valueOf(client.jobs.list({}))).find((job) => job.id === id);
  const reaches = (steward: Steward, id: string, state: string) =>
    eventually(async () => {
      expect(await find(steward, id)).toMatchObject({ state });
    });
  const idOf = (name: string) => jobs[name] ?? '';

  it('a paused rotation into the keychain goes on with the users that wait', async () => {
    const steward = await open();
    const { client, asked } = steward;
    const job = idOf('inKeychain');
    const { rows } = await valueOf(client.jobs.rows({ job, from: 0, count: 500 }));
    await valueOf(client.jobs.resume({ job }));
    await reaches(steward, job, 'finished');
    const waiting = rows.filter(({ state }) => state === 'waiting').map((row) => row.subject);
    const posts = asked.filter(({ method }) => method === 'POST').map(({ address }) => address);
    expect(waiting).toHaveLength(2);
    expect(
      posts.map(({ pathname }) => decodeURIComponent(pathname.split('/').at(-2) ?? '')),
    ).toEqual(waiting);
    const secrets = (await valueOf(client.oneTimeSecrets.list({}))).filter(
      (one) => one.job === job && waiting.includes(one.userName),
    );
    expect(secrets.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    for (const { id, userName } of secrets)
      expect(await valueOf(client.oneTimeSecrets.reveal({ secret: id }))).toEqual({
        secret: newSecretOf(userName),
      });
  });

  it('a paused rotation into a file is stopped: the file opens with its passphrase and has what was delivered', async () => {
    const steward = await open();
    const { client, outside } = steward;
    const job = idOf('inFile');
    await valueOf(client.jobs.stop({ job }));
    await reaches(steward, job, 'stopped');
    const file = readFileSync(path.join(outside, 'secrets.age'));
    const text = await decryptWithPassphrase(file, factsOfRelease1.passphrase);
    const { secrets } = JSON.parse(text) as { secrets: { userName: string; secret: string }[] };
    const delivered = heldFor(job).map(({ entry, revealed }) => [entry.userName, revealed?.secret]);
    expect(delivered).toHaveLength(2);
    expect(secrets.map(({ userName, secret }) => [userName, secret]).toSorted()).toEqual(
      delivered.toSorted(),
    );
    // Proven to be in the file, they leave the keychain.
    const left = await valueOf(client.oneTimeSecrets.list({}));
    expect(left.filter((one) => one.job === job)).toEqual([]);
  });

  it('a row whose outcome a kill left open is settled, and its attempt with it', async () => {
    const steward = await open();
    const { client } = steward;
    const job = idOf('cut');
    const [cutOff] = heldFor(job);
    const userName = cutOff?.entry.userName ?? '';
    expect(cutOff?.entry.state).toBe('outcome-unknown');
    await valueOf(client.jobs.resolveRow({ job, userName, how: 'old-one-works' }));
    const left = await valueOf(client.oneTimeSecrets.list({}));
    expect(left.filter((one) => one.job === job)).toEqual([]);
    await valueOf(client.jobs.stop({ job }));
    const stopped = await find(steward, job);
    expect(stopped).toMatchObject({ state: 'stopped', tally: { skipped: 3 } });
  });

  it('a paused look-up goes on with its own question, and keeps what it found', async () => {
    const steward = await open();
    const { client, asked } = steward;
    const job = idOf('lookPaused');
    const found = await valueOf(client.serviceOwner.results({ job, from: 0, count: 100 }));
    await valueOf(client.jobs.resume({ job }));
    await reaches(steward, job, 'finished');
    const after = await valueOf(client.serviceOwner.results({ job, from: 0, count: 100 }));
    expect(after.results.slice(0, found.total)).toEqual(found.results);
    const later = after.results.slice(found.total).map(({ organisation }) => organisation.name);
    expect(later).toEqual(Array.from({ length: 12 }, () => 'Found later'));
    // The filter it was begun with.
    const persons = asked.filter(({ address }) => /personalcontacts/i.test(address.pathname));
    expect(persons).toHaveLength(12);
    for (const { address } of persons) expect(address.href).toContain('DAGL');
  });

  it('contact entries, an export and a copy in the making are stopped, and what is done of them stays', async () => {
    const steward = await open();
    const { client } = steward;
    for (const name of ['contactsPaused', 'contactsCut', 'exportPaused']) {
      const job = idOf(name);
      const before = shownByRelease1.jobs.find((one) => one.job.id === job)?.job;
      const { done = 0, waiting: skipped = 0 } = before?.tally ?? {};
      expect(skipped, name).toBeGreaterThan(0);
      await valueOf(client.jobs.stop({ job }));
      expect(await find(steward, job), name).toMatchObject({
        state: 'stopped',
        tally: { waiting: 0, done, skipped },
      });
    }
    const verified = await valueOf(client.jobs.verifyExport({ job: idOf('exportPaused') }));
    expect(verified).toMatchObject({ missing: [], changed: [], others: [] });
    await valueOf(client.jobs.stop({ job: idOf('copyPaused') }));
    const at = { connection, code: service.code, edition: service.edition };
    const { origin } = await valueOf(client.reference.requirements(at));
    expect(origin.from).toBe('copy');
  });

  it('one-time secrets are settled as a person says it', async () => {
    const { client, world } = await open();
    const of = (state: string) =>
      shownByRelease1.secrets.filter(({ entry }) => entry.state === state && entry.job === null);
    const before = world.entries.size;
    // The oldest first: an older one of the same user ends with the newer.
    for (const { entry } of of('waiting').toReversed())
      await valueOf(client.oneTimeSecrets.confirmStored({ secret: entry.id }));
    for (const { entry } of [...of('answer-unclear'), ...of('outcome-unknown')])
      await valueOf(client.oneTimeSecrets.resolve({ secret: entry.id, how: 'dropped' }));
    const left = await valueOf(client.oneTimeSecrets.list({}));
    expect(left.filter((one) => one.job === null).map(({ state }) => state)).toEqual(['confirmed']);
    expect(world.entries.size).toBe(before - of('waiting').length);
  });
});
