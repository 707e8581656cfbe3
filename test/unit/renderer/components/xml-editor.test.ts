// PAR-12 in the editor itself: it reports changes by position of the original text, whatever its line ends.
import { redo, undo } from '@codemirror/commands';
import type { EditorState, Transaction } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  openXmlText,
  textOf,
  xmlState,
} from '../../../../renderer/components/xml-editor.ts';
import { XmlDocument } from '../../../../renderer/components/xml-document.ts';
import { createChance } from '../../../platform/randomness.ts';
import { applyChanges } from '../../../support/apply-changes.ts';

type Chance = ReturnType<typeof createChance>;
const setting = { label: 'Form', readOnly: false, phrases: {} };
type Ends = readonly [string, ...string[]];
/** One kind alone as well as all in one text. */
const LINE_ENDS: readonly [Ends, ...Ends[]] = [
  ['\n'],
  ['\r\n'],
  ['\r'],
  ['\n', '\r\n'],
  ['\n', '\r\n', '\r'],
];
const PIECES = [
  '<a b="0012">',
  '</a>',
  '<![CDATA[ 0 ]]>',
  '<!-- æøå -->',
  '😀',
  '\u2028',
  '  ',
  '\t',
  '&#13;',
  '0012',
  '',
  '\u0085',
  '<x/>',
] as const;

function anyDocument(chance: Chance): string {
  const ends = chance.pick(LINE_ENDS);
  const lines = Array.from({ length: 1 + chance.below(12) }, () =>
    Array.from({ length: chance.below(4) }, () => chance.pick(PIECES)).join(''),
  );
  const text = lines.map((line) => line + chance.pick(ends)).join('');
  return (chance.below(3) === 0 ? '\uFEFF' : '') + text;
}

/** The editor counts every line end once. */
const inEditor = (text: string, at: number) => text.slice(0, at).replaceAll('\r\n', '\n').length;
/** Not between the two halves of one line end. */
const outside = (text: string, at: number) =>
  text[at - 1] === '\r' && text[at] === '\n' ? at - 1 : at;

interface Opened {
  readonly state: EditorState;
  /** What main has after the changes that left the editor. */
  readonly outside: string;
}
function after({ outside: before }: Opened, tr: Transaction): Opened {
  return { state: tr.state, outside: applyChanges(before, changesOf(tr)) };
}
function run(opened: Opened, command: typeof undo): Opened {
  let now = opened;
  command({ state: opened.state, dispatch: (tr) => (now = after(opened, tr)) });
  return now;
}
const open = (text: string): Opened => ({
  state: xmlState(new XmlDocument(text, () => undefined), setting),
  outside: text,
});

describe('a text in the editor', () => {
  it('PAR-12 one edit in each of 200 documents changes that place alone', () => {
    const chance = createChance(12);
    for (let round = 0; round < 200; round += 1) {
      const text = anyDocument(chance);
      const opened = open(text);
      expect(textOf(opened.state)).toBe(text);
      const places = [chance.below(text.length + 1), chance.below(text.length + 1)];
      const [from = 0, to = 0] = places.map((at) => outside(text, at)).sort((a, b) => a - b);
      const insert = chance.pick(['', 'x', '0012', '😀']);
      const edit = { from: inEditor(text, from), to: inEditor(text, to), insert };
      const edited = after(opened, opened.state.update({ changes: edit }));
      const expected = text.slice(0, from) + insert + text.slice(to);
      expect(edited.outside).toBe(expected);
      expect(textOf(edited.state)).toBe(expected);
    }
  });

  it('PAR-12 any edits, undone and done again, leave what they found', () => {
    const chance = createChance(13);
    for (let round = 0; round < 200; round += 1) {
      const text = anyDocument(chance);
      let now = open(text);
      for (let step = 0; step < 1 + chance.below(5); step += 1) {
        const { length } = now.state.doc;
        const from = chance.below(length + 1);
        const to = Math.min(length, from + chance.below(6));
        const insert = chance.pick(['', 'x', 'a\nb', '\n', '\n\n']);
        // Steps of one kind at one place are undone together.
        const userEvent = chance.pick(['input.type', 'delete.backward']);
        now = after(now, now.state.update({ changes: { from, to, insert }, userEvent }));
        expect(textOf(now.state)).toBe(now.outside);
      }
      const edited = now.outside;
      for (let step = 0; step < 6; step += 1) now = run(now, undo);
      expect([textOf(now.state), now.outside]).toEqual([text, text]);
      for (let step = 0; step < 6; step += 1) now = run(now, redo);
      expect([textOf(now.state), now.outside]).toEqual([edited, edited]);
    }
  });

  it.each([
    ['\r\n', '<a>\r\n<b/>\r\n</a>', '<a>\r\n\r\n<b/>\r\n</a>'],
    ['\n', '<a>\n<b/>\n</a>', '<a>\n\n<b/>\n</a>'],
    ['\r', '<a>\r<b/>\r</a>', '<a>\r\r<b/>\r</a>'],
    ['what most lines have', '<a>\r\n<b/>\n\r\n</a>', '<a>\r\n\r\n<b/>\n\r\n</a>'],
  ])('PAR-12 gets new lines as it has them: %j', (_name, text, expected) => {
    const opened = open(text);
    const edited = after(opened, opened.state.update({ changes: { from: 3, insert: '\n' } }));
    expect(edited.outside).toBe(expected);
    expect(textOf(edited.state)).toBe(expected);
  });
});

describe('a text that is edited without the editor', () => {
  it('PAR-12 takes edits by positions of the text itself, says them to the document, and undoes them to the same bytes', () => {
    const chance = createChance(31);
    for (let round = 0; round < 200; round += 1) {
      const original = anyDocument(chance);
      let inMain = original;
      let heard = original;
      const document = new XmlDocument(original, (changes) => {
        inMain = applyChanges(inMain, changes);
      });
      const text = openXmlText(document, (changes) => {
        heard = applyChanges(heard, changes);
      });
      for (let edit = 0; edit < 3; edit += 1) {
        const before = text.text;
        const places = [chance.below(before.length + 1), chance.below(before.length + 1)];
        const [from = 0, to = 0] = places.map((at) => outside(before, at)).sort((a, b) => a - b);
        const insert = chance.pick(['x', '0012', '😀']);
        text.edit([{ from, to, insert }], true);
        expect(text.text).toBe(before.slice(0, from) + insert + before.slice(to));
        expect([inMain, heard]).toEqual([text.text, text.text]);
      }
      const edited = text.text;
      while (text.canUndo) text.undo();
      expect([text.text, inMain, heard]).toEqual([original, original, original]);
      while (text.canRedo) text.redo();
      expect([text.text, inMain]).toEqual([edited, edited]);
    }
  });

  it.each([130, 400])('FLD-37 is undone to the start: %i steps', (steps) => {
    const document = new XmlDocument('<a></a>', () => undefined);
    const text = openXmlText(document, () => undefined);
    for (let step = 0; step < steps; step += 1)
      text.edit([{ from: 3, to: 3, insert: String(step % 10) }], true);
    let undone = 0;
    for (; text.canUndo; undone += 1) text.undo();
    expect([undone, text.text, document.text]).toEqual([steps, '<a></a>', '<a></a>']);
  });

  it('leaves what can be undone to who opens it next', () => {
    const document = new XmlDocument('<a>1</a>', () => undefined);
    const first = openXmlText(document, () => undefined);
    first.edit([{ from: 3, to: 4, insert: '2' }], true);
    first.leave();
    const second = openXmlText(document, () => undefined);
    expect([second.text, document.text, second.canUndo]).toEqual(['<a>2</a>', '<a>2</a>', true]);
    second.undo();
    expect(document.text).toBe('<a>1</a>');
  });

  it('takes edits of one go back together, and each that begins something new by itself', () => {
    const text = openXmlText(new XmlDocument('<a></a>', () => undefined), () => undefined);
    text.edit([{ from: 3, to: 3, insert: 'x' }], true);
    text.edit([{ from: 4, to: 4, insert: 'y' }], false);
    text.edit([{ from: 5, to: 5, insert: 'z' }], true);
    text.undo();
    expect(text.text).toBe('<a>xy</a>');
    text.undo();
    expect(text.text).toBe('<a></a>');
  });
});
