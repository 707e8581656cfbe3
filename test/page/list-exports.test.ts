// Every list that is exported: what is saved is what its filter leaves, unless a person takes all of it.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from '../../preload/contract/schema.ts';
import { contract } from '../../preload/contract/contract.ts';
import type * as exportModule from '../../renderer/state/list-export.svelte.ts';
import type { FakeMain } from './support/fake-main.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { emptyLayout, makeConnection } from './support/samples.ts';
import { startPage } from './support/start.ts';

interface Filtered {
  readonly exporting: exportModule.ListExport;
  /** A filter that leaves none. */
  readonly none: () => void;
}
interface List {
  /** Opens the list with three rows and types a filter that leaves the second. */
  readonly open: (page: Page) => Promise<Filtered>;
  readonly only: string;
}

const complete = { complete: true, because: null, calls: 1 } as const;
type Name = Parameters<FakeMain['always']>[0];
const answers = (main: FakeMain, name: Name, value: object) => {
  main.always(name, () => value as never);
};
const connection = () => makeConnection('c-1');
const chosen = { service: { code: 'K107', edition: 1 }, name: 'Skatt' } as never;
const told = (name: string) => ({
  name,
  kind: 'organisation',
  type: 'Enterprise',
  form: null,
  status: null,
  parentOrganisationNumber: null,
  organisationNumber: '974760673',
  identityNumber: null,
});

/** By the operation that saves it. */
const LISTS = {
  'enterpriseUsers.exportList': {
    only: 'svc-beta',
    open: async ({ main }) => {
      const { UsersModel } =
        await import('../../renderer/screens/enterprise-users/users-model.svelte.ts');
      const model = new UsersModel(connection());
      const users = ['svc-alfa', 'svc-beta', 'svc-gamma'].map((userName) => ({
        userName,
        created: null,
        ownerOrganisationNumber: '974760673',
        local: {
          note: '',
          lastRotated: null,
          firstSeen: null,
          kept: 'nowhere',
          attention: 'none',
        },
      }));
      answers(main, 'enterpriseUsers.list', {
        users,
        fetched: NOW,
        fromCopy: false,
        completeness: complete,
      });
      await model.load();
      model.filter = 'beta';
      return { exporting: model.exporting, none: () => (model.filter = 'nobody') };
    },
  },
  'delegations.exportList': {
    only: 'r2',
    open: async ({ main }) => {
      const { DelegationsModel } =
        await import('../../renderer/screens/delegations/delegations-model.svelte.ts');
      const model = new DelegationsModel(connection(), { who: 'my', name: 'Fjord' } as never);
      const holders = ['Alfa', 'Beta', 'Gamma'].map((name, at) => ({
        id: `r${String(at + 1)}`,
        name,
        kind: 'organisation',
        organisationNumber: null,
        identityNumber: null,
      }));
      answers(main, 'delegations.list', { holders, completeness: complete });
      await model.list.load();
      model.filter = 'beta';
      return { exporting: model.exporting, none: () => (model.filter = 'nobody') };
    },
  },
  'contactInformation.exportList': {
    only: '2',
    open: async ({ main }) => {
      const { Contacts } =
        await import('../../renderer/screens/contact-information/contacts.svelte.ts');
      const model = new Contacts(connection(), { name: 'F', organisationNumber: '974760673' });
      const entries = ['alfa', 'beta', 'gamma'].map((name, at) => ({
        id: at + 1,
        name,
        email: `${name}@fjord.example`,
        mobileNumber: null,
        notified: true,
      }));
      answers(main, 'contactInformation.list', { entries, completeness: complete });
      await model.entries.load();
      model.filter = 'beta';
      return { exporting: model.exporting, none: () => (model.kind = 'mobile') };
    },
  },
  'serviceRights.exportList': {
    only: '62',
    open: async ({ main }) => {
      const { ServiceRights } =
        await import('../../renderer/screens/service-owner/service-rights.svelte.ts');
      const { router } = await import('../../renderer/state/router.svelte.ts');
      router.replace({ connection: 'c-1', screen: 'service-rights', id: 'B102/1' });
      const model = new ServiceRights(connection());
      const rights = ['974760673', '910514318', '984661185'].map((number, at) => ({
        id: String(61 + at),
        hasId: true,
        serviceCode: 'B102',
        serviceEdition: 1,
        reportee: { kind: 'organisation', number },
        right: { known: 'read', word: 'Read' },
        validTo: null,
        conditions: [],
      }));
      answers(main, 'serviceRights.list', { rights, completeness: complete });
      await model.list?.load();
      model.filter = '910514318';
      return { exporting: model.exporting, none: () => (model.filter = '1 2 3 4') };
    },
  },
  'ownerRequests.exportConsents': {
    only: 'code-2',
    open: async ({ main }) => {
      const { OwnedConsents } =
        await import('../../renderer/screens/service-owner/owner-requests.svelte.ts');
      const model = new OwnedConsents(connection());
      const consents = ['active', 'revoked', 'active'].map((known, at) => ({
        code: `code-${String(at + 1)}`,
        status: { known, word: known },
        giver: told('Alfa'),
        receiver: told('Beta'),
        handledBy: null,
        created: null,
        validTo: null,
        lastChanged: null,
      }));
      answers(main, 'ownerRequests.consents', { consents, completeness: complete });
      model.choose(chosen);
      await model.of?.list.load();
      model.status = 'revoked';
      return { exporting: model.exporting, none: () => (model.filter = 'nobody') };
    },
  },
  'ownerEvents.exportEvents': {
    only: '900002',
    open: async ({ main }) => {
      const { OwnerEvents } =
        await import('../../renderer/screens/service-owner/owner-events.svelte.ts');
      const model = new OwnerEvents(connection());
      const events = ['11', '22', '33'].map((message, at) => ({
        offset: String(900_001 + at),
        kind: { known: 'read', word: 'Read' },
        occurred: null,
        message,
        party: null,
        serviceCode: null,
        serviceEdition: null,
      }));
      answers(main, 'ownerEvents.read', { events, next: '900003', more: false });
      await model.list.load();
      model.filter = '22';
      return { exporting: model.exporting, none: () => (model.filter = '44') };
    },
  },
} satisfies Readonly<Partial<Record<Name, List>>>;
/** Without a filter in the list, or with a dialog that says that it saves all of it. */
const WHOLE = [
  'activity.exportCsv', // takes the filter itself
  'partyAccess.exportReportees', // no filter
  'partyAccess.exportAccess', // of one party
  'roleDefinitions.exportRole', // one role
  'roleDefinitions.exportAll', // says so
  'reference.saveCodeList', // says so
  'serviceOwner.exportResults', // takes the filters themselves
];
const NOW = '2026-05-04T10:00:00.000Z';

async function open(list: List) {
  const page = await openPage({ address: '#/c-1/today' });
  // It ends with a component, and here is none.
  vi.doMock('../../renderer/state/navigator.ts', () => ({ createNavigator: () => undefined }));
  onTestFinished(() => void vi.doUnmock('../../renderer/state/navigator.ts'));
  await startPage(page, { connections: [connection()], chosen: 'c-1', layout: emptyLayout });
  page.main.always('files.chooseTarget', () => ({
    handle: 'file-0123456789abcdef',
    name: 'list.csv',
  }));
  return { page, ...(await list.open(page)) };
}

describe('what is exported', () => {
  it('FLD-32 each operation that saves a list can take a part of it, or is one of those that save all', () => {
    const saving = Object.entries(contract).flatMap(([feature, operations]) =>
      Object.keys(operations)
        .filter((name) => /^export|^saveCodeList$/.test(name))
        .map((name) => `${feature}.${name}`),
    );
    expect(saving.sort()).toEqual([...Object.keys(LISTS), ...WHOLE].sort());
  });

  it.each(Object.entries(LISTS) as [keyof typeof LISTS, List][])(
    'FLD-32 %s takes what the filter leaves, and all where that is chosen',
    async (operation, list) => {
      const { page, exporting, none } = await open(list);
      expect([exporting.shown, exporting.total, exporting.filtered]).toEqual([1, 3, true]);
      exporting.ask();
      expect([exporting.open, exporting.which, exporting.count]).toEqual([true, 'shown', 1]);
      answers(page.main, operation, {
        name: 'list.csv',
        bytes: 1,
        rows: 1,
        completeness: complete,
        next: null,
        more: false,
      });
      await exporting.save();
      expect(page.main.last(operation).input).toMatchObject({ only: [list.only] });
      expect(exporting.open).toBe(false);

      exporting.ask();
      exporting.which = 'all';
      await exporting.save();
      expect(page.main.last(operation).input).not.toHaveProperty('only');

      none();
      exporting.ask();
      expect([exporting.open, exporting.notShown, exporting.count]).toEqual([true, 'none', 3]);
      exporting.close();
    },
  );

  const saysHowWhole = Object.entries(contract).flatMap(([feature, operations]) =>
    Object.entries(operations)
      .filter(([, { output }]) => output instanceof z.ZodObject && 'completeness' in output.shape)
      .map(([name]) => `${feature}.${name}`),
  );
  const cut = (Object.entries(LISTS) as [keyof typeof LISTS, List][]).filter(([operation]) =>
    saysHowWhole.includes(operation),
  );
  it.each(cut)('%s says it when the platform gave only a part', async (operation, list) => {
    const { page, exporting } = await open(list);
    const { toasts } = await import('../../renderer/state/toasts.svelte.ts');
    answers(page.main, operation, {
      name: 'list.csv',
      bytes: 1,
      rows: 1,
      completeness: { complete: false, because: 'limit', calls: 2 },
      next: null,
      more: true,
    });
    await exporting.these(undefined);
    expect(toasts.shown).toMatchObject([{ tone: 'warning' }]);
    expect(toasts.shown[0]?.text).toMatch(/The list is incomplete, and so is the file\.$/);
  });

  it('FLD-32 asks nothing where there is nothing to choose, and never for more rows than can be named', async () => {
    await openPage();
    const { ListExport } = await import('../../renderer/state/list-export.svelte.ts');
    const saved: unknown[] = [];
    const exportOf = (shown: readonly string[], total: number) =>
      new ListExport(
        () => ({ shown, total }),
        (wish) => {
          saved.push(wish);
          return Promise.resolve(undefined);
        },
      );
    const whole = exportOf(['a', 'b'], 2);
    whole.ask();
    await settled();
    expect([saved, whole.open]).toEqual([[{ format: 'csv' }], false]);

    const many = exportOf(
      Array.from({ length: 19_001 }, (_, at) => String(at)),
      20_000,
    );
    many.ask();
    expect([many.open, many.which, many.notShown]).toEqual([true, 'all', 'too-many']);

    const nothing = exportOf([], 0);
    nothing.ask();
    expect(nothing.open).toBe(false);
  });
});
