// The check of one value: what it says agrees with libxml2, and what it cannot tell forbids nothing.
import { describe, expect, it } from 'vitest';
import { checkValue, inputOf, isWrong } from '../../../preload/forms/field-values.ts';
import { formSchemaOf, type ValueRules } from '../../../preload/forms/form-schema.ts';
import { patternMatch } from '../../../preload/forms/xsd-pattern.ts';
import { type Chance, createChance } from '../../platform/randomness.ts';
import { outlineOfText, verdictOn } from '../../support/form-outline.ts';

const rules = (base: string, more: Partial<ValueRules> = {}): ValueRules => ({
  base,
  facets: [],
  values: [],
  valueCount: 0,
  ...more,
});
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('\r', '&#13;')
    .replaceAll('"', '&quot;');

const NUMBERS = ['decimal', 'integer', 'nonNegativeInteger', 'positiveInteger', 'negativeInteger', 'int', 'long', 'short', 'byte', 'unsignedByte', 'unsignedInt', 'unsignedLong'] as const; // prettier-ignore
const DATES = [
  'date',
  'dateTime',
  'time',
  'gYear',
  'gYearMonth',
  'gMonth',
  'gDay',
  'gMonthDay',
] as const;
const PATTERNS = ['[A-Z]{3}', String.raw`\d{4}`, '[0-9]*', '(ja|nei)+', '[a-zæøå]+(-[a-z]+)?', String.raw`[\d\-]+`, '[^a-c]*', '.{2,4}', String.raw`\w+`, String.raw`\S+`, String.raw`\p{Lu}\p{Ll}*`, '[a-z-[aeiou]]+', String.raw`\i\c*`, '(a|aa)*b?', String.raw`[\p{L} .]{1,9}`, '', String.raw`\+?\d{8,12}`, '[A-Z][0-9]{2}|X'] as const; // prettier-ignore

interface RandomType {
  readonly base: string;
  readonly facets: string;
}

function anyType(chance: Chance): RandomType {
  const number = () => String(chance.below(200) - 50);
  const parts: string[] = [];
  const may = (name: string, value: () => string | number) => {
    if (chance.below(3) === 0) parts.push(`<xs:${name} value="${escaped(String(value()))}"/>`);
  };
  const kind = chance.below(4);
  if (kind === 0) {
    const base = chance.pick(NUMBERS);
    const isPlain = base === 'decimal' || base === 'integer';
    may('totalDigits', () => 3 + chance.below(4));
    if (base === 'decimal') may('fractionDigits', () => chance.below(3));
    if (isPlain) {
      may(chance.pick(['minInclusive', 'minExclusive']), () => number());
      may(chance.pick(['maxInclusive', 'maxExclusive']), () => 200 + chance.below(3000));
    }
    return { base, facets: parts.join('') };
  }
  if (kind === 1) {
    const base = chance.pick(DATES);
    if (base === 'date') {
      may('minInclusive', () => '1999-12-31');
      may('maxExclusive', () => '2030-02-28');
    }
    return { base, facets: '' };
  }
  if (kind === 2) {
    const base = chance.pick(['string', 'token', 'normalizedString']);
    for (let at = 2 + chance.below(3); at > 0; at -= 1)
      parts.push(`<xs:enumeration value="${escaped(anyText(chance)).trim()}${String(at)}"/>`);
    return { base, facets: parts.join('') };
  }
  const base = chance.pick([
    'string',
    'token',
    'normalizedString',
    'boolean',
    'NMTOKEN',
    'language',
    'hexBinary',
    'double',
  ]);
  if (['string', 'token', 'normalizedString'].includes(base)) {
    const least = chance.below(3);
    if (chance.below(5) === 0) parts.push(`<xs:length value="${String(least + 2)}"/>`);
    else {
      may('minLength', () => least);
      may('maxLength', () => least + chance.below(8));
    }
  }
  if (base !== 'double' && base !== 'hexBinary') {
    may('pattern', () => chance.pick(PATTERNS));
    may('pattern', () => chance.pick(PATTERNS));
  }
  return { base, facets: parts.join('') };
}

function anyText(chance: Chance): string {
  switch (chance.below(10)) {
    case 0:
      return chance.pick([
        '',
        ' ',
        '0',
        '-0',
        '+5',
        '00012',
        '1.',
        '.5',
        '-.50',
        '1.500',
        '123.456',
        'INF',
        'NaN',
        '1e3',
        '--',
      ]);
    case 1:
      return `${chance.pick(['', '', '-', '+'])}${String(chance.below(5000))}${chance.pick(['', '', '.5', '.250', '.00'])}`;
    case 2:
      return chance.pick(['255', '256', '127', '128', '-129', '32768', '2147483647', '2147483648', '9223372036854775808', '18446744073709551615', '18446744073709551616', '4294967296']); // prettier-ignore
    case 3:
    case 4:
      return `${chance.pick(['1999', '2024', '2023', '0000', '2100', '-0044', '12024', '99'])}-${chance.pick(['01', '02', '12', '13', '4'])}-${chance.pick(['01', '28', '29', '30', '31', '00', '32'])}${chance.pick(['', '', 'Z', '+01:00', '-14:00', '+15:00', 'T10:00:00', 'T24:00:00', 'T23:59:60', 'T10:00', 'T00:00:00.5Z'])}`;
    case 5:
      return chance.pick(['10:00:00', '24:00:00', '24:00:01', '9:00:00', '23:59:59.999', '10:60:00', '2024', '2024-13', '2024-02', '--02', '--13', '---31', '---32', '--02-29', '--02-30', '--04-31', '2024Z']); // prettier-ignore
    case 6:
      return chance.pick(['true', 'false', '1', 'TRUE', 'ja', 'nei', 'janei', 'nb', 'nb-NO', 'en_US', 'ABC', 'X', 'A12', 'abc', 'aab', '0aF1', '+4712345678']); // prettier-ignore
    default:
      return chance.text(chance.below(9), 'abzAZ09 -.æØ_\t\n<&"');
  }
}

const TYPES = 60;

const FIRST = Number(process.env['STEWARD_SEED'] ?? 1);
const COUNT = Number(process.env['STEWARD_FORMS'] ?? 8);

it.each(Array.from({ length: COUNT }, (_, at) => FIRST + at))(
  'FLD-04 says of random values against random facets what libxml2 says (seed %i)',
  async (seed) => {
    const chance = createChance(seed);
    const types = Array.from({ length: TYPES }, () => anyType(chance));
    const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="A"><xs:complexType><xs:sequence>${types
      .map(
        ({ base, facets }, at) =>
          `<xs:element name="e${String(at)}"><xs:simpleType><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:element>`,
      )
      .join('\n')}</xs:sequence></xs:complexType></xs:element></xs:schema>`;
    const [root] = formSchemaOf(await outlineOfText(xsd)).roots;
    const declared = root?.particles ?? [];
    expect(declared).toHaveLength(TYPES);
    for (let round = 0; round < 8; round += 1) {
      const values = types.map(() => anyText(chance));
      const xml = `<A>${values.map((value, at) => `<e${String(at)}>${escaped(value)}</e${String(at)}>`).join('')}</A>`;
      const verdict = await verdictOn(xsd, xml);
      expect(verdict.problem).toBeNull();
      const wrong = new Set(
        verdict.issues.map(({ path }) => /\/A\/(?:\*\[)?e?(\w+)/.exec(path ?? '')?.[1]),
      );
      declared.forEach((one, at) => {
        if (one.kind !== 'element') throw new Error('No element');
        const found = checkValue(one.rules, values[at] ?? '');
        const about = `seed ${String(seed)}: ${JSON.stringify(values[at])} of ${JSON.stringify(types[at])}: ${JSON.stringify(found)}`;
        const isKnown = found.every(isWrong);
        if (found.some(isWrong)) expect(wrong.has(String(at)), about).toBe(true);
        else if (isKnown) expect(wrong.has(String(at)), about).toBe(false);
      });
    }
  },
);

describe('what a field is for', () => {
  const facets = (...given: readonly (readonly [string, string])[]) =>
    given.map(([name, value]) => ({ name, value }));

  it('is told by base type and facets', () => {
    expect(inputOf(rules('date'))).toEqual({ kind: 'date' });
    expect(inputOf(rules('boolean'))).toEqual({ kind: 'boolean' });
    expect(inputOf(rules('string'))).toEqual({ kind: 'text', multiline: true, maxLength: null });
    expect(inputOf(rules('string', { facets: facets(['maxLength', '35']) }))).toEqual({
      kind: 'text',
      multiline: false,
      maxLength: 35,
    });
    expect(inputOf(rules('token'))).toMatchObject({ kind: 'text', multiline: false });
    expect(
      inputOf(rules('decimal', { facets: facets(['fractionDigits', '2'], ['totalDigits', '9']) })),
    ).toEqual({ kind: 'number', fractionDigits: 2, totalDigits: 9, signed: true });
    expect(inputOf(rules('nonNegativeInteger'))).toMatchObject({
      kind: 'number',
      fractionDigits: 0,
      signed: false,
    });
    const values = [{ value: 'J', label: 'Ja' }];
    expect(inputOf(rules('string', { values, valueCount: 700 }))).toEqual({
      kind: 'enumeration',
      values,
      complete: false,
    });
    expect(inputOf(rules('decimal', { facets: facets(['list', 'Tall']) })).kind).toBe('other');
  });

  it('an empty text has one thing wrong with it', () => {
    expect(checkValue(rules('decimal'), '')).toEqual([{ kind: 'empty' }]);
    expect(
      checkValue(rules('string', { facets: facets(['minLength', '2'], ['pattern', 'a+']) }), ''),
    ).toEqual([{ kind: 'empty' }]);
    expect(checkValue(rules('string'), '')).toEqual([]);
  });

  it('limits say what they are and what the value is', () => {
    expect(checkValue(rules('string', { facets: facets(['maxLength', '2']) }), 'a😀b')).toEqual([
      { kind: 'too-long', limit: 2, is: 3 },
    ]);
    expect(checkValue(rules('byte'), '128')).toEqual([
      { kind: 'too-large', limit: '127', inclusive: true },
    ]);
    expect(checkValue(rules('string'), 'a\u0000')).toEqual([{ kind: 'character', code: 0, at: 1 }]);
  });
});

describe('patterns', () => {
  it.each([
    String.raw`^\d{4}$`,
    '(?=a)b',
    String.raw`a\b`,
    String.raw`\p{IsGreek}`,
    'a{2',
    '(a',
    'a*?',
    '[a-]-b]',
  ])('%s is read differently by programs: not checked, and nothing is forbidden', (pattern) => {
    expect(patternMatch(pattern)).toBeUndefined();
    const found = checkValue(
      rules('string', { facets: [{ name: 'pattern', value: pattern }] }),
      'x',
    );
    expect(found).toEqual([{ kind: 'not-checked', what: 'pattern' }]);
    expect(found.some(isWrong)).toBe(false);
  });

  it('none takes time that explodes with the text', () => {
    const match = patternMatch('(a|aa)*(a*)*c');
    expect(match?.(`${'a'.repeat(5000)}b`)).toBe(false);
  });
});
