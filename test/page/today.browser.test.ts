// Today in the page: each item says what waits and has one button, which leads to where it is dealt with.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { Today as Waiting } from '../../preload/contract/today.ts';
import Today from '../../renderer/screens/today/Today.svelte';
import { actorOf } from '../../renderer/state/acting.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { placeOfItem } from '../../renderer/state/today-items.ts';
import { en } from '../../renderer/texts/en.ts';
import { language } from '../../renderer/texts/language.svelte.ts';
import { todayItems } from '../support/today-items.ts';
import { makeConnection, makeParty, makeStart } from './support/samples.ts';

const t = en.today;

async function begin(waiting: Partial<Waiting>) {
  const connections = [makeConnection('c-1'), makeConnection('c-2')];
  main.always('app.start', () => makeStart({ connections, chosen: 'c-1' }));
  main.always('today.list', () => ({ items: [], unknown: [], ...waiting }));
  await startWindow();
  const [connection = makeConnection('c-1')] = connections;
  show(Today, { connection, actor: actorOf(makeParty('my')) });
}

it('says that nothing waits, and what would be shown', async () => {
  await begin({});
  await expect.element(page.getByText(t.empty)).toBeVisible();
  await expect.element(page.getByText(t.emptyText)).toBeVisible();
});

it.each([
  ['secrets', ['secret', 'overdue', 'possibly-overdue']],
  ['messages', ['to-sign', 'unread', 'draft']],
  ['jobs', ['job', 'rows']],
  ['ending', ['certificate']],
] as const)('stands together with what is of the same kind: %s', async (group, kinds) => {
  await begin({ items: [...todayItems] });
  const all = todayItems.filter(({ kind }) => kinds.some((one) => one === kind));
  const list = page.getByRole('list', { name: `${t.groups[group]} ${String(all.length)}` });
  await expect.element(list).toBeVisible();
  expect(list.getByRole('listitem').elements()).toHaveLength(all.length);
});

it('says which part could not be looked up beside what was', async () => {
  await begin({ items: todayItems.slice(0, 1), unknown: ['drafts'] });
  await expect.element(page.getByText(t.draftsUnknown)).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(1);
});

it.each(todayItems.filter(({ kind }) => kind !== 'sign-in'))(
  'leads with its one button to where it is dealt with: $kind',
  async (item) => {
    await begin({ items: [item] });
    await page.getByRole('listitem').getByRole('button').click();
    const place = placeOfItem(item);
    await eventually(() => {
      expect(router.route).toEqual({ connection: 'c-1', ...place });
    });
  },
);

it('FLD-26 names the party of a message box, but for the own one', async () => {
  const of = { connection: 'c-1', connectionName: 'Harbour', environment: 'test' } as const;
  const read = '2026-03-02T08:00:00.000Z';
  const box = { ...of, kind: 'unread', count: 2, read } as const;
  await begin({ items: ['my', 'r500'].map((who) => ({ ...box, who })) });
  const time = language.format.dateTime(read);
  for (const party of [undefined, 'r500'])
    await expect.element(page.getByText(t.loaded(party, time), { exact: true })).toBeVisible();
});

it('names the connection where it is another one', async () => {
  const own = { connection: 'c-1', connectionName: 'Harbour' };
  await begin({
    items: todayItems.flatMap((one) => (one.kind === 'overdue' ? [one, { ...one, ...own }] : [])),
  });
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('Fjord');
  await expect.element(page.getByRole('listitem').last()).not.toHaveTextContent('Harbour');
});
