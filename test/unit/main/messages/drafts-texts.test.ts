// The text of a form through a draft: what comes out is what went in and the edits, unit by unit and byte by byte.
import { describe, expect, it } from 'vitest';
import { FORM_BYTES } from '../../../../main/messages/content.ts';
import { PLAIN, toldXml, xmlBytes } from '../../../../main/messages/xml-bytes.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { draftWorld, form, HEAD, TARGET } from '../../../support/draft-desk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

/** The same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

const PIECES = [
  ...['<orgnr>0012</orgnr>', '<a b = "2"  a=\'1\'/>', '<tom></tom><tom/>', '<x>  to  </x>'],
  ...['<!-- notat -->', '<![CDATA[a < b && c]]>', '<?pi data?>', '&#xe6;&amp;&#9;', '<p:q/>'],
  ...['\r\n', '\n', '\r', '\t', 'Blåbærsyltetøy', '😀𝒳', '\ufeff', '\u2028', '1.50', '\u00a0'],
];
/** Before the root: none of them is part of any charset that can be chosen. */
const STARTS = ['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8"?>\r\n'];
const LATIN1 = '<?xml version="1.0" encoding="ISO-8859-1"?>\n';

/** A document as bytes, as no serialiser would write it. */
function randomDocument(n: number): Buffer {
  const roll = dice(n);
  const isLatin1 = n % 5 === 4;
  const pieces = Array.from({ length: 5 + roll(40) }, () => PIECES[roll(PIECES.length)] ?? '');
  const body = `<rot>${pieces.join('')}</rot>${roll(2) === 0 ? '\r\n' : ''}`;
  if (isLatin1) return Buffer.from(`${LATIN1}${body.replace(/[^\0-\u00ff]/g, '?')}`, 'latin1');
  const mark = roll(3) === 0 ? '\ufeff' : '';
  return Buffer.from(`${mark}${STARTS[roll(STARTS.length)] ?? ''}${body}`);
}

const written = (bytes: Buffer) => {
  const found = toldXml(bytes, undefined);
  if (found === undefined) throw new Error('It is XML.');
  return found;
};
/** The bytes of this text in that document's own charset. */
const own = (text: string, { charset }: { readonly charset: string }) =>
  Buffer.from(text, charset === 'windows-1252' ? 'latin1' : 'utf8');

describe('PAR-12 the text of a form', () => {
  itAtLength('PAR-12 of 200 documents with one edit each differs in that edit only', async () => {
    const { drafts, again } = draftWorld(tempFolder());
    const expected = new Map<string, Buffer>();
    for (let n = 0; n < 200; n++) {
      const bytes = randomDocument(n);
      const { xml, written: how } = written(bytes);
      const target = { ...TARGET, message: `a${String(n % 20)}` };
      const id = String(n);
      await drafts.put(target, HEAD, { ...form(xml, id), written: how });
      // Between signs: half of one is another test's.
      const places = Array.from(xml).reduce(
        (all, sign) => [...all, (all.at(-1) ?? 0) + sign.length],
        [0],
      );
      const roll = dice(n + 1000);
      const first = roll(places.length - 6);
      const [from, to] = [places[first] ?? 0, places[first + roll(5)] ?? 0];
      const insert = ['', 'Ø', '0012', '\r\n<ny/>'][roll(4)] ?? '';
      await drafts.edit(target, id, { revision: 0, changes: [{ from, to, insert }] });
      const before = own(xml.slice(0, from), how).length + (how.mark ? 3 : 0);
      const after = own(xml.slice(to), how).length;
      const tail = bytes.subarray(bytes.length - after);
      expected.set(id, Buffer.concat([bytes.subarray(0, before), own(insert, how), tail]));
    }
    const reopened = again();
    for (const [id, bytes] of expected) {
      const target = { ...TARGET, message: `a${String(Number(id) % 20)}` };
      expect((await reopened.bytes(target, id)).equals(bytes), id).toBe(true);
    }
  });

  it('PAR-12 without an edit is the same bytes, whatever they are', async () => {
    const { drafts, again } = draftWorld(tempFolder());
    for (let n = 0; n < 60; n++) {
      const { xml, written: how } = written(randomDocument(n));
      const put = await drafts.put(TARGET, HEAD, { ...form(xml, String(n)), written: how });
      expect(put).toMatchObject({ xml, changed: false, revision: 0 });
    }
    const reopened = again();
    for (let n = 0; n < 60; n++)
      expect((await reopened.bytes(TARGET, String(n))).equals(randomDocument(n)), String(n)).toBe(
        true,
      );
  });

  itAtLength(
    'PAR-12 a long way of edits is what they make one after another, also over the disk',
    async () => {
      const world = draftWorld(tempFolder());
      let { drafts } = world;
      const roll = dice(42);
      let text = '<rot>\r\n\t<a>0012</a>😀</rot>';
      await drafts.put(TARGET, HEAD, form(text));
      for (let revision = 0; revision < 700; revision++) {
        const from = roll(text.length + 1);
        const middle = from + roll(Math.min(4, text.length - from + 1));
        const later = middle + roll(text.length - middle + 1);
        const inserts = ['\r', '𝒳', '', 'ab\n'].map((piece, n) => piece.repeat((revision + n) % 3));
        const changes = [
          { from, to: middle, insert: inserts[roll(4)] ?? '' },
          { from: later, to: later, insert: inserts[roll(4)] ?? '' },
        ];
        text = `${text.slice(0, from)}${changes[0]?.insert ?? ''}${text.slice(middle, later)}${changes[1]?.insert ?? ''}${text.slice(later)}`;
        expect((await drafts.edit(TARGET, '1', { revision, changes })).xml).toBe(text);
        if (revision % 97 === 0) drafts = world.again();
      }
      const last = await world.again().form(TARGET, '1');
      expect(last).toMatchObject({ xml: text, revision: 700, changed: true });
    },
  );

  it('PAR-12 an edit through the middle of a sign keeps both halves; half a sign alone is never sent or saved', async () => {
    const { drafts, again } = draftWorld(tempFolder());
    await drafts.put(TARGET, HEAD, form('<a>😀</a>'));
    // 😀 and 😁 share their first half: an editor may send the second one alone.
    const second = '😁'.slice(1);
    const edit = { revision: 0, changes: [{ from: 4, to: 5, insert: second }] };
    expect((await drafts.edit(TARGET, '1', edit)).xml).toBe('<a>😁</a>');
    const half = { revision: 1, changes: [{ from: 4, to: 5, insert: '' }] };
    await drafts.edit(TARGET, '1', half);
    expect((await again().form(TARGET, '1')).xml).toBe('<a>\ud83d</a>');
    await expect(drafts.bytes(TARGET, '1')).rejects.toMatchObject({
      failure: { kind: 'invalid-input', fields: { key: 'xml' } },
    });
    await drafts.edit(TARGET, '1', { revision: 2, changes: [{ from: 4, to: 4, insert: second }] });
    expect((await drafts.bytes(TARGET, '1')).toString()).toBe('<a>😁</a>');
  });

  it('is changed while it is other than what the platform had, and no longer', async () => {
    const { drafts } = draftWorld(tempFolder());
    await drafts.put(TARGET, HEAD, form('<a>1</a>'));
    const swap = (insert: string, revision: number) =>
      drafts.edit(TARGET, '1', { revision, changes: [{ from: 3, to: 4, insert }] });
    expect((await swap('2', 0)).changed).toBe(true);
    expect(await drafts.list(TARGET.connection)).toMatchObject([{ forms: 1 }]);
    expect((await swap('1', 1)).changed).toBe(false);
    expect(await drafts.list(TARGET.connection)).toMatchObject([{ forms: 0 }]);
    // What the platform does not have is a change as it is.
    expect((await drafts.put(TARGET, HEAD, form('', null))).changed).toBe(true);
  });

  it('PAR-12 changes that do not fit the text are refused and leave it', async () => {
    const { drafts, again } = draftWorld(tempFolder());
    await drafts.put(TARGET, HEAD, form('<a>1</a>'));
    const bad = [
      [{ from: 0, to: 9, insert: '' }],
      [{ from: 5, to: 4, insert: '' }],
      [
        { from: 2, to: 5, insert: 'x' },
        { from: 4, to: 6, insert: 'y' },
      ],
    ];
    for (const changes of bad)
      await expect(drafts.edit(TARGET, '1', { revision: 0, changes })).rejects.toMatchObject({
        failure: { kind: 'invalid-input', fields: { changes: 'out-of-range' } },
      });
    expect(await again().form(TARGET, '1')).toMatchObject({ xml: '<a>1</a>', revision: 0 });
  });

  it('PAR-12 is 8 MiB in UTF-8 at most, whoever brings it', async () => {
    const { drafts, again } = draftWorld(tempFolder());
    const most = `<a>${'æ'.repeat((FORM_BYTES - 8) / 2)}</a>1`;
    expect(Buffer.byteLength(most)).toBe(FORM_BYTES);
    await drafts.put(TARGET, HEAD, form(most));
    const one = { revision: 0, changes: [{ from: 0, to: 0, insert: 'x' }] };
    await expect(drafts.edit(TARGET, '1', one)).rejects.toMatchObject({
      failure: { kind: 'invalid-input', fields: { changes: 'too-long' } },
    });
    const more = { xml: `${most}x`, written: PLAIN };
    const tooLarge = { failure: { kind: 'file', problem: 'too-large' } };
    await expect(drafts.fill(TARGET, '1', more)).rejects.toMatchObject(tooLarge);
    await expect(drafts.put(TARGET, HEAD, form(more.xml, '2'))).rejects.toMatchObject(tooLarge);
    expect((await again().form(TARGET, '1')).xml === most).toBe(true);
    const other = { revision: 0, changes: [{ from: 3, to: 4, insert: 'ø' }] };
    expect((await drafts.edit(TARGET, '1', other)).revision).toBe(1);
  });
});

describe('the bytes of a document', () => {
  it.each([
    ['ISO-8859-1', 'windows-1252', Buffer.from('<æ…/>'.replace('…', '\x85'), 'latin1')],
    ['ISO-8859-15', 'iso-8859-15', Buffer.from('<æ€/>'.replace('€', '\xa4'), 'latin1')],
  ])(
    'PAR-12 in %s are that again, and UTF-8 that says so when a sign has no place in it',
    (says, charset, rest) => {
      const bytes = Buffer.concat([Buffer.from(LATIN1.replace('ISO-8859-1', says)), rest]);
      const { xml, written: how } = written(bytes);
      expect(how).toEqual({ charset, mark: false });
      expect(xml).toMatch(/<æ[…€]\/>$/);
      expect(xmlBytes(xml, how)?.equals(bytes)).toBe(true);
      expect(xmlBytes(`${xml}😀`, how)?.toString()).toBe(`${xml.replace(says, 'utf-8')}😀`);
      const asUtf8 = xml.replace(says, 'UTF-8');
      expect(xmlBytes(asUtf8, how)?.toString('utf8')).toBe(asUtf8);
    },
  );

  it.each(['utf16le', 'utf16be'] as const)(
    'PAR-12 in %s are that again, with their mark',
    (form) => {
      const little = Buffer.from(
        '\ufeff<?xml version="1.0" encoding="UTF-16"?><a>æ😀</a>',
        'utf16le',
      );
      const bytes = form === 'utf16le' ? little : little.swap16();
      const { xml, written: how } = written(bytes);
      expect(xml).toContain('<a>æ😀</a>');
      expect(xmlBytes(xml, how)?.equals(bytes)).toBe(true);
    },
  );

  it('are what a header says, else what they declare; a mark says more than both', () => {
    expect(toldXml(Buffer.from([0x3c, 0x61, 0xff]), undefined)).toBeUndefined();
    const latin = Buffer.from('<a>æ</a>', 'latin1');
    expect(toldXml(latin, 'iso-8859-1')?.xml).toBe('<a>æ</a>');
    const declared = Buffer.concat([Buffer.from(LATIN1), latin]);
    expect(toldXml(declared, 'utf-8')?.xml).toBe(`${LATIN1}<a>æ</a>`);
    const marked = Buffer.from(`\ufeff${LATIN1}<a>æ</a>`);
    expect(written(marked)).toMatchObject({ xml: `${LATIN1}<a>æ</a>`, written: { mark: true } });
  });
});
