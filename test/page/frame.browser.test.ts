// What stands in the frame and in headers is said once and never cut or broken, in both languages and at small sizes.
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { main, show } from './support/browser.ts';
import '../../renderer/styles/fonts.css';
import App from '../../renderer/App.svelte';
import Lists from '../../renderer/screens/connections/Lists.svelte';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import type { Connection, SignIn } from '../../preload/contract/connections.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Locale } from '../../preload/contract/locale.ts';
import {
  allThere,
  AT,
  makeConnection,
  makeParty,
  makeSecret,
  makeStart,
  makeUser,
} from './support/samples.ts';

const LANGUAGES = [
  ['en', en],
  ['nb', nb],
] as const;

// As in the program.
document.documentElement.dataset['size'] = 'sm';

async function open(
  screen: string,
  language: Locale,
  more: Partial<Connection> = {},
  secrets: OneTimeSecret[] = [],
) {
  main.always('app.start', () =>
    makeStart({
      secrets,
      connections: [makeConnection('c-1', more)],
      chosen: 'c-1',
      settings: { ...makeStart().settings, language },
    }),
  );
  const { target } = show(App, {});
  // As in the program, the window has the height of the screen.
  target.style.height = '100vh';
  await startWindow();
  // A window that was opened without an address begins elsewhere.
  router.replace({ connection: 'c-1', screen, id: null });
  await document.fonts.ready;
}

async function resize(width: number, height: number): Promise<void> {
  onTestFinished(() => page.viewport(1100, 760));
  await page.viewport(width, height);
}

const completeness = { complete: true, because: null, calls: 1 };
const certificate: Credential = {
  id: 'k-1',
  kind: 'certificate',
  name: 'Certificate',
  added: AT,
  memoryOnly: false,
  usedBy: [],
  expiry: 'within-30-days',
  facts: {
    subject: 'CN=Fjordtrafikk',
    commonName: 'Fjordtrafikk',
    organisationNumber: '974760673',
    issuer: 'CN=CA',
    serialNumber: '1',
    fingerprintSha256: 'f',
    validFrom: AT,
    validTo: AT,
    daysLeft: 12,
    keyType: 'RSA',
    chain: [],
  },
};

/** On how many lines the text of an element stands. */
const linesOf = (element: Element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
};
const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;

describe('a card', () => {
  it.each([
    ['section', 'card', '14px 16px'],
    ['ul', 'card', '0px'],
    ['div', 'card flush', '0px'],
  ])('is padded unless its rows or parts reach its border: %s.%s', (tag, kind, padding) => {
    const box = document.createElement(tag);
    box.className = kind;
    document.body.append(box);
    onTestFinished(() => {
      box.remove();
    });
    expect(getComputedStyle(box).padding).toBe(padding);
    expect(getComputedStyle(box).borderTopWidth).toBe('1px');
  });
});

describe('the status bar', () => {
  it.each([
    ['test', 'Test', 'Test '],
    ['production', 'Production', 'Production '],
    ['test', 'Fjordtrafikk, test', 'Fjordtrafikk, test '],
    ['production', 'Fjordtrafikk', 'Production Fjordtrafikk '],
    ['test', 'Latest', 'Test Latest '],
    ['test', 'Copy of production, test', 'Test Copy of production, test '],
  ] as const)('says the environment once: %s, %s', async (environment, name, said) => {
    await open('settings', 'en', { environment, name });
    const footer = document.querySelector('footer')?.textContent ?? '';
    const text = footer.replaceAll(/\s+/g, ' ').trimStart();
    expect(text.slice(0, said.length)).toBe(said);
    expect(text.slice(said.length)).not.toMatch(/test|production/i);
  });
  it('never cuts the environment, however long the name beside it', async () => {
    await resize(640, 400);
    await open('settings', 'en', { environment: 'test', name: 'M'.repeat(60) });
    const [environment, name] = document.querySelectorAll('footer .ellipsis');
    expect(environment?.textContent).toBe('Test');
    expect(isCut(environment!)).toBe(false);
    expect(isCut(name!)).toBe(true);
  });
});

describe.each(LANGUAGES)('in %s', (language, t) => {
  it.each([640, 700, 785, 900, 1000, 1280])(
    'the headers of Contact information and its actions do not meet at %i px',
    async (width) => {
      await resize(width, 600);
      main.always('contactInformation.list', () => ({ entries: [], completeness }));
      await open('contact-information', language);
      await expect
        .element(page.getByRole('heading', { level: 1, name: t.contactInformation.title }))
        .toBeVisible();
      const title = document.querySelector('main h1') as HTMLElement;
      expect(linesOf(title)).toBe(1);
      const range = document.createRange();
      range.selectNodeContents(title);
      const name = range.getBoundingClientRect();
      for (const button of document.querySelectorAll('main header button')) {
        const { left, right, top } = button.getBoundingClientRect();
        expect(left >= name.right || top >= name.bottom).toBe(true);
        expect(right).toBeLessThanOrEqual(width);
      }
    },
  );

  it.each([640, 785, 900, 1100, 1280])(
    'the headings of the enterprise users stand in one line at %i px',
    async (width) => {
      await resize(width, 600);
      main.always('enterpriseUsers.list', () => ({
        users: [makeUser('svc-payroll', 'Payroll')],
        fetched: AT,
        fromCopy: false,
        completeness: allThere,
      }));
      await open('enterprise-users', language);
      await expect.element(page.getByRole('grid')).toBeVisible();
      for (const heading of document.querySelectorAll('thead th button')) {
        expect([heading.textContent, linesOf(heading), isCut(heading)]).toEqual([
          heading.textContent,
          1,
          false,
        ]);
      }
    },
  );

  it.each([
    [640, 400],
    [900, 600],
    [1280, 800],
  ])('the foot of Acting as is whole at %i × %i', async (width, height) => {
    await resize(width, height);
    main.always('reportees.list', () => ({
      reportees: [
        ...Array.from({ length: 12 }, (_, i) => makeParty(`p-${String(i)}`)),
        makeParty('gone', { status: { known: 'deleted', word: 'Deleted' } }),
      ],
      completeness,
    }));
    await open('settings', language);
    await page.getByRole('button', { name: new RegExp(`^${t.acting.title}`) }).click();
    const way = page.getByText(t.acting.signedInWith.certificate);
    await expect.element(way).toBeVisible();
    const link = page.getByRole('button', { name: t.acting.openParties, exact: true });
    await expect.element(page.getByText(t.acting.showDeleted(1))).toBeVisible();
    for (const part of [way, link, page.getByText(t.acting.showDeleted(1))]) {
      const element = part.element();
      const { left, right, top, bottom } = element.getBoundingClientRect();
      expect(isCut(element)).toBe(false);
      expect(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)).toBe(element);
    }
  });

  it.each([1280, 700])('what waits on a screen stands at its link at %i px', async (width) => {
    await resize(width, 800);
    const one = makeSecret('s-1', { state: 'outcome-unknown' });
    main.always('enterpriseUsers.list', () => ({
      users: [],
      fetched: AT,
      fromCopy: false,
      completeness: allThere,
    }));
    await open('settings', language, {}, [one, makeSecret('s-2', { connection: 'c-9' })]);
    const sidebar = page.getByRole('navigation', { name: t.frame.navigation });
    const name = `${t.frame.screens['enterprise-users']}, ${t.frame.waiting['enterprise-users'](1)}`;
    const link = sidebar.getByRole('link', { name, exact: true });
    await expect.element(link).toBeVisible();
    const count = link.getByText('1', { exact: true });
    await expect.element(count).toBeVisible();
    const [inner, outer] = [count, link].map((part) => part.element().getBoundingClientRect());
    expect((inner?.right ?? 0) <= (outer?.right ?? 0)).toBe(true);
    // Nobody has read the box: nothing is said of it.
    await expect
      .element(sidebar.getByRole('link', { name: t.frame.screens.inbox, exact: true }))
      .toBeVisible();
    // It is known from the start on, and follows what main tells.
    main.tell('secretsChanged', { changed: [], removed: ['s-1'] });
    await expect.element(count).not.toBeInTheDocument();
  });

  it('the column of sign-ins says the way, in full, whatever the certificate', async () => {
    const ways: readonly SignIn[] = [
      { way: 'certificate', certificate: 'k-1' },
      { way: 'pasted-token' },
      { way: 'none' },
    ];
    main.always('app.start', () =>
      makeStart({
        connections: ways.map((signIn, i) =>
          makeConnection(`c-${String(i)}`, { name: `${String(i)}`, signIn, apiKey: null }),
        ),
        credentials: [certificate],
        settings: { ...makeStart().settings, language },
      }),
    );
    await resize(900, 600);
    await startWindow();
    expect(session.connections).toHaveLength(3);
    const none = () => undefined;
    const { target } = show(Lists, {
      open: '',
      onopen: none,
      onnew: none,
      onimport: none,
      onaddkey: none,
    });
    target.style.width = '668px';
    const cells = [...target.querySelectorAll('[data-row^=c-] .state > .ellipsis')];
    const { certificate: first, 'pasted-token': second, none: third } = t.signIn.shortWays;
    expect(cells.map(({ textContent }) => textContent)).toEqual([first, second, third]);
    expect(cells.filter(isCut)).toEqual([]);
    expect(new Set(cells.map((cell) => cell.getBoundingClientRect().left)).size).toBe(1);
    const warned = target.querySelector('[data-row^=c-] .state [role=img]');
    expect(warned?.getAttribute('aria-label')).toBe(t.credentials.daysLeft(12));
  });
});
