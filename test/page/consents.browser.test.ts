// Consents on the page: following a request until it is stopped, answered or hidden, and the form of a new one.
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import Consents from '../../renderer/screens/consents/Consents.svelte';
import { startWindow } from '../../renderer/start.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import type { ConsentRequest } from '../../preload/contract/consents.ts';
import { holdLongTimers } from './support/long-timers.ts';
import { makeConnection, makeStart } from './support/samples.ts';

const t = en.consents;
const origin = { from: 'platform' as const, fetched: '2026-05-04T10:00:00.000Z' };
const CODE = '4f0c2c4e-1b7d-4d8f-9a39-5b1f6a1c2d3e';
const connection = makeConnection('c-1');
const request = (known: 'unopened' | 'opened' | 'accepted' = 'unopened'): ConsentRequest => ({
  code: CODE,
  status: { known, word: known },
  direction: 'outgoing',
  receiver: { organisationNumber: '910514318', identityNumber: null },
  giver: { organisationNumber: null, identityNumber: '278284•••••' },
  giverName: 'Bratthammer',
  handledBy: null,
  onlyBy: null,
  validTo: '2027-05-04T10:00:00.000Z',
  inPortal: true,
  returnAddress: 'https://retur.example/',
  resources: [
    { serviceCode: 'K107', serviceEdition: 1, metadata: [{ name: 'aar', value: '2025' }] },
  ],
  message: { en: null, nb: 'Kan vi?', nn: null },
  created: '2026-05-04T10:00:00.000Z',
  lastChanged: '2026-05-04T10:00:00.000Z',
  page: 'https://p.example/ui/1',
});

beforeEach(async () => {
  main.always('app.start', () => makeStart({ connections: [connection], chosen: 'c-1' }));
  main.always('reference.named', () => ({ services: [null], origin }));
  main.always('consents.list', () => ({
    requests: [request()],
    completeness: { complete: true, because: null, calls: 1 },
  }));
  await startWindow();
});

const actor = { who: 'my', name: 'Fjord' } as never;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const looks = () => main.calls('consents.get').length;

async function opened(known: 'unopened' | 'opened' = 'unopened') {
  main.always('consents.get', () => request(known));
  router.go({ screen: 'consents', id: CODE });
  const timers = holdLongTimers();
  show(Consents, { connection, actor });
  await expect.element(button(t.follow.begin)).toBeVisible();
  await eventually(() => {
    expect(looks()).toBeGreaterThan(0);
  });
  return timers;
}

it('CNS-03 the state is asked for again until a person stops it, and when it was last asked is said', async () => {
  const timers = await opened();
  await button(t.follow.begin).click();
  await expect
    .element(page.getByText(/Checking every 10 seconds. Last checked at \d/))
    .toBeVisible();
  await eventually(() => {
    expect(timers.waiting()).toBeGreaterThan(0);
  });
  const before = looks();
  timers.pass(10_000);
  await eventually(() => {
    expect(looks()).toBe(before + 1);
  });
  await button(t.follow.stop).click();
  const stopped = looks();
  timers.pass(60_000);
  await expect.element(button(t.follow.begin)).toBeVisible();
  expect(looks()).toBe(stopped);
});

it('CNS-03 an answer ends the following, and the list has the new state', async () => {
  const timers = await opened();
  await button(t.follow.begin).click();
  await eventually(() => {
    expect(timers.waiting()).toBeGreaterThan(0);
  });
  main.always('consents.get', () => request('accepted'));
  timers.pass(10_000);
  await expect.element(button(t.token.show)).toBeVisible();
  expect(button(t.follow.stop).query()).toBeNull();
  await expect
    .element(page.getByRole('grid', { name: t.title }).getByText(t.statuses.accepted))
    .toBeVisible();
});

it('CNS-03 nothing is asked while the window is hidden, and at once when it is shown again', async () => {
  const timers = await opened();
  await button(t.follow.begin).click();
  await eventually(() => {
    expect(timers.waiting()).toBeGreaterThan(0);
  });
  const before = looks();
  const see = (visibilityState: string) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => visibilityState,
    });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  see('hidden');
  await expect.element(page.getByText(t.follow.paused)).toBeVisible();
  timers.pass(60_000);
  expect(looks()).toBe(before);
  see('visible');
  await eventually(() => {
    expect(looks()).toBe(before + 1);
  });
  Reflect.deleteProperty(document, 'visibilityState');
  await button(t.follow.stop).click();
});

it('CNS-02 a form that lacks something says so and sends nothing; the rest goes to main as it was typed', async () => {
  main.always('consents.get', () => request());
  router.go({ screen: 'consents', id: '+new' });
  show(Consents, { connection, actor });
  const dialog = page.getByRole('dialog', { name: t.create.title });
  const text = (label: string) => dialog.getByRole('textbox', { name: label, exact: true });
  await dialog.getByRole('button', { name: t.create.go }).click();
  await expect.element(dialog.getByText(t.create.noService)).toBeVisible();
  expect(main.calls('consents.create')).toEqual([]);
  await text(t.create.fields.identityNumber).fill('278284 34567');
  await text(t.create.fields.lastName).fill('Bratthammer');
  await text(t.create.fields.returnAddress).fill('https://retur.example/ferdig');
  await text(t.create.until).fill('04/05/2099');
  main.always('reference.search', () => ({
    ...{ services: [], total: 0, all: 0, exact: true, origin },
    completeness: { complete: true, because: null, calls: 0 },
  }));
  await dialog.getByRole('combobox').fill('K107/1');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: t.create.addValue }).click();
  await text(t.create.valueName).fill('aar');
  await text(t.create.value).fill('2025');
  await dialog.getByRole('textbox', { name: t.languages.nb }).fill('Kan vi?');
  await dialog.getByRole('button', { name: t.create.go }).click();
  await eventually(() => {
    expect(main.calls('consents.create')).toHaveLength(1);
  });
  expect(main.last('consents.create').input).toMatchObject({
    connection: 'c-1',
    receiver: connection.organisationNumber,
    giver: { kind: 'person', identityNumber: '27828434567', lastName: 'Bratthammer' },
    validTo: new Date('2099-05-04T23:59:59').toISOString(),
    returnAddress: 'https://retur.example/ferdig',
    resources: [
      { serviceCode: 'K107', serviceEdition: 1, metadata: [{ name: 'aar', value: '2025' }] },
    ],
    message: { nb: 'Kan vi?' },
  });
  main.last('consents.create').answer(request());
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.route.id).toBe(CODE);
});

it('a request with two values of one name is shown with both', async () => {
  const metadata = [
    { name: 'aar', value: '2025' },
    { name: 'aar', value: '2026' },
  ];
  const { resources, ...rest } = request();
  const twice = {
    ...rest,
    resources: resources.map((one) => ({ ...one, metadata })),
  };
  main.always('consents.get', () => twice);
  router.go({ screen: 'consents', id: CODE });
  show(Consents, { connection, actor });
  for (const { value } of metadata)
    await expect.element(page.getByText(value, { exact: true })).toBeVisible();
});
