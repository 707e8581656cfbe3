// The list of documented entry points: what is said at each, what a search leaves, and how keys move in it.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { main, show } from './support/browser.ts';
import type { EntryPoint } from '../../preload/contract/explorer.ts';
import { Browser } from '../../renderer/screens/explorer/browser.svelte.ts';
import EntryList from '../../renderer/screens/explorer/EntryList.svelte';
import { en } from '../../renderer/texts/en.ts';
import { offline } from './support/samples.ts';

const t = en.explorer;
const entry = (id: string, more: Partial<EntryPoint> = {}): EntryPoint => ({
  id,
  area: 'metadata',
  path: `/api/metadata/${id}`,
  parameters: [],
  open: false,
  needs: 'user',
  described: true,
  ...more,
});
const ENTRIES = [
  entry('plain'),
  entry('open', { open: true, needs: 'nobody' }),
  entry('unknown', { described: false }),
  entry('off', {
    switchedOff: { since: '2026-06-01', instead: 'nothing' },
    open: true,
    described: false,
  }),
  entry('open-unknown', { open: true, described: false }),
  entry('messages', { area: 'message-box', path: '/api/{who}/messages' }),
];

async function open(entries: readonly EntryPoint[] = ENTRIES) {
  const browser = new Browser('c-1');
  main.always('explorer.entryPoints', () => ({ entries: [...entries] }));
  const { target } = show(EntryList, { browser });
  await browser.list.load();
  await expect.element(page.getByRole('heading').first()).toBeVisible();
  const rows = () => [...target.querySelectorAll<HTMLElement>('[data-row]')];
  const names = () => rows().map((row) => row.dataset['row']);
  return { browser, target, rows, names };
}

describe('an entry point', () => {
  it('has one mark, of what counts most: switched off, open to everyone, or not described', async () => {
    const { rows } = await open();
    const marks = rows().map((row) => [
      row.dataset['row'],
      ...[...row.querySelectorAll('[role=img]')].map((icon) => icon.getAttribute('aria-label')),
    ]);
    expect(marks).toEqual([
      ['plain'],
      ['open', t.needs.nobody],
      ['unknown', t.undescribed],
      ['off', t.switchedOff],
      ['open-unknown', t.needs.nobody],
      ['messages'],
    ]);
  });

  it('stands below its area, by its path without what all have', async () => {
    const { rows, target } = await open();
    const areas = [...target.querySelectorAll('h2')].map((area) => area.textContent);
    expect(areas).toEqual([t.areas.metadata, t.areas['message-box']]);
    const texts = rows().map((row) => row.textContent.trim());
    expect(texts.slice(-2)).toEqual(['metadata/open-unknown', '{who}/messages']);
  });

  it('that is pressed is the chosen one, and is where Tab leads', async () => {
    const { browser, rows } = await open();
    const reached = () => rows().flatMap((row) => (row.tabIndex === 0 ? row.dataset['row'] : []));
    const current = () => rows().flatMap((row) => row.getAttribute('aria-current') ?? []);
    expect([reached(), current()]).toEqual([['plain'], []]);
    await page.getByRole('button', { name: 'metadata/unknown' }).click();
    expect(browser.chosen?.id).toBe('unknown');
    expect([reached(), current()]).toEqual([['unknown'], ['true']]);
  });
});

describe('the search', () => {
  it('finds paths and areas, in any letters, and says where nothing is', async () => {
    const { browser, names } = await open();
    const search = page.getByLabelText(t.filter);
    await search.fill('  MESSAGES ');
    await expect.poll(names).toEqual(['messages']);
    await search.fill('Metadata/OPEN');
    await expect.poll(names).toEqual(['open', 'open-unknown']);
    const none = page.getByText(en.words.noMatches);
    await expect.element(none).not.toBeInTheDocument();
    await search.fill('zzz');
    await expect.element(none).toBeVisible();
    expect(names()).toEqual([]);
    await page.getByRole('button', { name: en.words.clearFilter }).last().click();
    await expect.poll(names).toHaveLength(ENTRIES.length);
    expect(browser.filter).toBe('');
  });
});

describe('keys', () => {
  it('move through the entries of all areas, and nowhere from the search', async () => {
    const { rows } = await open();
    const at = () => (document.activeElement as HTMLElement).dataset['row'];
    rows()[0]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(at()).toBe('open');
    await userEvent.keyboard('{End}');
    expect(at()).toBe('messages');
    await userEvent.keyboard('{ArrowDown}');
    expect(at()).toBe('messages');
    await userEvent.keyboard('{Home}x');
    expect(at()).toBe('plain');
    const search = page.getByLabelText(t.filter);
    await search.click();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(search.element());
  });
});

it('a list that could not be read says so, and is read again', async () => {
  const browser = new Browser('c-1');
  main.alwaysFails('explorer.entryPoints', offline);
  show(EntryList, { browser });
  await browser.list.load();
  await expect.element(page.getByText(t.loadEntries)).toBeVisible();
  main.always('explorer.entryPoints', () => ({ entries: ENTRIES }));
  await page.getByRole('button', { name: en.words.tryAgain }).click();
  await expect.element(page.getByRole('button', { name: 'metadata/plain' })).toBeVisible();
});
