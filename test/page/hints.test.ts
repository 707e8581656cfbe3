// Toasts, update hints and the saved window state: what appears, stays and disappears over time.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, type Page, settled } from './support/page.ts';
import { makeStart } from './support/samples.ts';
import { startPage } from './support/start.ts';

let page: Page;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') });
  page = await openPage({ address: '#/-/settings' });
});

describe('a toast', () => {
  const load = async () => (await import('../../renderer/state/toasts.svelte.ts')).toasts;

  it('goes by itself after eight seconds, each on its own time', async () => {
    const toasts = await load();
    toasts.show('First');
    vi.advanceTimersByTime(5000);
    toasts.show('Second', { tone: 'warning' });
    vi.advanceTimersByTime(2999);
    expect(toasts.shown.map(({ text }) => text)).toEqual(['First', 'Second']);
    vi.advanceTimersByTime(1);
    expect(toasts.shown.map(({ text, tone }) => `${text} ${tone}`)).toEqual(['Second warning']);
    vi.advanceTimersByTime(5000);
    expect(toasts.shown).toEqual([]);
  });

  it('stays while a person is at it, and has its whole time again afterwards', async () => {
    const toasts = await load();
    toasts.show('Deleted', { action: { label: 'Undo', run: () => undefined } });
    vi.advanceTimersByTime(7999);
    toasts.hold(true);
    toasts.show('While it is held');
    vi.advanceTimersByTime(60_000);
    expect(toasts.shown.map(({ text }) => text)).toEqual(['Deleted', 'While it is held']);
    toasts.hold(false);
    vi.advanceTimersByTime(7999);
    expect(toasts.shown).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(toasts.shown).toEqual([]);
  });

  it('goes with the language it is in', async () => {
    const toasts = await load();
    const { language } = await import('../../renderer/texts/language.svelte.ts');
    await language.use('en', 'en-GB');
    toasts.show('Done');
    await language.use('nb', 'en-GB');
    toasts.show('Ferdig');
    expect(toasts.shown.map(({ text }) => text)).toEqual(['Ferdig']);
  });

  it('is one of three at most: the oldest gives way', async () => {
    const toasts = await load();
    for (const text of ['1', '2', '3', '4']) toasts.show(text);
    expect(toasts.shown.map(({ text }) => text)).toEqual(['2', '3', '4']);
  });

  it('that is dismissed is gone, and its time takes no other with it', async () => {
    const toasts = await load();
    toasts.show('Same');
    const [first] = toasts.shown;
    toasts.dismiss(first?.id ?? 0);
    toasts.show('Same');
    vi.advanceTimersByTime(7999);
    expect(toasts.shown).toHaveLength(1);
    expect(toasts.shown[0]?.id).not.toBe(first?.id);
  });
});

describe('a new version', () => {
  const update = { version: '2.0.0', released: '2026-03-01', notes: '', bytes: 1 };
  const load = async () => (await import('../../renderer/state/updates.svelte.ts')).updates;

  it('waits for the person once it is found', async () => {
    const updates = await load();
    expect(updates.now).toBeUndefined();
    const asked = updates.ask();
    page.main.last('updates.state').answer({ state: 'idle', lookedAt: null });
    expect(await asked).toEqual({ state: 'idle', lookedAt: null });
    expect(updates.waits).toBe(false);
    page.main.tell('updatesChanged', { state: 'found', checkedAt: '2026-03-02', update });
    expect(updates.waits).toBe(true);
    page.main.tell('updatesChanged', { state: 'current', checkedAt: '2026-03-02' });
    expect(updates.waits).toBe(false);
  });

  it('is not forgotten because a question failed', async () => {
    const updates = await load();
    page.main.tell('updatesChanged', { state: 'found', checkedAt: '2026-03-02', update });
    updates.note({ ok: false, failure: { kind: 'offline', message: '' } });
    expect(updates.waits).toBe(true);
  });
});

describe('how the window was left', () => {
  const load = async () => (await import('../../renderer/state/layout.svelte.ts')).layout;
  const told = () => page.main.calls('layout.remember').map(({ input }) => input);
  const kept = { ...makeStart().layout, inspectorWidths: { reportees: 300 } };

  it('is what main kept, with what changed since over it', async () => {
    const layout = await load();
    await startPage(page, { layout: kept });
    layout.setInspectorWidth('enterprise-users', 400);
    expect(layout.now.inspectorWidths).toEqual({ reportees: 300, 'enterprise-users': 400 });
    expect(layout.inspectorWidth('reportees')).toBe(300);
  });

  it('is told to main once, a moment after the last change, with all that changed', async () => {
    const layout = await load();
    await startPage(page, { layout: kept });
    for (const width of [200, 210, 220]) {
      layout.change({ sidebarWidth: width });
      vi.advanceTimersByTime(399);
    }
    layout.setSorting('reportees', { column: 'name', rising: true });
    vi.advanceTimersByTime(399);
    expect(told()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told()).toEqual([
      { sidebarWidth: 220, sorting: { reportees: { column: 'name', rising: true } } },
    ]);
    layout.change({ sidebarWidth: 230 });
    vi.advanceTimersByTime(400);
    expect(told().at(-1)).toEqual({ sidebarWidth: 230 });
  });

  it('is not told again where a list is sorted as it was', async () => {
    const layout = await load();
    await startPage(page, {
      layout: { ...kept, sorting: { reportees: { column: 'name', rising: true } } },
    });
    layout.setSorting('reportees', { column: 'name', rising: true });
    vi.advanceTimersByTime(1000);
    expect(told()).toEqual([]);
    layout.setSorting('reportees', { column: 'name', rising: false });
    vi.advanceTimersByTime(1000);
    expect(told()).toHaveLength(1);
  });
});

describe('the clocks', () => {
  it('of a countdown ticks each second, and only while somebody looks', async () => {
    const { ticking } = await import('../../renderer/components/ticking.svelte.ts');
    const before = vi.getTimerCount();
    const seen = page.seen(() => ticking.now.getUTCSeconds());
    await settled();
    for (let i = 0; i < 3; i += 1) {
      vi.advanceTimersByTime(1000);
      page.flush();
    }
    expect(seen.values.slice(-3)).toEqual([1, 2, 3]);
    seen.end();
    await settled();
    expect(vi.getTimerCount()).toBe(before);
  });

  it('of ages moves each half minute', async () => {
    const { clock } = await import('../../renderer/state/clock.svelte.ts');
    const begun = clock.now.getTime();
    vi.advanceTimersByTime(29_999);
    expect(clock.now.getTime()).toBe(begun);
    vi.advanceTimersByTime(1);
    expect(clock.now.getTime()).toBe(begun + 30_000);
  });
});
