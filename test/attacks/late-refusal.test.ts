// A server, or something in front of it, does what a write asks for and answers that it does not know who asks.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { machineWay, openSignInDesk } from '../support/sign-in-desk.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';
import { tell } from './report.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ identity: true });
});
afterAll(() => platform.stop());

const create = 'enterpriseUsers.create';
const rotate = 'enterpriseUsers.rotateSecret';
const refused = { kind: 'alter', status: 401, reason: 'Unauthorized' } as const;

async function byCertificate() {
  platform.control.forget();
  const steward = await startSteward();
  onTestFinished(() => steward.stop());
  const { connection } = await connectTo(steward, platform);
  return { client: steward.client, connection };
}

async function byToken() {
  platform.control.forget();
  const desk = await openSignInDesk(platform);
  onTestFinished(() => desk.stop());
  const proof = { by: 'certificate', certificate: desk.certificate } as const;
  return { client: desk.client, connection: await desk.connect(machineWay(platform, proof)) };
}

describe.each([
  ['a certificate', byCertificate],
  ['a token', byToken],
])('ATK-23 a write that was done is answered with 401, with %s', (proof, open) => {
  it(`ATK-23 with ${proof} it is sent once, its outcome is unknown, and no secret is taken for not made`, async () => {
    const { client, connection } = await open();
    const { users } = await valueOf(client.enterpriseUsers.list({ connection }));
    const before = platform.control.executed(rotate);
    platform.control.fault({ operation: rotate, acts: true, effect: refused, times: 2 });
    const userName = users[0]?.userName ?? '';
    const result = await client.enterpriseUsers.rotateSecret({ connection, userName });
    const executed = platform.control.executed(rotate) - before;
    const kind = result.ok ? 'done' : result.failure.kind;
    tell(
      'ATK-23',
      `401 to a rotation that was done, ${proof}`,
      `done ${String(executed)} times, ${kind}`,
    );
    expect([executed, kind]).toEqual([1, 'outcome-unknown']);
    const [entry] = await valueOf(client.oneTimeSecrets.list({}));
    expect(entry).toMatchObject({ state: 'outcome-unknown' });
  });

  it(`ATK-23 with ${proof} one that can be looked up is sent once, and found to be done`, async () => {
    const { client, connection } = await open();
    const { users } = await valueOf(client.enterpriseUsers.list({ connection }));
    const remove = 'enterpriseUsers.remove';
    const before = platform.control.executed(remove);
    platform.control.fault({ operation: remove, acts: true, effect: refused, times: 2 });
    const userName = users.at(-1)?.userName ?? '';
    const result = await client.enterpriseUsers.remove({ connection, userName });
    const executed = platform.control.executed(remove) - before;
    expect([executed, result.ok ? 'done' : result.failure.kind]).toEqual([1, 'done']);
  });
});

describe('ATK-23 what a 401 says that comes from the door', () => {
  it('ATK-23 a token that has ended is renewed and the write sent once more: it was refused before it was looked at', async () => {
    const { client, connection } = await byToken();
    await valueOf(client.enterpriseUsers.list({ connection }));
    const before = platform.control.executed(create);
    platform.control.identity.expireTokens();
    await valueOf(client.enterpriseUsers.create({ connection, userName: 'renewed-1' }));
    expect(platform.control.executed(create) - before).toBe(1);
  });
});
