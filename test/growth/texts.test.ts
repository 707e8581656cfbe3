// What reading hostile and long texts costs grows with their length alone.
import { describe, expect, it } from 'vitest';
import { readXml } from '../../main/http/hal-xml.ts';
import { readBodyOf } from '../../main/http/media-types.ts';
import { secretRedactor } from '../../main/diagnostics/redaction.ts';
import { formAsHtml } from '../../main/hand-over/form-page.ts';
import { cleanHtml } from '../../main/messages/clean-html.ts';
import { Secret } from '../../main/secret.ts';
import { readCsv } from '../../main/storage/csv-reading.ts';
import { beginning, hasMarkup, MOST, neutral } from '../../preload/contract/body-rules.ts';
import { formSchemaOf } from '../../preload/forms/form-schema.ts';
import { XmlTree } from '../../preload/forms/xml-tree.ts';
import { readable } from '../../renderer/screens/messages/signing-text.ts';
import { damagedBody } from '../support/damaged-documents.ts';
import { outlineOfText } from '../support/form-outline.ts';
import { longForm } from '../support/large-forms.ts';
import { growth, MOST_GROWTH, visitsOf } from './visits.ts';

const xml = (text: string) => {
  try {
    return readXml(Buffer.from(text));
  } catch {
    return undefined;
  }
};
const attributes = (count: number) =>
  `<a ${Array.from({ length: count }, (_, at) => `b${String(at)}="1"`).join(' ')}/>`;
const services = (count: number) =>
  `<ArrayOfService>${'<Service><Name>N</Name><Code>0012</Code></Service>'.repeat(count)}</ArrayOfService>`;

describe('PAR-11 XML', () => {
  it.each<[string, (size: number) => string]>([
    ['starts of tags', (n) => '<'.repeat(n)],
    ['open tags', (n) => '<a '.repeat(n)],
    ['open quotes', (n) => `<a b="${'<a b="'.repeat(n)}`],
    ['comments that do not end', (n) => `<a>${'<!--'.repeat(n)}`],
    ['CDATA that does not end', (n) => `<a>${'<![CDATA['.repeat(n)}`],
    ['blanks in a tag', (n) => `<a${' '.repeat(n)}`],
    ['blanks before an equals sign', (n) => `<a b${' '.repeat(n)}`],
    ['a long name', (n) => `<${'a'.repeat(n)}`],
    ['ampersands', (n) => `<a>${'&'.repeat(n)}</a>`],
    ['closing tags', (n) => `<a>${'</a '.repeat(n)}`],
    ['references', (n) => `<a>${'&#65;'.repeat(n)}</a>`],
    ['attributes', attributes],
    ['an honest list', (n) => services(n / 8)],
  ])('PAR-11 of %s costs by their number alone', async (_name, text) => {
    expect(await growth((size) => xml(text(size)), 16_000)).toBeLessThan(MOST_GROWTH);
  });

  it('PAR-11 that is damaged costs little more than undamaged', async () => {
    const bodies = Array.from({ length: 400 }, (_, seed) => damagedBody(7_031 + seed));
    const reading = (which: 'whole' | 'damaged') =>
      visitsOf(() => {
        for (const body of bodies)
          try {
            readBodyOf(body[which]);
          } catch {
            // Refused, as most are.
          }
      });
    await reading('whole');
    expect(await reading('damaged')).toBeLessThan(1.5 * (await reading('whole')));
  });
});

describe('CSV', () => {
  it.each(['"a', '"', '"";', '"\n'])(
    'of nothing but %j costs by its length alone',
    async (unit) => {
      // An odd number of quotes: the last one is never closed.
      const quotes = (length: number) => unit.repeat(Math.floor(length / unit.length / 2) * 2 + 1);
      expect(await growth((size) => readCsv(Buffer.from(quotes(size))), 16_000)).toBeLessThan(
        MOST_GROWTH,
      );
    },
  );
});

describe('the body of a message', () => {
  it.each(['<a ', '<a b="\'" c=\'', '<!--x', '&#x', '<div>', '</p ', '<style></styl'])(
    'of nothing but %j is cleaned at a cost by its length alone',
    async (piece) => {
      const clean = (size: number) => cleanHtml(`${piece.repeat(size)}<b>`);
      expect(await growth(clean, 1_600)).toBeLessThan(MOST_GROWTH);
    },
  );

  it.each(['<a ', '<br ', '</p', '<', 'url', '<!--', '&lt;', '\n'])(
    'of nothing but %j is looked at, at a cost by its length alone',
    async (unit) => {
      const look = (length: number) => {
        const long = unit.repeat(Math.ceil(length / unit.length));
        hasMarkup(long);
        beginning(long);
        neutral(long);
      };
      // Beyond the most that is shown, only the beginning is looked at.
      expect(await growth(look, MOST)).toBeLessThan(MOST_GROWTH);
    },
  );

  it('that is signed costs by its length, not by its nesting', async () => {
    const nested = (size: number) =>
      readable(`<p>${'<a '.repeat(size)}${'<!--'.repeat(size)}${'<b>'.repeat(size)}`);
    expect(await growth(nested, 1_600)).toBeLessThan(MOST_GROWTH);
  });
});

describe('a form', () => {
  it('of 1 000 rows: a change of one value visits what lies behind it, not all of the text', async () => {
    const row = `<Linje>${'<Belop orid="7">verdi og noe mer</Belop>'.repeat(20)}</Linje>\n`;
    const text = `<Skjema>\n${row.repeat(1000)}</Skjema>`;
    const tree = new XmlTree(text);
    const at = text.indexOf('verdi');
    const type = () => tree.apply([{ from: at, to: at, insert: 'x' }]);
    const reading = await visitsOf(() => new XmlTree(text));
    expect(type()).toBe('value');
    expect(await visitsOf(type)).toBeLessThan(reading / 10);
  });

  it('is a page to read at a cost by its rows alone, and by the rows in them', async () => {
    const schema = formSchemaOf(await outlineOfText(longForm(1).schema));
    const rows = (count: number) => {
      const { data: xml } = longForm(count);
      return formAsHtml({ xml, schema, language: 'nb' });
    };
    expect(await growth(rows, 400)).toBeLessThan(MOST_GROWTH);
    const inner = /<Tillegg>.*<\/Tillegg>/.exec(longForm(1).data)?.[0] ?? '';
    const nested = (count: number) => {
      const xml = longForm(1).data.replace(inner, inner.repeat(count));
      return formAsHtml({ xml, schema, language: 'nb' });
    };
    expect(await growth(nested, 400)).toBeLessThan(MOST_GROWTH);
  });
});

describe('FLT-08 a line of the log', () => {
  it('FLT-08 costs no more with 5 000 secrets in memory than with a few', async () => {
    const line = 'a line of the usual length about GET /api/my/enterpriseusers '.repeat(4);
    const write = () => visitsOf(() => secretRedactor()(line));
    await write();
    const few = await write();
    const many = Array.from({ length: 5000 }, (_, at) => new Secret(`secret-number-${String(at)}`));
    // What is kept of a new secret is made once, with the next line.
    await write();
    expect(await write()).toBeLessThan(3 * few);
    expect(many).toHaveLength(5000);
  });
});
