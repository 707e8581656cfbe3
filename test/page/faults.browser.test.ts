// Faults of the page itself: a screen that throws leaves the window alive, says so under an id, and can be tried again.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import App from '../../renderer/App.svelte';
import LoadedScreen from '../../renderer/frame/LoadedScreen.svelte';
import { startWindow } from '../../renderer/start.ts';
import { LoadedLater } from '../../renderer/state/loaded-later.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import FaultyScreen from './support/FaultyScreen.svelte';
import { lateScreens } from './support/late-screens.ts';
import { makeConnection, makeStart } from './support/samples.ts';

const t = en.frame;
const SECRET = 'typed-by-a-person';
const reference = 'STW-1234';

beforeEach(() => {
  main.always('app.tellFault', () => ({ reference }));
  onTestFinished(() => {
    lateScreens.faulty = false;
  });
});

it('a screen that throws is told to main without its words, and is there again once it works', async () => {
  lateScreens.faulty = true;
  const content = new LoadedLater<{ secret: string }>(async () => ({ default: FaultyScreen }));
  show(LoadedScreen<{ secret: string }>, {
    content,
    given: { secret: SECRET },
    onretry: () => undefined,
  });
  await expect.element(page.getByRole('heading', { name: t.faulty, level: 1 })).toBeVisible();
  await expect.element(page.getByText(reference)).toBeVisible();
  const { input } = main.last('app.tellFault');
  expect(input).toMatchObject({ name: 'TypeError' });
  expect(input.frames.length).toBeGreaterThan(0);
  expect(JSON.stringify(input)).not.toContain(SECRET);
  lateScreens.faulty = false;
  await page.getByRole('button', { name: en.failures.fixes.retry, exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Mended screen' })).toBeVisible();
});

/** What this test itself makes the page complain about is no complaint. */
const forgetComplaints = () => {
  (globalThis as { pageComplaints?: string[] }).pageComplaints?.splice(0);
};

it.each<[string, () => Event]>([
  [
    'a rejection that nobody waits for',
    () =>
      new PromiseRejectionEvent('unhandledrejection', {
        promise: Promise.resolve(),
        reason: new RangeError('lost'),
      }),
  ],
  ['an error of a press', () => new ErrorEvent('error', { error: new RangeError('lost') })],
])('%s is said with its id, and the window can be loaded again', async (_, event) => {
  main.always('app.start', () =>
    makeStart({ connections: [makeConnection('c-1')], chosen: 'c-1' }),
  );
  show(App, {});
  await startWindow();
  window.dispatchEvent(event());
  await eventually(() => {
    expect(toasts.shown.map(({ text }) => text)).toContain(t.fault(reference));
  });
  forgetComplaints();
  expect(main.last('app.tellFault').input).toMatchObject({ name: 'RangeError' });
  await expect.element(page.getByRole('button', { name: t.loadWindowAgain })).toBeVisible();
  for (const { id } of toasts.shown) toasts.dismiss(id);
});
