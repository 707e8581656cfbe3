// An answer that is a text in an unannounced format: unpacked, decoded, recognised, laid out.
import { describe, expect, it } from 'vitest';
import { laidOut, readTextAnswer } from '../../../../main/http/text-answer.ts';

const read = (body: string | Buffer, type?: string) =>
  readTextAnswer({
    headers: type === undefined ? {} : { 'content-type': type },
    body: typeof body === 'string' ? Buffer.from(body) : body,
  });
const kinds = (...bodies: readonly string[]) => bodies.map((body) => read(body).kind);

describe('what it is', () => {
  it('is told by the text, whatever its type says', () => {
    expect(
      kinds('<svar><navn>Å</navn></svar>', '{"a":1}', '[1]', 'Høyvann 06:12', ' \r\n'),
    ).toEqual(['xml', 'json', 'json', 'text', 'empty']);
    expect(read('{"a":1}', 'application/xml').kind).toBe('json');
    expect(kinds('<svar>', '{"a":', '<a></b>', '12', 'null')).toEqual(Array(5).fill('text'));
  });

  it('is text where it is a page, and no text where a zero is in it', () => {
    expect(kinds('<html><body>x</body></html>', '<!DOCTYPE html><html/>')).toEqual([
      'text',
      'text',
    ]);
    expect(read(Buffer.from([0x25, 0x50, 0, 0x44]))).toMatchObject({ kind: 'binary', text: '' });
  });

  it('is text where it is too large to be read for it', () => {
    expect(read(`[${' '.repeat(4_200_000)}]`).kind).toBe('text');
  });
});

describe('a string around it', () => {
  it('of JSON or XML is taken off, and what was in it is what a file holds', () => {
    for (const [body, type] of [
      [JSON.stringify('<a>\r\nÅ</a>'), 'application/json'],
      [JSON.stringify('<a>\r\nÅ</a>'), undefined],
      [
        '<?xml version="1.0"?><string xmlns="urn:s">&lt;a&gt;&#13;\nÅ&lt;/a&gt;</string>',
        'text/xml',
      ],
    ] as const) {
      const answer = read(body, type);
      expect([answer.kind, answer.packed, answer.text]).toEqual(['xml', true, '<a>\r\nÅ</a>']);
      expect(answer.content.toString()).toBe('<a>\r\nÅ</a>');
    }
    expect(read('<string/>')).toMatchObject({ kind: 'empty', packed: true });
    expect(read('""')).toMatchObject({ kind: 'empty', packed: true });
  });

  it('is not taken off where the owner’s own XML begins so, or where it is broken', () => {
    for (const body of [
      '<string a="1">x</string>',
      '<string><b/></string>',
      '"a',
      '<string>&x;</string>',
    ])
      expect(read(body).packed).toBe(false);
  });
});

it('bytes are kept as they came, in whatever charset they are', () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Å</a>', 'latin1');
  expect(read(latin)).toMatchObject({ kind: 'xml', content: latin });
  expect(read(latin).text).toContain('Å');
  const undeclared = Buffer.from('Håvard', 'latin1');
  expect(read(undeclared, 'text/plain')).toMatchObject({ text: 'Håvard', content: undeclared });
});

describe('laid out', () => {
  it('JSON has a line for each member, and its numbers and signs as they were written', () => {
    expect(laidOut('json', '{"a":1.10,"b":[12345678901234567890,{}],"c":"x, {y}: \\"z\\""}')).toBe(
      '{\n  "a": 1.10,\n  "b": [\n    12345678901234567890,\n    {}\n  ],\n  "c": "x, {y}: \\"z\\""\n}',
    );
  });

  it('XML has a line for each element, and texts as they were written', () => {
    expect(
      laidOut('xml', '<?xml version="1.0"?><a x="1>2"><b> å </b><c/><d></d><!--n--></a>'),
    ).toBe('<?xml version="1.0"?>\n<a x="1>2">\n  <b> å </b>\n  <c/>\n  <d></d>\n  <!--n-->\n</a>');
  });

  it('text stays as it came', () => {
    expect(laidOut('text', 'a{b\r\n<c')).toBe('a{b\r\n<c');
  });

  it('what was cut, or was made to be slow, is laid out all the same, with at most three looks at each of its signs', () => {
    const hostile = [
      '<"'.repeat(10_000),
      `<a ${'x="1" '.repeat(4000)}`,
      '{"'.repeat(10_000),
      `["${'\\"'.repeat(10_000)}`,
      '<a>'.repeat(6000),
      '<!--'.repeat(5000),
      '<a>text'.repeat(3000),
    ];
    for (const text of hostile)
      for (const kind of ['xml', 'json'] as const) {
        const { looked, looks } = watched(text);
        expect(laidOut(kind, looked)).toBe(laidOut(kind, text));
        expect([kind, text.slice(0, 9), looks() <= 3 * text.length]).toEqual([
          kind,
          text.slice(0, 9),
          true,
        ]);
      }
  });
});

/** A text that counts the looks at its signs: each by itself, and those that a search passes. */
function watched(text: string) {
  let looks = 0;
  const looked = new Proxy(Object(text) as object, {
    get(_text, name) {
      if (name === 'indexOf')
        return (sought: string, from: number) => {
          const found = text.indexOf(sought, from);
          looks += (found < 0 ? text.length : found + 1) - from;
          return found;
        };
      const value = Reflect.get(Object(text) as object, name) as unknown;
      if (typeof value === 'function') return value.bind(text) as unknown;
      if (name !== 'length') looks += 1;
      return value;
    },
  });
  return { looked: looked as unknown as string, looks: () => looks };
}
