// Unsaved drafts: every way out asks first and once, and main knows how much would be lost.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as draftsModule from '../../renderer/state/drafts.svelte.ts';
import type * as routerModule from '../../renderer/state/router.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';

let page: Page;
let drafts: typeof draftsModule.drafts;
let leaving: typeof draftsModule.leaving;
let holdDraft: typeof draftsModule.holdDraft;
let reportDrafts: typeof draftsModule.reportDrafts;
let router: typeof routerModule.router;

beforeEach(async () => {
  page = await openPage({ address: '#/-/settings' });
  ({ drafts, leaving, holdDraft, reportDrafts } =
    await import('../../renderer/state/drafts.svelte.ts'));
  ({ router } = await import('../../renderer/state/router.svelte.ts'));
});

const unsaved = (name: string) => holdDraft({ name: () => name, isUnsaved: () => true });

describe('leaving', () => {
  it('happens at once where nothing would be lost', () => {
    holdDraft({ name: () => 'Untouched', isUnsaved: () => false });
    const go = vi.fn<() => void>();
    leaving(go);
    expect(go).toHaveBeenCalledOnce();
    expect(drafts.asked).toBe(false);
  });

  it('asks first, and staying drops what was asked', () => {
    unsaved('Changes');
    const go = vi.fn<() => void>();
    leaving(go);
    expect(go).not.toHaveBeenCalled();
    expect(drafts.asked).toBe(true);
    expect(drafts.unsaved).toEqual(['Changes']);
    drafts.stay();
    expect(drafts.asked).toBe(false);
    drafts.discard();
    expect(go).not.toHaveBeenCalled();
  });

  it('goes on after a person discards, once, and what follows is not asked about again', () => {
    unsaved('Changes');
    const next = vi.fn<() => void>();
    const go = vi.fn(() => {
      leaving(next);
    });
    leaving(go);
    drafts.discard();
    expect(go).toHaveBeenCalledOnce();
    expect(next).toHaveBeenCalledOnce();
    expect(drafts.asked).toBe(false);
    expect(drafts.unsaved).toEqual([]);
    drafts.discard();
    expect(go).toHaveBeenCalledOnce();
  });

  it('asks about the newest wish alone', () => {
    unsaved('Changes');
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    leaving(first);
    leaving(second);
    drafts.discard();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it('asks until the last of several drafts is saved or gone', () => {
    const first = unsaved('First');
    const second = unsaved('Second');
    expect(drafts.unsaved).toEqual(['First', 'Second']);
    first();
    expect(drafts.unsaved).toEqual(['Second']);
    second();
    const go = vi.fn<() => void>();
    leaving(go);
    expect(go).toHaveBeenCalledOnce();
  });

  it('does not ask any more once the draft is saved', () => {
    const flag = page.makeFlag(true);
    holdDraft({ name: () => 'Changes', isUnsaved: () => flag.on });
    expect(drafts.unsaved).toHaveLength(1);
    flag.on = false;
    const go = vi.fn<() => void>();
    leaving(go);
    expect(go).toHaveBeenCalledOnce();
  });
});

describe('the ways out that the router knows', () => {
  it.each([
    ['another place', () => router.go({ screen: 'activity' }), '#/-/activity'],
    ['another selection', () => router.replace({ id: 'x' }), '#/-/settings/x'],
    ['a link', () => page.bar.follow('#/-/activity'), '#/-/activity'],
  ])('%s asks; staying stays, discarding goes', async (_, leave, there) => {
    unsaved('Changes');
    leave();
    expect(router.route.screen).toBe('settings');
    expect(router.route.id).toBeNull();
    expect(drafts.asked).toBe(true);
    drafts.stay();
    expect(router.route).toEqual({ connection: null, screen: 'settings', id: null });
    expect(page.bar.address).toBe('#/-/settings');
    leave();
    drafts.discard();
    await settled();
    expect(page.bar.address).toBe(there);
  });

  it('Back asks and stays where it was; discarding goes back', async () => {
    router.go({ screen: 'activity' });
    unsaved('Changes');
    router.back();
    expect(page.bar.address).toBe('#/-/activity');
    expect(router.route.screen).toBe('activity');
    expect(drafts.asked).toBe(true);
    drafts.discard();
    await settled();
    expect(page.bar.address).toBe('#/-/settings');
    expect(router.route.screen).toBe('settings');
  });
});

describe('main', () => {
  const told = () => page.main.calls('app.holdDrafts').map(({ input }) => input.drafts);

  it('hears how many drafts would be lost, whenever that changes and not otherwise', () => {
    page.asWindow(() => {
      reportDrafts();
    });
    expect(told()).toEqual([0]);
    const flag = page.makeFlag(false);
    const gone = holdDraft({ name: () => 'Changes', isUnsaved: () => flag.on });
    page.flush();
    flag.on = true;
    page.flush();
    const other = unsaved('Other');
    page.flush();
    gone();
    page.flush();
    other();
    page.flush();
    expect(told().filter((n, at, all) => n !== all[at - 1])).toEqual([0, 1, 2, 1, 0]);
  });
});
