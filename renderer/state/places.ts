// The last place of each connection: which part of it may be remembered, and what is opened at the next start.
import type { Layout } from '../../preload/contract/layout.ts';
import type { Route } from './route.ts';
import { userActAt } from './user-place.ts';
import { TODAY } from './today-items.ts';

type Place = Layout['places'][string];

/** The place of a window without a connection. */
const NOWHERE = 'none';
const keyOf = (connection: string | null) => connection ?? NOWHERE;

/** `<id>+change` and the like are forms, which nobody wants to find half open; addresses and numbers of persons stay off the disk. */
function rememberable(id: string | null): string | null {
  if (id === null || id.length > 100 || /[+@]/.test(id) || userActAt(id) !== undefined) return null;
  const digits = id.replace(/\D/g, '');
  const isPersonal = digits.length === 11 || (digits.length === 8 && /^[\d ]+$/.test(id));
  return isPersonal ? null : id;
}

/** Of a place, what may be written down. */
export const remembered = ({ screen, id }: Pick<Route, 'screen' | 'id'>): Place => ({
  screen,
  id: rememberable(id),
});

/** Undefined when nothing changes by it, or when there is no such screen. Today opens by itself when there is a reason. */
export function placesAfter(
  places: Layout['places'],
  route: Route,
  isScreen: (id: string) => boolean,
): Layout['places'] | undefined {
  if (!isScreen(route.screen) || route.screen === TODAY) return undefined;
  const key = keyOf(route.connection);
  const place = remembered(route);
  const before = places[key];
  if (before?.screen === place.screen && before.id === place.id) return undefined;
  return { ...places, [key]: place };
}

/**
 * What was open may be gone: a screen opens nothing for an id it does not know. Where the screen itself is gone, Today says what
 * there is to do.
 */
export function placeToOpen(
  places: Layout['places'],
  connection: string | null,
  isScreen: (id: string) => boolean,
): Pick<Route, 'screen' | 'id'> | undefined {
  const place = places[keyOf(connection)];
  if (place === undefined || isScreen(place.screen)) return place;
  return connection !== null && isScreen(TODAY) ? { screen: TODAY, id: null } : undefined;
}
