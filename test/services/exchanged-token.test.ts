// An enterprise user by machine token: the exchange, its refusals, and where its credentials may go.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SignIn } from '../../preload/contract/connections.ts';
import { createAuthority } from '../platform/pki.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type RawRequest, type RawServer, startRawServer } from '../support/raw-server.ts';
import { machineWay, openSignInDesk, person, type SignInDesk } from '../support/sign-in-desk.ts';
import { valueOf } from '../support/steward.ts';

const SECRET = 'Blåbær-og-tyttebær-17';
const USER = 'svc-havn';
const HEADER = 'x-altinn-enterpriseuser-authentication';
const ADDRESS = '/authentication/api/v1/exchange/maskinporten';

let platform: Platform;
let exchange: RawServer;
let desk: SignInDesk;
let caFile: string;
let act: (request: RawRequest) => void;

const newToken = () => platform.control.identity.addToken({ person: person.id });
const give = (token: string) => (request: RawRequest) => {
  request.answer(200, 'OK', { 'Content-Type': 'application/json' }, JSON.stringify(token));
};

beforeAll(async () => {
  const authority = await createAuthority('Exchange root');
  const server = await authority.issue({ name: 'localhost', hosts: ['localhost'] });
  platform = await startPlatform({ identity: true, users: 2 });
  exchange = await startRawServer({
    server,
    act: (request) => {
      act(request);
    },
  });
  desk = await openSignInDesk(platform);
  caFile = path.join(desk.dataFolder, 'both.pem');
  writeFileSync(caFile, `${platform.caPem}\n${authority.certificatePem}`);
});
afterEach(() => {
  exchange.requests.length = 0;
  platform.control.clearFaults();
  platform.control.forget();
  desk.shell.answer = () => true;
});
afterAll(async () => {
  await desk.stop();
  await exchange.stop();
  await platform.stop();
});

const proof = () => ({ by: 'certificate', certificate: desk.certificate }) as const;
async function exchangedWay(changes: { userName?: string } = {}): Promise<SignIn> {
  const password = await desk.addPassword(`Secret ${String(Math.random())}`, SECRET);
  const machine = machineWay(platform, proof(), {
    scopes: ['altinn:reportees', 'altinn:instances.read'],
  }) as Extract<SignIn, { way: 'machine-token' }>;
  return {
    ...machine,
    way: 'enterprise-user-token',
    exchangeEndpoint: `${exchange.origin}${ADDRESS}`,
    userName: USER,
    password,
    ...changes,
  };
}
const connect = (signIn: SignIn) =>
  desk.connect(signIn, { extraCaFile: desk.app.handleFor(caFile) });
const parties = (connection: string) => desk.client.reportees.list({ connection });
const stateOf = (connection: string) => valueOf(desk.client.signIn.state({ connection }));
const seen = (operation: string) =>
  platform.control.requests.filter((one) => one.operation === operation);

describe('an enterprise user by machine token', () => {
  it('AUT-15 the machine token is exchanged with name and secret, once for many calls, and the API sees the new token alone', async () => {
    const token = newToken();
    act = give(token);
    const connection = await connect(await exchangedWay());
    expect(await stateOf(connection)).toMatchObject({ state: 'ready', renews: true });
    await valueOf(parties(connection));
    await valueOf(parties(connection));
    expect(exchange.requests).toHaveLength(1);
    const [{ method, path: asked, headers, certificate } = {}] = exchange.requests;
    expect([method, asked, certificate]).toEqual(['GET', ADDRESS, null]);
    expect(headers?.[HEADER]).toBe(Buffer.from(`${USER}:${SECRET}`, 'utf8').toString('base64'));
    expect(headers?.['authorization']).toMatch(/^Bearer \S{20,}$/);
    expect(headers?.['authorization']).not.toContain(token);
    expect([headers?.['accept'], headers?.['apikey']]).toEqual(['application/json', undefined]);
    for (const call of seen('reportees.list')) {
      expect(call.headers).toEqual(expect.arrayContaining(['apikey', 'authorization']));
      expect([call.certificate, call.query.includes('Force')]).toEqual([undefined, false]);
    }
    expect(await stateOf(connection)).toMatchObject({
      state: 'signed-in',
      who: { kind: 'enterprise-user', name: USER },
      scopes: ['altinn:reportees', 'altinn:instances.read'],
      secondsLeft: null,
    });
  });

  it('AUT-15 after a 401 it is exchanged anew', async () => {
    act = give(newToken());
    const connection = await connect(await exchangedWay());
    await valueOf(parties(connection));
    platform.control.identity.expireTokens();
    act = give(newToken());
    await valueOf(parties(connection));
    expect(exchange.requests).toHaveLength(2);
  });

  it('AUT-15 its life is what its own claim says', async () => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    act = give(`${part({ alg: 'RS256' })}.${part({ exp })}.c2lnbg`);
    const connection = await connect(await exchangedWay());
    await valueOf(desk.client.signIn.begin({ connection }));
    const { secondsLeft } = await stateOf(connection);
    expect(secondsLeft).toBeGreaterThan(500);
    expect(secondsLeft).toBeLessThanOrEqual(600);
  });

  it('AUT-15 a refused secret is tried once, told in the words of the exchange, and an echo of it is not told', async () => {
    const named = Buffer.from(`${USER}:${SECRET}`, 'utf8').toString('base64');
    act = (request) => {
      request.answer(403, `No such user for ${named}`);
    };
    const connection = await connect(await exchangedWay());
    const first = await parties(connection);
    expect(first).toMatchObject({ ok: false, failure: { kind: 'sign-in-needed', status: 403 } });
    expect(JSON.stringify(first)).toContain('No such user for');
    expect(JSON.stringify(first)).not.toContain(named);
    await parties(connection);
    expect(exchange.requests).toHaveLength(1);
    const state = await stateOf(connection);
    expect([state.state, JSON.stringify(state).includes(named)]).toEqual(['needed', false]);
    const { passed, steps } = await valueOf(desk.client.connections.test({ connection }));
    const failed = steps.find((one) => one.state === 'failed');
    expect([passed, failed?.step, failed?.advice]).toEqual([false, 'sign-in', 'check-user']);
    act = give(newToken());
    await valueOf(desk.client.signIn.begin({ connection }));
    expect((await stateOf(connection)).state).toBe('signed-in');
    const again = await valueOf(desk.client.connections.test({ connection }));
    expect(again.steps.find(({ step }) => step === 'sign-in')?.state).toBe('passed');
  });

  it.each([
    ['an object', (request: RawRequest) => request.answer(200, 'OK', {}, '{"token":"x"}')],
    ['no JSON', (request: RawRequest) => request.answer(200, 'OK', {}, 'bare text')],
    [
      'another place',
      (request: RawRequest) => request.answer(302, 'Found', { Location: 'https://x.example/' }),
    ],
  ])('AUT-15 an answer that is %s is no token', async (_what, answer) => {
    act = answer;
    const connection = await connect(await exchangedWay());
    expect(await parties(connection)).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected-answer' },
    });
    expect(exchange.requests).toHaveLength(1);
    expect(seen('reportees.list')).toEqual([]);
  });

  it('AUT-15 a user name with a colon is refused with words of its own', async () => {
    await expect(connect(await exchangedWay({ userName: 'svc:havn' }))).rejects.toMatchObject({
      failure: { kind: 'invalid-input', fields: { 'signIn.userName': 'colon' } },
    });
  });

  it('ATK-02 key and secret go to the exchange only after a person has allowed that host', async () => {
    act = give(newToken());
    const way = await exchangedWay();
    desk.shell.asked.length = 0;
    const connection = await connect(way);
    const host = new URL(exchange.origin).host;
    expect(desk.shell.asked.flatMap(({ targets }) => targets)).toContain(host);
    await valueOf(parties(connection));
    const elsewhere = { ...way, exchangeEndpoint: 'https://elsewhere.example/exchange' } as SignIn;
    desk.shell.answer = () => false;
    await expect(connect(elsewhere)).rejects.toThrow();
  });

  it('AUT-15 a rotated secret is tried by exchange where the connection has an address for it', async () => {
    const without = await connect(machineWay(platform, proof()));
    const connection = await connect(
      machineWay(platform, proof(), { exchangeEndpoint: `${exchange.origin}${ADDRESS}` }),
    );
    const [userName = ''] = platform.control.users;
    const rotate = (at: string) =>
      valueOf(desk.client.enterpriseUsers.rotateSecret({ connection: at, userName }));
    const { secret } = await rotate(connection);
    act = give(newToken());
    const ask = { connection, secret };
    expect(await valueOf(desk.client.signIn.verifySecret(ask))).toEqual({
      works: true,
      reason: '',
    });
    const named = `${userName}:${platform.control.secretOf(userName) ?? ''}`;
    expect(exchange.requests.at(-1)?.headers[HEADER]).toBe(Buffer.from(named).toString('base64'));
    act = (request) => {
      request.answer(401, 'Unknown user or secret');
    };
    expect(await valueOf(desk.client.signIn.verifySecret(ask))).toEqual({
      works: false,
      reason: 'Unknown user or secret',
    });
    const other = await rotate(without);
    expect(
      await desk.client.signIn.verifySecret({ connection: without, secret: other.secret }),
    ).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
  });
});
