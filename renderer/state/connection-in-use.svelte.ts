// Keeps the address and main's choice of connection in step. Nothing is shown while the two differ.
import { untrack } from 'svelte';
import type { Failure } from '../../preload/result.ts';
import { nextStep } from './connection-sync.ts';
import { layout } from './layout.svelte.ts';
import { placesAfter } from './places.ts';
import { router } from './router.svelte.ts';
import { session } from './session.svelte.ts';
import { settingUp } from './setting-up.svelte.ts';
import { client } from './main-process.ts';

/** Why main did not take the last one that was chosen. */
let refused = $state.raw<Failure>();

const idOf = () => session.chosen?.id ?? null;

export const inUse = {
  get state(): 'settled' | 'changing' | 'gone' {
    const wanted = router.route.connection;
    if (wanted === idOf()) return 'settled';
    const isKnown = session.connections.some(({ id }) => id === wanted);
    return wanted === null || isKnown ? 'changing' : 'gone';
  },
  /** Why the connection could not be changed; until a person has seen it, or the next one could. */
  get refused(): Failure | undefined {
    return refused;
  },
  seen: (): void => {
    refused = undefined;
  },
};

/** To be used once, in the window, which has a route from its start on. `isScreen`: whether one can go there now. */
export function followConnection(isScreen: (id: string) => boolean): void {
  let before: string | null | undefined;
  $effect(() => {
    if (session.start === undefined) return;
    const { connection: wanted, id } = router.route;
    const chosen = idOf();
    const known = session.connections.map((one) => one.id);
    const next = nextStep({
      wanted,
      chosen,
      before: before === undefined ? chosen : before,
      known,
      isSettingUp: settingUp.now,
    });
    before = chosen;
    untrack(() => {
      // What is open at no connection belongs to none, and stays.
      if (next === 'follow-main')
        router.replace({ connection: chosen, ...(wanted === null && { id }) });
      else if (next === 'follow-address' && wanted !== null) void choose(wanted);
      else if (next === 'choose-only') void choose(known[0] ?? '');
    });
  });
  $effect(() => {
    const { route } = router;
    if (session.start === undefined || inUse.state !== 'settled') return;
    untrack(() => {
      const places = placesAfter(layout.now.places, route, isScreen);
      if (places !== undefined) layout.change({ places });
    });
  });
}

async function choose(connection: string): Promise<void> {
  const { connection: wanted } = router.route;
  const answer = await client.connections.choose({ connection });
  if (answer.ok) refused = undefined;
  if (answer.ok || router.route.connection !== wanted) return;
  refused = answer.failure;
  // The window itself is never left, and the address is still the one that was asked for.
  // eslint-disable-next-line no-restricted-syntax
  router.replace({ connection: idOf() });
}
