// What comes late: it leads nobody away from where they are now, and is no answer to another question.
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import FieldInsert from '../../renderer/forms/FieldInsert.svelte';
import EnterpriseUsers from '../../renderer/screens/enterprise-users/EnterpriseUsers.svelte';
import StartService from '../../renderer/screens/messages/StartService.svelte';
import { acting } from '../../renderer/state/acting.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { userPlace } from '../../renderer/state/user-place.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { allThere, AT, makeConnection, makeStart, makeUser } from './support/samples.ts';

const HERE = makeConnection('c-1');
const ELSEWHERE = { connection: 'c-2', screen: 'inbox', id: 'b7' };

beforeEach(async () => {
  main.always('app.start', () =>
    makeStart({ connections: [HERE, makeConnection('c-2')], chosen: 'c-1' }),
  );
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe('c-1');
  });
});

const user = makeUser('svc-new');
/** In the dialog of a new user. */
async function create() {
  await page.getByLabelText(en.enterpriseUsers.create.name).fill('svc-new');
  await page.getByRole('button', { name: en.enterpriseUsers.create.go, exact: true }).click();
  await eventually(() => {
    expect(main.calls('enterpriseUsers.create').at(-1)?.answered).toBe(false);
  });
  const secret = { secret: 's-1', userName: 'svc-new', at: AT, kept: 'keychain' as const };
  return () => {
    main.last('enterpriseUsers.create').answer({ user, secret });
  };
}
const creation = {
  screen: 'enterprise-users',
  leadsTo: { id: 'svc-new' },
  open: () => {
    main.always('enterpriseUsers.list', () => ({
      users: [],
      fetched: AT,
      fromCopy: false,
      completeness: allThere,
    }));
    return show(EnterpriseUsers, { connection: HERE });
  },
};
const waits = [
  {
    ...creation,
    name: 'a user that is created',
    id: null,
    begin: async () => {
      await page.getByRole('button', { name: en.enterpriseUsers.newUser }).first().click();
      return create();
    },
  },
  {
    ...creation,
    name: 'a user that was asked for in the address',
    id: userPlace({ kind: 'create' }),
    begin: create,
  },
  {
    name: 'a form that is started',
    screen: 'work-list',
    id: null,
    leadsTo: { screen: 'work-list', id: 'a9+forms' },
    open: () => {
      main.alwaysFails('reference.service', { kind: 'not-found', message: 'None.', reason: '' });
      const actor = acting.own;
      if (actor === null) throw new Error('A connection is chosen.');
      return show(StartService, {
        connection: HERE,
        actor,
        reference: { code: '1234', edition: 1 },
      });
    },
    begin: async () => {
      await page.getByRole('button', { name: en.formStart.start, exact: true }).click();
      await eventually(() => {
        expect(main.calls('messages.create').at(-1)?.answered).toBe(false);
      });
      return () => {
        main.last('messages.create').answer({ id: 'a9' });
      };
    },
  },
];

/** What was answered by now was taken. */
const taken = () => new Promise((resolve) => setTimeout(resolve));

describe.each(waits)('$name', ({ screen, id, leadsTo, open, begin }) => {
  it('is gone to where the screen is still shown', async () => {
    router.go({ connection: 'c-1', screen, id });
    open();
    const answer = await begin();
    answer();
    await eventually(() => {
      expect(router.route).toMatchObject(leadsTo);
    });
  });

  it('leads nobody away from another connection', async () => {
    router.go({ connection: 'c-1', screen, id });
    const { remove } = open();
    const answer = await begin();
    remove();
    router.go(ELSEWHERE);
    const { length } = history;
    answer();
    await taken();
    expect(router.route).toMatchObject(ELSEWHERE);
    expect(history).toHaveLength(length);
  });
});

it('codes of the list that was chosen before cannot be inserted under the name of the next', async () => {
  const origin = { from: 'platform', fetched: AT } as const;
  main.always('reference.codeLists', () => ({
    lists: ['Colours', 'Counties'].map((name) => ({
      name,
      versions: [{ version: 1, kept: false, languages: [1033] }],
    })),
    completeness: allThere,
    origin,
  }));
  main.alwaysFails('profile.organisation', { kind: 'not-found', message: 'None.' });
  const { own: actor } = acting;
  if (actor === null) throw new Error('A connection is chosen.');
  show(FieldInsert, {
    connection: HERE,
    actor,
    name: 'Field',
    oninsert: () => undefined,
    onclose: () => undefined,
  });
  const t = en.formFields.insert;
  await page.getByRole('tab', { name: t.codes }).click();
  const choose = (name: string) => page.getByRole('combobox', { name: t.list }).selectOptions(name);
  await choose('Colours');
  await eventually(() => {
    expect(main.last('reference.codeList').input).toMatchObject({ name: 'Colours' });
  });
  const code = { code: 'RED', value1: 'Red', value2: '', value3: '' };
  main.last('reference.codeList').answer({
    list: { name: 'Colours', version: 1, language: 1033, codes: [code] },
    origin,
    before: null,
  });
  await expect.element(page.getByText('RED', { exact: true })).toBeVisible();
  await choose('Counties');
  await eventually(() => {
    expect(main.last('reference.codeList').input).toMatchObject({ name: 'Counties' });
  });
  expect(page.getByText('RED', { exact: true }).elements()).toEqual([]);
});
