// The browsing history of the window as numbered steps in the address bar.
// The numbers tell Back from Forward, so that either can be refused, and asking first loses no step.
import { formatRoute, parseRoute, type Route } from './route.ts';

/** What a window has of its history; everything it does by itself is told by `arrived`. */
export interface AddressBar {
  readonly hash: () => string;
  /** The number given to the entry that is shown; undefined for one that a link or a person made. */
  readonly step: () => number | undefined;
  readonly push: (hash: string, step: number) => void;
  readonly replace: (hash: string, step: number) => void;
  /** Is kept once the window is there, or has nothing there to go to. */
  readonly travel: (by: number) => Promise<unknown>;
}

export interface Steps {
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

interface Needs {
  readonly bar: AddressBar;
  /** Whether something would be lost by leaving now. */
  readonly isHeld: () => boolean;
  /** Runs it now, or after the person said so. */
  readonly leaving: (go: () => void) => void;
  readonly show: (route: Route, steps: Steps) => void;
}

export const START: Route = { connection: null, screen: 'enterprise-users', id: null };

const isSame = (a: Route, b: Route) => formatRoute(a) === formatRoute(b);

/** What is not named stays, except that another screen or connection opens nothing. */
export function routeAfter(from: Route, to: Partial<Route>): Route {
  const elsewhere =
    (to.screen !== undefined && to.screen !== from.screen) ||
    (to.connection !== undefined && to.connection !== from.connection);
  return {
    connection: to.connection !== undefined ? to.connection : from.connection,
    screen: to.screen ?? from.screen,
    id: to.id !== undefined ? to.id : elsewhere ? null : from.id,
  };
}

export class RouteSteps {
  readonly #needs: Needs;
  #route: Route;
  #at: number;
  #newest: number;
  /** Left again before anybody answered, but the window is not back yet: two events tell of one step. */
  #refused: number | undefined;
  #travels = 0;
  /** What was pressed while the window was on its way: a step made meanwhile would be lost by its arrival. */
  readonly #waiting: (() => void)[] = [];

  constructor(needs: Needs) {
    const { bar } = needs;
    this.#needs = needs;
    this.#route = parseRoute(bar.hash()) ?? START;
    this.#at = bar.step() ?? 0;
    this.#newest = this.#at;
    if (bar.step() === undefined) bar.replace(bar.hash(), this.#at);
    this.#tell();
  }

  move(to: Partial<Route>, replace: boolean): void {
    const next = routeAfter(this.#route, to);
    if (replace) this.#replace(next);
    else this.#whenThere(() => this.#push(next));
  }

  back(): void {
    this.#whenThere(() => {
      if (this.#at > 0) this.#travel(-1);
    });
  }
  forward(): void {
    this.#whenThere(() => this.#travel(1));
  }

  /** The window shows another entry already: by Back, Forward, a link or a typed address. */
  arrived(): void {
    const { bar, isHeld } = this.#needs;
    const next = parseRoute(bar.hash()) ?? START;
    const step = this.#numbered();
    if (step === this.#refused) return;
    this.#refused = undefined;
    if (step === this.#at && isSame(next, this.#route)) return;
    if (!isHeld() || isSame(next, this.#route)) {
      this.#at = step;
      this.#show(next);
    } else if (step === this.#at) {
      bar.replace(formatRoute(this.#route), step);
      this.#replace(next);
    } else {
      // It stays a step of the history, so that nothing of the way is lost by asking.
      const by = step - this.#at;
      this.#refused = step;
      this.#travel(-by);
      this.#leave(() => this.#travel(by));
    }
  }

  #push(next: Route): void {
    if (isSame(next, this.#route)) return;
    this.#leave(() => {
      this.#newest = this.#at += 1;
      this.#needs.bar.push(formatRoute(next), this.#at);
      this.#show(next);
    });
  }

  #replace(next: Route): void {
    if (isSame(next, this.#route)) return;
    const put = () => {
      this.#needs.bar.replace(formatRoute(next), this.#at);
      this.#show(next);
    };
    // It belongs to the place that is shown, also where the window is about to leave that.
    if (this.#needs.isHeld()) this.#leave(put);
    else put();
  }

  #leave(go: () => void): void {
    this.#needs.leaving(() => this.#whenThere(go));
  }

  #travel(by: number): void {
    this.#travels += 1;
    void this.#needs.bar.travel(by).then(() => {
      this.#travels -= 1;
      while (this.#travels === 0 && this.#waiting.length > 0) this.#waiting.shift()?.();
    });
  }

  #whenThere(go: () => void): void {
    if (this.#travels === 0) go();
    else this.#waiting.push(go);
  }

  /** A new entry takes the place of all that Forward led to. */
  #numbered(): number {
    const { bar } = this.#needs;
    const step = bar.step();
    if (step !== undefined) {
      this.#newest = Math.max(this.#newest, step);
      return step;
    }
    this.#newest = this.#at + 1;
    bar.replace(bar.hash(), this.#newest);
    return this.#newest;
  }

  #show(route: Route): void {
    this.#route = route;
    this.#tell();
  }

  #tell(): void {
    this.#needs.show(this.#route, {
      canGoBack: this.#at > 0,
      canGoForward: this.#at < this.#newest,
    });
  }
}
