// Closes a tag once: `>` adds the closing tag, and typing one that stands there, or was just added, steps over it.
import { EditorSelection, Prec, StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** What is no element, elements' tags, and in an attribute any sign but the one that no attribute may have. */
const TOKEN =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<(\/?)([^\s<>/!?="']+)((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>/g;
const NAME_SIGN = /^[\p{L}\p{N}\p{M}_:.-]+$/u;

interface Outline {
  /** Elements that are open at its end, the outermost first. */
  readonly open: readonly string[];
  /** Closing tags of elements that were open before it. */
  readonly closed: readonly string[];
}

export function outlineOf(text: string): Outline {
  const open: string[] = [];
  const closed: string[] = [];
  for (const [, slash, name, rest] of text.matchAll(TOKEN)) {
    if (name === undefined) continue;
    if (slash === '') {
      if (rest?.endsWith('/') !== true) open.push(name);
    } else {
      // One that closes an outer element ends what was left open in it.
      const at = open.lastIndexOf(name);
      if (at === -1) closed.push(name);
      else open.length = at;
    }
  }
  return { open, closed };
}

/** The innermost element that is open where the first text ends, and whether the second closes it. */
export function elementAt(
  before: string,
  after: string,
): { readonly name: string; readonly isClosed: boolean } | undefined {
  const { open } = outlineOf(before);
  const name = open.at(-1);
  if (name === undefined || isInside(before)) return undefined;
  const outer = open.slice(0, -1).reverse();
  const { closed } = outlineOf(after);
  // In an element of the same name, the closing tag ahead may be that of the outer one.
  if (isSame(closed, outer)) return { name, isClosed: false };
  return { name, isClosed: closed[0] === name };
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, i) => one === b[i]);

/** Of a comment or the like that does not end before. */
const isInside = (text: string): boolean =>
  [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ].some(([begin = '', end = '']) => text.lastIndexOf(begin) > text.lastIndexOf(end));

/** The end of a closing tag, `name>`, that a person may type although it stands there. */
interface Ahead {
  /** Of the whole tag. */
  readonly tag: number;
  readonly from: number;
  readonly to: number;
  /** It was added for what they typed, and goes when they type another name. */
  readonly added: boolean;
}
const setAhead = StateEffect.define<Ahead | null>();
/** Known from one key to the next: whatever else happens, they have gone on. */
const ahead = StateField.define<Ahead | null>({
  create: () => null,
  update(value, tr) {
    const set = tr.effects.find((effect) => effect.is(setAhead));
    if (set !== undefined) return set.value;
    return tr.docChanged || tr.selection !== undefined ? null : value;
  },
});

function typeOver(view: EditorView, here: Ahead, head: number, text: string): boolean {
  const { doc } = view.state;
  if (doc.sliceString(head, head + text.length) === text && head + text.length <= here.to) {
    const next = head + text.length;
    view.dispatch({
      selection: EditorSelection.cursor(next),
      effects: setAhead.of(next < here.to ? here : null),
      scrollIntoView: true,
      userEvent: 'select',
    });
    return true;
  }
  const typed = doc.sliceString(here.from, head);
  const change = !NAME_SIGN.test(text)
    ? { from: here.to, insert: text }
    : here.added
      ? { from: head, to: here.to, insert: text }
      : { from: here.tag, insert: `</${typed}${text}` };
  view.dispatch({
    changes: change,
    selection: EditorSelection.cursor(change.from + change.insert.length),
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
}

/** After `<`: the closing tag that is ahead is meant, or one is missing. */
function closeByHand(view: EditorView, head: number): boolean {
  const { doc } = view.state;
  const after = doc.sliceString(head);
  const element = elementAt(doc.sliceString(0, head - 1), after);
  if (element === undefined) return false;
  const { name, isClosed } = element;
  if (!isClosed) {
    const insert = `/${name}>`;
    const here = { tag: head - 1, from: head + 1, to: head + insert.length, added: true };
    view.dispatch({
      changes: { from: head, insert },
      selection: EditorSelection.cursor(here.from),
      effects: setAhead.of(here),
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    return true;
  }
  const length = after.startsWith(`</${name}`)
    ? /^[^<>]*>/.exec(after.slice(2))?.[0].length
    : undefined;
  if (length === undefined) return false;
  const tag = head - 1;
  const here = { tag, from: tag + 2, to: tag + 2 + length, added: false };
  view.dispatch({
    changes: { from: tag, to: head },
    selection: EditorSelection.cursor(here.from),
    effects: setAhead.of(here),
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
}

/** After the end of an opening tag whose element nobody closes. */
function addClosing(view: EditorView, head: number): boolean {
  const { doc } = view.state;
  const before = `${doc.sliceString(0, head)}>`;
  const last = [...before.matchAll(TOKEN)].at(-1);
  const isOpening =
    last?.[1] === '' &&
    last[3]?.endsWith('/') !== true &&
    last.index + last[0].length === before.length;
  const element = isOpening ? elementAt(before, doc.sliceString(head)) : undefined;
  if (element === undefined || element.isClosed) return false;
  view.dispatch({
    changes: { from: head, insert: `></${element.name}>` },
    selection: EditorSelection.cursor(head + 1),
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
}

const typing = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  if (view.composing || state.readOnly || from !== to || state.selection.ranges.length > 1) {
    return false;
  }
  const here = state.field(ahead);
  if (here !== null && from >= here.from && from < here.to) return typeOver(view, here, from, text);
  if (text === '/' && state.doc.sliceString(from - 1, from) === '<') return closeByHand(view, from);
  return text === '>' && addClosing(view, from);
});

/** A new line is not wanted in the middle of the tag. */
function leaveTag(view: EditorView): boolean {
  const here = view.state.field(ahead);
  if (here !== null) view.dispatch({ selection: EditorSelection.cursor(here.to) });
  return false;
}

export const closingTags: Extension = [
  ahead,
  typing,
  Prec.high(keymap.of([{ key: 'Enter', run: leaveTag }])),
];
