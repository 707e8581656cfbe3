// The whole window: the start, the lock by idleness and by main, and that nothing shown outlives either.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import { en } from '../../renderer/texts/en.ts';
import App from '../../renderer/App.svelte';
import { drafts, leaving, holdDraft } from '../../renderer/state/drafts.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { holdLongTimers, type LongTimers } from './support/long-timers.ts';
import { makeConnection, makeSecret, makeStart, offline } from './support/samples.ts';
import type { Start } from '../../preload/contract/app.ts';

const MINUTE = 60_000;
const one = makeConnection('c-1', { organisationName: 'Fjordtrafikk AS' });
const unlock = () => page.getByRole('button', { name: 'Open again' });
const frame = () => document.querySelector('#content');
const locks = () => main.calls('app.lock').filter(({ answered }) => !answered);

/** The window as a person opens it, at the list of what was done. */
async function open(start: Partial<Start> = {}) {
  router.replace({ connection: start.chosen ?? null, screen: 'activity', id: null });
  main.always('app.start', () => makeStart({ connections: [one], chosen: 'c-1', ...start }));
  show(App, {});
  await startWindow();
  await eventually(() => {
    expect(frame()).not.toBeNull();
  });
}

let time: LongTimers;
beforeEach(() => {
  time = holdLongTimers();
  onTestFinished(() => {
    session.unlock();
    session.stay();
    drafts.stay();
  });
});

describe('the idle lock', () => {
  /** Idle for so long; a key is a sign of life. */
  const wait = (ms: number) => {
    time.pass(ms);
  };
  const asked = () => locks().length;

  it('asks main after the minutes of the settings, and takes the whole frame away once main has locked', async () => {
    await open({ chosen: 'c-1' });
    const before = asked();
    wait(15 * MINUTE - 1);
    expect(asked()).toBe(before);
    wait(1);
    expect(asked()).toBe(before + 1);
    expect(frame()).not.toBeNull();
    main.last('app.lock').answer({});
    await expect.element(unlock()).toHaveFocus();
    // In the middle of the window, which does not move.
    const whole = document.querySelector('main.whole');
    Object.assign(whole!.parentElement!.style, { height: '400px' });
    expect(whole!.getBoundingClientRect().height).toBe(400);
    expect(frame()).toBeNull();
    expect(document.body.textContent).not.toContain('Fjordtrafikk');
    expect(document.title).not.toContain('Fjordtrafikk');
  });

  it('is put off by each key and each movement of the pointer', async () => {
    await open({ chosen: 'c-1' });
    const before = asked();
    wait(14 * MINUTE);
    await userEvent.keyboard('{Shift}');
    wait(14 * MINUTE);
    await userEvent.hover(page.getByRole('main'));
    wait(15 * MINUTE - 1);
    expect(asked()).toBe(before);
    wait(1);
    expect(asked()).toBe(before + 1);
    main.last('app.lock').answer({});
    await expect.element(unlock()).toBeVisible();
  });

  it.each([
    ['nothing', [], 0],
    ['a secret that waits', [makeSecret('s-1')], 1],
  ])(
    'FLD-32 takes away nothing of what is typed at the first run while %s is kept',
    async (_name, secrets, locked) => {
      await open({ connections: [], chosen: null, secrets });
      router.replace({ connection: null, screen: 'enterprise-users', id: null });
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      const before = asked();
      wait(60 * MINUTE);
      expect(asked() - before).toBeGreaterThanOrEqual(locked);
      expect(asked() - before > 0).toBe(locked > 0);
    },
  );

  it('goes by the setting as it is now', async () => {
    await open({ chosen: 'c-1' });
    const before = asked();
    main.tell('settingsChanged', { ...makeStart().settings, idleLockMinutes: 2 });
    await eventually(() => {
      expect(session.settings.idleLockMinutes).toBe(2);
    });
    wait(2 * MINUTE);
    expect(asked()).toBe(before + 1);
    main.last('app.lock').answer({});
    await expect.element(unlock()).toBeVisible();
  });

  it('does not lock the window where main did not, and tries again after the next silence', async () => {
    await open({ chosen: 'c-1' });
    const before = main.calls('app.lock').length;
    wait(15 * MINUTE);
    main.last('app.lock').fail(offline);
    await Promise.resolve();
    expect(session.locked).toBe(false);
    expect(frame()).not.toBeNull();
    await userEvent.keyboard('{Shift}');
    wait(15 * MINUTE);
    expect(main.calls('app.lock')).toHaveLength(before + 2);
    main.last('app.lock').answer({});
    await expect.element(unlock()).toBeVisible();
  });

  it('ATK-22 opens only when main says so, and tells the person who was not recognised what to do', async () => {
    await open({ chosen: 'c-1', can: { ...makeStart().can, askWhoOpens: true } });
    main.always('app.openAgain', () => ({ open: false }));
    main.tell('locked', {});
    const openByTouchId = page.getByRole('button', { name: 'Open with Touch ID' });
    await openByTouchId.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('recognise you');
    expect(frame()).toBeNull();
    main.always('app.openAgain', () => ({ open: true }));
    await openByTouchId.click();
    await expect.element(openByTouchId).not.toBeInTheDocument();
    expect(session.locked).toBe(false);
  });

  it('rests while the window is locked, and begins anew when it is unlocked', async () => {
    await open({ chosen: 'c-1' });
    main.tell('locked', {});
    await expect.element(unlock()).toBeVisible();
    const before = main.calls('app.lock').length;
    wait(60 * MINUTE);
    expect(main.calls('app.lock')).toHaveLength(before);
    await unlock().click();
    await eventually(() => {
      expect(frame()).not.toBeNull();
    });
    wait(15 * MINUTE);
    expect(main.calls('app.lock')).toHaveLength(before + 1);
    main.last('app.lock').answer({});
    await expect.element(unlock()).toBeVisible();
  });
});

describe('a lock', () => {
  it('drops the question about drafts: what was asked about is gone with its screen', async () => {
    await open({ chosen: 'c-1' });
    const gone = holdDraft({ name: () => 'Changes to "Payroll"', isUnsaved: () => true });
    const go = vi.fn<() => void>();
    leaving(go);
    await expect.element(page.getByText('Changes to "Payroll"')).toBeVisible();
    main.tell('locked', {});
    await expect.element(unlock()).toHaveFocus();
    gone();
    await unlock().click();
    await eventually(() => {
      expect(frame()).not.toBeNull();
    });
    expect(page.getByRole('dialog').query()).toBeNull();
    expect(go).not.toHaveBeenCalled();
  });

  it('takes a secret that was shown with it, and unlocking shows the mask', async () => {
    await open({ chosen: 'c-1', secrets: [makeSecret('s-1')] });
    main.always('oneTimeSecrets.reveal', () => ({ secret: 'abc-DEF-123' }));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await eventually(() => {
      expect(document.querySelector('[data-secret]')?.textContent).toBe('abc-DEF-123');
    });
    main.tell('locked', {});
    await expect.element(unlock()).toBeVisible();
    expect(document.body.textContent).not.toContain('abc-DEF-123');
    await unlock().click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(document.body.textContent).not.toContain('abc-DEF-123');
    expect(document.querySelector('[data-secret]')).toBeNull();
  });
});

describe('leaving the program', () => {
  const held = { secretsWaiting: 0, jobsRunning: 2, writesRunning: 0, draftsUnsaved: 0 };

  it.each(['open', 'locked'] as const)('that is held back is asked about: %s', async (window) => {
    await open({ chosen: 'c-1' });
    if (window === 'locked') main.tell('locked', {});
    main.tell('quitHeld', held);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.element(page.getByRole('button', { name: en.frame.stay })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await eventually(() => {
      expect(page.getByRole('dialog').query()).toBeNull();
    });
    expect(main.calls('app.quit')).toHaveLength(0);
  });
});

describe('a secret that was shown', () => {
  const shown = async () => {
    await open({ chosen: 'c-1', secrets: [makeSecret('s-1')] });
    main.always('oneTimeSecrets.reveal', () => ({ secret: 'abc-DEF-123' }));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await eventually(() => {
      expect(document.querySelector('[data-secret]')).not.toBeNull();
    });
  };
  const isGone = () =>
    eventually(() => {
      expect(document.body.textContent).not.toContain('abc-DEF-123');
      expect(document.querySelector('[data-secret]')).toBeNull();
    });

  it('is gone after half a minute, also where nobody does anything', async () => {
    await shown();
    time.pass(29_999);
    expect(document.querySelector('[data-secret]')).not.toBeNull();
    time.pass(1);
    await isGone();
  });

  it('is gone when the window is left', async () => {
    await shown();
    window.dispatchEvent(new Event('blur'));
    await isGone();
  });

  it('is gone when the form for a file takes its place, and masked after that', async () => {
    await shown();
    await page.getByRole('button', { name: /file/i }).click();
    await isGone();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await isGone();
  });

  it('is gone when the next secret takes its place', async () => {
    await shown();
    main.tell('secretsChanged', {
      changed: [makeSecret('s-2', { userName: 'svc-salary' })],
      removed: ['s-1'],
    });
    await expect.element(page.getByText('svc-salary')).toBeVisible();
    await isGone();
  });

  it('stays in its window when Esc is pressed, because it is stored nowhere yet', async () => {
    await shown();
    for (let i = 0; i < 3; i += 1) await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });
});
