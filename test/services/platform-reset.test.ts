// The local platform reset: as one that was started just now, at the same address, for the same certificate and key.
import { afterEach, expect, it } from 'vitest';
import { type Platform, type Population, startPlatform } from '../platform/platform.ts';
import { signInCaller } from '../support/sign-in-caller.ts';

const now = () => new Date('2026-03-02T10:00:00Z');
const started: Platform[] = [];
const start = async (population: Population = {}) => {
  const platform = await startPlatform({ ...population, identity: true, now });
  started.push(platform);
  return platform;
};
afterEach(async () => {
  await Promise.all(started.splice(0).map((platform) => platform.stop()));
});

/** What a test can know of it, and what it gives out next. */
function contentOf({ control, organisationNumber }: Platform): unknown {
  return {
    users: control.users.map((name) => [name, control.secretOf(name)]),
    given: control.secretsGiven,
    counted: [control.counters, control.requests, control.latencyMs, control.signIn],
    shape: control.shape,
    register: control.register,
    services: control.metadata.services,
    contacts: control.contactInformation(organisationNumber),
    roles: control.localRoles(organisationNumber).map(({ name, rights }) => ({ name, rights })),
    messages: control.messages.of().map(({ id, subject, state }) => ({ id, subject, state })),
    consents: control.consents.all,
    files: control.fileTransfer.files.map(({ reference, fileName }) => ({ reference, fileName })),
    living: control.identity.living,
    next: [control.addToken(), control.addApiKey(), control.identity.registerClient()],
  };
}

const list = (platform: Platform) =>
  signInCaller(platform).api('enterpriseusers?ForceEIAuthentication', { certificate: true });

it('whatever was done to it, it has what one has that was started with the same', async () => {
  const used = await start({ users: 5 });
  const { control, organisationNumber } = used;
  control.fault({ operation: '*', acts: false, effect: { kind: 'reset' }, times: 99 });
  control.latencyMs = 60_000;
  control.shape.single = 'object';
  control.retire('enterpriseUsers', 410, 'all');
  control.messages.make({ party: organisationNumber, subject: 'From before' });
  control.consents.make({});
  control.identity.machineTokenSeconds = 1;
  const before = { key: control.addApiKey(), token: control.addToken() };

  used.reset({ users: 7, services: 80, seed: 4 });
  expect(contentOf(used)).toEqual(contentOf(await start({ users: 7, services: 80, seed: 4 })));
  expect(used.control.identity.machineTokenSeconds).not.toBe(1);
  const caller = signInCaller(used);
  expect((await list(used)).status).toBe(200);
  const byKey = await caller.api('enterpriseusers?ForceEIAuthentication', {
    certificate: true,
    headers: { ApiKey: before.key },
  });
  expect([byKey.status, (await caller.withToken('my/profile', before.token)).status]).toEqual([
    403, 401,
  ]);

  used.reset();
  expect(contentOf(used)).toEqual(contentOf(await start({ users: 5 })));
});

it('what was told of it before reaches it no more', async () => {
  const platform = await start();
  const { control } = platform;
  platform.reset();
  control.retire('enterpriseUsers', 410, 'all');
  control.fault({ operation: '*', acts: false, effect: { kind: 'reset' }, times: 99 });
  expect((await list(platform)).status).toBe(200);
  expect([control.requests.length, platform.control.requests.length]).toEqual([0, 1]);
});

it('address, certificates, key and the addresses to sign in at are those of before', async () => {
  const platform = await start();
  const { control: _before, ...facts } = platform;
  const { identity } = platform;
  platform.reset();
  const { control: _after, ...now } = platform;
  expect(now).toEqual(facts);
  expect(platform.identity).toEqual(identity);
  const refused = await signInCaller(platform).form(identity.machineTokenEndpoint, {
    grant_type: 'x',
  });
  expect([refused.status, platform.control.executed('identity.machineToken')]).toEqual([400, 0]);
  expect(platform.control.requests.map(({ operation }) => operation)).toEqual([
    'identity.machineToken',
  ]);
});

it('a call that waits at it ends with the reset, and the next connection is its first', async () => {
  const platform = await start();
  const held = platform.control.hold('enterpriseUsers.list', false);
  const waiting = list(platform);
  await held.reached;
  platform.reset();
  await expect(waiting).rejects.toMatchObject({ code: 'ECONNRESET' });
  await list(platform);
  expect(platform.control.requests.map(({ connection }) => connection)).toEqual([1]);
});

it('cut off, it answers nobody until it is reset', async () => {
  const platform = await start();
  platform.cutOff();
  for (const _ of [1, 2])
    await expect(list(platform)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(platform.control.requests).toEqual([]);
  platform.reset();
  expect((await list(platform)).status).toBe(200);
});
