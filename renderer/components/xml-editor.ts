// The door to CodeMirror: an XML editor that reports changes by positions of the original text.
// It lives in a shadow root because of the page's content security policy.
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  invertedEffects,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { xml } from '@codemirror/lang-xml';
import {
  bracketMatching,
  codeFolding,
  ensureSyntaxTree,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import {
  Compartment,
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { tags } from '@lezer/highlight';
import { closingTags } from './xml-closing-tags.ts';
import {
  counted,
  joined,
  lineCounted,
  type LineEnds,
  moreBefore,
  type PlacedChange,
  spliced,
} from './line-ends.ts';
import {
  type BrokenPlace,
  type EditorMark,
  rangeInLine,
  type XmlDocument,
} from './xml-document.ts';
import { editorLook, syntaxColours } from './xml-editor-look.ts';

/** Longer ones are drawn in one line each: breaking them would take seconds. */
const MOST_WRAPPED = 400_000;
const MOST_BROKEN = 200;
/** Milliseconds; what could not be read in it is not looked at. */
const READING = 2000;
/** Milliseconds after Esc in which Tab leaves. */
const WAY_OUT = 2000;

export interface EditorSetting {
  readonly label: string;
  readonly readOnly: boolean;
  /** The editor's own words in the person's language, by the English ones it knows. */
  readonly phrases: Readonly<Record<string, string>>;
}

export interface XmlEditorView {
  set(setting: EditorSetting): void;
  mark(marks: readonly EditorMark[]): void;
  /** Goes to where the mark is by now. */
  show(mark: EditorMark): void;
  broken(): readonly BrokenPlace[];
  focus(): void;
  /** Takes it away; the document remembers what was undone, and where the person was. */
  leave(): void;
}

/** Line ends are no part of CodeMirror's text: they are kept beside it, also what an undo brings back. */
const restoreEnds = StateEffect.define<LineEnds>();
const lineEnds = StateField.define<LineEnds>({
  create: () => ({ usual: '\n', each: undefined }),
  update: (ends, tr) => (tr.docChanged && ends.each !== undefined ? endsAfter(ends, tr) : ends),
});

function endsAfter(ends: LineEnds, tr: Transaction): LineEnds {
  // An undo takes back several steps at once; what was before the first of them comes last.
  const restored = tr.effects.findLast((effect) => effect.is(restoreEnds))?.value;
  if (restored?.each?.length === tr.newDoc.lines - 1) return restored;
  const splices: { line: number; removed: number; added: number }[] = [];
  tr.changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    const line = tr.startState.doc.lineAt(from).number - 1;
    const removed = tr.startState.doc.lineAt(to).number - 1 - line;
    splices.push({ line, removed, added: inserted.lines - 1 });
  });
  return spliced(ends, splices);
}

/** By positions of the text as it is outside of the editor. */
export function changesOf(tr: Transaction): readonly PlacedChange[] {
  const before = tr.startState.field(lineEnds);
  const after = tr.state.field(lineEnds);
  const placeOf = (doc: Text, at: number) => at + moreBefore(before, doc.lineAt(at).number - 1);
  const changes: PlacedChange[] = [];
  tr.changes.iterChanges((from, to, fromNew, _toNew, inserted) => {
    const { doc } = tr.startState;
    const insert = joined(inserted.toJSON(), after, tr.newDoc.lineAt(fromNew).number - 1);
    changes.push({ from: placeOf(doc, from), to: placeOf(doc, to), insert });
  });
  return changes;
}

export const textOf = (state: EditorState): string =>
  joined(state.doc.toJSON(), state.field(lineEnds), 0);

const settings = new Compartment();

const settingOf = ({ label, readOnly, phrases }: EditorSetting): Extension => [
  EditorState.phrases.of(phrases),
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({
    'aria-label': label,
    tabindex: '0',
    ...(readOnly && { 'aria-readonly': 'true' }),
    spellcheck: 'false',
    autocorrect: 'off',
    translate: 'no',
  }),
];

const highlighting = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: syntaxColours.tag },
  { tag: tags.attributeName, color: syntaxColours.attribute },
  { tag: [tags.attributeValue, tags.special(tags.string)], color: syntaxColours.value },
  { tag: [tags.blockComment, tags.processingInstruction], color: syntaxColours.quiet },
  { tag: tags.character, color: syntaxColours.reference },
  { tag: [tags.invalid, tags.documentMeta], color: syntaxColours.wrong },
]);

/** As the document has it already. */
const indentOf = (text: string): string => /\n(\t| {1,8})</.exec(text)?.[1] ?? '  ';

export function xmlState(document: XmlDocument, setting: EditorSetting): EditorState {
  const { original, ends } = document;
  return EditorState.create({
    doc: original,
    extensions: [
      settings.of(settingOf(setting)),
      lineEnds.init(() => ends),
      invertedEffects.of((tr) => {
        const before = tr.startState.field(lineEnds);
        return tr.docChanged && before.each !== undefined ? [restoreEnds.of(before)] : [];
      }),
      indentUnit.of(indentOf(original.slice(0, 20_000))),
      [lineNumbers(), lintGutter(), foldGutter(), codeFolding()],
      // To the start: by itself it ends after some hundred steps.
      [history({ minDepth: Infinity }), drawSelection(), highlightSpecialChars()],
      [highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches()],
      [bracketMatching(), syntaxHighlighting(highlighting), search({ top: true })],
      // Its own way of closing adds a second tag beside one that stands there.
      [xml({ autoCloseTags: false }), closingTags],
      original.length < MOST_WRAPPED ? EditorView.lineWrapping : [],
      keymap.of([
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        // That is the screen's: what comes next.
        ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
        indentWithTab,
      ]),
      EditorView.theme(editorLook),
      // The key that follows may leave the editor, also where Esc itself had something else to do.
      EditorView.domEventObservers({
        keydown(event, view) {
          if (event.key === 'Escape') view.setTabFocusMode(WAY_OUT);
        },
      }),
      EditorView.updateListener.of(({ transactions }) => {
        for (const tr of transactions) if (tr.docChanged) document.onchange(changesOf(tr));
      }),
    ],
  });
}

/** The text with what can be undone in it, for who edits it by other means than the editor. */
export interface XmlText {
  readonly text: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** By positions of the text as it is now. One after another they are undone together, until one `begins` something new. */
  edit(changes: readonly PlacedChange[], begins: boolean): void;
  undo(): void;
  redo(): void;
  /** The document remembers it for the editor, or for who edits it next. */
  leave(): void;
}

/** `onchange` hears of every change after the document has, by positions of the text before it. Never beside an open editor. */
export function openXmlText(
  document: XmlDocument,
  onchange: (changes: readonly PlacedChange[]) => void,
): XmlText {
  const kept = document.memory instanceof EditorState ? document.memory : undefined;
  let state = kept ?? xmlState(document, { label: '', readOnly: false, phrases: {} });
  document.readBy(() => textOf(state));
  const dispatch = (tr: Transaction) => {
    state = tr.state;
    document.memory = state;
    if (!tr.docChanged) return;
    const changes = changesOf(tr);
    document.onchange(changes);
    onchange(changes);
  };
  return {
    get text() {
      return textOf(state);
    },
    get canUndo() {
      return undoDepth(state) > 0;
    },
    get canRedo() {
      return redoDepth(state) > 0;
    },
    edit(changes, begins) {
      const { doc } = state;
      const lines = { length: doc.lines, at: (line: number) => doc.line(line + 1).from };
      const ends = state.field(lineEnds);
      const placed = changes.map(({ from, to, insert }) => ({
        from: counted(ends, lines, from),
        to: counted(ends, lines, to),
        insert,
      }));
      const annotations = begins ? [isolateHistory.of('before')] : [];
      dispatch(state.update({ changes: placed, annotations, userEvent: 'input.type' }));
    },
    undo: () => void undo({ state, dispatch }),
    redo: () => void redo({ state, dispatch }),
    leave() {
      document.memory = state;
    },
  };
}

export function openXmlEditor(
  host: HTMLElement,
  document: XmlDocument,
  setting: EditorSetting,
): XmlEditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const kept = document.memory instanceof EditorState ? document.memory : undefined;
  const view = new EditorView({
    state: kept ?? xmlState(document, setting),
    root,
    parent: frameIn(root),
  });
  document.readBy(() => textOf(view.state));
  const set = (to: EditorSetting) => {
    view.dispatch({ effects: settings.reconfigure(settingOf(to)) });
  };
  if (kept !== undefined) set(setting);
  return {
    set,
    ...marking(view),
    broken: () => brokenPlaces(view.state),
    focus: () => {
      view.focus();
    },
    leave() {
      document.memory = view.state;
      view.destroy();
    },
  };
}

function marking(view: EditorView): Pick<XmlEditorView, 'mark' | 'show'> {
  let found = new Map<EditorMark, Diagnostic>();
  return {
    mark(marks) {
      found = new Map(marks.map((mark) => [mark, diagnosticOf(view.state, mark)]));
      view.dispatch(setDiagnostics(view.state, [...found.values()]));
    },
    show(mark) {
      const place = placeNow(view.state, found.get(mark)) ?? diagnosticOf(view.state, mark);
      view.dispatch({
        selection: { anchor: place.from, head: place.to },
        effects: EditorView.scrollIntoView(place.from, { y: 'center' }),
      });
      view.focus();
    },
  };
}

/** Its height must be known: the editor scrolls in it, unless all around it does. */
function frameIn(root: ShadowRoot): HTMLElement {
  const frame = root.ownerDocument.createElement('div');
  Object.assign(frame.style, { position: 'var(--editor-position, absolute)', inset: '0' });
  root.replaceChildren(frame);
  return frame;
}

function diagnosticOf(state: EditorState, mark: EditorMark): Diagnostic {
  const counted = lineCounted(state.field(lineEnds), mark.line ?? 1);
  const line = state.doc.line(Math.max(1, Math.min(state.doc.lines, counted)));
  const { from, to } = rangeInLine(line.text, mark);
  return { from: line.from + from, to: line.from + to, severity: 'error', message: mark.text };
}

/** Where it has moved to by what was typed since. */
function placeNow(state: EditorState, wanted: Diagnostic | undefined) {
  let place: { readonly from: number; readonly to: number } | undefined;
  forEachDiagnostic(state, (one, from, to) => {
    if (one === wanted) place = { from, to };
  });
  return place;
}

/** Of a text that no editor shows now. */
export function brokenIn({ memory, original }: XmlDocument): readonly BrokenPlace[] {
  const kept = memory instanceof EditorState ? memory : undefined;
  return brokenPlaces(kept ?? EditorState.create({ doc: original, extensions: [xml()] }));
}

function brokenPlaces(state: EditorState): readonly BrokenPlace[] {
  if (state.doc.length === 0) return [{ line: 1, column: 1, kind: 'empty', name: null }];
  const places: BrokenPlace[] = [];
  ensureSyntaxTree(state, state.doc.length, READING)?.iterate({
    enter(node) {
      const broken = places.length < MOST_BROKEN ? brokenAt(state, node) : undefined;
      if (broken !== undefined) places.push(broken);
    },
  });
  return places;
}

function brokenAt({ doc }: EditorState, node: SyntaxNodeRef): BrokenPlace | undefined {
  const at = (from: number) => {
    const line = doc.lineAt(from);
    return { line: line.number, column: from - line.from + 1 };
  };
  const nameIn = (tag: ReturnType<typeof node.node.getChild> | undefined) => {
    const name = tag?.getChild('TagName');
    return name ? doc.sliceString(name.from, name.to) : null;
  };
  if (node.name === 'MissingCloseTag') {
    const open = node.node.parent?.getChild('OpenTag');
    return { ...at(open?.from ?? node.from), kind: 'no-closing-tag', name: nameIn(open) };
  }
  if (node.name === 'MismatchedCloseTag') {
    return { ...at(node.from), kind: 'other-closing-tag', name: nameIn(node.node) };
  }
  return node.type.isError ? { ...at(node.from), kind: 'syntax', name: null } : undefined;
}
