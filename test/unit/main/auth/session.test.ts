// When a token is renewed, on a clock independent of the computer's time, and what concurrent callers share.
import { describe, expect, it } from 'vitest';
import { type Held, TokenCache, signInNeeded } from '../../../../main/auth/session.ts';
import { Secret } from '../../../../main/secret.ts';

const authHeaders = () => ({ headers: { Authorization: new Secret('x') }, certificate: false });

function keeperOf(seconds: number | undefined) {
  const clock = { wall: Date.parse('2026-03-01T12:00:00Z'), mono: 1000 };
  const state = { gets: 0, changes: 0, fails: undefined as Error | undefined };
  const waiting: (() => void)[] = [];
  let holdsBack = false;
  const keeper = new TokenCache<Held>({
    clock: { now: () => new Date(clock.wall), monotonic: () => clock.mono },
    changed: () => {
      state.changes += 1;
    },
    async get() {
      state.gets += 1;
      if (holdsBack) await new Promise<void>((go) => waiting.push(go));
      if (state.fails) throw state.fails;
      return { authHeaders: authHeaders(), seconds };
    },
  });
  const holdBack = () => {
    holdsBack = true;
    return () => {
      holdsBack = false;
      for (const go of waiting.splice(0)) go();
    };
  };
  return { keeper, clock, state, holdBack };
}

describe('AUT-10 the life of a token', () => {
  it.each([
    [119, 95_100, 95_300],
    [120, 95_900, 96_100],
    [10, 7_900, 8_100],
    [3600, 3_539_000, 3_541_000],
    [600, 539_000, 541_000],
  ])(
    'AUT-10 LIM-06 one of %i s is used until shortly before its end',
    async (seconds, kept, over) => {
      const { keeper, clock, state } = keeperOf(seconds);
      const first = await keeper.present();
      clock.mono += kept;
      expect(await keeper.present()).toBe(first);
      clock.mono += over - kept;
      expect(await keeper.present()).not.toBe(first);
      expect(state.gets).toBe(2);
    },
  );

  it('AUT-10 a changed clock of the computer neither ends nor prolongs it', async () => {
    const { keeper, clock, state } = keeperOf(119);
    const first = await keeper.present();
    for (const jump of [86_400_000, -2 * 86_400_000]) {
      clock.wall += jump;
      expect(await keeper.present()).toBe(first);
      expect(keeper.times().secondsLeft).toBe(119);
    }
    clock.mono += 119_000;
    await keeper.present();
    expect(state.gets).toBe(2);
  });

  it('AUT-10 LIM-06 the time left is told, and never less than none', async () => {
    const { keeper, clock } = keeperOf(119);
    expect(keeper.times()).toEqual({ since: null, until: null, secondsLeft: null });
    await keeper.present();
    clock.mono += 20_500;
    expect(keeper.times()).toEqual({
      since: '2026-03-01T12:00:00.000Z',
      until: '2026-03-01T12:01:59.000Z',
      secondsLeft: 98,
    });
    clock.mono += 1e9;
    expect(keeper.times().secondsLeft).toBe(0);
    const cookie = keeperOf(undefined).keeper;
    await cookie.present();
    expect(cookie.times()).toMatchObject({ until: null, secondsLeft: null });
  });

  it('AUT-10 one that cannot be renewed early is used to its end', async () => {
    const { keeper, clock, state } = keeperOf(100);
    const first = await keeper.present();
    state.fails = signInNeeded('no');
    clock.mono += 90_000;
    expect(await keeper.present()).toBe(first);
    clock.mono += 11_000;
    await expect(keeper.present()).rejects.toBe(state.fails);
    expect(keeper.failure()?.kind).toBe('sign-in-needed');
  });
});

describe('AUT-08 those who wait', () => {
  it('AUT-08 share one getting, and its failure', async () => {
    const { keeper, state, holdBack } = keeperOf(100);
    const release = holdBack();
    const all = Array.from({ length: 50 }, () => keeper.present());
    release();
    expect(new Set(await Promise.all(all)).size).toBe(1);
    expect(state.gets).toBe(1);
  });

  it('AUT-08 a renewal that another has made already is taken', async () => {
    const { keeper, state } = keeperOf(100);
    const stale = await keeper.present();
    const [one, other] = await Promise.all([keeper.renew(stale), keeper.renew(stale)]);
    expect(one).toBe(other);
    expect(await keeper.renew(stale)).toBe(one);
    expect(state.gets).toBe(2);
  });

  it('AUT-08 what was not taken is not shown again, also when no fresh one is to be had', async () => {
    const { keeper, state } = keeperOf(100);
    const stale = await keeper.present();
    state.fails = signInNeeded('no');
    await expect(keeper.renew(stale)).rejects.toBe(state.fails);
    await expect(keeper.present()).rejects.toBe(state.fails);
  });

  it('one who goes does not end the getting of the others', async () => {
    const { keeper, holdBack, state } = keeperOf(100);
    const release = holdBack();
    const stop = new AbortController();
    const gone = keeper.present(stop.signal);
    const stays = keeper.present();
    stop.abort();
    await expect(gone).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    release();
    expect(await stays).toBeDefined();
    expect(state.gets).toBe(1);
  });

  it('AUT-14 what comes after it was dropped is not used', async () => {
    const { keeper, holdBack } = keeperOf(100);
    const release = holdBack();
    const waiting = keeper.present();
    keeper.clear();
    release();
    await expect(waiting).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(keeper.held()).toBeUndefined();
  });
});
