// Notifications in the page: the switch among the settings, a click that leads to Today, and what main is told.
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import App from '../../renderer/App.svelte';
import Settings from '../../renderer/screens/settings/Settings.svelte';
import { startWindow } from '../../renderer/start.ts';
import { drafts, holdDraft } from '../../renderer/state/drafts.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import { makeConnection, makeStart, offline } from './support/samples.ts';
import type { Start } from '../../preload/contract/app.ts';

const t = en.settings;

async function settings(more: Partial<Start>) {
  main.always('app.start', () => makeStart(more));
  main.always('app.dataFolder', () => ({ format: 1, usual: true, backups: [] }));
  main.always('app.components', () => ({ all: [] }));
  main.always('app.lostKeys', () => ({ lost: [] }));
  await startWindow();
  show(Settings, {});
}
const box = () => page.getByRole('checkbox', { name: t.notifications });
const can = { ...makeStart().can, notify: true as const };

it('NOT-03 the switch changes the setting; a change that failed is taken back and said', async () => {
  await settings({ can });
  await expect.element(box()).toBeChecked();
  await expect.element(box()).toHaveAccessibleDescription(t.notificationsHint);
  await box().click();
  await eventually(() => {
    expect(main.last('settings.change').input).toEqual({ notifications: false });
  });
  main.last('settings.change').answer({ ...makeStart().settings, notifications: false });
  await eventually(() => {
    expect(session.settings.notifications).toBe(false);
  });
  await expect.element(box()).not.toBeChecked();
  await box().click();
  await eventually(() => {
    expect(main.calls('settings.change')).toHaveLength(2);
  });
  main.last('settings.change').fail(offline);
  await expect.element(page.getByText(t.attempted)).toBeVisible();
  await expect.element(box()).not.toBeChecked();
});

it('NOT-03 a system without notifications is said to have none, and nothing is offered', async () => {
  await settings({});
  await expect.element(page.getByText(t.noNotifications)).toBeVisible();
  expect(box().query()).toBeNull();
});

it('NOT-05 a click leads to Today, once what was typed is answered for; main knows how long it is shown', async () => {
  onTestFinished(drafts.stay);
  main.always('app.start', () =>
    makeStart({ connections: [makeConnection('c-1')], chosen: 'c-1' }),
  );
  show(App, {});
  await startWindow();
  router.go({ screen: 'activity' });
  const told = () => main.calls('today.noteShown').map(({ input }) => input.shown);
  const before = told().length;
  const letGo = holdDraft({ name: () => 'form', isUnsaved: () => true });
  main.tell('noticeOpened', {});
  await eventually(() => {
    expect(drafts.asked).toBe(true);
  });
  expect(router.route.screen).toBe('activity');
  letGo();
  drafts.stay();
  main.tell('noticeOpened', {});
  await eventually(() => {
    expect([router.route.screen, told().slice(before)]).toEqual(['today', [true]]);
  });
  router.go({ screen: 'activity' });
  await eventually(() => {
    expect(told().slice(before)).toEqual([true, false]);
  });
});
