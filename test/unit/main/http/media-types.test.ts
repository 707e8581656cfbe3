// Four media types, one model: what stands in any of them is read as the same, and nothing is guessed.
import { describe, expect, it } from 'vitest';
import { readResource, type Resource } from '../../../../main/http/hal.ts';
import {
  acceptFor,
  type Bodied,
  contentTypeOf,
  type MediaType,
  readBodyOf,
  syntaxOf,
  writeBody,
} from '../../../../main/http/media-types.ts';
import { failureOf } from '../../../../main/problem.ts';
import { writeXml } from '../../../support/xml-writing.ts';
import { damagedBody } from '../../../support/damaged-documents.ts';
import { createRandom, randomResource, type Random } from '../../../support/random-resources.ts';

const ALL: readonly MediaType[] = [
  'application/hal+json',
  'application/hal+xml',
  'application/xml',
  'application/json',
];
const isXml = (type: MediaType) => type.endsWith('xml');
const bodied = (body: Buffer | string, type: string): Bodied => ({
  status: 200,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});
const failed = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
};
const written = (value: unknown, type: MediaType): string =>
  isXml(type)
    ? writeXml(value, type === 'application/xml' ? 'plain' : 'hal', 'Message')
    : JSON.stringify(value);
const through = (value: unknown, type: MediaType) => readBodyOf(bodied(written(value, type), type));

/** What XML keeps of a value: scalars as text, nothing of an empty container but the empty text. */
function asText(value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.length === 0 ? '' : value.map(asText);
  if (typeof value !== 'object') return `${value as string | number | boolean}`;
  const entries = Object.entries(value).map(([key, one]) => [key, asText(one)] as const);
  return entries.length === 0 ? '' : Object.fromEntries(entries);
}

/** A resource as plain data, with every scalar as text, so that forms with and without types can be compared. */
function model(resource: Resource | undefined): unknown {
  if (resource === undefined) return undefined;
  const { links, embedded, state } = resource;
  const lists = Object.entries(embedded).filter(([, list]) => list.length > 0);
  return {
    state: Object.fromEntries(Object.entries(state).map(([key, one]) => [key, innerModel(one)])),
    links: Object.fromEntries(
      [...links].map(([name, list]) => [
        name,
        list.map(({ href, templated, facts }) => ({ href, templated, facts: asText(facts) })),
      ]),
    ),
    embedded: Object.fromEntries(lists.map(([name, list]) => [name, list.map(model)])),
  };
}

/** Objects inside may have links too, and one link of a relation is the same as a list of one. */
function innerModel(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? '' : value.map(innerModel);
  if (typeof value !== 'object' || value === null) return asText(value);
  return Object.keys(value).length === 0 ? '' : model(readResource(value));
}

const modelOf = (value: unknown) => model(readResource(value));

describe('round trips', () => {
  const SEED = 20_250_117;
  const COUNT = 400;
  const each = (check: (value: Record<string, unknown>, random: Random) => void) => {
    for (let i = 0; i < COUNT; i++) {
      const random = createRandom(SEED + i);
      const value = randomResource(random);
      try {
        check(value, random);
      } catch (error) {
        throw new Error(`seed ${SEED + i}: ${JSON.stringify(value)}`, { cause: error });
      }
    }
  };

  it(`each of ${ALL.length} forms gives back each of ${COUNT} resources (seed ${SEED})`, () => {
    each((value) => {
      for (const type of ALL) {
        const back = through(value, type);
        expect(modelOf(back)).toEqual(modelOf(value));
        if (!isXml(type)) expect(back).toEqual(value);
        if (type === 'application/xml') expect(back).toEqual(asText(value));
      }
    });
  });

  it(`each of ${ALL.length * ALL.length} pairs of forms loses nothing and adds nothing`, () => {
    each((value) => {
      const expected = modelOf(value);
      for (const first of ALL)
        for (const second of ALL)
          expect(modelOf(through(through(value, first), second))).toEqual(expected);
    });
  });

  it('lists come back as lists, in every form', () => {
    each((value) => {
      for (const type of ALL) {
        const back = through([value, value], type);
        expect((back as unknown[]).map(modelOf)).toEqual([modelOf(value), modelOf(value)]);
      }
      expect(ALL.map((type) => through([], type))).toEqual([[], [], [], []]);
    });
  });

  it('the resources of the trips hold what is awkward', () => {
    const seen = new Set<string>();
    each((value) => {
      for (const sign of JSON.stringify(value)) seen.add(sign);
    });
    for (const sign of `<>&"'\`{}[]%$#@!;:\\/ æøåÆØÅ€😀`) expect(seen).toContain(sign);
  });
});

describe('which form is asked for', () => {
  it('relations come only with HAL, so who needs them asks for the HAL form of the same syntax', () => {
    for (const type of ALL) expect(acceptFor(type, false)).toBe(type);
    expect(ALL.map((type) => acceptFor(type, true))).toEqual([
      'application/hal+json',
      'application/hal+xml',
      'application/hal+xml',
      'application/hal+json',
    ]);
  });

  it('a body is JSON whatever is asked for: those in XML have another shape', () => {
    const value = { Email: 'a@b.example' };
    const bodies = ALL.map((type) => writeBody(value, type));
    expect(bodies.map(({ bytes }) => bytes.toString())).toEqual(
      ALL.map(() => JSON.stringify(value)),
    );
    expect(bodies.map(({ contentType }) => contentType)).toEqual([
      'application/hal+json; charset=utf-8',
      'application/hal+json; charset=utf-8',
      'application/json; charset=utf-8',
      'application/json; charset=utf-8',
    ]);
  });
});

describe('reading by what the answer says it is', () => {
  it.each<[string, string, unknown]>([
    ['application/json', '[{"A":1}]', [{ A: 1 }]],
    ['application/hal+json; charset=utf-8', '{"A":1}', { A: 1 }],
    ['text/json', '{"A":1}', { A: 1 }],
    ['application/problem+json', '{"A":1}', { A: 1 }],
    ['Application/XML; Charset="UTF-8"', '<M><A>1</A></M>', { A: '1' }],
    ['application/hal+xml', '<resource><A>1</A></resource>', { A: '1' }],
    ['text/xml', '<M><A>1</A></M>', { A: '1' }],
    ['application/vnd.x+xml', '<M><A>1</A></M>', { A: '1' }],
  ])('PAR-03 %s', (type, body, expected) => {
    expect(readBodyOf(bodied(body, type))).toEqual(expected);
  });

  it('PAR-03 anything else is not parsed', () => {
    for (const type of [
      '',
      'text/html',
      'text/plain',
      'application/xhtml+xml',
      'application/jsonp',
    ])
      expect(failed(() => readBodyOf(bodied('{}', type)))).toMatchObject({
        kind: 'unexpected-answer',
        field: 'content-type',
      });
    expect(syntaxOf('application/xhtml+xml')).toBeUndefined();
    expect(contentTypeOf({ 'content-type': ' Text/XML ; charset=ISO-8859-1' })).toEqual({
      type: 'text/xml',
      charset: 'ISO-8859-1',
    });
  });

  it('LOG-03 PAR-11 what cannot be read becomes a failure that names the fault and quotes nothing', () => {
    const body = (text: string, type: string) => failed(() => readBodyOf(bodied(text, type)));
    const xml = body('<!DOCTYPE a [<!ENTITY b "S3cr3t">]><a>&b;</a>', 'application/xml');
    expect(xml).toMatchObject({ kind: 'unexpected-answer', field: 'body', status: 200 });
    expect(xml?.message).toContain('doctype');
    expect(JSON.stringify(xml)).not.toContain('S3cr3t');
    expect(body('<a>', 'application/json')?.message).toContain('syntax');
    expect(body('{}', 'application/xml')?.message).toContain('syntax');
  });

  it('PAR-01 the metadata list has limits of its own', () => {
    const json = `[${'{"a":1},'.repeat(200_000)}{"a":1}]`;
    const xml = `<ArrayOfA>${'<A/>'.repeat(200_001)}</ArrayOfA>`;
    for (const [text, type] of [
      [json, 'application/json'],
      [xml, 'application/xml'],
    ] as const) {
      expect(failed(() => readBodyOf(bodied(text, type)))?.message).toContain('too-many');
      expect(readBodyOf(bodied(text, type), { large: true })).toHaveLength(200_001);
    }
  });
});

describe('PAR-11 a corpus of damaged documents', () => {
  it('PAR-11 each is read or refused with a failure, and reaches no prototype', () => {
    const SEED = 7_031;
    let read = 0;
    let refused = 0;
    for (let i = 0; i < 3000; i++) {
      const body = damagedBody(SEED + i).damaged;
      const failure = failed(() => readBodyOf(body));
      if (failure === undefined) read += 1;
      else {
        refused += 1;
        expect(failure, `seed ${SEED + i}`).toMatchObject({
          kind: 'unexpected-answer',
          field: 'body',
        });
        expect(failure.message).toMatch(/^The answer cannot be read: [a-z-]+\.$/);
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    // Both happen often: the corpus is neither all noise nor all honest.
    expect([read > 100, refused > 1000, read + refused]).toEqual([true, true, 3000]);
    process.stdout.write(`damaged XML: ${read} read, ${refused} refused (seed ${SEED})\n`);
  });
});
