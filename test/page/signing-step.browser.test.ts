// The signing step and its bar: the text is read for the message that is there, and again when that is read anew.
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import { FormDesk } from '../../renderer/screens/messages/form-desk.svelte.ts';
import DeskBar from '../../renderer/screens/messages/DeskBar.svelte';
import SignStep from '../../renderer/screens/messages/SignStep.svelte';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import {
  ACTOR,
  answerForm,
  answerLost,
  type Answers,
  CONNECTION,
  LATER,
  makeMessage,
  TARGET,
} from './support/form-answers.ts';
import { makeStart } from './support/samples.ts';

const t = en.signing;
let answers: Answers;
let desk: FormDesk;
let begun: number;

beforeEach(async () => {
  main.always('app.start', () => makeStart({ connections: [CONNECTION], chosen: 'c-1' }));
  await startWindow();
  answers = answerForm(main);
  desk = new FormDesk(CONNECTION, ACTOR, TARGET.message);
  begun = main.calls('messages.signingText').length;
});

const texts = () => main.calls('messages.signingText').slice(begun);
const signButton = () => page.getByRole('button', { name: t.go.now, exact: true });
const typed = () => page.getByLabelText(en.words.typeToConfirm(ACTOR.name));
const nothing = () => undefined;
/** The step, and the bar below it that holds its button. */
function showStep() {
  const step = show(SignStep, { desk });
  show(DeskBar, { desk, step: 'sign', onstep: nothing, onleave: nothing, onsaved: nothing });
  return step;
}
/** What was answered by now was taken. */
const taken = () => new Promise((resolve) => setTimeout(resolve));

describe('the signing text', () => {
  it('is asked for when the message has come, and not before', async () => {
    main.waits('messages.get');
    showStep();
    void desk.load();
    await taken();
    expect(texts()).toHaveLength(0);
    main.last('messages.get').answer(answers.message);
    await expect.element(page.getByText(answers.signingText)).toBeVisible();
    expect(texts()).toHaveLength(1);
  });

  it('is asked for again when the message was read anew; of another content, nothing read before counts', async () => {
    await desk.load();
    showStep();
    await typed().fill(ACTOR.name);
    await expect.element(signButton()).not.toHaveAttribute('aria-disabled');
    answers.message = makeMessage({ lastChanged: LATER });
    await desk.message.load();
    await expect.element(page.getByText(t.changed.message)).toBeVisible();
    expect(texts()).toHaveLength(2);
    await expect.element(typed()).toHaveValue('');
    await expect.element(signButton()).toHaveAttribute('aria-disabled', 'true');
  });

  it('is no longer asked for when the step was left, nor read for a message that comes later', async () => {
    main.waits('messages.signingText');
    await desk.load();
    const { remove } = showStep();
    await eventually(() => {
      expect(texts()).toHaveLength(1);
    });
    remove();
    expect(texts()[0]?.stopped).toBe(true);
    await desk.message.load();
    await taken();
    expect(texts()).toHaveLength(1);
  });
});

it('the button is gone while the answer to a signature is lost, and comes back when nothing was signed', async () => {
  await desk.load();
  showStep();
  await typed().fill(ACTOR.name);
  await expect.element(signButton()).not.toHaveAttribute('aria-disabled');
  main.waits('messages.get');
  main.alwaysFails('messages.sign', answerLost);
  void desk.signing.sign();
  await expect.element(page.getByText(t.unknown.looking)).toBeVisible();
  await expect.element(signButton()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: t.unknown.begin })).not.toBeInTheDocument();
  main.last('messages.get').answer(answers.message);
  await page.getByRole('button', { name: t.unknown.begin, exact: true }).click();
  await expect.element(signButton()).toHaveAttribute('aria-disabled', 'true');
  main.last('messages.get').answer(answers.message);
  await typed().fill(ACTOR.name);
  await expect.element(signButton()).not.toHaveAttribute('aria-disabled');
});
