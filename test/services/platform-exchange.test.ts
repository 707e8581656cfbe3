// Token exchange and entry points of the local platform, from sections 5 to 9 and 13 of the documents.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { usualShape } from '../platform/shape.ts';
import { jsonOf, signInCaller, type Reply, type SignInCaller } from '../support/sign-in-caller.ts';

let platform: Platform;
let caller: SignInCaller;
const user = 'hr-sykmelding';

beforeAll(async () => {
  platform = await startPlatform({ seed: 3, users: 4, identity: true });
  caller = signInCaller(platform);
});
afterEach(() => {
  Object.assign(platform.control.shape, usualShape());
});
afterAll(async () => {
  await platform.stop();
});

const coded = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const header = 'X-Altinn-EnterpriseUser-Authentication';

function exchange(
  token: string,
  credentials = coded(`${user}:${platform.control.secretOf(user)}`),
): Promise<Reply> {
  return caller.ask(platform.identity.exchangeEndpoint, {
    headers: { Authorization: `Bearer ${token}`, [header]: credentials },
  });
}

async function exchanged(...scopes: string[]): Promise<string> {
  const machine = platform.control.addToken(undefined, scopes.length > 0 ? scopes : undefined);
  return JSON.parse((await exchange(machine)).text) as string;
}

describe('section 9', () => {
  it('is on a host of its own, and answers one JSON string: the token of the enterprise user', async () => {
    const { exchangeEndpoint } = platform.identity;
    expect(new URL(exchangeEndpoint).pathname).toBe('/authentication/api/v1/exchange/maskinporten');
    expect(new URL(exchangeEndpoint).origin).not.toBe(platform.address);
    const reply = await exchange(platform.control.addToken());
    expect([reply.status, reply.text]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
    const own = await caller.withToken('my/profile', JSON.parse(reply.text) as string);
    expect([own.status, jsonOf(own)['UserName']]).toEqual([200, user]);
    const parties = await caller.withToken('reportees', JSON.parse(reply.text) as string);
    expect(parties.text).toContain(platform.organisationNumber);
  });

  it('a raw machine token never stands for an enterprise user', async () => {
    const reply = await caller.withToken('my/profile', platform.control.addToken());
    expect([reply.status, reply.reason]).toEqual([403, expect.stringContaining('user')]);
  });

  it('anything wrong is 401', async () => {
    const machine = platform.control.addToken();
    const secret = platform.control.secretOf(user) ?? '';
    const wrong = [
      await exchange('nothing'),
      await exchange(platform.control.identity.addToken({ person: 'person-1' })),
      await exchange(await exchanged()),
      await exchange(machine, coded(`${user}:wrong`)),
      await exchange(machine, `Basic ${coded(`${user}:${secret}`)}`),
      await exchange(platform.control.addToken('987654325')),
      await caller.ask(platform.identity.exchangeEndpoint, {
        headers: { Authorization: `Bearer ${machine}` },
      }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 401));
  });

  it('keeps the scopes of the machine token', async () => {
    const token = await exchanged('altinn:profiles.read');
    expect((await caller.withToken('my/profile', token)).status).toBe(200);
    expect((await caller.withToken('my/messages', token)).status).toBe(401);
    expect(
      (await caller.withToken('my/profile', await exchanged('platform:profiles.read'))).status,
    ).toBe(401);
  });

  it('opens what organisations may do, but not their enterprise users', async () => {
    const token = await exchanged();
    expect((await caller.withToken('consentRequests', token)).status).toBe(200);
    expect((await caller.withToken('serviceowner/consents', token)).status).toBe(200);
    expect((await caller.withToken('enterpriseusers', token)).status).toBe(401);
    expect((await caller.withToken('enterpriseusers', platform.control.addToken())).status).toBe(
      200,
    );
  });
});

describe('sections 5 to 8 and 13: entry points', () => {
  const as = { nobody: '', organisation: '', user: '' };
  beforeAll(() => {
    as.organisation = platform.control.addToken();
    as.user = platform.control.identity.addToken({ person: 'person-1' });
  });
  const status = async (who: 'organisation' | 'user', method: string, path: string) =>
    (await caller.withToken(path, as[who], method)).status;
  const ref = '5b7e4f0a-9a53-4b8f-8d0e-91c700000000';

  it.each([
    ['organisation', 'GET', 'consentRequests?direction=outgoing&status=opened', 200],
    ['organisation', 'POST', 'consentRequests', 201],
    ['organisation', 'DELETE', `consentRequests/${ref}`, 204],
    ['organisation', 'GET', `authorization/token/${ref}`, 200],
    ['organisation', 'POST', `authorization/token/${ref}/loguse?ServiceCode=1`, 400],
    ['user', 'GET', 'my/lookup/0119/1?queryOptions=x', 200],
    ['user', 'GET', 'brokerservice/inbox/hasavailablefiles?recipients=910514318', 200],
    ['user', 'GET', 'brokerservice/inbox/hasavailablefiles', 400],
    ['user', 'GET', 'my/brokerservice/inbox?fileStatus=Uploaded', 200],
    ['user', 'GET', `my/brokerservice/inbox/${ref}/receipt`, 200],
    ['user', 'POST', `my/brokerservice/inbox/${ref}/confirmdownloaded`, 200],
    ['user', 'POST', 'my/brokerservice/outbox?brokerServiceDescription=%7B%7D', 201],
    ['organisation', 'GET', 'serviceowner/reportees?subject=14857912345', 200],
    ['organisation', 'GET', 'serviceowner/reportees', 400],
    ['organisation', 'GET', 'serviceowner/authorization/rights?subject=1&reportee=2', 200],
    ['organisation', 'POST', 'serviceowner/delegations/roles/?onBehalfOf=1', 201],
    ['organisation', 'GET', 'serviceowner/srr?serviceCode=1&serviceEditionCode=1', 200],
    ['organisation', 'PUT', 'serviceowner/srr/60', 204],
    ['organisation', 'GET', 'serviceowner/notifications/validaterecipient', 200],
    ['organisation', 'GET', 'serviceowner/events/feed?eventOffset=1', 200],
  ] as const)('%s %s %s is %i', async (who, method, path, wanted) => {
    expect(await status(who, method, path)).toBe(wanted);
  });

  it.each([
    ['organisation', 'GET', 'delegationRequests'],
    ['organisation', 'POST', 'delegationRequests'],
    ['organisation', 'GET', 'serviceowner/authorization/apprights'],
    ['organisation', 'GET', 'serviceowner/roledefinitions'],
    ['organisation', 'GET', 'serviceowner/roledefinitions/4'],
  ] as const)('section 13: %s %s %s is off, and works by switch', async (who, method, path) => {
    expect(await status(who, method, path)).toBe(410);
    platform.control.shape.switchedOffStillOn = true;
    expect([200, 201]).toContain(await status(who, method, path));
  });
});
