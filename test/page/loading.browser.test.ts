// Screens that are loaded when they are first shown: slow, failing, left before they came, and behind the lock.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import { type Component, flushSync } from 'svelte';
import App from '../../renderer/App.svelte';
import LoadedScreen from '../../renderer/frame/LoadedScreen.svelte';
import { screenOf } from '../../renderer/screens.ts';
import { startWindow } from '../../renderer/start.ts';
import { LoadedLater } from '../../renderer/state/loaded-later.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { holdLongTimers } from './support/long-timers.ts';
import { makeConnection, makeStart } from './support/samples.ts';
import LateScreen from './support/LateScreen.svelte';
import { lateScreens } from './support/late-screens.ts';

const one = makeConnection('c-1');
const module = { default: LateScreen as Component<object> };
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const waiting = () => document.querySelector('#content [role="status"]');
const rows = () => document.querySelectorAll('#content .line');

/** The window at a screen whose module comes, or does not, when the test says so. */
async function open() {
  const screen = 'profile';
  const module = Promise.withResolvers<{ readonly default: Component<object> }>();
  const profile = screenOf(screen);
  if (profile === undefined) throw new Error('There is no such screen.');
  const later = new LoadedLater<object>(() => module.promise);
  vi.spyOn(profile.content, 'get').mockImplementation(() => later.get());
  main.always('app.start', () => makeStart({ connections: [one], chosen: 'c-1' }));
  show(App, {});
  await startWindow();
  router.go({ connection: 'c-1', screen, id: null });
  await eventually(() => {
    expect(router.route.screen).toBe(screen);
    expect(document.querySelector('#content')).not.toBeNull();
  });
  return module;
}

beforeEach(() => {
  lateScreens.made = 0;
  lateScreens.pressed = 0;
  onTestFinished(() => {
    session.unlock();
  });
});

describe('a screen whose module is on its way', () => {
  it('draws nothing for the first moment and rows after that, under the title it will have; then the screen once', async () => {
    const time = holdLongTimers(150);
    const module = await open();
    expect(document.title).toMatch(/^Profile /);
    await eventually(() => {
      expect(waiting()).not.toBeNull();
    });
    expect(rows()).toHaveLength(0);
    time.pass(149);
    expect(rows()).toHaveLength(0);
    time.pass(1);
    await eventually(() => {
      expect(rows().length).toBeGreaterThan(0);
    });
    module.resolve({ default: LateScreen });
    await expect.element(heading('Late screen')).toBeVisible();
    expect(waiting()).toBeNull();
    expect(lateScreens.made).toBe(1);
  });

  it('has its shortcuts as soon as it is shown, and none before', async () => {
    const module = await open();
    await userEvent.keyboard('x');
    expect(lateScreens.pressed).toBe(0);
    module.resolve({ default: LateScreen });
    await expect.element(heading('Late screen')).toBeVisible();
    await userEvent.keyboard('x');
    expect(lateScreens.pressed).toBe(1);
  });

  it('does not come over the screen that one went to meanwhile, and is there at once the next time', async () => {
    const module = await open();
    router.go({ screen: 'activity' });
    await expect.element(heading('Activity')).toBeVisible();
    module.resolve({ default: LateScreen });
    await module.promise;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(lateScreens.made).toBe(0);
    await expect.element(heading('Activity')).toBeVisible();
    router.go({ screen: 'profile' });
    flushSync();
    expect(document.querySelector('#content h1')?.textContent).toBe('Late screen');
    expect(lateScreens.made).toBe(1);
  });

  it('is not made behind the lock, and once when the window is unlocked', async () => {
    const module = await open();
    main.tell('locked', {});
    const unlock = page.getByRole('button', { name: 'Open again' });
    await expect.element(unlock).toHaveFocus();
    module.resolve({ default: LateScreen });
    await module.promise;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(lateScreens.made).toBe(0);
    expect(document.body.textContent).not.toContain('Late screen');
    await unlock.click();
    await expect.element(heading('Late screen')).toBeVisible();
    expect(lateScreens.made).toBe(1);
  });
});

describe('a screen whose module does not come', () => {
  it('says so in its place, with everything else still there', async () => {
    const module = await open();
    module.reject(new TypeError('Failed to fetch dynamically imported module'));
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Could not load/);
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(heading('Could not load this part of Steward')).toBeInTheDocument();
    router.go({ screen: 'activity' });
    await expect.element(heading('Activity')).toBeVisible();
    // The document remembers: coming back must not wait for what never comes.
    router.go({ screen: 'profile' });
    await expect.element(page.getByRole('alert')).toBeVisible();
  });

  it('Try again asks for the window anew, where it comes', async () => {
    const retry = vi.fn<() => void>();
    const failing = new LoadedLater<object>(() => Promise.reject(new TypeError('not there')));
    const { remove } = show(LoadedScreen, { content: failing, given: {}, onretry: retry });
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(retry).toHaveBeenCalledOnce();
    remove();
    show(LoadedScreen, {
      content: new LoadedLater<object>(async () => module),
      given: {},
      onretry: retry,
    });
    await expect.element(heading('Late screen')).toBeVisible();
  });
});
