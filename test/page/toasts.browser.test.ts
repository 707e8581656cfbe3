// Toasts in the whole window: whatever a person can reach without them can be reached while they are shown.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import App from '../../renderer/App.svelte';
import { router } from '../../renderer/state/router.svelte.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { holdLongTimers } from './support/long-timers.ts';
import { makeConnection, makeSecret, makeStart } from './support/samples.ts';

const LONG = 'The answer of the platform was saved for the person who waits for it. '.repeat(4);
const SIZES = [
  [640, 400],
  [900, 600],
  [1280, 800],
] as const;
const SHOWN = [
  ['one', ['svc-payroll has been created.']],
  ['three', ['One.', 'Two.', 'Three.']],
  ['three long ones', [LONG, LONG, LONG]],
] as const;

const region = () => page.getByRole('status', { name: en.frame.notifications });

// As in the program.
document.documentElement.dataset['size'] = 'sm';

async function open(width: number, height: number, dialog: boolean) {
  await page.viewport(width, height);
  const secrets = dialog ? [makeSecret('s-1')] : [];
  main.always('app.start', () =>
    makeStart({ connections: [makeConnection('c-1')], chosen: 'c-1', secrets }),
  );
  const { target } = show(App, {});
  // As in the program, the window has the height of the screen.
  target.style.height = '100vh';
  onTestFinished(async () => {
    for (const { id } of toasts.shown) toasts.dismiss(id);
    await page.viewport(1100, 760);
  });
  await startWindow();
  // A window that was opened without an address begins elsewhere.
  router.replace({ connection: 'c-1', screen: 'activity', id: null });
  await eventually(() => {
    expect(document.querySelector('main h1')).not.toBeNull();
    expect(document.querySelector('dialog') !== null).toBe(dialog);
  });
  // A dialog comes in from below.
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
}

it.each([
  [
    'the focus is at its button',
    async () => {
      (page.getByRole('button', { name: 'Undo', exact: true }).element() as HTMLElement).focus();
    },
  ],
  ['the pointer is at it', () => userEvent.hover(region().element())],
])('what can be undone stays while %s', async (_, act) => {
  const time = holdLongTimers(8000);
  await open(1280, 800, false);
  const others = time.waiting();
  toasts.show('Deleted.', { action: { label: 'Undo', run: () => undefined } });
  await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await act();
  await eventually(() => {
    expect(time.waiting()).toBe(others);
  });
  expect(toasts.shown).toHaveLength(1);
});

/** Shown until they are dismissed: how long they last is the test's of their state, with a clock that it holds. */
function showToasts(texts: readonly string[], more?: Parameters<typeof toasts.show>[1]): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (const text of texts) toasts.show(text, more);
  vi.useRealTimers();
}

/** Buttons, links and fields that a press at their middle reaches, each brought into sight where it can be. */
function reachable(): string[] {
  const within = document.querySelector('dialog') ?? document;
  const found = within.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, [tabindex="0"]',
  );
  return [...found].flatMap((control) => {
    if (control.closest('[role=status]') !== null || control.matches(':disabled')) return [];
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { x, y, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const isHit = hit !== null && (control.contains(hit) || hit.contains(control));
    const label = control.getAttribute('aria-label') ?? control.textContent.trim();
    return isHit && width > 0 ? [`${control.tagName} ${label}`] : [];
  });
}

describe.each(SIZES)('toasts at %i × %i', (width, height) => {
  describe.each([false, true])('with a dialog: %s', (dialog) => {
    it.each(SHOWN)('cover nothing: %s', async (_, texts) => {
      await open(width, height, dialog);
      const before = reachable();
      expect(before.length).toBeGreaterThan(dialog ? 1 : 12);
      showToasts(texts, { tone: 'success' });
      await eventually(() => {
        expect(region().element().children).toHaveLength(texts.length);
      });
      expect(reachable()).toEqual(before);
    });
  });

  it('can be read and dismissed, the newest first', async () => {
    await open(width, height, false);
    showToasts([LONG, 'The newest.']);
    const newest = region().getByText('The newest.');
    await expect.element(newest).toBeVisible();
    const { x, y } = newest.element().getBoundingClientRect();
    expect(document.elementFromPoint(x + 4, y + 4)).toBe(newest.element());
    await region().getByRole('button', { name: en.words.dismiss }).first().click();
    await expect.element(newest).not.toBeInTheDocument();
  });
});
