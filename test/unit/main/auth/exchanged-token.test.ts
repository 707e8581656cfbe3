// The exchange of a machine token: what it sent is not in the words that are kept of a refusal.
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { exchangeOnce, type ExchangeNeeds } from '../../../../main/auth/exchanged-token.ts';
import type { ExchangeResponse } from '../../../../main/http/exchange.ts';
import { Secret } from '../../../../main/secret.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';

const connection = { environment: 'test', baseAddress: 'https://platform.example' };
const signIn = {
  way: 'machine-token',
  tokenEndpoint: 'https://token.example/token',
  exchangeEndpoint: 'https://exchange.example/exchange',
  audience: 'https://token.example/',
  clientId: 'client-1',
  scopes: ['altinn:reportees'],
  proof: { by: 'registered-key', key: 'k-1', keyId: 'kid-1' },
} as const;

it('AUT-15 ATK-04 a refusal is kept without what was sent, which nobody would know any more once it is forgotten', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const named = Buffer.from('svc:hemmelig').toString('base64');
  const answer = (status: number, reason: string, body: string) => ({
    status,
    reason,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body),
  });
  const given = {
    credentials: { privateKey: async () => key },
    redact: (text: string) => text.replaceAll(named, '[secret]'),
    routeTo: async () => ({}),
    serverTimes: {
      at: () => new Date(),
      hear: () => undefined,
      revision: () => 0,
      isUnreasonable: () => false,
    },
    transport: {
      exchange: async ({ method }: { readonly method: string }) =>
        (method === 'POST'
          ? answer(200, 'OK', '{"access_token":"machine-token"}')
          : answer(401, `No user ${named}`, '')) as unknown as ExchangeResponse,
    },
  };
  const user = { userName: 'svc', password: new Secret('hemmelig') };
  const tried = exchangeOnce(
    connection as SavedConnection,
    { ...signIn, scopes: [...signIn.scopes] },
    user,
    given as unknown as ExchangeNeeds,
  );
  await expect(tried).rejects.toMatchObject({
    failure: { kind: 'sign-in-needed', status: 401, reason: 'No user [secret]' },
  });
});
