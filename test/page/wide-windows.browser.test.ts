// Enterprise users in wide windows and others: columns, inspector, and what the list says as a whole.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { EnterpriseUser } from '../../preload/contract/enterprise-users.ts';
import EnterpriseUsers from '../../renderer/screens/enterprise-users/EnterpriseUsers.svelte';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { allThere, AT, makeConnection, makeStart, makeUser } from './support/samples.ts';

const t = en.enterpriseUsers;
const connection = makeConnection('c-1');
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const user = (name: string, created: string, local: Partial<EnterpriseUser['local']> = {}) => {
  const made = makeUser(name);
  return { ...made, created, lastChanged: created, local: { ...made.local, ...local } };
};
const USERS = [
  user('svc-archive', '2019-03-02T08:00:00Z', {
    lastRotated: daysAgo(120),
    rotatedBy: 'Kari Steinvåg',
    inFile: { name: 'rotation.age', at: daysAgo(120) },
  }),
  user('svc-payroll', '2021-03-02T08:00:00Z', { lastRotated: daysAgo(400), rotatedBy: 'Odd' }),
  user('svc-toll', '2021-05-02T08:00:00Z', { lastRotated: daysAgo(3), isRotationTold: true }),
  user('svc-old', '2020-03-02T08:00:00Z'),
];

const pane = () => page.getByRole('complementary', { name: t.details });
const headings = () =>
  [...document.querySelectorAll('[role=grid] thead th:not(.tick)')].map((one) => one.textContent);
const cellsOf = (name: string) =>
  [
    ...page
      .getByRole('row', { name: new RegExp(name) })
      .element()
      .querySelectorAll('td'),
  ]
    .slice(1)
    .map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim());
const NARROW = [t.columns.name, t.columns.created, t.columns.age, t.columns.note];

beforeEach(async () => {
  onTestFinished(() => page.viewport(1100, 760));
  main.always('app.start', () => makeStart({ connections: [connection], chosen: 'c-1' }));
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe('c-1');
  });
  main.always('enterpriseUsers.history', () => []);
  main.always('enterpriseUsers.list', () => ({
    users: USERS,
    fetched: AT,
    fromCopy: false,
    completeness: allThere,
  }));
  router.go({ connection: 'c-1', screen: 'enterprise-users', id: null });
});

async function open(width: number, height: number) {
  await page.viewport(width, height);
  const { target } = show(EnterpriseUsers, { connection });
  target.style.cssText = 'display: flex; flex-direction: column; height: 100vh';
  await expect.element(page.getByRole('row', { name: /svc-old/ })).toBeVisible();
}

describe('the table', () => {
  it('says in a wide window who rotated a secret and where it is, and in a wider one when a user was changed', async () => {
    await open(1920, 1080);
    expect(headings()).toEqual([
      ...NARROW.slice(0, 3),
      t.columns.rotatedBy,
      t.columns.where,
      t.columns.changed,
      t.columns.note,
    ]);
    expect(cellsOf('svc-archive').slice(3, 5)).toEqual(['Kari Steinvåg', 'rotation.age']);
    expect(cellsOf('svc-payroll').slice(3, 5)).toEqual(['Odd', t.where.elsewhere]);
    expect(cellsOf('svc-toll').slice(3, 5)).toEqual([t.elsewhere, t.where.elsewhere]);
    expect(cellsOf('svc-old').slice(3, 5)).toEqual(['', t.where.unknown]);
    await page.viewport(1600, 900);
    await eventually(() => {
      expect(headings()).toEqual([
        ...NARROW.slice(0, 3),
        t.columns.rotatedBy,
        t.columns.where,
        t.columns.note,
      ]);
    });
  });

  it('is as it was in other windows, and orders nothing by a column that is not there', async () => {
    await open(1920, 1080);
    await page.getByRole('button', { name: t.columns.where, exact: true }).click();
    const first = () => document.querySelector('[role=grid] tbody td.name')?.textContent;
    await eventually(() => {
      expect(first()).toBe('svc-archive');
    });
    await page.getByRole('button', { name: t.columns.where, exact: true }).click();
    await eventually(() => {
      expect(first()).toBe('svc-payroll');
    });
    await page.viewport(1280, 800);
    await eventually(() => {
      expect(headings()).toEqual(NARROW);
      expect(first()).toBe('svc-archive');
    });
  });
});

describe.each([
  [1920, 1080],
  [1280, 800],
])('while no user is chosen, in a window of %i x %i', (width, height) => {
  it('the list says how many there are, how old their secrets are, and by year', async () => {
    await open(width, height);
    const counted = (label: string) =>
      [...document.querySelectorAll('aside dl > div')]
        .find((one) => one.querySelector('dt')?.textContent === label)
        ?.querySelector('dd')
        ?.textContent.trim();
    await expect.element(pane().getByText(t.overview.title(4), { exact: true })).toBeVisible();
    expect(counted(t.overdue)).toBe('2');
    expect(counted(t.possiblyOverdue)).toBe('1');
    expect(counted(t.overview.fresh)).toBe('1');
    const years = pane().getByRole('region', { name: t.overview.years }).getByRole('listitem');
    await expect.element(years.nth(0)).toHaveTextContent(t.overview.year('2019', 1, 0));
    await expect.element(years.nth(1)).toHaveTextContent(t.overview.year('2020', 1, 1));
    await expect.element(years.nth(2)).toHaveTextContent(t.overview.year('2021', 2, 0));
    const oldest = pane().getByRole('region', { name: t.overview.oldest }).getByRole('button');
    await expect.element(oldest.nth(0)).toHaveTextContent(/svc-payroll.*400/);
    const side = pane().element();
    expect(side.scrollWidth).toBe(side.clientWidth);
  });

  it('its acts are buttons: overdue secrets are rotated, and possibly overdue ones shown', async () => {
    await open(width, height);
    await pane()
      .getByRole('button', { name: t.overview.showPossibly(1) })
      .click();
    await expect.element(page.getByRole('row', { name: /svc-payroll/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: /svc-old/ })).toBeVisible();
    await pane()
      .getByRole('button', { name: t.overview.rotate(2) })
      .click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().textContent).toContain('svc-payroll');
    await userEvent.keyboard('{Escape}');
  });

  it('a user that it names is opened with the focus in its details', async () => {
    await open(width, height);
    await pane()
      .getByRole('region', { name: t.neverHere })
      .getByRole('button', { name: /svc-old/ })
      .click();
    await expect.element(page.getByRole('heading', { name: 'svc-old' })).toBeVisible();
    await expect.element(pane().getByRole('button', { name: t.rotate })).toHaveFocus();
  });
});

it('the inspector of a user has two columns in a wide window and one in others', async () => {
  router.go({ connection: 'c-1', screen: 'enterprise-users', id: 'svc-archive' });
  await open(1920, 1080);
  const columns = () => getComputedStyle(document.querySelector('aside dl') ?? document.body);
  const left = (at: number) =>
    document.querySelectorAll('aside dl > dt')[at]?.getBoundingClientRect();
  expect(pane().element().getBoundingClientRect().width).toBe(520);
  expect(columns().gridTemplateColumns.split(' ')).toHaveLength(2);
  expect(left(1)?.top).toBe(left(0)?.top);
  expect(left(1)?.left).toBeGreaterThan((left(0)?.left ?? 0) + 200);
  expect(left(2)?.left).toBe(left(0)?.left);
  await page.viewport(1600, 900);
  await eventually(() => {
    expect(pane().element().getBoundingClientRect().width).toBe(440);
    expect(left(1)?.left).toBeGreaterThan((left(0)?.left ?? 0) + 180);
  });
  await page.viewport(1280, 800);
  await eventually(() => {
    expect(pane().element().getBoundingClientRect().width).toBe(316);
    expect(left(1)?.left).toBe(left(0)?.left);
  });
});
