// Hostile JSON: limits before anything is built, no prototype reached, and no text of it in an error.
import { describe, expect, it } from 'vitest';
import {
  decodeBody,
  type JsonFault,
  readJson,
  UnreadableJson,
} from '../../../../main/http/hal-json.ts';

const parseJson = (text: string) => readJson(Buffer.from(text));

function faultOf(work: () => unknown): JsonFault | 'none' {
  try {
    work();
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableJson);
    return (error as UnreadableJson).fault;
  }
}

describe('reading', () => {
  it('gives what JSON.parse gives', () => {
    const texts = [
      '[]',
      '{}',
      ' [ ] ',
      'null',
      '"a"',
      '-0.5e3',
      '0',
      'true',
      '{"a":{"b":[1,2,{"c":null}]},"d":"\\u00e6\\/\\n"}',
      '[[],[[]],{"x":{}}]',
      '{"":1," ":2}',
      '"\\ud83d\\ude00"',
    ];
    for (const text of texts) expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('refuses what JSON.parse refuses', () => {
    const texts = [
      '',
      '[',
      ']',
      '{',
      '[1,]',
      '{"a":1,}',
      '{a:1}',
      "{'a':1}",
      '[1 2]',
      '{"a" 1}',
      '01',
      '1.',
      '.5',
      '+1',
      'NaN',
      'Infinity',
      'undefined',
      '"\n"',
      '"\\x"',
      '"abc',
      '[1]]',
      '{} {}',
      'tru',
      'nul',
      '[,1]',
      '{"a":}',
      '"\\u12"',
      '--1',
      '1e',
      '\u00a0[]',
    ];
    for (const text of texts) {
      expect(() => JSON.parse(text) as unknown).toThrow();
      expect([text, faultOf(() => parseJson(text))]).toEqual([text, 'syntax']);
    }
  });

  it('refuses a document cut at every byte', () => {
    const text = '[{"UserName":"fjord","Created":null,"Secret":"a\\"<&{%\\u00e6","n":[1.5,true]}]';
    for (let at = 0; at < text.length; at++)
      expect([at, faultOf(() => parseJson(text.slice(0, at)))]).toEqual([at, 'syntax']);
  });

  it('PAR-07 numbers that would lose digits come as their text', () => {
    expect(
      parseJson(
        '[9007199254740993, 9007199254740991, 1e999, 0012345678901234567]'.replace('0012', '12'),
      ),
    ).toEqual(['9007199254740993', 9007199254740991, '1e999', '12345678901234567']);
  });
});

describe('bytes', () => {
  it('PAR-02 UTF-16 is read with a mark or its name, and what only says so is UTF-8', () => {
    const utf16 = Buffer.from('\ufeff["æ"]', 'utf16le');
    expect(readJson(utf16)).toEqual(['æ']);
    expect(readJson(Buffer.from(utf16).swap16(), 'utf-16')).toEqual(['æ']);
    expect(readJson(utf16.subarray(2), 'UTF-16')).toEqual(['æ']);
    expect(readJson(Buffer.from('["æ"]'), 'utf-16')).toEqual(['æ']);
    expect(faultOf(() => readJson(Buffer.from('\ufeff["a\0"]', 'utf16le')))).toBe('encoding');
    expect(faultOf(() => readJson(Buffer.from([0xff, 0xfe, 0x00, 0xd8])))).toBe('encoding');
  });

  it('PAR-02 a byte order mark is taken away, bad bytes are refused', () => {
    expect(readJson(Buffer.from('\ufeff[1]'))).toEqual([1]);
    expect(readJson(Buffer.from('["\xe6"]', 'latin1'), 'ISO-8859-1')).toEqual(['æ']);
    expect(readJson(Buffer.from('["æ"]'), 'UTF-8')).toEqual(['æ']);
    const bad = [Buffer.from('["\xe6"]', 'latin1'), Buffer.from('["a\0b"]')];
    for (const bytes of bad) expect(faultOf(() => readJson(bytes))).toBe('encoding');
    for (const charset of ['shift_jis', 'utf-7'])
      expect(faultOf(() => decodeBody(Buffer.from('[]'), charset))).toBe('encoding');
  });
});

describe('limits', () => {
  it('PAR-06 depth is limited before anything recursive sees it', () => {
    const deep = (n: number) => '['.repeat(n) + ']'.repeat(n);
    expect(faultOf(() => parseJson(deep(32)))).toBe('none');
    expect(faultOf(() => parseJson(deep(33)))).toBe('too-deep');
    expect(faultOf(() => parseJson(deep(1_000_000)))).toBe('too-deep');
    expect(faultOf(() => parseJson('{"a":'.repeat(1000)))).toBe('too-deep');
  });

  it('PAR-01 keys, items and lengths of strings are limited', () => {
    const keys = (n: number) => `{${Array.from({ length: n }, (_, i) => `"k${i}":0`).join()}}`;
    expect(faultOf(() => parseJson(keys(200_000)))).toBe('none');
    expect(faultOf(() => parseJson(keys(200_001)))).toBe('too-many-keys');
    expect(faultOf(() => parseJson(`[${'0,'.repeat(1_000_001)}0]`))).toBe('too-many-keys');
    const long = 'x'.repeat(8 * 1024 * 1024);
    expect(faultOf(() => parseJson(`["${long}"]`))).toBe('none');
    expect(faultOf(() => parseJson(`["${long}xx"]`))).toBe('too-long');
  });
});

describe('keys', () => {
  it.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])(
    'PAR-04 %s is refused wherever it stands',
    (key) => {
      for (const text of [`{"${key}":{}}`, `[{"a":{"${key}":1}}]`])
        expect(faultOf(() => parseJson(text))).toBe('forbidden-key');
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it('PAR-05 a key given twice is refused when the values differ', () => {
    expect(faultOf(() => parseJson('{"Secret":"a","Secret":"b"}'))).toBe('duplicate-key');
    expect(faultOf(() => parseJson('{"a":[1],"a":[2]}'))).toBe('duplicate-key');
    expect(faultOf(() => parseJson('{"a":1,"\\u0061":2}'))).toBe('duplicate-key');
    expect(parseJson('{"a":[1,{"b":2}],"a":[1,{"b":2}]}')).toEqual({ a: [1, { b: 2 }] });
  });
});

it('LOG-03 an error carries no sign of the text, though it begins with a secret', () => {
  for (const text of [
    'S3cr3t-One-Two',
    '"S3cr3t',
    '{"S3cr3t":1,"S3cr3t":2}',
    '["S3cr3t"',
    '"S3cr3t\\q"',
  ]) {
    let error: unknown;
    try {
      parseJson(text);
    } catch (e) {
      error = e;
    }
    const all = `${String(error)} ${(error as Error).stack ?? ''} ${JSON.stringify(error)} ${String((error as Error).cause)}`;
    expect(all).not.toMatch(/S3cr3t/);
  }
});
