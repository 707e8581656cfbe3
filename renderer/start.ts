// Starts the window: what main reports, the connection in use and the first place.
// Nothing is shown before all three are known.
import { screenOf, screensLeft } from './screens.ts';
import { layout } from './state/layout.svelte.ts';
import { managed } from './state/managed.svelte.ts';
import { router } from './state/router.svelte.ts';
import { begin, session } from './state/session.svelte.ts';
import { startRoute } from './state/start-route.ts';
import { isReasonToOpen, placeOfItem } from './state/today-items.ts';
import { todayNow } from './state/today.svelte.ts';

/** Also the second attempt, after main could not answer the first. */
export function startWindow(): Promise<void> {
  // A named screen is on its way while main is asked; where it does not come, its place says so.
  void Promise.resolve(screenOf(router.named?.screen ?? '')?.content.get()).catch(() => undefined);
  const today = todayNow();
  return begin(
    () => {
      router.replace(
        startRoute({
          named: router.named,
          connections: session.connections,
          chosen: session.chosen?.id ?? null,
          places: layout.now.places,
          isKnown: (id) => screenOf(id) !== undefined,
          isScreen: (id) => screensLeft().some((screen) => screen.id === id),
          home: managed.home,
          waiting: (today.value?.items ?? []).filter(isReasonToOpen).map(placeOfItem),
        }),
      );
    },
    router.named === undefined ? today.load() : undefined,
  );
}
