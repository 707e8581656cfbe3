// A computer whose clock is wrong: the machine token is got all the same, or the clock is said to be the cause.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { machineWay, openSignInDesk, personWay } from '../support/sign-in-desk.ts';
import { valueOf } from '../support/steward.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ identity: true });
});
afterAll(() => platform.stop());

/** A program on a computer whose clock differs by so much; what it does is asked of the platform on another one. */
async function deskWith(clock: { differs: number }) {
  platform.control.forget();
  const now = () => new Date(Date.now() + clock.differs);
  const desk = await openSignInDesk(platform, { replacements: { now } });
  onTestFinished(() => desk.stop());
  const connection = await desk.connect(
    machineWay(platform, { by: 'certificate', certificate: desk.certificate }),
  );
  const users = () => desk.client.enterpriseUsers.list({ connection });
  const grants = () =>
    platform.control.requests.filter(({ operation }) => operation === 'identity.machineToken');
  const renew = async () => {
    await valueOf(desk.client.app.lock({}));
    return users();
  };
  return { desk, users, grants, renew };
}

describe('a clock that is wrong', () => {
  it.each([
    ['a minute ahead', MINUTE],
    ['three minutes behind', -3 * MINUTE],
    ['an hour ahead', 60 * MINUTE],
    ['an hour behind', -60 * MINUTE],
    ['20 hours behind', (-20 / 24) * DAY],
    ['two days ahead', 2 * DAY],
  ])(
    'FLT-07 CLK-01 %s: the token is got by the time of its provider, at once from the second time on',
    async (_, differs) => {
      const { users, grants, renew } = await deskWith({ differs });
      await valueOf(users());
      expect(grants()).toHaveLength(2);
      await valueOf(renew());
      expect(grants()).toHaveLength(3);
    },
  );

  it('FLT-07 CLK-02 set right or wrong while the program runs: the next token is got by the new difference', async () => {
    const clock = { differs: 0 };
    const { users, grants, renew } = await deskWith(clock);
    await valueOf(users());
    expect(grants()).toHaveLength(1);
    for (const differs of [60 * MINUTE, -60 * MINUTE, 0]) {
      clock.differs = differs;
      const before = grants().length;
      await valueOf(renew());
      expect(grants().length - before).toBeLessThanOrEqual(2);
    }
  });

  it('FLT-07 CLK-01 by more than a week: not corrected, and said to be the cause', async () => {
    const { users, grants } = await deskWith({ differs: 9 * DAY });
    expect(await users()).toMatchObject({
      ok: false,
      failure: {
        kind: 'refused',
        cause: 'wrong-clock',
        reason: expect.stringMatching(/iat/) as unknown,
      },
    });
    expect(grants()).toHaveLength(1);
  });

  it.each([
    ['two days ahead', 2 * DAY],
    ['three hours behind', -180 * MINUTE],
  ])(
    'FLT-07 CLK-01 %s: what a person’s ID token says of its life is told by the clock of who made it',
    async (_, differs) => {
      const { desk } = await deskWith({ differs });
      const connection = await desk.connect(personWay(platform));
      await desk.begin(connection);
      const state = await valueOf(desk.client.signIn.state({ connection }));
      expect(state).toMatchObject({ state: 'signed-in' });
    },
  );

  it('a clock that is right: a refusal is asked for once, and has its own cause', async () => {
    platform.control.forget();
    const desk = await openSignInDesk(platform);
    onTestFinished(() => desk.stop());
    const proof = { by: 'certificate', certificate: desk.certificate } as const;
    const connection = await desk.connect(machineWay(platform, proof, { clientId: 'unknown' }));
    expect(await desk.client.enterpriseUsers.list({ connection })).toMatchObject({
      failure: { kind: 'refused', cause: 'other' },
    });
    expect(
      platform.control.requests.filter((one) => /machineToken/.test(one.operation ?? '')),
    ).toHaveLength(1);
  });
});
