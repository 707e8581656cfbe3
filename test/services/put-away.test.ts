// What was put away is opened by the person that the system recognises; until then main answers no window (ATK-22).
import { afterEach, expect, it } from 'vitest';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';

let steward: Steward;
afterEach(() => steward.stop());

const reader = () => {
  const state = { there: true, accepts: false, asked: [] as string[] };
  const person = {
    canAsk: () => state.there,
    ask: async (reason: string) => {
      state.asked.push(reason);
      return state.accepts;
    },
  };
  return { state, person };
};

it('ATK-22 where the system can ask, nothing is answered until the person was recognised, also in a new window', async () => {
  const { state, person } = reader();
  steward = await startSteward({ shell: { person } });
  const { client } = steward;
  expect((await valueOf(client.app.start({}))).can.askWhoOpens).toBe(true);
  await valueOf(client.app.lock({}));
  const other = steward.openWindow();
  for (const window of [client, other.client]) {
    for (const answer of [
      window.connections.list({}),
      window.settings.change({ idleLockMinutes: 5 }),
      window.credentials.addApiKey({ name: 'Key', key: 'k' }),
    ])
      expect(await answer).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect((await valueOf(window.app.start({}))).putAway).toBe(true);
  }
  expect(await valueOf(client.app.openAgain({}))).toEqual({ open: false });
  // A reader that is blocked after wrong fingers asks for nothing: that opens nothing either.
  state.there = false;
  expect(await valueOf(client.app.openAgain({}))).toEqual({ open: false });
  expect(await client.connections.list({})).toMatchObject({ ok: false });
  state.accepts = true;
  expect(await valueOf(other.client.app.openAgain({}))).toEqual({ open: true });
  expect((await valueOf(client.app.start({}))).putAway).toBeUndefined();
  await valueOf(client.connections.list({}));
  expect(state.asked).toEqual(['open again', 'open again', 'open again']);
  other.closeWindow();
});

it('where nobody can be asked for, it is opened by whoever is there, and not said to be otherwise', async () => {
  const { state, person } = reader();
  state.there = false;
  steward = await startSteward({ shell: { person } });
  const { client } = steward;
  await valueOf(client.app.lock({}));
  const start = await valueOf(client.app.start({}));
  expect([start.can.askWhoOpens, start.putAway]).toEqual([undefined, undefined]);
  await valueOf(client.connections.list({}));
  expect(await valueOf(client.app.openAgain({}))).toEqual({ open: true });
  expect(state.asked).toEqual([]);
});
