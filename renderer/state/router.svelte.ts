// The router: the address bar's hash as state, with back and forward as the browser keeps them.
import { drafts, leaving } from './drafts.svelte.ts';
import { parseRoute, type Route } from './route.ts';
import { RouteSteps, START, type Steps } from './route-steps.ts';

export interface Arrival {
  /** At another screen, or of another connection. */
  readonly elsewhere: boolean;
}

const named = parseRoute(location.hash);
/** Until the window goes to its first place, the address is followed. */
let hasBegun = false;

let route = $state.raw<Route>(START);
let arrival = $state.raw<Arrival>();
let shownStep: unknown;
let steps = $state.raw<Steps>({ canGoBack: false, canGoForward: false });

const way = new RouteSteps({
  bar: {
    hash: () => location.hash,
    step: () => {
      const state: unknown = history.state;
      return typeof state === 'number' ? state : undefined;
    },
    push: (hash, step) => {
      history.pushState(step, '', hash === '' ? '#' : hash);
    },
    replace: (hash, step) => {
      history.replaceState(step, '', hash === '' ? '#' : hash);
    },
    travel: async (by) => {
      const { currentEntry } = navigation;
      const entry = currentEntry && navigation.entries()[currentEntry.index + by];
      if (!entry) return;
      const { committed, finished } = navigation.traverseTo(entry.key);
      // Of a way that another took over, both are refused: then the window is on that one.
      await Promise.allSettled([committed, finished]);
    },
  },
  isHeld: () => drafts.unsaved.length > 0,
  leaving,
  show: (next, now) => {
    const step: unknown = history.state;
    if (shownStep !== undefined && step !== shownStep)
      arrival = {
        elsewhere: next.screen !== route.screen || next.connection !== route.connection,
      };
    shownStep = step;
    route = next;
    steps = now;
  },
});

// Two entries can have the same address: then only `popstate` tells of the step.
for (const name of ['hashchange', 'popstate'] as const) {
  addEventListener(name, () => {
    way.arrived();
  });
}

export const router = {
  get route(): Route {
    return route;
  },
  /** The place that the address named, by a link or a reload, when the window began; undefined at a plain start. */
  get named(): Route | undefined {
    return hasBegun ? named : parseRoute(location.hash);
  },
  /** The newest way to another place, by Back, Forward, a link or what was opened: a selection in a list is none. */
  get arrival(): Arrival | undefined {
    return arrival;
  },
  get canGoBack(): boolean {
    return steps.canGoBack;
  },
  get canGoForward(): boolean {
    return steps.canGoForward;
  },
  /** Asks about drafts first. Goes to a place; what is not named stays, except that another screen or connection opens nothing. */
  go(to: Partial<Route>): void {
    way.move(to, false);
  },
  /** Like go, without a step that Back returns to: for selections in a list. */
  replace(to: Partial<Route>): void {
    hasBegun = true;
    way.move(to, true);
  },
  back: (): void => {
    way.back();
  },
  forward: (): void => {
    way.forward();
  },
};
