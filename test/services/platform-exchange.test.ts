// Token exchange of the local platform, from section 9 of the documents.
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
    const consents = 'serviceowner/consents?serviceCode=K103&serviceEdition=1';
    expect((await caller.withToken(consents, token)).status).toBe(200);
    expect((await caller.withToken('enterpriseusers', token)).status).toBe(401);
    expect((await caller.withToken('enterpriseusers', platform.control.addToken())).status).toBe(
      200,
    );
  });
});
