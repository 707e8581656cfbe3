// What lists say above their rows (a refused refresh, a cut list), and that a failure that comes again is a new one.
import type { ComponentProps } from 'svelte';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import type { completeness as shape } from '../../preload/contract/schema.ts';
import type { Failure } from '../../preload/result.ts';
import FailurePanel from '../../renderer/components/FailurePanel.svelte';
import type { ListReading } from '../../renderer/components/list-reading.ts';
import type ListNotices from '../../renderer/components/ListNotices.svelte';
import OrganisationContacts from '../../renderer/screens/contact-information/OrganisationContacts.svelte';
import EnterpriseUsers from '../../renderer/screens/enterprise-users/EnterpriseUsers.svelte';
import Profile from '../../renderer/screens/profile/Profile.svelte';
import MessageFolder from '../../renderer/screens/messages/MessageFolder.svelte';
import CodeLists from '../../renderer/screens/reference/CodeLists.svelte';
import Roles from '../../renderer/screens/reference/Roles.svelte';
import Reportees from '../../renderer/screens/reportees/Reportees.svelte';
import { acting } from '../../renderer/state/acting.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { language } from '../../renderer/texts/language.svelte.ts';
import { makeProps } from './support/effects.svelte.ts';
import { AT, makeConnection, makeParty, makeStart, makeUser, offline } from './support/samples.ts';

type Completeness = ReturnType<typeof shape.parse>;
const whole: Completeness = { complete: true, because: null, calls: 1 };
const words = en.words;
const refused = (text: string): Failure => ({
  kind: 'refused',
  message: text,
  status: 503,
  reason: text,
  cause: 'other',
  reference: 'ABCD-1234',
});

/** A connection of its own for each test: what is known of parties outlives a screen. */
let connections = 0;
let connection = makeConnection('c-0');
beforeEach(async () => {
  connection = makeConnection(`c-${String((connections += 1))}`);
  main.always('app.start', () => makeStart({ connections: [connection], chosen: connection.id }));
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe(connection.id);
  });
});

const actor = () => {
  if (acting.own === null) throw new Error('A connection is chosen.');
  return acting.own;
};
const origin = { from: 'platform' as const, fetched: AT };
const letter = {
  id: 'a1',
  subject: 'Letter of the council',
  status: { state: 'unread' as const, word: 'Unread' },
  type: { kind: 'correspondence' as const, word: 'Correspondence' },
  lastChanged: AT,
  lastChangedBy: null,
  serviceOwner: 'Council',
  sender: 'Council',
  serviceCode: '1234',
  serviceEdition: 1,
  replyOptions: [],
};
const nothing = { street: null, postCode: null, city: null };
const registered = () => ({
  entity: 'Fjordtrafikk AS',
  email: 'post@example.test',
  mobileNumber: null,
  address: nothing,
  businessAddress: nothing,
  lastModifiedBy: null,
  lastModified: AT,
  notified: null,
});
const screens = [
  {
    name: 'enterprise users',
    row: 'svc-payroll',
    refresh: en.enterpriseUsers.refresh,
    operation: 'enterpriseUsers.list' as const,
    answer: (completeness = whole) => {
      main.always('enterpriseUsers.list', () => ({
        users: [makeUser('svc-payroll')],
        fetched: AT,
        fromCopy: false,
        completeness,
      }));
    },
    open: () => show(EnterpriseUsers, { connection }),
  },
  {
    name: 'parties',
    row: 'Party r1',
    refresh: words.refresh,
    operation: 'reportees.list' as const,
    answer: (completeness = whole) => {
      main.always('reportees.list', () => ({ reportees: [makeParty('r1')], completeness }));
    },
    open: () => show(Reportees, { connection, actor: actor() }),
  },
  {
    name: 'code lists',
    row: 'Municipalities',
    refresh: en.codeLists.refresh,
    operation: 'reference.codeLists' as const,
    answer: (completeness = whole) => {
      const versions = [{ version: 1, kept: false, languages: [1044] }];
      main.always('reference.codeLists', () => ({
        lists: [{ name: 'Municipalities', versions }],
        completeness,
        origin,
      }));
    },
    open: () => show(CodeLists, { connection }),
  },
  {
    name: 'roles',
    row: 'Daglig leder',
    refresh: en.roles.refresh,
    operation: 'reference.roles' as const,
    answer: (completeness = whole) => {
      const role = { id: 3, code: 'DAGL', name: 'Daglig leder', description: '' };
      const kind = { kind: 'external' as const, type: 'External' };
      main.always('reference.roles', () => ({
        roles: [{ ...role, ...kind, parents: [], children: [] }],
        completeness,
        origin,
      }));
    },
    open: () => show(Roles, { connection }),
  },
  {
    name: 'the profile',
    row: 'post@example.test',
    refresh: en.profile.refresh,
    operation: 'profile.organisation' as const,
    answer: () => {
      main.always('profile.organisation', registered);
    },
    open: () => show(Profile, { connection, actor: actor() }),
  },
  {
    name: 'the registered addresses',
    row: 'post@example.test',
    refresh: en.contactInformation.refresh,
    operation: 'profile.organisation' as const,
    answer: () => {
      main.always('contactInformation.list', () => ({ entries: [], completeness: whole }));
      main.always('profile.organisation', registered);
    },
    open: () => {
      const organisation = { name: 'Fjordtrafikk AS', organisationNumber: '974760673' };
      show(OrganisationContacts, { connection, organisation });
    },
  },
  {
    name: 'messages',
    row: 'Letter of the council',
    refresh: en.messages.refresh,
    operation: 'messages.list' as const,
    answer: (completeness = whole) => {
      main.always('formDrafts.list', () => ({ drafts: [], unreadable: [] }));
      main.always('messages.list', () => ({ messages: [letter], completeness }));
    },
    open: () => {
      show(MessageFolder, { connection, actor: actor(), folder: 'inbox', message: null });
    },
  },
];
const shown = (row: string) => page.getByText(row).first();
/** What was answered by now stands in the window. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const alert = () => page.getByRole('alert');

describe.each(screens)('$name', ({ row, refresh, operation, answer, open }) => {
  const again = () => page.getByRole('button', { name: refresh, exact: true }).first().click();

  it('says that a refresh was refused, keeps what was there and the focus, and forgets it when the next one succeeds', async () => {
    answer();
    open();
    await expect.element(shown(row)).toBeVisible();
    await expect.element(alert()).not.toBeInTheDocument();
    main.alwaysFails(operation, refused('Closed for today.'));
    await again();
    await expect.element(alert()).toBeVisible();
    await expect.element(shown(row)).toBeVisible();
    const retry = alert().getByRole('button', { name: en.failures.fixes.retry, exact: true });
    const before = main.calls(operation).length;
    await retry.click();
    await eventually(() => {
      expect(main.calls(operation).length).toBeGreaterThan(before);
      expect(main.calls(operation).every((call) => call.answered)).toBe(true);
    });
    await drawn();
    await expect.element(retry).toHaveFocus();
    answer();
    await retry.click();
    await expect.element(alert()).not.toBeInTheDocument();
    await expect.element(shown(row)).toBeVisible();
  });

  it('leaves it to the frame to say that the platform cannot be reached', async () => {
    answer();
    open();
    await expect.element(shown(row)).toBeVisible();
    main.alwaysFails(operation, offline);
    const before = main.calls(operation).length;
    await again();
    await eventually(() => {
      expect(
        main
          .calls(operation)
          .slice(before)
          .some((call) => call.answered),
      ).toBe(true);
    });
    await drawn();
    await expect.element(shown(row)).toBeVisible();
    await expect.element(alert()).not.toBeInTheDocument();
  });
});

const paged = screens.filter(({ name }) =>
  ['enterprise users', 'parties', 'code lists', 'roles'].includes(name),
);
describe.each(paged)('the list of $name', ({ row, answer, open }) => {
  it.each(['limit', 'endless'] as const)('says that it was cut: %s', async (because) => {
    answer({ complete: false, because, calls: 2 });
    open();
    await expect.element(shown(row)).toBeVisible();
    await expect.element(page.getByText(words.notComplete(1))).toBeVisible();
    await expect.element(page.getByText(words.notCompleteBecause[because])).toBeVisible();
  });

  it('says nothing of it when it is whole', async () => {
    answer();
    open();
    await expect.element(shown(row)).toBeVisible();
    expect(document.body.textContent).not.toContain(words.notComplete(1));
  });
});

it('LIM-02 a list that does not say whether it is whole is shown by no component', () => {
  const said = {
    refused: undefined,
    attempted: '',
    retry: () => undefined,
    completeness: undefined,
  };
  const shown: ComponentProps<typeof ListNotices> = said;
  const { completeness: _, ...unsaid } = said;
  // @ts-expect-error -- nothing that could be noted of it
  const hidden: ComponentProps<typeof ListNotices> = unsaid;
  // @ts-expect-error -- nor by a list screen or a column
  const reading: Omit<ListReading, 'query' | 'refresh' | 'refreshLabel' | 'total' | 'shown'> = {
    attempted: '',
  };
  expect([shown, hidden, reading]).toHaveLength(3);
});

describe('a failure that comes again', () => {
  const first = Date.parse('2026-03-02T08:00:01Z');
  const time = (at: number) => language.format.timeWithSeconds(new Date(at));
  const reports: ((copied: boolean) => void)[] = [];
  const report = () => page.getByRole('button', { name: en.failures.support });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: first });
    onTestFinished(() => void vi.useRealTimers());
    reports.length = 0;
  });
  const begin = () => {
    const onretry = vi.fn<() => void>();
    const props = makeProps({
      failure: refused('Closed.'),
      attempted: 'Could not load the list',
      fixes: { retry: onretry },
      onsupport: () => new Promise<boolean>((resolve) => void reports.push(resolve)),
    });
    show(FailurePanel, props);
    const comesAgain = () => {
      vi.setSystemTime(first + 61_000);
      props.failure = refused('Closed.');
    };
    return { onretry, comesAgain };
  };

  it('has its own time, and the focus stays where it was', async () => {
    const { onretry, comesAgain } = begin();
    await expect.element(alert()).toHaveTextContent(time(first));
    const again = alert().getByRole('button', { name: en.failures.fixes.retry, exact: true });
    await again.click();
    expect(onretry).toHaveBeenCalledOnce();
    comesAgain();
    await expect.element(alert()).toHaveTextContent(time(first + 61_000));
    await expect.element(alert()).not.toHaveTextContent(time(first));
    await expect.element(again).toHaveFocus();
  });

  it('is not said to be reported because the one before was', async () => {
    const { comesAgain } = begin();
    await report().click();
    reports[0]?.(true);
    await expect.element(alert()).toHaveTextContent(en.failures.supportCopied);
    comesAgain();
    await expect.element(alert()).not.toHaveTextContent(en.failures.supportCopied);
    // A report that is ready late is of the failure that was shown then.
    await report().click();
    vi.setSystemTime(first + 122_000);
    comesAgain();
    await expect.element(alert()).toBeVisible();
    reports[1]?.(false);
    await drawn();
    await expect.element(alert()).not.toHaveTextContent(en.failures.supportGone);
  });
});
