// Renaming a user: which names can be asked for, what production asks besides, and where a refusal is said.
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, show } from './support/browser.ts';
import type { Failure } from '../../preload/result.ts';
import RenameDialog from '../../renderer/screens/enterprise-users/RenameDialog.svelte';
import type { UsersModel } from '../../renderer/screens/enterprise-users/users-model.svelte.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import { allThere, AT, makeConnection, makeUser, offline } from './support/samples.ts';

const t = en.enterpriseUsers.renameDialog;
const field = page.getByLabelText(t.newName);
const typed = page.getByLabelText(en.words.typeToConfirm('svc-old'));
const go = page.getByRole('button', { name: t.go, exact: true });

/** The dialog for svc-old beside svc-other; each answer of main is given by hand. */
function open(environment: 'test' | 'production' = 'test') {
  const asked: (readonly [string, string])[] = [];
  const answers: ((failure?: Failure) => void)[] = [];
  const model = {
    connection: makeConnection('c-1', { environment }),
    list: {
      users: [makeUser('svc-old'), makeUser('svc-other')],
      fetched: AT,
      fromCopy: false,
      completeness: allThere,
    },
    rename: (userName: string, name: string) => {
      asked.push([userName, name]);
      return new Promise<Failure | undefined>((resolve) => answers.push(resolve));
    },
  } as unknown as UsersModel;
  let closed = 0;
  show(RenameDialog, { model, userName: 'svc-old', onclose: () => (closed += 1) });
  onTestFinished(() => {
    for (const { id } of toasts.shown) toasts.dismiss(id);
  });
  return {
    asked,
    answer: (failure?: Failure) => answers.at(-1)?.(failure),
    closed: () => closed,
  };
}
/** Enter in the field and on the button, a reflex that must not do it. */
const enter = async () => {
  const input = (await field.findElement()) as HTMLInputElement;
  input.focus();
  await userEvent.keyboard('{Enter}');
  input.form?.requestSubmit();
  (await go.findElement()).focus();
  await userEvent.keyboard('{Enter}');
};

describe('a user can be renamed', () => {
  it('to another name that nobody has and that can be one', async () => {
    const { asked } = open();
    await expect.element(field).toHaveValue('svc-old');
    await expect.element(go).toBeDisabled();
    await field.fill('svc other');
    await expect.element(go).toBeDisabled();
    await field.fill('SVC-Other');
    await expect.element(page.getByText(en.enterpriseUsers.create.taken)).toBeVisible();
    await expect.element(go).toBeDisabled();
    await enter();
    expect(asked).toEqual([]);
    // Its own name in other letters is another name, and no other user's.
    await field.fill('SVC-Old');
    await expect.element(page.getByText(en.enterpriseUsers.create.taken)).not.toBeInTheDocument();
    await expect.element(go).toBeEnabled();
  });

  it('in test without its name being typed', async () => {
    open();
    await expect.element(typed).not.toBeInTheDocument();
    await field.fill('svc-new');
    await expect.element(go).toBeEnabled();
  });

  it('in production when its present name is typed', async () => {
    const { asked } = open('production');
    await field.fill('svc-new');
    await expect.element(go).toBeDisabled();
    await enter();
    await typed.fill('svc-ol');
    await expect.element(go).toBeDisabled();
    await enter();
    expect(asked).toEqual([]);
    await typed.fill('svc-old');
    await expect.element(go).toBeEnabled();
    await enter();
    expect(asked).toEqual([]);
    await go.click();
    expect(asked).toEqual([['svc-old', 'svc-new']]);
  });

  it('once at a time, with nothing changed meanwhile; then it is told and the dialog goes', async () => {
    const { asked, answer, closed } = open('production');
    await field.fill('svc-new');
    await typed.fill('svc-old');
    await go.click();
    await expect.element(field).toBeDisabled();
    await expect.element(typed).toBeDisabled();
    await enter();
    expect(asked).toHaveLength(1);
    expect(closed()).toBe(0);
    answer();
    await eventually(() => {
      expect(closed()).toBe(1);
    });
    expect(toasts.shown).toMatchObject([{ tone: 'success', text: t.done('svc-new') }]);
  });
});

describe('a refusal', () => {
  const panel = page.getByText(t.failed);
  const conflict = { kind: 'conflict', message: 'Conflict.', reason: '' } as const;
  const refused = async (failure: Failure) => {
    const opened = open();
    await field.fill('svc-new');
    await go.click();
    opened.answer(failure);
    await expect.element(go).toBeVisible();
    await expect.element(field).toBeEnabled();
    expect([opened.closed(), toasts.shown]).toEqual([0, []]);
  };

  it('of the name is said at the name, until another one is typed', async () => {
    await refused({ ...conflict, field: 'newName' });
    const words = page.getByText(en.enterpriseUsers.create.taken);
    await expect.element(words).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(go).toBeDisabled();
    await field.fill('svc-newer');
    await expect.element(words).not.toBeInTheDocument();
    await expect.element(go).toBeEnabled();
  });

  it('of the name is said in the words of the platform, where it has some', async () => {
    await refused({ ...conflict, field: 'newName', reason: 'Reserved.' });
    const words = page.getByText(en.enterpriseUsers.create.serverSays('Reserved.'));
    await expect.element(words).toBeVisible();
  });

  it.each([
    ['a conflict that is not of the name', conflict],
    ['anything else', offline],
  ])('by %s stands below, and nothing is said of the name', async (_, failure) => {
    await refused(failure);
    await expect.element(panel).toBeVisible();
    await expect.element(page.getByText(en.enterpriseUsers.create.taken)).not.toBeInTheDocument();
    await expect.element(go).toBeEnabled();
  });

  it('there is none before', async () => {
    open();
    await expect.element(go).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
  });
});
