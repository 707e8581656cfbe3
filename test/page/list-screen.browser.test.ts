// What every list screen is made of: what it says of its reading, what it offers, and where its parts stand.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from './support/browser.ts';
import type { Failure } from '../../preload/result.ts';
import type { ListReading } from '../../renderer/components/list-reading.ts';
import { en } from '../../renderer/texts/en.ts';
import { makeProps } from './support/effects.svelte.ts';
import ListScreenProbe from './support/ListScreenProbe.svelte';

const text = (words: string) => page.getByText(words, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const closed: Failure = {
  kind: 'refused',
  message: 'Closed.',
  status: 503,
  reason: 'Closed for today.',
  cause: 'other',
  reference: 'ABCD-1234',
};
const never = { value: undefined, failure: undefined, refused: undefined, fetched: null };
const reading = { query: { ...never, busy: true }, total: 0, shown: 0 };
const read = {
  query: {
    value: ['a', 'b'],
    failure: undefined,
    refused: undefined,
    busy: false,
    fetched: new Date().toISOString(),
  },
  total: 2,
  shown: 2,
};

function begin(list: Partial<ListReading>, more: object = {}) {
  const refresh = vi.fn<() => void>();
  const of = (now: Partial<ListReading>): ListReading => ({
    query: undefined,
    completeness: undefined,
    attempted: 'Could not load the users',
    refresh,
    refreshLabel: 'Refresh the users',
    total: 0,
    shown: 0,
    ...now,
  });
  const props = makeProps<{ list: ListReading; open?: boolean }>({ list: of(list), ...more });
  show(ListScreenProbe, props);
  return { refresh, props, becomes: (now: Partial<ListReading>) => (props.list = of(now)) };
}

describe.each(['screen', 'column'] as const)('a list as a %s', (as) => {
  it('shows grey rows while it is read the first time, then its rows, and never both', async () => {
    const { becomes } = begin(reading, { as });
    await expect.element(page.getByRole('status').first()).toBeInTheDocument();
    await expect.element(text('The rows')).not.toBeInTheDocument();
    await expect.element(text('No users.')).not.toBeInTheDocument();
    becomes(read);
    await expect.element(text('The rows')).toBeVisible();
    await expect.element(text('No users.')).not.toBeInTheDocument();
  });

  it('says why there are no rows: none came, or it could not be read, with a button to read it again', async () => {
    const { becomes, refresh } = begin({ ...read, shown: 0, total: 0 }, { as });
    await expect.element(text('No users.')).toBeVisible();
    becomes({ ...reading, query: { ...never, failure: closed, busy: false } });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Closed for today.');
    await expect.element(text('No users.')).not.toBeInTheDocument();
    await button(en.failures.fixes.retry).click();
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('says above the rows that a refresh was refused and that the list is not complete, and keeps the rows', async () => {
    const { becomes } = begin({ ...read, query: { ...read.query, refused: closed } }, { as });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Closed for today.');
    await expect.element(text('The rows')).toBeVisible();
    becomes({ ...read, completeness: { complete: false, because: 'limit' } });
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(text(en.words.notComplete(2))).toBeVisible();
    await expect.element(text('The rows')).toBeVisible();
  });

  it('is refreshed by one button, which is busy while an older list is shown', async () => {
    const { becomes, refresh } = begin(read, { as });
    await button('Refresh the users').click();
    await expect.poll(() => refresh.mock.calls.length).toBe(1);
    becomes({ ...read, query: { ...read.query, busy: true } });
    await expect.element(button('Refresh the users')).toHaveAttribute('aria-busy', 'true');
    await expect.element(text('The rows')).toBeVisible();
  });
});

describe('a list screen', () => {
  const facts = () => document.querySelector('header')?.textContent.replaceAll(/\s+/g, ' ').trim();

  it('adds to its facts when it was read, once it was, and says instead how far it has come', async () => {
    const { becomes } = begin(reading);
    await expect.poll(facts).toContain('2 users');
    expect(facts()).not.toContain('Updated');
    becomes({ ...read, query: { ...read.query, busy: true }, progress: '50 read so far' });
    await expect.poll(facts).toContain('50 read so far');
    expect(facts()).not.toContain('2 users');
    becomes(read);
    await expect.poll(facts).toMatch(/2 users · Updated \d\d:\d\d/);
  });

  it('is from when its rows are from, not from when they were asked for', async () => {
    const then = '2024-01-02T08:00:00Z';
    const { becomes } = begin({ ...read, fetched: then });
    await expect.poll(facts).toContain('2024');
    becomes(read);
    await expect.poll(facts).not.toContain('2024');
  });

  it('can be stopped once it takes long, and has no such button where it cannot or is soon there', async () => {
    const stop = vi.fn<() => void>();
    const { becomes } = begin({ ...reading, stop });
    await expect.element(button(en.words.stop)).toBeVisible();
    await button(en.words.stop).click();
    expect(stop).toHaveBeenCalledOnce();
    becomes({ ...read, stop });
    await expect.element(button(en.words.stop)).not.toBeInTheDocument();
  });

  it('offers to ask for less only where the list is not complete', async () => {
    const { becomes } = begin(read);
    await expect.element(button('This year only')).not.toBeInTheDocument();
    becomes({ ...read, completeness: { complete: false, because: 'endless' } });
    await expect.element(button('This year only')).toBeVisible();
  });

  it('has what waits for the person between its tools and its rows, with room around it', async () => {
    begin(read);
    const [tools, notice, rows] = ['[aria-label="Filter"]', '.notices p', '.list p'].map((what) =>
      document.querySelector(what)?.getBoundingClientRect(),
    );
    expect(tools?.bottom).toBeLessThanOrEqual(notice?.top ?? 0);
    expect((notice?.bottom ?? 0) + 12).toBeLessThanOrEqual(rows?.top ?? 0);
    await expect.element(text('A job waits.')).toBeVisible();
  });

  it('asked for nothing yet: its empty state, and nothing to refresh', async () => {
    begin({});
    await expect.element(text('No users.')).toBeVisible();
    await expect.element(button('Refresh the users')).not.toBeInTheDocument();
  });

  it('has no inspector beside an empty list, and Esc in it closes what is open', async () => {
    const onclose = vi.fn<() => void>();
    const { becomes, props } = begin({ ...read, total: 0, shown: 0 }, { onclose, open: false });
    const pane = page.getByRole('complementary', { name: 'Details' });
    await expect.element(pane).not.toBeInTheDocument();
    becomes(read);
    await expect.element(pane).toBeInTheDocument();
    const inPane = () => {
      (pane.element() as HTMLElement).focus();
      return userEvent.keyboard('{Escape}');
    };
    await inPane();
    expect(onclose).not.toHaveBeenCalled();
    props.open = true;
    await inPane();
    expect(onclose).toHaveBeenCalledOnce();
  });

  it('in a narrow window has what is open over its right side, but not over what it says when nothing is listed', async () => {
    onTestFinished(() => page.viewport(1100, 760));
    await page.viewport(880, 600);
    const { becomes } = begin(read, { open: true });
    const pane = page.getByRole('complementary', { name: 'Details' });
    await expect.element(pane).toBeVisible();
    becomes({ ...read, shown: 0 });
    await expect.element(text('No users.')).toBeVisible();
    await expect.element(pane).not.toBeInTheDocument();
  });

  it('tells whoever does not see it how many rows the filter leaves', () => {
    begin(read);
    const said = [...document.querySelectorAll('[role="status"]')].map((one) => one.textContent);
    expect(said).toContain('2 are shown');
  });
});

describe('a list column', () => {
  it('has no room between its head and its rows unless something is said there', async () => {
    const { becomes } = begin(read, { as: 'column' });
    const room = () => {
      const rows = document.querySelector('.rows')?.getBoundingClientRect().top ?? 0;
      return rows - (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
    };
    expect(room()).toBe(0);
    becomes({ ...read, query: { ...read.query, refused: closed } });
    await expect.element(page.getByRole('alert')).toBeVisible();
    const alert = page.getByRole('alert').element().getBoundingClientRect();
    expect(room()).toBe(alert.height + 24);
  });

  it.each([
    ['{Enter}', 'first'],
    ['{ArrowDown}', 'chosen'],
  ] as const)('%s leads from the field into the rows', async (key, wanted) => {
    const oninto = vi.fn<(wanted: 'first' | 'chosen') => void>();
    begin(read, { as: 'column', oninto });
    await page.getByRole('textbox', { name: 'Search users' }).click();
    await userEvent.keyboard(key);
    expect(oninto).toHaveBeenCalledExactlyOnceWith(wanted);
  });

  it('Escape empties the field, and only then is for others', async () => {
    begin(read, { as: 'column' });
    const field = page.getByRole('textbox', { name: 'Search users' });
    const others = vi.fn<() => void>();
    document.body.addEventListener('keydown', others, { once: true });
    await field.fill('erp');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).toHaveValue('');
    expect(others).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(others).toHaveBeenCalledOnce();
  });
});
