// The note of a user: what is typed while it is being saved is no part of what was saved, and stays.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from './support/browser.ts';
import type { Failure } from '../../preload/result.ts';
import Note from '../../renderer/screens/enterprise-users/Note.svelte';
import type { UsersModel } from '../../renderer/screens/enterprise-users/users-model.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import { makeUser } from './support/samples.ts';

const t = en.enterpriseUsers;
const field = page.getByLabelText(t.note, { exact: true });
const save = page.getByRole('button', { name: t.saveNote, exact: true });

function open() {
  const notes: string[] = [];
  const answers: ((failure?: Failure) => void)[] = [];
  const model = {
    changeNote: (_: string, note: string) => {
      notes.push(note);
      return new Promise<Failure | undefined>((resolve) => answers.push(resolve));
    },
  } as unknown as UsersModel;
  show(Note, { model, user: makeUser('svc-old') });
  return { notes, answer: () => answers.at(-1)?.() };
}

it('closes when all of it is saved', async () => {
  const { notes, answer } = open();
  await page.getByRole('button', { name: t.addNote }).click();
  await field.fill('Payroll');
  await save.click();
  answer();
  await expect.element(field).not.toBeInTheDocument();
  expect(notes).toEqual(['Payroll']);
});

it('stays open with what was typed meanwhile, which is saved next', async () => {
  const { notes, answer } = open();
  await page.getByRole('button', { name: t.addNote }).click();
  await field.fill('Payroll');
  await save.click();
  await field.fill('Payroll, from May');
  answer();
  await expect.element(save).toBeEnabled();
  await expect.element(field).toHaveValue('Payroll, from May');
  await save.click();
  answer();
  await expect.element(field).not.toBeInTheDocument();
  expect(notes).toEqual(['Payroll', 'Payroll, from May']);
});
