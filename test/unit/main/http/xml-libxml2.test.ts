// Randomly mutated XML documents: what we read, libxml2 reads alike or refuses. fast-xml-parser alone would not.
import { ParseOption, XmlCData, XmlDocument, XmlElement, XmlText } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { readXml, UnreadableXml } from '../../../../main/http/hal-xml.ts';
import { type Chance, createChance } from '../../../platform/randomness.ts';
import { writeXml } from '../../../support/xml-writing.ts';

const MUTATIONS = 100_000;

const SEEDS = [
  writeXml(
    { Type: 'a', Text: 'x <1> & "2"', _embedded: { Rights: [{ A: 'b' }, { A: 'c' }] } },
    'hal',
    'Message',
  ),
  '<?xml version="1.0" encoding="utf-8"?>\n<!-- a --><resource href="/a?b=1&amp;c"><link rel="x" href=\'/y\'/>' +
    '<T><![CDATA[<b>&amp;]]></T><e/><n xmlns:i="u" i:nil="true"/></resource>',
  '<a b="1"><?pi x="?><c>t&#65;&lt;</c><!-- > "q" --><d e=\'"\'>x]]&gt;\r\n</d></a>',
];
const PIECES = [
  ...['<', '>', '"', "'", '/', '?', '!', '--', '=', ':', '&', ' ', '\n', '\t', ']', 'a', '\u00a0'],
  ...['<!--', '-->', '<!-->', '<![CDATA[', ']]>', '<?', '?>', '<?x "?>', '&amp;', '&#13;', '</'],
  ...['<a>', '</a>', '<b x="1">', '<e/>', '<!DOCTYPE a>'],
];

function changed(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const piece = PIECES[chance.below(PIECES.length)] ?? '';
  const from = chance.below(text.length + 1);
  switch (chance.below(4)) {
    case 0:
      return `${before}${piece}${after}`;
    case 1:
      return `${before}${after.slice(1 + chance.below(6))}`;
    case 2:
      return `${before}${text.slice(from, from + chance.below(30))}${after}`;
    default:
      return `${before}${piece}${after.slice(1)}`;
  }
}

const references = (text: string, signs: RegExp) =>
  text.replace(signs, (sign) => `&#${String(sign.charCodeAt(0))};`);
/** Blanks between elements stay blanks; a carriage return can only have been a reference. */
const escapedText = (text: string) => references(text, /[&<>\r]/g);
const escapedValue = (text: string) => references(text, /[&<"\t\n\r]/g);

/** What libxml2 read, written with nothing but elements, attributes and text. */
function written(element: XmlElement): string {
  const named = ({ prefix, name }: { readonly prefix: string; readonly name: string }) =>
    prefix === '' ? name : `${prefix}:${name}`;
  const spaces = Object.entries(element.nsDeclarations).map(
    ([prefix, uri]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapedValue(uri)}"`,
  );
  const attributes = element.attrs.map((one) => ` ${named(one)}="${escapedValue(one.value)}"`);
  const inside = element.find('text()|*').map((node) => {
    if (node instanceof XmlElement) return written(node);
    return node instanceof XmlText || node instanceof XmlCData ? escapedText(node.content) : '';
  });
  const name = named(element);
  return `<${name}${spaces.join('')}${attributes.join('')}>${inside.join('')}</${name}>`;
}

function byLibxml2(text: string): string | undefined {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET });
  } catch {
    return undefined;
  }
  try {
    return written(document.root);
  } finally {
    document.dispose();
  }
}

function byUs(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: readXml(Buffer.from(text)) };
  } catch (error) {
    if (error instanceof UnreadableXml) return undefined;
    throw error;
  }
}

it(`PAR-11 ${String(MUTATIONS)} documents changed at random are read as libxml2 reads them`, () => {
  const chance = createChance(7);
  let both = 0;
  for (let n = 0; n < MUTATIONS; n++) {
    let text = SEEDS[n % SEEDS.length] ?? '';
    for (let more = 1 + chance.below(4); more > 0; more--) text = changed(text, chance);
    const ours = byUs(text);
    if (ours === undefined) continue;
    const theirs = byLibxml2(text);
    if (theirs === undefined) continue;
    both += 1;
    expect([text, byUs(theirs)]).toEqual([text, ours]);
  }
  // Not all noise.
  expect(both).toBeGreaterThan(MUTATIONS / 50);
});
