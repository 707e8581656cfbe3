// What the platform lists can be acted on, whatever names it has: over real two-way TLS.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';

describe('users who exist', () => {
  let platform: Platform;
  let steward: Steward;
  let connection: string;
  beforeAll(async () => {
    platform = await startPlatform({ users: 1 });
    steward = await startSteward();
    ({ connection } = await connectTo(steward, platform));
  });
  afterAll(async () => {
    await steward.stop();
    await platform.stop();
  });

  it.each([
    ...[
      'lønn system',
      'dom\\x',
      'a/b',
      '100%',
      'nr#1',
      'hva?',
      'a%2fb',
      'a\u200eb',
      'x'.repeat(200),
      'x'.repeat(300),
    ],
  ])('FLD-15 every act is done to %j', async (userName) => {
    const { client } = steward;
    const all = client.enterpriseUsers;
    platform.control.addUser(userName);
    const { users } = await valueOf(all.list({ connection }));
    expect(users.map((user) => user.userName)).toContain(userName);
    expect(await valueOf(all.get({ connection, userName }))).toMatchObject({ userName });
    await valueOf(all.changeNote({ connection, userName, note: 'seen' }));
    await valueOf(all.history({ connection, userName }));
    const { secret } = await valueOf(all.rotateSecret({ connection, userName }));
    const shown = await valueOf(client.oneTimeSecrets.reveal({ secret }));
    expect(shown.secret).toBe(platform.control.secretOf(userName));
    // A new name has its rules.
    expect(await all.create({ connection, userName: `${userName}/` })).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
    const newName = `plain-${String(users.length)}`;
    await valueOf(all.rename({ connection, userName, newName }));
    platform.control.addUser(userName);
    // Another one of that name is first seen, then deleted.
    await valueOf(all.list({ connection }));
    await valueOf(all.remove({ connection, userName }));
    expect(platform.control.users).toContain(newName);
    expect(platform.control.users).not.toContain(userName);
  });
});
