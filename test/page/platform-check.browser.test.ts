// The platform's own check of a form: what it says is told field by field, and only of the state that it saw.
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Message, MessageValidation } from '../../preload/contract/messages.ts';
import { eventually, main, show } from './support/browser.ts';
import { FormDesk } from '../../renderer/screens/messages/form-desk.svelte.ts';
import PlatformCheck from '../../renderer/screens/messages/PlatformCheck.svelte';
import { en } from '../../renderer/texts/en.ts';
import {
  ACTOR,
  answerForm,
  type Answers,
  CONNECTION,
  LATER,
  makeDraft,
  makeDraftForm,
  makeMessage,
  refused,
  TARGET,
} from './support/form-answers.ts';

const t = en.formDesk.check.platform;
const GOOD: MessageValidation = { success: true, errors: [], warnings: [] };
const entry = (message: string, field: string | null, path: string | null = null) => ({
  ...{ message, field, path },
});
const button = page.getByRole('button', { name: t.ask });
let answers: Answers;
let desk: FormDesk;
let begun: number;

beforeEach(() => {
  answers = answerForm(main);
  desk = new FormDesk(CONNECTION, ACTOR, TARGET.message);
  begun = main.calls('messages.validate').length;
});

const asked = () => main.calls('messages.validate').length - begun;
async function showOf(message: Partial<Message> = {}) {
  answers.message = makeMessage(message);
  await desk.load();
  await desk.draft.load();
  return show(PlatformCheck, { desk });
}
async function say(answer: MessageValidation): Promise<void> {
  await expect.element(page.getByRole('status')).toHaveTextContent(t.asking);
  const call = main.last('messages.validate');
  expect(call.input).toEqual(TARGET);
  call.answer(answer);
}

describe('it is asked', () => {
  it('only where the platform offers it', async () => {
    const { target } = await showOf({ can: { ...makeMessage().can, validate: false } });
    expect(target.textContent).toBe('');
    expect(asked()).toBe(0);
  });

  it('without a press where nothing is unsaved, once for each state of the message', async () => {
    const { remove } = await showOf();
    await say(GOOD);
    await expect.element(page.getByRole('status')).toHaveTextContent(t.good);
    remove();
    show(PlatformCheck, { desk });
    await expect.element(page.getByRole('status')).toHaveTextContent(t.good);
    expect(asked()).toBe(1);
    answers.message = makeMessage({ lastChanged: LATER });
    await desk.message.load();
    await eventually(() => {
      expect(asked()).toBe(2);
    });
    await say(GOOD);
  });

  it('by a press alone while something here is unsaved, and says of which version it speaks', async () => {
    answers.draft = makeDraft(makeDraftForm('1'));
    await showOf();
    await expect.element(page.getByText(t.text)).toBeVisible();
    expect(asked()).toBe(0);
    await button.click();
    await say(GOOD);
    expect(desk.finished.forms).toBe(false);
  });
});

it('tells each fault and warning by its field, in the platform’s words', async () => {
  const { target } = await showOf();
  const errors = [entry('Missing', 'Kai', '/form/Kai'), entry('Too short', null, '/form/Navn')];
  await say({ success: false, errors, warnings: [entry('Is rounded', null)] });
  await expect.element(page.getByRole('status')).toHaveTextContent(t.bad(2));
  const lines = [...target.querySelectorAll('li')].map(({ innerText }) => innerText.trim());
  expect(lines).toEqual(['Kai: Missing', '/form/Navn: Too short', 'Is rounded']);
  await expect.element(page.getByText(t.warnings(1))).toBeVisible();
});

it('does not call good what the platform does not accept, whatever it lists', async () => {
  await showOf();
  await say({ success: false, errors: [], warnings: [] });
  await expect.element(page.getByRole('status')).toHaveTextContent(t.failed);
  await button.click();
  await say({ success: true, errors: [entry('Missing', 'Kai')], warnings: [] });
  await expect.element(page.getByRole('status')).toHaveTextContent(t.bad(1));
  expect(desk.finished.forms).toBe(false);
  await button.click();
  await say(GOOD);
  await expect.element(page.getByRole('status')).toHaveTextContent(t.good);
  expect(desk.finished.forms).toBe(true);
});

it('a refusal is shown, and what was said before it is not', async () => {
  await showOf();
  await say(GOOD);
  await button.click();
  main.last('messages.validate').fail(refused);
  await expect.element(page.getByText('Forbidden')).toBeVisible();
  await expect.element(page.getByText(t.good)).not.toBeInTheDocument();
});
