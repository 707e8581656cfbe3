// The services that fit what is typed: nothing answered yet, an answer, and one to something else.
import { beforeEach, expect, it, vi } from 'vitest';
import type { ServiceSearch } from '../../renderer/state/service-search.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';

const NONE = {
  services: [],
  total: 0,
  all: 0,
  exact: false,
  completeness: { complete: true, because: null, calls: 0 },
  origin: { from: 'copy' as const, fetched: '2026-03-02T08:00:00.000Z' },
};
let page: Page;
let search: ServiceSearch;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') });
  page = await openPage();
  const module = await import('../../renderer/state/service-search.svelte.ts');
  page.asWindow(() => {
    search = new module.ServiceSearch('c-1', 20);
  });
});

it('has no answer before main has given one, however long that takes', async () => {
  search.find('kai');
  await vi.advanceTimersByTimeAsync(1000);
  expect([search.answered, search.busy, search.hits('kai', 5).isAnswer]).toEqual([
    false,
    true,
    false,
  ]);
  page.main.last('reference.search').answer(NONE);
  await settled();
  expect([search.answered, search.busy, search.hits('kai', 5).isAnswer]).toEqual([
    true,
    false,
    true,
  ]);
  expect(search.hits('brygge', 5).isAnswer).toBe(false);
});
