// The platform's own check of a form: what it says is told field by field, and only of the state that it saw.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { MessageValidation } from '../../preload/contract/messages.ts';
import { main, show } from './support/browser.ts';
import PlatformCheck from '../../renderer/screens/messages/PlatformCheck.svelte';
import { en } from '../../renderer/texts/en.ts';
import { makeMessage, refused, TARGET } from './support/form-answers.ts';

const t = en.formDesk.check.platform;
const entry = (message: string, field: string | null, path: string | null = null) => ({
  ...{ message, field, path },
});
const button = page.getByRole('button', { name: t.ask });
const showOf = (message = makeMessage()) =>
  show(PlatformCheck, { desk: { target: TARGET, message: { value: message } } });

async function say(answer: MessageValidation): Promise<void> {
  await button.click();
  await expect.element(page.getByRole('status')).toHaveTextContent(t.asking);
  const call = main.last('messages.validate');
  expect(call.input).toEqual(TARGET);
  call.answer(answer);
}

it('is there only where the platform offers it', () => {
  const { can } = makeMessage();
  const { target } = showOf(makeMessage({ can: { ...can, validate: false } }));
  expect(target.textContent).toBe('');
});

it('tells each fault and warning by its field, in the platform’s words', async () => {
  const { target } = showOf();
  const errors = [entry('Missing', 'Kai', '/form/Kai'), entry('Too short', null, '/form/Navn')];
  await say({ success: false, errors, warnings: [entry('Is rounded', null)] });
  await expect.element(page.getByRole('status')).toHaveTextContent(t.bad(2));
  const lines = [...target.querySelectorAll('li')].map(({ innerText }) => innerText.trim());
  expect(lines).toEqual(['Kai: Missing', '/form/Navn: Too short', 'Is rounded']);
  await expect.element(page.getByText(t.warnings(1))).toBeVisible();
});

it('does not call good what the platform does not accept, whatever it lists', async () => {
  showOf();
  await say({ success: false, errors: [], warnings: [] });
  await expect.element(page.getByRole('status')).toHaveTextContent(t.failed);
  await say({ success: true, errors: [entry('Missing', 'Kai')], warnings: [] });
  await expect.element(page.getByRole('status')).toHaveTextContent(t.bad(1));
  await say({ success: true, errors: [], warnings: [] });
  await expect.element(page.getByRole('status')).toHaveTextContent(t.good);
});

it('a refusal is shown, and what was said before it is not', async () => {
  showOf();
  await say({ success: true, errors: [], warnings: [] });
  await button.click();
  main.last('messages.validate').fail(refused);
  await expect.element(page.getByText('Forbidden')).toBeVisible();
  await expect.element(page.getByText(t.good)).not.toBeInTheDocument();
});
