// Signing in as an organisation, by password and by pasted token: display, renewal, and whose words explain a refusal.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EventValue } from '../../preload/contract/contract.ts';
import type { SignIn } from '../../preload/contract/connections.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { inEveryMediaType } from '../support/media-types.ts';
import { machineWay, openSignInDesk, person, type SignInDesk } from '../support/sign-in-desk.ts';
import { valueOf } from '../support/steward.ts';

inEveryMediaType((mediaType) => {
  let platform: Platform;
  let desk: SignInDesk;

  beforeAll(async () => {
    platform = await startPlatform({ identity: true });
    desk = await openSignInDesk(platform, { mediaType });
  });
  afterEach(() => {
    Object.assign(platform.control.identity, { renewCookies: 'off', coldCertificate: false });
    platform.control.clearFaults();
    platform.control.forget();
  });
  afterAll(async () => {
    await desk.stop();
    await platform.stop();
  });

  const users = (connection: string) => desk.client.enterpriseUsers.list({ connection });
  const ownProfile = (connection: string) => desk.client.profile.own({ connection });
  const stateOf = (connection: string) => valueOf(desk.client.signIn.state({ connection }));
  const seen = (operation: string) =>
    platform.control.requests.filter((one) => one.operation === operation);
  const headersOf = (operation: string) => seen(operation).flatMap(({ headers }) => headers);
  const byCertificate = (): SignIn =>
    machineWay(platform, { by: 'certificate', certificate: desk.certificate });

  describe('machine token', () => {
    it('AUT-09 LIM-06 by certificate: one token for many calls, shown alone, and nothing of ours at its provider', async () => {
      const before = platform.control.identity.credentialsSeen;
      const connection = await desk.connect(byCertificate());
      expect(await stateOf(connection)).toMatchObject({ state: 'ready', renews: true });
      await valueOf(users(connection));
      await valueOf(users(connection));
      expect(seen('identity.machineToken')).toHaveLength(1);
      expect(platform.control.identity.credentialsSeen).toBe(before);
      const calls = seen('enterpriseUsers.list');
      expect(calls.length).toBeGreaterThan(1);
      for (const { headers, certificate, query } of calls) {
        expect([headers.includes('apikey'), headers.includes('authorization')]).toEqual([
          true,
          true,
        ]);
        expect([headers.includes('cookie'), certificate]).toEqual([false, undefined]);
        expect(query).not.toContain('ForceEIAuthentication');
      }
      const state = await stateOf(connection);
      expect(state).toMatchObject({
        state: 'signed-in',
        who: { kind: 'organisation', name: `Fjordtrafikk AS (${platform.organisationNumber})` },
        scopes: ['altinn:enterpriseusers.read', 'altinn:enterpriseusers.write'],
        failure: null,
      });
      expect(state.secondsLeft).toBeGreaterThan(100);
      expect(state.secondsLeft).toBeLessThanOrEqual(119);
    });

    it('AUT-09 by a registered key', async () => {
      const file = path.join(desk.dataFolder, 'key.pem');
      writeFileSync(file, platform.clientKeyPem);
      const { id: key } = await valueOf(
        desk.client.credentials.importPrivateKey({ name: 'Key', file: desk.app.handleFor(file) }),
      );
      const keyId = platform.identity.machineKeyId;
      const connection = await desk.connect(
        machineWay(platform, { by: 'registered-key', key, keyId }),
      );
      expect((await valueOf(users(connection))).users.length).toBeGreaterThan(0);
    });

    it.each([
      [
        'its customer',
        '974760673',
        { who: { kind: 'organisation', name: '974760673' }, failure: null },
      ],
      [
        'one that has delegated nothing to it',
        '991825827',
        { failure: { reason: expect.stringContaining('consumer_org') as string } },
      ],
    ])('FLD-12 a supplier asks for a token for %s', async (_, consumerOrg, facts) => {
      const { identity } = platform.control;
      const clientId = identity.registerClient({ customers: ['974760673'] });
      const proof = { by: 'certificate', certificate: desk.certificate } as const;
      const connection = await desk.connect(machineWay(platform, proof, { clientId, consumerOrg }));
      const before = identity.machineTokensFor.length;
      await users(connection);
      expect(await stateOf(connection)).toMatchObject(facts);
      const given = consumerOrg === '974760673' ? [consumerOrg] : [];
      expect(identity.machineTokensFor.slice(before)).toEqual(given);
    });

    it('AUT-08 AUT-10 fifty calls at once share one grant; an ended token is replaced once, for reads and writes', async () => {
      const connection = await desk.connect(byCertificate());
      await Promise.all(Array.from({ length: 50 }, () => valueOf(users(connection))));
      expect(seen('identity.machineToken')).toHaveLength(1);
      platform.control.identity.expireTokens();
      await Promise.all(Array.from({ length: 20 }, () => valueOf(users(connection))));
      expect(seen('identity.machineToken')).toHaveLength(2);
      platform.control.identity.expireTokens();
      await valueOf(desk.client.enterpriseUsers.create({ connection, userName: 'svc-by-token' }));
      expect(platform.control.executed('enterpriseUsers.create')).toBe(1);
    });

    it('AUT-09 the provider says no in its own words, in the call, in the state and in the test of the connection', async () => {
      const clientId = platform.control.identity.registerClient({ scopes: ['altinn:reportees'] });
      const connection = await desk.connect(
        machineWay(platform, { by: 'certificate', certificate: desk.certificate }, { clientId }),
      );
      const words = expect.stringContaining('The client does not hold the scope') as string;
      const refused = { kind: 'refused', status: 400, cause: 'missing-scope', reason: words };
      expect(await users(connection)).toMatchObject({ ok: false, failure: refused });
      expect((await stateOf(connection)).failure).toMatchObject(refused);
      const { passed, steps } = await valueOf(desk.client.connections.test({ connection }));
      expect(passed).toBe(false);
      expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
        ...['address passed', 'tcp passed', 'server-certificate passed'],
        ...['sign-in failed', 'api-key skipped'],
      ]);
      expect(steps[3]?.detail).toContain('invalid_scope');
    });

    it('AUT-13 a missing scope is not tried again with a fresh token', async () => {
      const scopes = ['altinn:reportees'];
      const proof = { by: 'certificate', certificate: desk.certificate } as const;
      const connection = await desk.connect(machineWay(platform, proof, { scopes }));
      expect(await users(connection)).toMatchObject({
        failure: { kind: 'refused', cause: 'missing-scope', reason: 'Missing required scope' },
      });
      expect(seen('enterpriseUsers.list')).toHaveLength(1);
      expect(seen('identity.machineToken')).toHaveLength(1);
    });

    it('the test of a connection signs in for real', async () => {
      const connection = await desk.connect(byCertificate());
      expect(await valueOf(desk.client.connections.test({ connection }))).toMatchObject({
        passed: true,
        steps: [{}, {}, {}, { step: 'sign-in' }, { step: 'api-key', detail: '200 OK' }],
      });
    });
  });

  describe('user name and password', () => {
    const byPassword = async (password = person.password): Promise<SignIn> => ({
      way: 'password',
      userName: person.userName,
      password: await desk.addPassword(`Password ${Math.random()}`, password),
    });

    it('AUE-01 AUT-12 LNK-06 the cookie alone is shown, the key alone where it is got', async () => {
      const connection = await desk.connect(await byPassword());
      expect(await valueOf(ownProfile(connection))).toMatchObject({ name: person.name });
      const [signIn] = seen('authentication.password');
      expect(signIn?.query).toBe('');
      expect(signIn?.certificate).toBeUndefined();
      expect(signIn?.headers).not.toContain('cookie');
      expect(signIn?.headers).not.toContain('authorization');
      expect(signIn?.headers).toContain('apikey');
      const [profile] = seen('profile.own');
      expect(profile?.headers).toContain('cookie');
      expect(profile?.headers).not.toContain('authorization');
      expect(profile?.certificate).toBeUndefined();
      expect(await stateOf(connection)).toMatchObject({
        state: 'signed-in',
        securityLevel: 1,
        secondsLeft: null,
        until: null,
        who: { kind: 'person', name: person.userName },
      });
    });

    it('AUE-01 the newest cookie counts; an ended one signs in once more', async () => {
      const connection = await desk.connect(await byPassword());
      platform.control.identity.renewCookies = 'drop-old';
      for (let call = 0; call < 3; call++) await valueOf(ownProfile(connection));
      expect(seen('authentication.password')).toHaveLength(1);
      platform.control.identity.renewCookies = 'off';
      platform.control.identity.endSessions();
      await valueOf(ownProfile(connection));
      expect(seen('authentication.password')).toHaveLength(2);
    });

    it('ERR-04 a write that meets the page to sign in at is not repeated; the next one signs in first', async () => {
      const connection = await desk.connect(await byPassword());
      await valueOf(ownProfile(connection));
      platform.control.identity.endSessions();
      const remove = () => desk.client.messages.remove({ connection, who: 'my', message: 'a1' });
      expect(await remove()).toMatchObject({ ok: false });
      await remove();
      expect(seen('authentication.password').length).toBeGreaterThanOrEqual(2);
    });

    it('AUE-01 a wrong password is told in the platform’s words and tried once: accounts lock', async () => {
      const connection = await desk.connect(await byPassword('wrong'));
      const told = {
        ok: false,
        failure: {
          kind: 'sign-in-needed',
          status: 401,
          reason: 'The user name or password is wrong.',
        },
      };
      expect(await ownProfile(connection)).toMatchObject(told);
      expect(await ownProfile(connection)).toMatchObject(told);
      expect(seen('authentication.password')).toHaveLength(1);
      expect(await stateOf(connection)).toMatchObject({ state: 'needed', failure: told.failure });
      expect(await desk.client.signIn.begin({ connection })).toMatchObject(told);
      expect(seen('authentication.password')).toHaveLength(2);
    });

    it('AUT-11 signing out drops the cookie; there is nothing to revoke', async () => {
      const connection = await desk.connect(await byPassword());
      await valueOf(ownProfile(connection));
      const { state, revoked } = await valueOf(desk.client.signIn.signOut({ connection }));
      expect([state.state, revoked]).toEqual(['ready', 'not-offered']);
      await valueOf(ownProfile(connection));
      expect(seen('authentication.password')).toHaveLength(2);
    });
  });

  describe('enterprise user', () => {
    it('AUE-01 signs in with name, secret and certificate; the cookie then goes without certificate', async () => {
      const [userName = ''] = platform.control.users;
      const password = await desk.addPassword('Secret', platform.control.secretOf(userName) ?? '');
      const way = { way: 'enterprise-user', userName, password } as const;
      const connection = await desk.connect({ ...way, certificate: desk.certificate });
      // The first call with a certificate may be refused for no reason: that must not cost the password a try.
      platform.control.identity.coldCertificate = true;
      await valueOf(desk.client.signIn.begin({ connection }));
      const [signIn, ...more] = seen('authentication.password');
      expect(more).toEqual([]);
      expect(signIn?.query).toBe('ForceEIAuthentication');
      expect(signIn?.certificate).toContain(platform.organisationNumber);
      await desk.client.reportees.list({ connection });
      const calls = seen('reportees.list');
      expect(calls.length).toBeGreaterThan(0);
      for (const { certificate, query, headers } of calls) {
        expect([certificate, query.includes('Force')]).toEqual([undefined, false]);
        expect(headers).toContain('cookie');
      }
    });

    it('a rotated secret is tried with the certificate, and its cookie is not kept', async () => {
      const connection = await desk.connect({ way: 'certificate', certificate: desk.certificate });
      const [, userName = ''] = platform.control.users;
      const rotated = await valueOf(
        desk.client.enterpriseUsers.rotateSecret({ connection, userName }),
      );
      const cookies = platform.control.identity.living.cookies;
      const ask = { connection, secret: rotated.secret };
      expect(await valueOf(desk.client.signIn.verifySecret(ask))).toEqual({
        works: true,
        reason: '',
      });
      expect(platform.control.identity.living.cookies).toBe(cookies + 1);
      expect(headersOf('enterpriseUsers.list')).not.toContain('cookie');
      platform.control.fault({
        operation: 'authentication.password',
        acts: false,
        effect: { kind: 'alter', status: 401, reason: 'The user name or password is wrong.' },
      });
      expect(await valueOf(desk.client.signIn.verifySecret(ask))).toEqual({
        works: false,
        reason: 'The user name or password is wrong.',
      });
      platform.control.fault({
        operation: 'authentication.password',
        acts: false,
        effect: { kind: 'reset' },
      });
      expect((await desk.client.signIn.verifySecret(ask)).ok).toBe(false);
    });
  });

  describe('pasted token', () => {
    it('is needed, shown as it describes itself, and ended when the platform says so', async () => {
      const connection = await desk.connect({ way: 'pasted-token' });
      expect(await stateOf(connection)).toMatchObject({ state: 'needed', renews: false });
      expect(await users(connection)).toMatchObject({ failure: { kind: 'sign-in-needed' } });
      expect(seen('enterpriseUsers.list')).toHaveLength(0);
      const token = platform.control.identity.addToken({
        organisation: platform.organisationNumber,
      });
      const state = await valueOf(
        desk.client.signIn.pasteToken({ connection, token: `Bearer ${token}` }),
      );
      expect(state).toMatchObject({ state: 'signed-in', scopes: null, until: null });
      await valueOf(users(connection));
      platform.control.identity.expireTokens();
      expect((await stateOf(connection)).state).toBe('signed-in');
      expect(await users(connection)).toMatchObject({ failure: { kind: 'refused', status: 401 } });
      expect((await stateOf(connection)).state).toBe('ended');
      const before = seen('enterpriseUsers.list').length;
      expect(await users(connection)).toMatchObject({ failure: { kind: 'sign-in-needed' } });
      expect(seen('enterpriseUsers.list')).toHaveLength(before);
    });

    it('is refused where the connection signs in otherwise, and where it cannot be a header', async () => {
      const machine = await desk.connect(byCertificate());
      const paste = (connection: string, token: string) =>
        desk.client.signIn.pasteToken({ connection, token });
      expect(await paste(machine, 'abc')).toMatchObject({ failure: { kind: 'conflict' } });
      const pasted = await desk.connect({ way: 'pasted-token' });
      expect(await paste(pasted, 'a b')).toMatchObject({
        failure: { kind: 'invalid-input', fields: { token: 'wrong-type' } },
      });
    });
  });

  describe('ways that have nothing to get', () => {
    it('a certificate is ready; open data alone is open, and tested as such', async () => {
      const certificate = await desk.connect({ way: 'certificate', certificate: desk.certificate });
      expect(await stateOf(certificate)).toMatchObject({
        state: 'ready',
        who: { kind: 'organisation' },
      });
      const open = await desk.connect({ way: 'none' }, { apiKey: null });
      expect(await stateOf(open)).toMatchObject({ state: 'open-only', who: null });
      const { passed, steps } = await valueOf(desk.client.connections.test({ connection: open }));
      expect([passed, steps.at(-1)?.step]).toEqual([true, 'open-data']);
      expect(platform.control.requests.flatMap(({ headers }) => headers)).not.toContain('apikey');
    });
  });

  describe('one way at a time', () => {
    it('AUT-14 a change while a hundred calls run: each call shows one way alone', async () => {
      const connection = await desk.connect(byCertificate());
      const { all } = await valueOf(desk.client.connections.list({}));
      const known = new Set(['id', 'extraCa']);
      const saved = Object.entries(all.find(({ id }) => id === connection) ?? {});
      const fields = Object.fromEntries(saved.filter(([name]) => !known.has(name)));
      const change = (signIn: SignIn) =>
        desk.client.connections.change({ ...fields, signIn, connection } as never);
      const results: Awaited<ReturnType<typeof users>>[] = [];
      const switches = new Map([
        [30, () => change({ way: 'certificate', certificate: desk.certificate })],
        [70, () => change(byCertificate())],
      ]);
      const worker = async () => {
        for (let call = 0; call < 10; call++) {
          results.push(await users(connection));
          // Not waited for: the other nine workers' calls are under way.
          void switches.get(results.length)?.();
        }
      };
      await Promise.all(Array.from({ length: 10 }, worker));
      expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(20);
      for (const result of results)
        if (!result.ok) expect(['cancelled', 'sign-in-needed']).toContain(result.failure.kind);
      const ways = seen('enterpriseUsers.list').map(({ query }) => query.includes('Force'));
      expect(new Set(ways)).toEqual(new Set([true, false]));
      for (const { headers, certificate, query } of seen('enterpriseUsers.list')) {
        const ways = [headers.includes('authorization'), query.includes('ForceEIAuthentication')];
        expect(ways.filter(Boolean)).toHaveLength(1);
        expect(certificate !== undefined).toBe(query.includes('ForceEIAuthentication'));
        expect(headers).not.toContain('cookie');
      }
    });

    it('AUT-06 no token, cookie or password ever reaches the page; changes are told', async () => {
      const told: EventValue<'signInChanged'>[] = [];
      const stop = desk.on('signInChanged', (state) => told.push(state));
      const { identity } = platform.control;
      const machine = await desk.connect(byCertificate());
      await valueOf(users(machine));
      const password = await desk.addPassword('Password', person.password);
      const cookie = await desk.connect({ way: 'password', userName: person.userName, password });
      await valueOf(ownProfile(cookie));
      expect(identity.living.cookies).toBeGreaterThan(0);
      const token = identity.addToken({ organisation: platform.organisationNumber });
      const pasted = await desk.connect({ way: 'pasted-token' });
      await valueOf(desk.client.signIn.pasteToken({ connection: pasted, token }));
      await valueOf(users(pasted));
      stop();
      const seenIn = told.flatMap(({ connection, state }) =>
        state === 'signed-in' ? [connection] : [],
      );
      expect(new Set(seenIn)).toEqual(new Set([machine, cookie, pasted]));
      const sent = JSON.stringify(desk.sent);
      expect(sent).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
      expect(sent).not.toContain('ASPXAUTH');
      for (const secret of [person.password, token])
        expect(sent).not.toContain(JSON.stringify(secret).slice(1, -1));
    });

    it('MEM-02 CLK-05 locking drops tokens and connections, and the next call gets new ones', async () => {
      const connection = await desk.connect(byCertificate());
      const used = () => seen('enterpriseUsers.list').map((one) => one.connection);
      await valueOf(users(connection));
      const first = used();
      await valueOf(users(connection));
      const before = used();
      expect(new Set(before)).toEqual(new Set(first));
      desk.app.lock();
      expect((await stateOf(connection)).state).toBe('ready');
      await valueOf(users(connection));
      expect(seen('identity.machineToken')).toHaveLength(2);
      for (const one of used().slice(before.length)) expect(before).not.toContain(one);
    });
  });
});
