// What a platform still offers, on the screen: asked at a press, stopped, and a table with reasons and successors.
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import '../../renderer/styles/fonts.css';
import Offers from '../../renderer/screens/connections/Offers.svelte';
import { en } from '../../renderer/texts/en.ts';
import type { Offer } from '../../preload/contract/offers.ts';
import type { Failure } from '../../preload/result.ts';
import { AT, keychainLocked, makeConnection } from './support/samples.ts';

// As in the program.
document.documentElement.dataset['size'] = 'sm';
const t = en.connections.offers;

const failure: Extract<Failure, { kind: 'refused' }> = {
  ...{ kind: 'refused', status: 403, reason: 'The API key is not authorized for this operation' },
  ...{ message: '', reference: 'r', cause: 'api-key-not-authorized' },
  needs: {
    ...{ keyResource: 'Message.read', scopes: ['instances.meta'], granted: null },
    right: 'message list',
  },
};
const gone = { ...failure, status: 410, reason: '', cause: 'not-offered-any-more' } as const;
const groups: Offer[] = [
  { group: 'messages', state: 'not-allowed', failure },
  {
    group: 'enterprise-users',
    state: 'switched-off',
    since: null,
    instead: 'system-users',
    failure: gone,
  },
  { group: 'role-definitions', state: 'answers' },
  {
    group: 'delegation-requests',
    state: 'switched-off',
    since: '2023-04-19',
    instead: 'portal',
    failure: gone,
  },
  { group: 'rights', state: 'not-reached', failure: { kind: 'offline', message: '' } },
  { group: 'owner-delegations', state: 'not-asked', because: 'only-changes' },
];
const person = { way: 'pasted-token' } as const;
const asked = makeConnection('c-1', { signIn: person, offers: { asked: AT, groups } });

const rowOf = (group: Offer['group']) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: t.groups[group], exact: true }) });

describe('the table', () => {
  it.each<[Offer['group'], readonly string[]]>([
    [
      'messages',
      [t.states['not-allowed'], en.failures.needs.keyText('Message.read'), failure.reason],
    ],
    ['enterprise-users', [t.states['switched-off'], en.failures.instead['system-users']]],
    [
      'role-definitions',
      [
        t.states.answers,
        t.partly(`${en.failures.switchedOff('2023-05-22')} ${en.failures.instead.nothing}`),
        en.failures.instead['access-groups'],
      ],
    ],
    ['delegation-requests', [en.failures.switchedOff('2023-04-19'), en.failures.instead.portal]],
    ['rights', [t.states['not-reached'], en.failures.kinds.offline.what]],
    ['owner-delegations', [t.states['not-asked'], t.notAsked['only-changes']]],
  ])('says of %s what was found, what lacks, and what comes instead', async (group, said) => {
    show(Offers, { connection: asked });
    for (const text of said) await expect.element(rowOf(group)).toHaveTextContent(text);
  });

  it('says who is let in where another sign-in is required', async () => {
    const users: Offer = { group: 'enterprise-users', state: 'not-allowed', failure };
    const signIn = { way: 'password', userName: 'u', password: 'p' } as const;
    const offers = { asked: AT, groups: [users] };
    show(Offers, { connection: makeConnection('c-1', { signIn, offers }) });
    await expect
      .element(rowOf('enterprise-users'))
      .toHaveTextContent(t.requires(en.limits.signIns.organisation));
  });

  it.each([320, 460, 700])('fits a pane of %i px, in both schemes', async (width) => {
    onTestFinished(() => void delete document.documentElement.dataset['colorScheme']);
    const { target } = show(Offers, { connection: asked });
    target.style.width = `${String(width)}px`;
    for (const scheme of ['light', 'dark']) {
      document.documentElement.dataset['colorScheme'] = scheme;
      await expect.element(page.getByRole('table')).toBeVisible();
      expect(target.scrollWidth).toBeLessThanOrEqual(width);
    }
  });
});

describe('asking', () => {
  it('shows each answer as it comes, and can be stopped', async () => {
    main.waits('connections.askOffers');
    const before = main.calls('connections.askOffers').length;
    show(Offers, { connection: makeConnection('c-1') });
    await expect.element(page.getByText(t.never)).toBeVisible();
    // Nothing is asked before a person presses.
    expect(main.calls('connections.askOffers')).toHaveLength(before);
    await page.getByRole('button', { name: t.ask }).click();
    const call = main.last('connections.askOffers');
    expect(call.input).toEqual({ connection: 'c-1' });
    call.report({ groups: groups.slice(0, 2), of: 27 });
    await expect.element(page.getByText(t.asking(2, 27))).toBeVisible();
    await expect.element(rowOf('messages')).toBeVisible();
    await page.getByRole('button', { name: t.cancel }).click();
    await eventually(() => {
      expect(call.stopped).toBe(true);
    });
    await expect.element(page.getByText(t.never)).toBeVisible();
  });

  it('says why nothing could be asked', async () => {
    main.alwaysFails('connections.askOffers', keychainLocked);
    show(Offers, { connection: makeConnection('c-1') });
    await page.getByRole('button', { name: t.ask }).click();
    await expect.element(page.getByText(en.connections.attempted.ask)).toBeVisible();
  });
});
