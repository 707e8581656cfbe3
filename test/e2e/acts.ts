// Counts what a person does, from what the window hears of mouse and keyboard: a journey cannot say that it did less.
import { readdirSync } from 'node:fs';
import type { Steward } from './steward.ts';

/**
 * From here on, until they are asked for. Answers each act by name: a click, a key that is no typing, a field that was filled in, a file that was dropped,
 * picked or given a place, a question of the system's that was answered. Typing a whole text into one field is one.
 */
export async function countActs(steward: Steward): Promise<() => Promise<readonly string[]>> {
  const { page } = steward;
  await page.evaluate(hearActs);
  const before = outside(steward).map(({ length }) => length);
  return async () => [
    ...(await page.evaluate(endActs)),
    ...outside(steward).flatMap((all, at) => all.slice(before[at])),
  ];
}

/** What no page hears of. Each saved file is one whose place was chosen, as by the save dialog that this shell has not. */
const outside = ({ asked, picked, downloads }: Steward): readonly (readonly string[])[] => [
  asked.map((question) => `answered ${question.split('\n', 1)[0] ?? ''}`),
  picked.map((name) => `picked ${name}`),
  readdirSync(downloads).map((name) => `place of ${name}`),
];

/** Runs in the page, in which nothing of it is left. */
function endActs(): readonly string[] {
  const page = globalThis as unknown as { endActs?: () => readonly string[] };
  const acts = page.endActs?.() ?? [];
  delete page.endActs;
  return acts;
}

/** Runs in the page. */
function hearActs(): void {
  const acts: string[] = [];
  const ended = new AbortController();
  const endActs = () => {
    ended.abort();
    return acts;
  };
  Object.assign(globalThis, { endActs });
  /** The field that is being filled in. */
  let field: Element | null = null;
  /** Pressed to fill it in, which is part of that. */
  let pressedField: Element | null = null;

  const nameOf = (target: EventTarget | null): string => {
    if (!(target instanceof Element)) return '';
    const control = target.closest('button, a, label, [role], input, select, textarea') ?? target;
    const labels = control instanceof HTMLInputElement ? control.labels : null;
    const text = control.ariaLabel ?? labels?.[0]?.innerText ?? control.textContent;
    return text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  };
  /** What takes text: a field, or the whole of an editor. */
  const fieldAt = (target: EventTarget | null): Element | null => {
    if (!(target instanceof Element)) return null;
    if (target instanceof HTMLInputElement)
      return /^(checkbox|radio|file|button)$/.test(target.type) ? null : target;
    return target.closest('textarea, [role="textbox"], [contenteditable="true"]');
  };
  /** In an editor's shadow root, too. */
  const targetOf = (event: Event) => event.composedPath()[0] ?? null;
  const act = (name: string) => {
    acts.push(name);
    [field, pressedField] = [null, null];
  };
  const hear = <K extends keyof DocumentEventMap>(
    type: K,
    told: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(type, told, { capture: true, signal: ended.signal });

  const filledIn = (one: Element) => {
    if (one === field) return;
    if (one === pressedField) acts.pop();
    act(`filled in ${nameOf(one)}`);
    field = one;
  };

  hear('pointerdown', (event) => {
    if (!event.isTrusted) return;
    act(`pressed ${nameOf(targetOf(event))}`);
    pressedField = fieldAt(targetOf(event));
  });
  hear('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!event.isTrusted || /^(Shift|Control|Alt|Meta)$/.test(key)) return;
    const typed = key.length === 1 || key === 'Backspace' ? fieldAt(targetOf(event)) : null;
    if (typed !== null && !ctrlKey && !metaKey && !altKey) filledIn(typed);
    else act(`key ${key}`);
  });
  hear('input', (event) => {
    const target = targetOf(event);
    const one = target instanceof HTMLSelectElement ? target : fieldAt(target);
    if (one !== null) filledIn(one);
  });
  hear('drop', (event) => {
    if (event.isTrusted) act('dropped a file');
  });
}
