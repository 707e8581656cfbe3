// The Activity screen in a real browser: names, seconds, a table in any width, and the words by which it is filtered.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ActivityLine } from '../../preload/contract/activity.ts';
import { eventually, main, show } from './support/browser.ts';
import '../../renderer/styles/fonts.css';
import Activity from '../../renderer/screens/activity/Activity.svelte';
import ActivityTable from '../../renderer/screens/activity/ActivityTable.svelte';
import { startWindow } from '../../renderer/start.ts';
import { createFormats } from '../../renderer/texts/formats.ts';
import { language } from '../../renderer/texts/language.svelte.ts';
import { makeConnection, makeStart } from './support/samples.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const id = '0b3c7d1e-6f0a-4c53-9d8e-1a2b3c4d5e6f';
const AT = '2030-11-24T12:00:07Z';
const line = (number: number, more: Partial<ActivityLine>): ActivityLine => ({
  number,
  at: AT,
  who: 'kari',
  connection: null,
  connectionName: '',
  environment: 'none',
  operation: 'settings.change',
  object: 'idleLockMinutes: 15 -> 5',
  outcome: 'done',
  detail: '',
  confirmed: true,
  ...more,
});
const lines = [
  line(3, { operation: 'oneTimeSecrets.keep', object: `secret ${id}`, connection: id }),
  line(2, {
    operation: 'enterpriseUsers.rotateSecret',
    object: 'svc-a',
    outcome: 'unknown',
    detail: `internal (reference ${id})`,
  }),
  line(1, {}),
];

// As in the program.
document.documentElement.dataset['size'] = 'sm';

async function open() {
  const start = makeStart({ connections: [makeConnection('c-1')], chosen: 'c-1' });
  main.always('app.start', () => start);
  await startWindow();
  await document.fonts.ready;
}

/** In a pane of this width. */
function showTable(width: number) {
  const { target } = show(ActivityTable, { lines });
  Object.assign(target.style, { width: `${String(width)}px`, container: 'journal / inline-size' });
  return target;
}
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });

it('an entry has its second, the names of what it was about, and old and new value of a setting', async () => {
  await open();
  const target = showTable(1100);
  const { dateTimeWithSeconds, fullDateTime } = createFormats('en');
  expect(dateTimeWithSeconds(AT)).toMatch(/:07$/);
  const at = await page.getByRole('cell').first().findElement();
  expect(at.textContent.trim()).toBe(dateTimeWithSeconds(AT));
  expect((at as HTMLElement).title).toBe(fullDateTime(AT));
  await expect.element(rowOf('Clear session when idle: 15 min → 5 min')).toBeVisible();
  const gone = rowOf('A secret that is no longer kept');
  await expect.element(gone).toHaveTextContent('A removed connection');
  expect(target.textContent).not.toMatch(UUID);
  // By the error's id the log has more: it is said beside why, where one looks for it.
  const titled = [...target.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title);
  expect(titled.filter((title) => UUID.test(title))).toEqual([
    `An error occurred in Steward. Error ID ${id}`,
  ]);
});

it.each([1048, 660, 560])(
  'in a pane of %i px it is a table of six cells, none of them cut off',
  async (width) => {
    await open();
    const target = showTable(width);
    const cells = page.getByRole('row').filter({ hasText: 'svc-a' }).getByRole('cell').elements();
    expect(cells).toHaveLength(6);
    expect(page.getByRole('columnheader').elements()).toHaveLength(6);
    expect(target.scrollWidth).toBeLessThanOrEqual(width);
    const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth + 1;
    // A wide one shortens a long reason, and says it whole where the pointer rests.
    for (const cell of cells.filter(isCut)) {
      expect(width).toBe(1048);
      expect(cell.textContent).toContain('Unknown');
      expect((cell as HTMLElement).title).not.toBe('');
    }
  },
);

it('words of the page are found in whatever language it is', async () => {
  await open();
  main.always('activity.list', () => ({
    lines: [],
    total: 0,
    journal: { state: 'whole', lines: 0, firstBadLine: null, unconfirmed: 0 },
  }));
  await language.use('nb', 'en');
  show(Activity, {});
  await page.getByRole('textbox', { name: language.t.activity.filter }).fill('roter hem');
  await eventually(() => {
    expect(main.last('activity.list').input.filter).toEqual({
      text: 'roter hem',
      operations: ['enterpriseUsers.rotateSecret'],
    });
  });
  await language.use('en', 'en');
});

it('ATK-12 a line that nobody vouches for is marked, and how many there are is said', async () => {
  await open();
  main.always('activity.list', () => ({
    lines: [line(2, { object: 'forged', confirmed: false }), line(1, { object: 'kept' })],
    total: 2,
    journal: { state: 'whole', lines: 2, firstBadLine: null, unconfirmed: 1 },
  }));
  show(Activity, {});
  const t = language.t.activity.journal;
  await expect.element(rowOf('forged')).toHaveTextContent(t.unconfirmedLine);
  await expect.element(page.getByText(t.unconfirmed(1))).toBeVisible();
  await expect.element(rowOf('kept')).not.toHaveTextContent(t.unconfirmedLine);
});
