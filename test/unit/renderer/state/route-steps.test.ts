// Back, forward, links and typed addresses, with and without an unsaved draft.
import { describe, expect, it } from 'vitest';
import type { Route } from '../../../../renderer/state/route.ts';
import { routeAfter, RouteSteps, type Steps } from '../../../../renderer/state/route-steps.ts';

/** A history as browsers keep it; what it did by itself is told to the steps at once. */
function makeWindow(first = '') {
  let entries: { hash: string; step: number | undefined }[] = [{ hash: first, step: undefined }];
  let at = 0;
  let draft = false;
  let pending: (() => void) | undefined;
  let shown: { route: Route; steps: Steps } | undefined;
  const here = () => entries[at] ?? { hash: '', step: undefined };
  const push = (hash: string, step: number | undefined) => {
    entries = [...entries.slice(0, at + 1), { hash, step }];
    at += 1;
  };
  let late = false;
  let travels: (() => void)[] = [];
  /** Each step is told twice, as `popstate` and as `hashchange`. */
  const tell = () => {
    steps.arrived();
    steps.arrived();
  };
  const go = (by: number) => {
    if (entries[at + by] === undefined) return;
    at += by;
    tell();
  };
  const travel = (by: number): Promise<void> =>
    new Promise((arrived) => {
      const start = () => {
        go(by);
        arrived();
      };
      if (late) travels.push(start);
      else start();
    });
  /** What was pressed has been done. */
  const there = async () => {
    for (let i = 0; i < 9; i += 1) await Promise.resolve();
  };
  const steps: RouteSteps = new RouteSteps({
    bar: {
      hash: () => here().hash,
      step: () => here().step,
      push,
      replace: (hash, step) => void (entries[at] = { hash, step }),
      travel,
    },
    isHeld: () => draft,
    leaving: (go) => {
      if (draft) pending = go;
      else go();
    },
    show: (route, now) => void (shown = { route, steps: now }),
  });
  return {
    steps,
    travel: go,
    there,
    link(hash: string) {
      push(hash, undefined);
      tell();
    },
    /** From now on the window travels only when it is let. */
    dawdle: () => (late = true),
    letTravel() {
      late = false;
      const waiting = travels;
      travels = [];
      for (const start of waiting) start();
      return there();
    },
    type(hash: string) {
      entries[at] = { hash, step: here().step };
      steps.arrived();
    },
    write: () => (draft = true),
    discard() {
      draft = false;
      const go = pending;
      pending = undefined;
      go?.();
      return there();
    },
    stay: () => (pending = undefined),
    get asked() {
      return pending !== undefined;
    },
    get hash() {
      return here().hash;
    },
    get entries() {
      return entries.map((one) => one.hash);
    },
    get route() {
      return shown?.route;
    },
    get now() {
      return shown?.steps;
    },
  };
}
const at = (screen: string, id: string | null = null): Route => ({ connection: 'a', screen, id });

describe('routeAfter', () => {
  it('another screen or connection opens nothing, the same keeps what is open', () => {
    expect(routeAfter(at('users', 'x'), { screen: 'roles' })).toEqual(at('roles'));
    expect(routeAfter(at('users', 'x'), { connection: 'b' })).toEqual({
      ...at('users'),
      connection: 'b',
    });
    expect(routeAfter(at('users', 'x'), { screen: 'users' })).toEqual(at('users', 'x'));
    expect(routeAfter(at('users', 'x'), { screen: 'roles', id: '7' })).toEqual(at('roles', '7'));
  });
});

describe('RouteSteps', () => {
  it('a slow window goes back one step only, and on to where the link led', async () => {
    const window = makeWindow('#/a/users');
    window.link('#/a/roles/7');
    window.write();
    window.dawdle();
    window.link('#/a/contacts');
    await window.letTravel();
    expect(window.asked).toBe(true);
    expect(window.hash).toBe('#/a/roles/7');
    expect(window.route).toEqual(at('roles', '7'));
    await window.discard();
    expect(window.route).toEqual(at('contacts'));
    expect(window.entries).toEqual(['#/a/users', '#/a/roles/7', '#/a/contacts']);
    window.travel(-1);
    await window.there();
    expect(window.route).toEqual(at('roles', '7'));
  });

  it('knows whether there is a way back and forward', async () => {
    const window = makeWindow('#/a/users');
    expect(window.now).toEqual({ canGoBack: false, canGoForward: false });
    window.steps.move({ screen: 'roles' }, false);
    window.steps.move({ id: '7' }, true);
    expect(window.now).toEqual({ canGoBack: true, canGoForward: false });
    window.steps.back();
    await window.there();
    expect(window.route).toEqual(at('users'));
    expect(window.now).toEqual({ canGoBack: false, canGoForward: true });
    window.steps.back();
    await window.there();
    expect(window.route).toEqual(at('users'));
    window.steps.forward();
    await window.there();
    expect(window.route).toEqual(at('roles', '7'));
    expect(window.entries).toEqual(['#/a/users', '#/a/roles/7']);
  });

  it('a place that is there already makes no step', () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ screen: 'users' }, false);
    expect(window.entries).toHaveLength(1);
  });

  it('a link is a step, and takes the place of what Forward led to', async () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ screen: 'roles' }, false);
    window.steps.back();
    await window.there();
    window.link('#/a/profile');
    expect(window.now).toEqual({ canGoBack: true, canGoForward: false });
    window.steps.back();
    await window.there();
    expect(window.route).toEqual(at('users'));
  });

  it('two steps with the same address are still two', async () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ id: 'x' }, false);
    window.steps.move({ id: null }, true);
    window.steps.back();
    await window.there();
    expect(window.now).toEqual({ canGoBack: false, canGoForward: true });
  });

  it('with a draft, every move waits for the answer', async () => {
    const window = makeWindow('#/a/users');
    window.write();
    window.steps.move({ screen: 'roles' }, false);
    expect(window.asked).toBe(true);
    expect(window.route).toEqual(at('users'));
    expect(window.entries).toEqual(['#/a/users']);
    await window.discard();
    expect(window.route).toEqual(at('roles'));
    expect(window.hash).toBe('#/a/roles');
  });

  it('with a draft, Back returns, asks, and after Discard goes without losing Forward', async () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ screen: 'roles', id: '+new' }, false);
    window.steps.move({ id: '7+change' }, false);
    window.write();
    window.travel(-2);
    await window.there();
    expect(window.asked).toBe(true);
    expect(window.hash).toBe('#/a/roles/7%2Bchange');
    expect(window.route).toEqual(at('roles', '7+change'));
    window.stay();
    window.travel(-1);
    await window.there();
    await window.discard();
    expect(window.route).toEqual(at('roles', '+new'));
    expect(window.now).toEqual({ canGoBack: true, canGoForward: true });
    expect(window.entries).toHaveLength(3);
  });

  it('with a draft, a link asks too, and stays a step', async () => {
    const window = makeWindow('#/a/users');
    window.write();
    window.link('#/a/profile');
    expect(window.route).toEqual(at('users'));
    expect(window.hash).toBe('#/a/users');
    await window.discard();
    expect(window.route).toEqual(at('profile'));
    expect(window.entries).toEqual(['#/a/users', '#/a/profile']);
  });

  it('with a draft, an address typed over the present one is put back until the answer', async () => {
    const window = makeWindow('#/a/users');
    window.write();
    window.type('#/a/profile');
    expect(window.hash).toBe('#/a/users');
    await window.discard();
    expect(window.route).toEqual(at('profile'));
    expect(window.entries).toEqual(['#/a/profile']);
  });

  it('an address that is not ours is the beginning', () => {
    const window = makeWindow('#/a/users');
    window.link('#elsewhere');
    expect(window.route).toEqual({ connection: null, screen: 'enterprise-users', id: null });
  });

  it('what is opened while the window is on its way is a step after the place it comes to', async () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ screen: 'roles' }, false);
    window.dawdle();
    window.steps.back();
    window.steps.move({ screen: 'profile' }, false);
    expect(window.route).toEqual(at('roles'));
    await window.letTravel();
    expect(window.route).toEqual(at('profile'));
    expect(window.entries).toEqual(['#/a/users', '#/a/profile']);
  });

  it('what is opened on the way belongs to the place where it was pressed', async () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ connection: 'b' }, false);
    window.dawdle();
    window.steps.back();
    window.steps.move({ screen: 'roles' }, false);
    await window.letTravel();
    expect(window.route).toEqual({ connection: 'b', screen: 'roles', id: null });
  });

  it('a selection made on the way stays in the place that is left', async () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ screen: 'roles' }, false);
    window.dawdle();
    window.steps.back();
    window.steps.move({ id: '7' }, true);
    await window.letTravel();
    expect(window.route).toEqual(at('users'));
    window.steps.forward();
    await window.there();
    expect(window.route).toEqual(at('roles', '7'));
  });

  it('with a draft, what is opened while the window returns to it is asked about last', async () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ screen: 'roles' }, false);
    window.write();
    window.dawdle();
    window.steps.back();
    window.steps.move({ screen: 'profile' }, false);
    await window.letTravel();
    expect(window.route).toEqual(at('roles'));
    await window.discard();
    expect(window.route).toEqual(at('profile'));
    expect(window.entries).toEqual(['#/a/users', '#/a/roles', '#/a/profile']);
  });

  it('with a draft, an answer that comes before the window has returned is gone by afterwards', async () => {
    const window = makeWindow('#/a/users');
    window.steps.move({ screen: 'roles' }, false);
    window.write();
    window.dawdle();
    window.travel(-1);
    await window.discard();
    expect(window.route).toEqual(at('roles'));
    await window.letTravel();
    expect(window.route).toEqual(at('users'));
    expect(window.entries).toHaveLength(2);
    expect(window.now).toEqual({ canGoBack: false, canGoForward: true });
  });
});
