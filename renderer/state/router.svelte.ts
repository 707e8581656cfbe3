// The router: the address bar's hash as state, with back and forward as the browser keeps them.
import { drafts, leaving } from './drafts.svelte.ts';
import { formatRoute, parseRoute, type Route } from './route.ts';

const START: Route = { connection: null, screen: 'enterprise-users', id: null };

let route = $state.raw<Route>(parseRoute(location.hash) ?? START);

addEventListener('hashchange', () => {
  const next = parseRoute(location.hash) ?? START;
  if (drafts.unsaved.length === 0) {
    route = next;
    return;
  }
  // Back or forward has happened already: the address returns to what is still shown, and the person is asked.
  history.pushState(null, '', formatRoute(route));
  leaving(() => go(next, false));
});

export const router = {
  get route(): Route {
    return route;
  },
  /** Asks about drafts first. Goes to a place; what is not named stays, except that another screen or connection opens nothing. */
  go(to: Partial<Route>): void {
    move(to, false);
  },
  /** Like go, without a step that Back returns to: for selections in a list. */
  replace(to: Partial<Route>): void {
    move(to, true);
  },
  back: (): void => {
    history.back();
  },
  forward: (): void => {
    history.forward();
  },
};

function move(to: Partial<Route>, replace: boolean): void {
  const elsewhere =
    (to.screen !== undefined && to.screen !== route.screen) ||
    (to.connection !== undefined && to.connection !== route.connection);
  const next: Route = {
    connection: to.connection !== undefined ? to.connection : route.connection,
    screen: to.screen ?? route.screen,
    id: to.id !== undefined ? to.id : elsewhere ? null : route.id,
  };
  if (formatRoute(next) !== formatRoute(route)) leaving(() => go(next, replace));
}

function go(next: Route, replace: boolean): void {
  const hash = formatRoute(next);
  route = next;
  if (replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
}
