// Works out where the window starts, the connection in use and the first place, before anything is shown.
import type { Layout } from '../../preload/contract/layout.ts';
import { placeToOpen, remembered } from './places.ts';
import type { Route } from './route.ts';
import { TODAY } from './today-items.ts';
import { userActAt } from './user-place.ts';

/** The connection that is chosen at the start because there is no other; undefined where nothing is to be chosen. */
export function onlyConnection(
  connections: readonly { readonly id: string }[],
  chosen: string | null,
): string | undefined {
  return chosen === null && connections.length === 1 ? connections[0]?.id : undefined;
}

export interface StartGiven {
  /** What the address named, after a link or a reload. */
  readonly named: Route | undefined;
  readonly connections: readonly { readonly id: string }[];
  readonly chosen: string | null;
  readonly places: Layout['places'];
  /** Whether there is such a screen, also one that is switched off: it says so. */
  readonly isKnown: (id: string) => boolean;
  /** Whether one can go there with the connection in use. */
  readonly isScreen: (id: string) => boolean;
  readonly home: string;
  /** Where what waits for the person is dealt with, of all connections. */
  readonly waiting: readonly (Partial<Route> & Pick<Route, 'screen' | 'id'>)[];
}

/**
 * A named place comes first, then Today where something waits, then the place where the person was last; who was at what waits goes on
 * there. Without a connection a plain start is at home, which shows the first run: a remembered place would hide what there is to do.
 */
export function startRoute(given: StartGiven): Route {
  const { named, connections, chosen, places, isKnown, isScreen, home, waiting } = given;
  const atHome: Route = { connection: chosen, screen: home, id: null };
  if (named !== undefined) {
    const connection = named.connection ?? chosen;
    // An address of another version names what is no screen here.
    if (isKnown(named.screen)) return { ...named, connection };
    return connection !== null && isScreen(TODAY)
      ? { connection, screen: TODAY, id: null }
      : { ...atHome, connection };
  }
  if (connections.length === 0) return atHome;
  const last = { ...atHome, ...placeToOpen(places, chosen, isScreen) };
  // By as much as is remembered of a place. Rotating is not: who was at the list of users was not at it.
  const wasThere = waiting.some((one) => {
    const { screen, id } = remembered(one);
    if (userActAt(one.id) !== undefined) return false;
    return screen === last.screen && id === last.id && (one.connection ?? chosen) === chosen;
  });
  const opensToday = waiting.length > 0 && !wasThere && chosen !== null && isScreen(TODAY);
  return opensToday ? { ...atHome, screen: TODAY } : last;
}
