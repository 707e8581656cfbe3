// The draft of a local role: saved once, and after a lost answer looked up once at a time.
import { beforeEach, expect, it } from 'vitest';
import type { RoleWithRights } from '../../preload/contract/role-definitions.ts';
import type { RoleList } from '../../renderer/screens/role-definitions/roles-model.svelte.ts';
import type { RoleDraft } from '../../renderer/screens/role-definitions/draft.svelte.ts';
import { answerLost } from './support/form-answers.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { makeConnection, offline } from './support/samples.ts';

const base: RoleWithRights = {
  id: 7,
  kind: 'local',
  type: 'Local',
  name: 'Payroll',
  description: 'Pays',
  code: null,
  rights: [
    {
      id: null,
      type: 'Service',
      serviceCode: '4628',
      serviceEdition: 1,
      action: { word: 'Read', known: 'Read' },
      source: null,
      delegable: null,
    },
  ],
};
const named = (name: string): RoleWithRights => ({ ...base, name });

let page: Page;
let draft: RoleDraft;

beforeEach(async () => {
  page = await openPage();
  const { Query } = await import('../../renderer/state/query.svelte.ts');
  const { RoleDraft } = await import('../../renderer/screens/role-definitions/draft.svelte.ts');
  const { contentOf } = await import('../../renderer/screens/role-definitions/difference.ts');
  page.asWindow(() => {
    const target = { connection: makeConnection('c-1'), who: '974760673' };
    const list = new Query<RoleList>(() => Promise.resolve({ ok: false, failure: offline }));
    const model = { ...target, list, locals: [], isTaken: () => false };
    draft = new RoleDraft(model, { base, content: contentOf(base) });
  });
  draft.name = 'Payroll and pensions';
});

const writes = () => page.main.calls('roleDefinitions.replace');
const looks = () => page.main.calls('roleDefinitions.get');

async function lose(): Promise<void> {
  const saved = draft.save();
  await settled();
  page.main.last('roleDefinitions.replace').fail(answerLost);
  expect(await saved).toBeUndefined();
}

it('is saved once, also where it is pressed twice', async () => {
  const saved = Promise.all([draft.save(), draft.save()]);
  await settled();
  expect(draft.saving).toBe(true);
  expect(draft.obstacle).toBe('saving');
  page.main.last('roleDefinitions.replace').answer({ id: 7, role: named('Payroll and pensions') });
  expect(await saved).toEqual([{ id: 7, role: named('Payroll and pensions') }, undefined]);
  expect(writes()).toHaveLength(1);
  expect(draft).toMatchObject({ saving: false, unsaved: false });
});

it('whose answer was lost is looked up once at a time, and not saved before that', async () => {
  await lose();
  expect(draft).toMatchObject({ failure: answerLost, unsettled: true, obstacle: 'unsettled' });
  expect(await draft.save()).toBeUndefined();
  const looked = Promise.all([draft.settle(), draft.settle()]);
  await settled();
  expect(looks()).toHaveLength(1);
  page.main.last('roleDefinitions.get').answer(named('Payroll and pensions'));
  expect(await looked).toEqual([{ id: 7, role: named('Payroll and pensions') }, undefined]);
  expect(writes()).toHaveLength(1);
  expect(draft.unsaved).toBe(false);
});

it('whose answer was lost stays unsettled where it cannot be looked up, and says why', async () => {
  await lose();
  const looked = draft.settle();
  await settled();
  page.main.last('roleDefinitions.get').fail(offline);
  expect(await looked).toBeUndefined();
  expect(draft).toMatchObject({ failure: offline, unsettled: true, saving: false });
});

it('that was not done can be saved again after a look', async () => {
  await lose();
  const looked = draft.settle();
  await settled();
  page.main.last('roleDefinitions.get').answer(base);
  expect(await looked).toBeUndefined();
  expect(draft).toMatchObject({ failure: undefined, unsettled: false, notice: 'not-done' });
  expect(draft.obstacle).toBeUndefined();
});
