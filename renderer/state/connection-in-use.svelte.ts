// Which connection the window shows: address and main's choice follow each other, and between two connections nothing is shown.
import { untrack } from 'svelte';
import { language } from '../texts/language.svelte.ts';
import { nextStep } from './following.ts';
import { layout } from './layout.svelte.ts';
import { placesAfter, placeToOpen } from './places.ts';
import { router } from './router.svelte.ts';
import { session } from './session.svelte.ts';
import { client } from './steward.ts';
import { toasts } from './toasts.svelte.ts';

const idOf = () => session.chosen?.id ?? null;

export const inUse = {
  get state(): 'settled' | 'changing' | 'gone' {
    const wanted = router.route.connection;
    if (wanted === idOf()) return 'settled';
    const isKnown = session.connections.some(({ id }) => id === wanted);
    return wanted === null || isKnown ? 'changing' : 'gone';
  },
};

/** To be used once, in the window. `isScreen`: whether one can go there with the connection in use; `home`: where one begins. */
export function followConnection(isScreen: (id: string) => boolean, home: () => string): void {
  let before: string | null | undefined;
  $effect(() => {
    if (session.start === undefined) return;
    const wanted = router.route.connection;
    const chosen = idOf();
    const known = session.connections.map(({ id }) => id);
    const isStart = before === undefined && !router.named;
    const next = nextStep({
      wanted,
      chosen,
      before: before === undefined ? chosen : before,
      known,
    });
    before = chosen;
    untrack(() => {
      if (isStart) {
        router.replace({
          connection: chosen,
          screen: home(),
          ...placeToOpen(layout.now.places, chosen, isScreen),
        });
      } else if (next === 'follow-main') router.replace({ connection: chosen });
      else if (next === 'follow-address' && wanted !== null) void choose(wanted);
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
  const answer = await client.connections.choose({ connection });
  if (answer.ok || router.route.connection !== connection) return;
  toasts.show(language.t.frame.notSwitched, { tone: 'warning' });
  router.replace({ connection: idOf() });
}
