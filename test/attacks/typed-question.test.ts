// A page that has been taken over raises a question under the keys that a person is typing, and imitates it.
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { createPageTools } from '../../main/shell/chromium-page.ts';
import type { Protocol } from '../../main/shell/chromium-protocol.ts';
import { typedQuestion } from '../support/consent.ts';
import { callFromPage } from '../support/page-call.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openSteeredWindow } from '../support/window.ts';
import { tell } from './report.ts';

beforeAll(() => ensureBuilt({ logLevel: 'silent' }));

/** One answer to a box: after how long, and what is typed before OK. `digits` are those of this box, `before` those of the first. */
interface Answer {
  readonly afterMs: number;
  readonly typed: 'digits' | 'before' | 'the window ends' | { readonly text: string } | null;
}
const escape = (afterMs: number): Answer => ({ afterMs, typed: null });
const ok = (afterMs: number, text = ''): Answer => ({ afterMs, typed: { text } });
const digits = (afterMs: number): Answer => ({ afterMs, typed: 'digits' });

/** A browser whose question boxes are answered so, one after the other, on a clock of its own. */
function answering(answers: readonly Answer[]) {
  let now = 0;
  const boxes: string[] = [];
  const ended = new AbortController();
  const shown = () => typedQuestion(boxes.at(-1) ?? '')?.digits;
  const typedIn = ({ typed }: Answer): string | null | undefined => {
    if (typed === 'digits') return shown();
    if (typed === 'before') return typedQuestion(boxes[0] ?? '')?.digits;
    if (typed === null || typeof typed === 'object') return typed?.text ?? null;
    ended.abort();
    return shown();
  };
  const send = async (command: string, given?: { expression: string }) => {
    if (command === 'Page.getFrameTree') return { frameTree: { frame: { id: 'main' } } };
    if (command === 'Page.createIsolatedWorld') return { executionContextId: 7 };
    if (command !== 'Runtime.evaluate') return {};
    const [, text = '""'] = /^prompt\((.+)\)$/s.exec(given?.expression ?? '') ?? [];
    const answer = answers[boxes.push(JSON.parse(text) as string) - 1];
    if (answer === undefined) throw new Error('More is asked than is answered.');
    now += answer.afterMs;
    return { result: { type: 'string', value: typedIn(answer) } };
  };
  const protocol = { send, on: () => undefined } as unknown as Protocol;
  return { tools: createPageTools(protocol, () => now), boxes, signal: ended.signal };
}

const WORDS = { typed: 'To allow it, type', again: 'That was too quick to be read. Type' };
const ROWS: readonly (readonly [string, readonly Answer[], boolean])[] = [
  ['the digits, read and typed', [digits(1000)], true],
  ['Enter after it was read', [ok(1000)], false],
  ['Escape after it was read', [escape(5000)], false],
  ['other digits', [ok(1000, '7')], false],
  ['what was typed for the page', [ok(1000, 'ola nordmann')], false],
  ['Enter on its way, then Enter held down', [ok(0), ok(30)], false],
  ['Escape on its way, then read and typed', [escape(200), digits(4000)], true],
  ['the digits by chance on their way, then Escape', [digits(999), escape(3000)], false],
  ['the same keys again', [digits(999), { afterMs: 2000, typed: 'before' }], false],
  ['the digits, but the question is over', [{ afterMs: 60_000, typed: 'the window ends' }], false],
  ['the same at once', [{ afterMs: 10, typed: 'the window ends' }], false],
  [
    'asked anew, and then it is over',
    [ok(10), { afterMs: 60_000, typed: 'the window ends' }],
    false,
  ],
];
it.each(ROWS)(
  'ATK-26 %s: a yes is the two digits of the box that was read, and nothing else',
  async (_, answers, yes) => {
    const { tools, boxes, signal } = answering(answers);
    expect(await tools.consent('Erase it?', WORDS, signal)).toBe(yes);
    // As often as it was answered: anew once, never a third time.
    expect(boxes).toHaveLength(answers.length);
    expect(boxes.map((text) => typedQuestion(text)?.asks)).toEqual(answers.map(() => 'Erase it?'));
  },
);

async function opened() {
  const window = await openSteeredWindow({ dataFolder: path.join(tempFolder(), 'data') });
  onTestFinished(async () => void (await window.stop()));
  return window.page;
}

const LIFT = { idleLockMinutes: 480 };

it('ATK-26 in the real window Enter, Escape and what is typed by guess are no yes: new digits for each box, and two boxes at most', async () => {
  const page = await opened();
  const boxes: { type: string; digits: string | undefined; isAgain: boolean | undefined }[] = [];
  const keys = [undefined, '', '100', '4 7', 'ok'];
  let typed: string | undefined;
  page.on('dialog', (dialog) => {
    const question = typedQuestion(dialog.message());
    boxes.push({ type: dialog.type(), digits: question?.digits, isAgain: question?.isAgain });
    void (typed === undefined ? dialog.dismiss() : dialog.accept(typed)).catch(() => undefined);
  });
  for (const key of keys) {
    typed = key;
    await expect(callFromPage(page, 'settings.change', LIFT)).rejects.toThrow(/cancelled/);
  }
  tell('ATK-26', `${String(keys.length)} keys already on their way`, 'no yes');
  expect(boxes.map(({ type, isAgain }) => [type, isAgain])).toEqual(
    keys.flatMap(() => [
      ['prompt', false],
      ['prompt', true],
    ]),
  );
  expect(new Set(boxes.map(({ digits: one }) => one)).size).toBeGreaterThan(1);
});

it('ATK-26 a box of the page’s own is never shown, also one that copies the words of ours', async () => {
  const page = await opened();
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(dialog.message());
  });
  const answered = await page.evaluate(() => {
    const text =
      'Wait longer before the session is cleared?\n\nThe session is cleared after 480 minutes.\n\nTo allow it, type 47';
    // The functions of a realm are found again by taking the own ones away, and in each frame that a script can make.
    const add = (within: Document | undefined, address?: string) => {
      const frame = document.createElement('iframe');
      if (address !== undefined) frame.src = address;
      return (within ?? document).body.appendChild(frame).contentWindow;
    };
    const bare = add(document);
    const frames = [bare, add(bare?.document), add(document, 'about:blank')];
    const worlds = [globalThis, ...frames] as (typeof globalThis | null)[];
    const ask = () =>
      worlds.map((world) => [world?.prompt?.(text), world?.confirm?.(text), world?.alert?.(text)]);
    const first = ask();
    for (const world of worlds)
      for (const name of ['prompt', 'confirm', 'alert']) {
        if (world) Reflect.deleteProperty(world, name);
      }
    return [...first, ...ask()].flat().filter((one) => one !== null && one !== undefined);
  });
  tell('ATK-26', 'boxes of the page’s own, in four realms', `${String(seen.length)} shown`);
  expect(new Set(answered)).toEqual(new Set([false]));
  expect(seen).toEqual([]);
});
