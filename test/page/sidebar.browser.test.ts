// The sidebar: its rows by connection, its groups and heights, the rail, the chip, and the first run without it.
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import '../../renderer/styles/fonts.css';
import App from '../../renderer/App.svelte';
import { layout } from '../../renderer/state/layout.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en, en as t } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import type { Locale } from '../../preload/contract/locale.ts';
import type { Connection, SignIn } from '../../preload/contract/connections.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { EndpointGroup, Offers } from '../../preload/contract/offers.ts';
import type { Layout } from '../../preload/contract/layout.ts';
import { AT, makeConnection, makeStart } from './support/samples.ts';

// As in the program.
document.documentElement.dataset['size'] = 'sm';

const machine = {
  way: 'machine-token',
  tokenEndpoint: 'https://id.example.test/token',
  audience: 'https://id.example.test/',
  clientId: 'steward',
  proof: { by: 'certificate', certificate: 'k-1' },
} as const;
const kari: SignIn = {
  way: 'person',
  provider: { found: 'discovery', issuer: 'https://id.example.test' },
  clientId: 'steward',
  scopes: ['openid', 'altinn:enduser'],
  acrValues: '',
};
const token = (...scopes: string[]): SignIn => ({ ...machine, scopes });
const certificate = (daysLeft: number): Credential => ({
  id: 'k-1',
  kind: 'certificate',
  name: 'Certificate',
  added: AT,
  memoryOnly: false,
  usedBy: [],
  expiry: daysLeft > 60 ? 'ok' : 'within-60-days',
  facts: {
    subject: 'CN=Fjordtrafikk',
    commonName: 'Fjordtrafikk',
    organisationNumber: '974760673',
    issuer: 'CN=CA',
    serialNumber: '1',
    fingerprintSha256: 'f',
    validFrom: AT,
    validTo: AT,
    daysLeft,
    keyType: 'RSA',
    chain: [],
  },
});

interface Given {
  readonly connections?: readonly Connection[];
  readonly credentials?: Credential[];
  readonly layout?: Partial<Layout>;
  readonly language?: Locale;
  readonly size?: readonly [width: number, height: number];
}
const offersOf = (...off: readonly EndpointGroup[]): Offers => ({
  asked: AT,
  groups: off.map((group) => ({
    ...{ state: 'switched-off', group, since: '2026-06-01', instead: 'portal' },
    failure: {
      ...{ kind: 'refused', status: 410, cause: 'not-offered-any-more' },
      ...{ message: '', reason: '', reference: 'r' },
    },
  })),
});
const CERTIFICATE_ONLY: Partial<Layout> = { actsAsUser: {}, serviceOwners: {} };
const EVERYTHING: Partial<Layout> = {};

async function open({ connections = [makeConnection('c-1')], ...given }: Given = {}) {
  const [width, height] = given.size ?? [1280, 800];
  onTestFinished(() => page.viewport(1100, 760));
  await page.viewport(width, height);
  const credentials = given.credentials ?? [certificate(300)];
  const start = makeStart({
    connections: [...connections],
    chosen: connections[0]?.id ?? null,
    credentials,
    settings: { ...makeStart().settings, language: given.language ?? 'en' },
  });
  const remembered = { ...start.layout, ...given.layout };
  main.always('app.start', () => ({ ...start, layout: remembered }));
  // Where the test before has ended is not opened once more: a form there would ask before it is left.
  router.replace({ connection: null, screen: 'settings', id: null });
  const { target } = show(App, {});
  target.style.height = '100vh';
  await startWindow();
  // What another test changed is told no more.
  layout.change(remembered);
  router.replace({ connection: connections[0]?.id ?? null, screen: 'settings', id: null });
  await document.fonts.ready;
}

const sidebar = page.getByRole('navigation', { name: t.frame.navigation, exact: true });
const rows = () =>
  [...document.querySelectorAll('nav .scroll li > a')]
    .filter((row) => row.checkVisibility())
    .map((row) => row.getAttribute('aria-label'));
const names = (...ids: readonly (keyof typeof t.frame.screens)[]) =>
  ids.map((id) => t.frame.screens[id]);
const group = (name: keyof typeof t.frame.groups) =>
  sidebar.getByRole('heading', { level: 2, name: t.frame.groups[name], exact: true });
const isOpen = (name: keyof typeof t.frame.groups) =>
  group(name).element().closest('details')?.open ?? true;

const ACCESS = names('enterprise-users', 'delegations', 'role-definitions');
const MESSAGES = names('inbox', 'work-list', 'archive', 'trash', 'file-transfer');
const ORGANISATION = names('profile', 'reportees', 'consents', 'lookups');
const OWNER = names(
  'service-owner',
  'party-access',
  'service-rights',
  'owner-requests',
  'owner-events',
);
const REFERENCE = names('services', 'code-lists', 'roles', 'explorer');

describe('the rows', () => {
  it.each<[string, SignIn, Partial<Layout>, readonly string[]]>([
    [
      'a certificate only: messages are one line, and nothing is for service owners',
      makeConnection('c-1').signIn,
      CERTIFICATE_ONLY,
      [...ACCESS, ...ORGANISATION, ...REFERENCE],
    ],
    [
      'a certificate of a service owner, as a person said',
      makeConnection('c-1').signIn,
      { actsAsUser: {}, serviceOwners: { 'c-1': true } },
      [...ACCESS, ...ORGANISATION, ...OWNER, ...REFERENCE],
    ],
    [
      'a token with a scope of service owners',
      token('altinn:enterpriseusers.read', 'altinn:serviceowner/events'),
      CERTIFICATE_ONLY,
      [...ACCESS, ...OWNER, ...REFERENCE],
    ],
    [
      'a token without one',
      token('altinn:enterpriseusers.read'),
      CERTIFICATE_ONLY,
      [...ACCESS, ...REFERENCE],
    ],
    ['a person', kari, CERTIFICATE_ONLY, [...ACCESS, ...MESSAGES, ...ORGANISATION, ...REFERENCE]],
    ['no sign-in', { way: 'none' }, CERTIFICATE_ONLY, [...REFERENCE]],
    [
      'everything',
      makeConnection('c-1').signIn,
      EVERYTHING,
      [...ACCESS, ...MESSAGES, ...ORGANISATION, ...OWNER, ...REFERENCE],
    ],
  ])('with %s', async (_, signIn, layout, expected) => {
    const apiKey = signIn.way === 'none' ? null : 'k-2';
    await open({ connections: [makeConnection('c-1', { signIn, apiKey })], layout });
    await expect.element(sidebar).toBeVisible();
    expect(rows()).toEqual([t.frame.screens.today, ...expected]);
  });

  it('of service owners come once a call proved it, and stay away where a person said so', async () => {
    // Of its own: what was said of it stays in this page.
    await open({ connections: [makeConnection('c-9')], layout: CERTIFICATE_ONLY });
    const { client } = await import('../../renderer/state/main-process.ts');
    const { serviceOwner } = await import('../../renderer/state/service-owner.svelte.ts');
    await expect.element(group('reference')).toBeVisible();
    expect(rows()).not.toContain(OWNER[0]);
    const events = { events: [], next: null, more: false };
    main.always('ownerEvents.read', () => events);
    const asked = { connection: 'c-9', most: 100 };
    await client.ownerEvents.read(asked);
    await expect.element(group('service-owner')).toBeVisible();
    expect(rows()).toEqual(expect.arrayContaining(OWNER));
    serviceOwner.say('c-9', false);
    await client.ownerEvents.read(asked);
    await expect.element(group('service-owner')).not.toBeInTheDocument();
  });
});

describe('a group', () => {
  it('of which nothing works is one line: its reason on hover and focus, and its one way on', async () => {
    await open({ layout: CERTIFICATE_ONLY });
    const way = sidebar.getByRole('button', {
      name: `${t.frame.groups['message-box']}: ${t.limits.signInAs.user}`,
      exact: true,
    });
    await expect.element(way).toBeVisible();
    await expect.element(way).toHaveAccessibleDescription(new RegExp(t.limits.screens.inbox));
    expect(document.querySelector('nav .hint')).toBeNull();
    await userEvent.hover(way);
    await expect.element(page.getByText(t.limits.screens.inbox).last()).toBeVisible();
    await userEvent.click(way);
    expect(router.route).toMatchObject({ screen: 'connections', id: 'c-1+copy-as-person' });
  });

  it('that was found switched off says since when and what comes instead, and leads to the table', async () => {
    // The other one asks the same platform: it is no way on.
    const off = makeConnection('c-1', { offers: offersOf('messages', 'file-transfer') });
    await open({ connections: [off, makeConnection('c-2', { name: 'Kari', signIn: kari })] });
    const way = sidebar.getByRole('button', {
      name: `${t.frame.groups['message-box']}: ${t.limits.whatIsOffered}`,
      exact: true,
    });
    await expect.element(way).toBeVisible();
    await expect
      .element(way)
      .toHaveAccessibleDescription(
        new RegExp(`${t.limits.off(AT)}.*${t.failures.instead.portal}`, 'u'),
      );
    await userEvent.click(way);
    expect(router.route).toMatchObject({ screen: 'connections', id: 'c-1' });
  });

  it('of which one row was found switched off stays open; the screen says it in its place', async () => {
    await open({ connections: [makeConnection('c-1', { offers: offersOf('enterprise-users') })] });
    const row = sidebar.getByRole('link', { name: t.frame.screens['enterprise-users'] });
    await expect.element(row).toHaveClass('dimmed');
    await row.click();
    const main = page.getByRole('main');
    await expect.element(main.getByText(t.limits.offTitle)).toBeVisible();
    await expect.element(main.getByText(t.limits.off(AT))).toBeVisible();
    await main.getByRole('button', { name: t.limits.whatIsOffered }).click();
    expect(router.route).toMatchObject({ screen: 'connections', id: 'c-1' });
  });

  it('leads to another connection of the organisation that can', async () => {
    const person = makeConnection('c-2', { name: 'Kari', signIn: kari });
    await open({ connections: [makeConnection('c-1'), person], layout: CERTIFICATE_ONLY });
    main.always('connections.choose', () => ({ chosen: 'c-2' }));
    await sidebar
      .getByRole('button', {
        name: `${t.frame.groups['message-box']}: ${t.frame.switchTo('Kari')}`,
        exact: true,
      })
      .click();
    await eventually(() => {
      expect(router.route).toMatchObject({ connection: 'c-2', screen: 'inbox' });
    });
  });

  it('that was folded before is folded at the start', async () => {
    await open({ layout: { folded: ['message-box', 'reference'] } });
    await expect.element(group('message-box')).toBeVisible();
    expect([isOpen('message-box'), isOpen('access')]).toEqual([false, true]);
    expect(rows()).toEqual([t.frame.screens.today, ...ACCESS, ...ORGANISATION, ...OWNER]);
  });

  it('folds, and what was folded is remembered', async () => {
    await open();
    await group('reference').click();
    expect(isOpen('reference')).toBe(false);
    expect(rows()).not.toContain(REFERENCE[0]);
    await expect
      .poll(() => main.calls('layout.remember').map(({ input }) => input))
      .toContainEqual(expect.objectContaining({ folded: ['reference'] }));
    await group('reference').click();
    expect(rows()).toEqual(expect.arrayContaining(REFERENCE));
  });
});

describe('at 1280 × 800', () => {
  const heights = () =>
    new Set(
      [...document.querySelectorAll('nav .scroll li > a')]
        .filter((row) => row.checkVisibility())
        .map((row) => row.getBoundingClientRect().height),
    );
  it.each<[string, Partial<Layout>, number]>([
    ['a certificate only', CERTIFICATE_ONLY, 26],
    ['everything', EVERYTHING, 24],
    ['everything, two groups folded', { folded: ['access', 'message-box'] }, 24],
  ])('all rows are seen without scrolling, with %s', async (_, layout, height) => {
    await open({ layout });
    await expect.element(sidebar).toBeVisible();
    const box = document.querySelector('nav .scroll') as HTMLElement;
    expect(box.scrollHeight).toBeLessThanOrEqual(box.clientHeight);
    expect([...heights()]).toEqual([height]);
  });
  it.each([
    ['en', EVERYTHING, en],
    ['en', CERTIFICATE_ONLY, en],
    ['nb', EVERYTHING, nb],
    ['nb', CERTIFICATE_ONLY, nb],
  ] as const)('every name and the party are whole in %s', async (language, layout, texts) => {
    await open({ language, layout });
    await expect
      .element(page.getByRole('navigation', { name: texts.frame.navigation, exact: true }))
      .toBeVisible();
    const cut = [...document.querySelectorAll('nav :is(.ellipsis, small, b)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent, scrollWidth, clientWidth }) => [textContent, scrollWidth - clientWidth]);
    expect(cut).toEqual([]);
  });
  it.each<[string, Partial<Layout>]>([
    ['everything', EVERYTHING],
    ['a certificate only, a group folded', { ...CERTIFICATE_ONLY, folded: ['reference'] }],
  ])('headings are of one weight, with %s', async (_, layout) => {
    await open({ layout });
    await expect.element(sidebar).toBeVisible();
    const weights = [...document.querySelectorAll('nav h2')].map(
      (one) => getComputedStyle(one).fontWeight,
    );
    expect(weights.length).toBeGreaterThan(2);
    expect(new Set(weights)).toEqual(new Set(['600']));
  });
  it('rows keep their height in a high window', async () => {
    await open({ size: [1280, 880] });
    await expect.element(sidebar).toBeVisible();
    expect([...heights()]).toEqual([26]);
  });
});

describe('the foot', () => {
  it('is Activity, Connections and Settings in one row, and what ends within 60 days above it', async () => {
    await open({ credentials: [certificate(61)] });
    const links = ['activity', 'connections', 'settings'] as const;
    const tops = links.map((id) => {
      const link = sidebar.getByRole('link', { name: t.frame.screens[id], exact: true });
      return link.element().getBoundingClientRect().top;
    });
    expect(new Set(tops).size).toBe(1);
    expect(document.querySelector('nav .ending')).toBeNull();
  });
  it('says what ends soon', async () => {
    await open({ credentials: [certificate(23)], layout: CERTIFICATE_ONLY });
    await expect
      .element(sidebar.getByRole('link', { name: t.frame.certificateExpires(23) }))
      .toBeVisible();
  });
  it('says it at Connections where the rows take all room', async () => {
    await open({ credentials: [certificate(23)] });
    const name = `${t.frame.screens.connections}. ${t.frame.certificateExpires(23)}`;
    await expect.element(sidebar.getByRole('link', { name, exact: true })).toBeVisible();
  });
});

describe('at 900 × 600', () => {
  const size = [900, 600] as const;
  it('is a rail: names, reasons and ways on by focus, and the foot in the title bar', async () => {
    await open({ layout: CERTIFICATE_ONLY, size });
    const today = sidebar.getByRole('link', { name: t.frame.screens.today, exact: true });
    await expect.element(today).toBeVisible();
    expect((document.querySelector('nav') as HTMLElement).offsetWidth).toBe(56);
    const hint = () => document.querySelector('nav .hint')?.textContent.replaceAll(/\s+/g, ' ');
    // What a screen that has just come gives the focus to.
    await eventually(() => {
      expect(document.querySelector('main h1')).not.toBeNull();
    });
    page
      .getByRole('button', { name: new RegExp(`^${t.acting.title}`) })
      .element()
      .focus();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(today.element());
    expect(hint()).toContain(t.frame.screens.today);
    const seen: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      await userEvent.keyboard('{Tab}');
      seen.push(hint() ?? '');
    }
    expect(seen[1]).toContain(t.limits.screens.delegations);
    expect(seen[3]).toContain(t.frame.groups['message-box']);
    expect(seen[3]).toContain(t.limits.signInAs.user);
    for (const id of ['activity', 'connections', 'settings'] as const) {
      const link = page
        .getByRole('banner')
        .getByRole('link', { name: t.frame.screens[id], exact: true });
      await expect.element(link).toBeVisible();
    }
  });
});

describe('the first run', () => {
  it('stands alone: only the language and Settings in the corner, from where a way leads back', async () => {
    await open({ connections: [], credentials: [] });
    router.replace({ connection: null, screen: 'enterprise-users', id: null });
    await expect
      .element(page.getByRole('heading', { level: 1, name: t.firstRun.title }))
      .toBeVisible();
    expect(document.querySelector('nav')).toBeNull();
    const corner = page.getByRole('banner');
    expect(corner.getByRole('link').elements()).toHaveLength(1);
    expect(corner.getByRole('button').elements()).toHaveLength(0);
    await corner.getByRole('link', { name: t.frame.screens.settings, exact: true }).click();
    await expect
      .element(page.getByRole('heading', { level: 1, name: t.settings.title }))
      .toBeVisible();
    expect(document.querySelector('nav')).toBeNull();
    await corner.getByRole('button', { name: t.frame.screens['first-run'] }).click();
    await expect
      .element(page.getByRole('heading', { level: 1, name: t.firstRun.title }))
      .toBeVisible();
  });
});

describe('the chip in the title bar', () => {
  it.each([
    ['production', 'Fjordtrafikk AS'],
    ['test', 'Fjordtrafikk AS – TT02'],
    ['test', 'Fjordtrafikk AS – YT01'],
  ] as const)(
    'is the name of the connection in the colour of %s: %s',
    async (environment, name) => {
      await open({ connections: [makeConnection('c-1', { environment, name })] });
      const chip = page.getByRole('banner').getByRole('button', { name: new RegExp(name) });
      await expect.element(chip).toBeVisible();
      expect(chip.element().textContent.trim()).toBe(name);
      expect(chip.element().dataset['color']).toBe(environment === 'test' ? 'test' : 'prod');
    },
  );
});
