// Connections against the real local platform: kept, bound to their credentials, and tested step by step.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { failureOf, Problem } from '../../main/problem.ts';
import { connectionTo, type Held, openConnectionDesk } from '../support/connection-desk.ts';
import { strangerPki } from '../support/raw-server.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 3 });
});
afterAll(() => platform.stop());

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const held = (change: Held = {}): Held => ({
  certificates: {
    certificate: { keyPem: platform.clientKeyPem, chainPem: platform.clientCertificatePem },
    other: { keyPem: platform.clientKeyPem, chainPem: platform.clientCertificatePem },
  },
  apiKeys: { key: platform.apiKey, 'other-key': 'x' },
  ...change,
});

async function open(change: Held = {}, openSecrets: readonly string[] = []) {
  const desk = await openConnectionDesk(held(change), openSecrets);
  stops.push(() => {
    desk.stop();
  });
  const ca = desk.handles.issue(platform.caFile);
  const create = (more: Parameters<typeof connectionTo>[1] = {}) =>
    desk.service.create(connectionTo(platform.address, { extraCaFile: ca, ...more }), desk.call);
  return { ...desk, create };
}

const failing = (work: Promise<unknown>) => work.then(() => undefined, failureOf);
const shape = (steps: readonly { step: string; state: string; advice: string | null }[]) =>
  steps.map((one) => [one.step, one.state, one.advice].filter((part) => part !== null).join(' '));

describe('keeping connections', () => {
  it('creates, changes, chooses and removes; every change is announced with the whole list', async () => {
    const { service, create, call, events, book } = await open();
    const made = await create();
    expect(made).toMatchObject({ name: 'Local', extraCa: path.basename(platform.caFile) });
    expect(JSON.stringify([made, events])).not.toContain('BEGIN CERTIFICATE');
    const saved = new X509Certificate(book.find(made.id).extraCaPem ?? '').fingerprint256;
    expect(saved).toBe(new X509Certificate(platform.caPem).fingerprint256);
    const input = connectionTo(`${platform.address}/`, {
      name: 'Renamed',
      connection: made.id,
    } as object);
    const changed = await service.change({ ...input, connection: made.id }, call);
    expect(changed).toMatchObject({
      name: 'Renamed',
      baseAddress: platform.address,
      extraCa: made.extraCa,
    });
    expect(await service.choose({ connection: made.id }, call)).toEqual({ chosen: made.id });
    expect(await service.list({}, call)).toEqual({ all: [changed], chosen: made.id });
    expect(events.at(-1)).toEqual(['connectionsChanged', { all: [changed], chosen: made.id }]);
    await service.remove({ connection: made.id }, call);
    // What a credential is used by has changed with it.
    expect(events.at(-2)).toEqual(['connectionsChanged', { all: [], chosen: null }]);
    expect(events.at(-1)).toEqual(['credentialsChanged', expect.any(Array)]);
    expect(await service.list({}, call)).toEqual({ all: [], chosen: null });
  });

  it('takes an extra CA as DER, leaves out a private key in the file, and refuses what is none', async () => {
    const { service, create, call, handles, folder, book } = await open();
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(path.join(folder, name), content);
      return handles.issue(path.join(folder, name));
    };
    const der = new X509Certificate(platform.caPem).raw;
    const made = await create({ extraCaFile: file('ca.der', der) });
    expect(new X509Certificate(book.find(made.id).extraCaPem ?? '').raw).toEqual(der);
    const withKey = file('both.pem', platform.clientKeyPem + platform.caPem);
    const change = { ...connectionTo(platform.address), connection: made.id };
    await service.change({ ...change, extraCaFile: withKey }, call);
    expect(book.find(made.id).extraCaPem).not.toContain('PRIVATE KEY');
    for (const bad of [
      file('a.pem', 'nonsense'),
      file('b.pem', ''),
      file('c.pem', platform.clientKeyPem),
    ])
      expect(await failing(service.change({ ...change, extraCaFile: bad }, call))).toMatchObject({
        kind: 'invalid-input',
        fields: { extraCaFile: 'no-certificate' },
      });
    expect((await service.change({ ...change, extraCaFile: null }, call)).extraCa).toBeNull();
  });

  it('refuses names in use, credentials that are not there, and removal while a secret waits', async () => {
    const { create } = await open();
    await create();
    const fieldsOf = async (more: Parameters<typeof connectionTo>[1]) => {
      const failure = await failing(create(more));
      return failure?.kind === 'invalid-input' ? failure.fields : failure;
    };
    expect(await fieldsOf({ name: 'LOCAL' })).toEqual({ name: 'name-in-use' });
    expect(await fieldsOf({ name: 'a', apiKey: 'certificate' })).toEqual({
      apiKey: 'not-a-choice',
    });
    expect(
      await fieldsOf({ name: 'a', signIn: { way: 'certificate', certificate: 'key' } }),
    ).toEqual({
      'signIn.certificate': 'not-a-choice',
    });
    expect(
      await fieldsOf({ name: 'a', proxy: { use: 'manual', host: 'p', port: 1, password: 'key' } }),
    ).toEqual({ 'proxy.password': 'not-a-choice' });
    const waiting: string[] = [];
    const busy = await open({}, waiting);
    const made = await busy.create();
    waiting.push(made.id);
    expect(await failing(busy.service.remove({ connection: made.id }, busy.call))).toMatchObject({
      kind: 'conflict',
    });
  });

  it('each way takes credentials of its own kind, and only open data needs no key', async () => {
    const { create } = await open({ passwords: { word: 'x' }, privateKeys: { registered: 'x' } });
    const machine = {
      way: 'machine-token' as const,
      tokenEndpoint: 'https://tokens.example.no/token',
      audience: 'https://tokens.example.no/',
      clientId: 'c',
      scopes: ['altinn:enduser'],
    };
    const fieldsOf = async (more: Parameters<typeof connectionTo>[1]) => {
      const failure = await failing(create({ name: 'bad', ...more }));
      return failure?.kind === 'invalid-input' ? failure.fields : failure;
    };
    const none = 'not-a-choice';
    const byKey = (key: string) => ({ by: 'registered-key', key, keyId: 'k' }) as const;
    const byCertificate = { by: 'certificate', certificate: 'word' } as const;
    const password = { way: 'password', userName: 'u', password: 'key' } as const;
    const user = { way: 'enterprise-user', userName: 'u', password: 'word' } as const;
    expect(await fieldsOf({ signIn: { ...machine, proof: byKey('certificate') } })).toEqual({
      'signIn.proof.key': none,
    });
    expect(await fieldsOf({ signIn: { ...machine, proof: byCertificate } })).toEqual({
      'signIn.proof.certificate': none,
    });
    expect(await fieldsOf({ signIn: password })).toEqual({ 'signIn.password': none });
    expect(await fieldsOf({ signIn: { ...user, certificate: 'word' } })).toEqual({
      'signIn.certificate': none,
    });
    expect(await fieldsOf({ apiKey: null })).toEqual({ apiKey: 'required' });
    await create({ name: 'Machine', signIn: { ...machine, proof: byKey('registered') } });
    await create({ name: 'Password', signIn: { ...password, password: 'word' } });
    await create({ name: 'User', signIn: { ...user, certificate: 'certificate' } });
    expect((await create({ name: 'Open', signIn: { way: 'none' }, apiKey: null })).apiKey).toBe(
      null,
    );
  });

  it('LNK-09 in production what signs assertions stays with its token endpoint, and passwords with their address', async () => {
    const { service, create, call } = await open({
      passwords: { word: 'x' },
      privateKeys: { registered: 'x' },
    });
    const foreignIn = async (work: Promise<unknown>) => {
      const failure = await failing(work);
      return failure?.kind === 'invalid-input' ? failure.fields : failure;
    };
    const machine = {
      way: 'machine-token' as const,
      tokenEndpoint: 'https://tokens.example.no/token',
      audience: 'a',
      clientId: 'c',
      scopes: ['altinn:enduser'],
      proof: { by: 'registered-key' as const, key: 'registered', keyId: 'k' },
    };
    const moved = { ...machine, tokenEndpoint: 'https://lure.example.no/token' };
    const production = { environment: 'production' as const, name: 'One', signIn: machine };
    const made = await create(production);
    const two = { ...production, name: 'Two' };
    expect(await foreignIn(create({ ...two, signIn: moved }))).toEqual({
      'signIn.proof.key': 'other-place',
      apiKey: 'other-place',
    });
    const change = { ...connectionTo(platform.address, production), connection: made.id };
    expect(await foreignIn(service.change({ ...change, signIn: moved }, call))).toEqual({
      'signIn.proof.key': 'other-place',
      apiKey: 'other-place',
    });
    const otherPath = { ...machine, tokenEndpoint: 'https://tokens.example.no/token2' };
    await service.change({ ...change, signIn: otherPath }, call);
    const password = { way: 'password', userName: 'u', password: 'word' } as const;
    await create({ ...two, signIn: password });
    const lure = { ...two, name: 'Three', baseAddress: 'https://lure.example.no' };
    expect(await foreignIn(create({ ...lure, signIn: password, apiKey: 'other-key' }))).toEqual({
      'signIn.password': 'other-place',
    });
  });

  it('a refresh token is forgotten with its connection, and when it signs in otherwise', async () => {
    const { service, create, call, forgotten } = await open();
    const { id } = await create();
    const input = { ...connectionTo(platform.address, { name: 'Renamed' }), connection: id };
    await service.change(input, call);
    expect(forgotten).toEqual([]);
    await service.change({ ...input, signIn: { way: 'none' } }, call);
    expect(forgotten).toEqual([id]);
    await service.remove({ connection: id }, call);
    expect(forgotten).toEqual([id, id]);
  });

  it('LNK-09 a credential stays in its environment, and in production at its address', async () => {
    const { service, create, call } = await open();
    const production = { environment: 'production', name: 'Production' } as const;
    const made = await create(production);
    const foreignIn = async (work: Promise<unknown>) => {
      const failure = await failing(work);
      return failure?.kind === 'invalid-input' ? failure.fields : failure;
    };
    const elsewhere = 'https://elsewhere.example.no';
    const twoKeys = {
      signIn: { way: 'certificate', certificate: 'other' },
      apiKey: 'other-key',
    } as const;
    const both = { 'signIn.certificate': 'other-place', apiKey: 'other-place' };
    expect(await foreignIn(create({ name: 'Test' }))).toEqual(both);
    expect(await foreignIn(create({ name: 'Test', signIn: twoKeys.signIn }))).toEqual({
      apiKey: 'other-place',
    });
    expect(
      await foreignIn(create({ ...production, name: 'Lure', baseAddress: elsewhere })),
    ).toEqual(both);
    const change = { ...connectionTo(platform.address, production), connection: made.id };
    for (const moved of [{ baseAddress: elsewhere }, { environment: 'test' } as const])
      expect(await foreignIn(service.change({ ...change, ...moved }, call))).toEqual(both);
    expect(
      await service.change({ ...change, baseAddress: elsewhere, ...twoKeys }, call),
    ).toMatchObject({ baseAddress: elsewhere });
    const test = await create({ name: 'Test one' });
    const moved = {
      ...connectionTo('https://tt02.example.no', { name: 'Test one' }),
      connection: test.id,
    };
    expect(await service.change(moved, call)).toMatchObject({
      baseAddress: 'https://tt02.example.no',
    });
  });
});

describe('the connection test', () => {
  const allPassed = ['address', 'tcp', 'server-certificate', 'client-certificate', 'api-key'].map(
    (s) => `${s} passed`,
  );

  it('passes against the platform and reports the whole list each time a step changes', async () => {
    const { create, test } = await open();
    const { id } = await create();
    const { passed, steps, seen } = await test(id);
    expect([passed, shape(steps)]).toEqual([true, allPassed]);
    expect(steps.map((one) => one.detail)).toEqual([
      '127.0.0.1',
      expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      expect.stringMatching(
        /^TLSv1\.3, localhost, issued by Local platform issuing, valid to \d{4}-/,
      ),
      'TLSv1.3',
      expect.stringMatching(/^200 /),
    ]);
    // For who says it in another language.
    expect(steps[2]?.certificate).toEqual({
      protocol: 'TLSv1.3',
      subject: 'localhost',
      issuer: 'Local platform issuing',
      validTo: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    });
    expect(seen[0]?.map((one) => one.state)).toEqual([
      'running',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect(seen.every((list) => list.length === 5)).toBe(true);
    expect(seen.length).toBe(6);
  });

  const skipped = (...names: string[]) => names.map((name) => `${name} skipped`);
  const outcome = async (change: Held, more: Parameters<typeof connectionTo>[1] = {}) => {
    const { create, test } = await open(change);
    const { id } = await create(more);
    const { passed, steps } = await test(id);
    expect(passed).toBe(false);
    const failed = steps.find((one) => one.state === 'failed');
    return { shape: shape(steps), failed };
  };

  it('names the step for an address that is not known, and for a port where nobody listens', async () => {
    const unknown = await outcome({}, { baseAddress: 'https://no-such-host.invalid' });
    expect(unknown.shape).toEqual([
      'address failed check-address',
      ...skipped('tcp', 'server-certificate', 'client-certificate', 'api-key'),
    ]);
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const refused = await outcome({}, { baseAddress: `https://127.0.0.1:${port}` });
    expect(refused.shape.slice(0, 3)).toEqual([
      'address passed',
      'tcp failed check-address',
      'server-certificate skipped',
    ]);
    expect(refused.failed?.failure).toMatchObject({ kind: 'unreachable', problem: 'refused' });
  });

  it('names an unknown issuer and asks for the CA file', async () => {
    const { shape: steps, failed } = await outcome({}, { extraCaFile: null });
    expect(steps.slice(0, 4)).toEqual([
      'address passed',
      'tcp passed',
      'server-certificate failed add-ca-file',
      'client-certificate skipped',
    ]);
    expect(failed?.detail).toContain('Local platform issuing');
  });

  it('tells a certificate of a stranger from a key that is not right', async () => {
    const { client } = await strangerPki();
    const stranger = await outcome({ certificates: { certificate: client } });
    expect(stranger.shape.slice(2)).toEqual([
      'server-certificate passed',
      'client-certificate failed choose-other-certificate',
      'api-key skipped',
    ]);
    expect(stranger.failed?.detail).toBe(
      '401 There is no authenticated organization number set on this request',
    );
    const wrongKey = await outcome({ apiKeys: { key: 'not-the-right-key' } });
    expect(wrongKey.shape.slice(3)).toEqual([
      'client-certificate passed',
      'api-key failed order-rights',
    ]);
    expect(wrongKey.failed?.detail).toBe('403 The API key is not authorized for this operation');
  });

  it('TLS-13 an expired certificate is not offered; the step says to renew it', async () => {
    const expired = new Problem({
      kind: 'certificate',
      problem: 'expired',
      detail: '',
      message: 'The certificate has expired.',
    });
    const { shape: steps, failed } = await outcome({ certificates: { certificate: expired } });
    expect(steps.slice(2)).toEqual([
      'server-certificate passed',
      'client-certificate failed renew-certificate',
      'api-key skipped',
    ]);
    expect(failed?.failure).toMatchObject({ kind: 'certificate', problem: 'expired' });
  });

  it('says that a sick platform should be tried later, and passes when it is well again', async () => {
    const { create, test } = await open();
    const { id } = await create();
    platform.control.fault({
      operation: '*',
      acts: false,
      effect: { kind: 'alter', status: 503, reason: 'Service Unavailable' },
    });
    const sick = await test(id);
    expect(shape(sick.steps).at(-1)).toBe('api-key failed try-later');
    expect((await test(id)).passed).toBe(true);
  });
});
