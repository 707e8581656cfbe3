// The tree over the text: what it reads, where it refuses, and that a change leaves it as a fresh reading would.
import { describe, expect, it } from 'vitest';
import {
  changed,
  difference,
  inverse,
  namespacesIn,
  startOf,
  textOf,
  type XmlContent,
  type XmlElement,
  XmlTree,
} from '../../../preload/forms/xml-tree.ts';
import { createChance } from '../../platform/randomness.ts';
import { verdictOn } from '../../support/form-outline.ts';
import { formOf, randomDocument } from '../../support/random-forms.ts';

const bare = (piece: XmlContent | null): unknown =>
  piece === null || piece.kind !== 'element'
    ? piece
    : { ...piece, id: 0, parent: null, content: piece.content.map(bare) };

const rootOf = (text: string): XmlElement => {
  const { root, problem } = new XmlTree(text);
  if (root === null) throw new Error(JSON.stringify(problem));
  return root;
};
const all = (element: XmlElement): XmlElement[] => [
  element,
  ...element.content.flatMap((one) => (one.kind === 'element' ? all(one) : [])),
];

describe('what is read', () => {
  it('values are what a program sees, positions where they stand', () => {
    const text =
      '\u{FEFF}<?xml version="1.0"?>\r\n<!-- a --><a:b xmlns:a="urn:a"\r\n c=\'x&#10;"y\t\'>1&lt;<![CDATA[&2\r\n]]><?p i?>3<d/></a:b >\n';
    const root = rootOf(text);
    expect(textOf(root)).toBe('1<&2\n3');
    expect(root.attributes[1]).toMatchObject({ local: 'c', value: 'x\n"y ', quote: "'" });
    expect(root.namespace).toBe('urn:a');
    expect(namespacesIn(root).get('a')).toBe('urn:a');
    expect(text.slice(startOf(root), startOf(root) + 4)).toBe('<a:b');
    const child = all(root)[1];
    expect(child?.namespace).toBeNull();
    expect(child === undefined ? '' : text.slice(startOf(child), startOf(child) + 4)).toBe('<d/>');
  });

  it.each([
    ['', 'empty', 1, 1],
    ['\n <!-- a -->', 'empty', 2, 12],
    ['<a>\r\n<b></a>', 'other-end-tag', 2, 4],
    ['<a><b>', 'no-end-tag', 1, 4],
    ['<a>&nbsp;</a>', 'entity', 1, 4],
    ['<a b="1" b="2"/>', 'twice', 1, 10],
    ['<a/><b/>', 'second-root', 1, 5],
    ['x<a/>', 'text-outside', 1, 1],
    ['<!DOCTYPE a><a/>', 'doctype', 1, 1],
    ['<x:a/>', 'unknown-prefix', 1, 2],
    ['<a>\u0001</a>', 'character', 1, 4],
    ['<a b=c/>', 'syntax', 1, 6],
    ['<a>]]></a>', 'syntax', 1, 4],
    ['<a><!-- -- --></a>', 'syntax', 1, 9],
    ['<a>'.repeat(300), 'too-deep', 1, 769],
  ] as const)('%j is refused: %s, line %i, column %i', (text, kind, line, column) => {
    const tree = new XmlTree(text);
    expect(tree.problem).toMatchObject({ kind, line, column });
    expect(tree.root).toBeNull();
  });
});

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);
const PIECES = ['<', '>', '&', ';', '"', "'", '/', '<a>', '</a>', '<![CDATA[', ']]>', '<!--', '-->', ' ', '\n', 'x', '&amp;', '&#1;', '<?p?>', 'xmlns=""', '=', 'b="c"', '\u0000', 'æ', ':', '-'] as const; // prettier-ignore

it.each(seeds)(
  'any change leaves the tree as a fresh reading would, and ids where nothing changed (seed %i)',
  (seed) => {
    const { chance, model } = formOf(seed, { leaves: 8 });
    const tree = new XmlTree(randomDocument(chance, model));
    for (let step = 0; step < 60; step += 1) {
      const { text } = tree;
      const before =
        tree.root === null ? undefined : new Map(all(tree.root).map((one) => [one.id, one.local]));
      const from = chance.below(text.length + 1);
      const to = Math.min(text.length, from + (chance.below(2) === 0 ? 0 : chance.below(6)));
      const insert = chance.below(4) === 0 ? '' : chance.pick(PIECES);
      const changes = [{ from, to, insert }];
      tree.apply(changes);
      const said = `seed ${String(seed)} step ${String(step)}: ${JSON.stringify(changes)} in\n${text}`;
      expect(tree.text, said).toBe(changed(text, changes));
      const fresh = new XmlTree(tree.text);
      expect(bare(tree.root), said).toEqual(bare(fresh.root));
      expect(tree.problem, said).toEqual(fresh.problem);
      if (tree.root !== null) {
        const ids = all(tree.root).map(({ id }) => id);
        expect(new Set(ids).size, said).toBe(ids.length);
        for (const one of all(tree.root)) {
          const had = before?.get(one.id);
          if (had !== undefined) expect(one.local, said).toBe(had);
        }
      }
      // Mostly mended again, so that the next change meets a tree.
      if (tree.root === null && chance.below(4) > 0) {
        tree.apply(inverse(text, changes));
        expect(tree.text, said).toBe(text);
        if (before !== undefined && tree.root !== null)
          expect(
            all(tree.root).every(({ id }) => before.has(id)),
            said,
          ).toBe(true);
      }
    }
  },
);

it.each(seeds.slice(0, 12))(
  'is well-formed exactly where libxml2 finds it so (seed %i)',
  async (seed) => {
    const { chance, model, xsd } = formOf(seed, { leaves: 4 });
    for (let step = 0; step < 25; step += 1) {
      let text = randomDocument(chance, model);
      for (let more = 1 + chance.below(2); more > 0; more -= 1) {
        const at = chance.below(text.length + 1);
        text = text.slice(0, at) + chance.pick(PIECES) + text.slice(at + chance.below(3));
      }
      if (text.includes('\u0000')) continue;
      const verdict = await verdictOn(xsd, text);
      const { problem } = new XmlTree(text);
      const isMalformed =
        verdict.problem !== null || verdict.issues.some(({ kind }) => kind === 'malformed');
      expect(
        problem !== null,
        `seed ${String(seed)} ${JSON.stringify(problem)} ${JSON.stringify(verdict.issues[0]?.message)}\n${text}`,
      ).toBe(isMalformed);
    }
  },
);

describe('in a form of 2 MB', () => {
  const row = (at: number) =>
    `  <Linje-grp-8812 gruppeid="8812">\n${Array.from(
      { length: 20 },
      (_, leaf) =>
        `    <Belop${String(leaf)}-datadef-${String(2600 + leaf)} orid="${String(2600 + leaf)}">verdi ${String(at)} ${String(leaf)} og noe mer</Belop${String(leaf)}-datadef-${String(2600 + leaf)}>\n`,
    ).join('')}  </Linje-grp-8812>\n`;
  const text = `<Skjema>\n${Array.from({ length: 1000 }, (_, at) => row(at)).join('')}</Skjema>`;

  it('a change of one value makes no part of the tree anew', () => {
    const tree = new XmlTree(text);
    const { root, structure } = tree;
    const at = text.indexOf('verdi 500 10');
    for (let step = 0; step < 200; step += 1)
      expect(tree.apply([{ from: at, to: at, insert: 'x' }])).toBe('value');
    expect(tree.root).toBe(root);
    expect(tree.structure).toBe(structure);
    expect(tree.text).toBe(text.slice(0, at) + 'x'.repeat(200) + text.slice(at));
  });
});

it('the one change between two texts', () => {
  const chance = createChance(5);
  for (let step = 0; step < 200; step += 1) {
    const [a, b] = [chance.text(chance.below(8), 'ab'), chance.text(chance.below(8), 'ab')];
    expect(changed(a, [difference(a, b)])).toBe(b);
  }
});
