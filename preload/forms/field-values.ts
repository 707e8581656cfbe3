// What a field takes, and what is wrong with one value: by base type and facets, as the check of a whole file says.
import type { ValueRules } from './form-schema.ts';
import { shapeOf } from './pattern-shape.ts';
import { illegalIn } from './xml-tree.ts';
import { patternMatch } from './xsd-pattern.ts';

export type DateKind =
  | 'date'
  | 'dateTime'
  | 'time'
  | 'gYear'
  | 'gYearMonth'
  | 'gMonth'
  | 'gDay'
  | 'gMonthDay';

export type FieldInput =
  | {
      readonly kind: 'text';
      /** Line breaks may stand in it, and there is room for some. */
      readonly multiline: boolean;
      readonly maxLength: number | null;
    }
  | {
      readonly kind: 'number';
      /** No more than so many decimals; 0: whole numbers; null: any number of them. */
      readonly fractionDigits: number | null;
      readonly totalDigits: number | null;
      /** Whether it may be below zero. */
      readonly signed: boolean;
      /** Where a pattern says how it is written, such as with two decimals: `asWritten` writes it so. */
      readonly written?: ValueRules;
    }
  | { readonly kind: DateKind }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'enumeration';
      readonly values: ValueRules['values'];
      /** False: there are more than came with the outline; others may be typed. */
      readonly complete: boolean;
    }
  /** Several of the values, one after the other (`xs:list`). */
  | {
      readonly kind: 'choices';
      readonly values: ValueRules['values'];
      readonly complete: boolean;
      readonly min: number;
      /** Null: as many as there are. */
      readonly max: number | null;
    }
  /** Its text is typed as the XML has it. */
  | { readonly kind: 'other'; readonly base: string };

export type ValueProblem =
  /** There has to be something. */
  | { readonly kind: 'empty' }
  /** XML cannot hold the character. */
  | { readonly kind: 'character'; readonly code: number; readonly at: number }
  | { readonly kind: 'not-number' }
  | { readonly kind: 'not-whole-number' }
  | { readonly kind: 'not-boolean' }
  /** As XML writes it, and a day of the calendar. */
  | { readonly kind: 'not-date'; readonly of: DateKind }
  /** No text of its type. */
  | { readonly kind: 'not-of-type'; readonly of: string }
  | {
      readonly kind: 'too-long' | 'too-short' | 'other-length';
      readonly limit: number;
      readonly is: number;
    }
  | {
      readonly kind: 'too-many-digits' | 'too-many-decimals';
      readonly limit: number;
      readonly is: number;
    }
  | {
      readonly kind: 'too-small' | 'too-large';
      readonly limit: string;
      readonly inclusive: boolean;
    }
  /** Of several choices. */
  | {
      readonly kind: 'too-many-chosen' | 'too-few-chosen';
      readonly limit: number;
      readonly is: number;
    }
  | { readonly kind: 'not-in-list' }
  /** `of`: all of its rules, which an example has to keep to as well. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly of: ValueRules }
  /** Only the check of the whole file tells: nothing is said against the value. */
  | { readonly kind: 'not-checked'; readonly what: 'pattern' | 'type' | 'values' | 'limit' };

/** Whether the value is wrong, and not merely not checked here. */
export const isWrong = ({ kind }: ValueProblem): boolean => kind !== 'not-checked';

const DATES: readonly string[] = [
  'date',
  'dateTime',
  'time',
  'gYear',
  'gYearMonth',
  'gMonth',
  'gDay',
  'gMonthDay',
] satisfies DateKind[];
const isDate = (base: string): base is DateKind => DATES.includes(base);

type Whole = readonly [min: string | null, max: string | null];
const WHOLE: Readonly<Record<string, Whole>> = {
  integer: [null, null],
  nonPositiveInteger: [null, '0'],
  negativeInteger: [null, '-1'],
  nonNegativeInteger: ['0', null],
  positiveInteger: ['1', null],
  long: ['-9223372036854775808', '9223372036854775807'],
  int: ['-2147483648', '2147483647'],
  short: ['-32768', '32767'],
  byte: ['-128', '127'],
  unsignedLong: ['0', '18446744073709551615'],
  unsignedInt: ['0', '4294967295'],
  unsignedShort: ['0', '65535'],
  unsignedByte: ['0', '255'],
};
const isFloat = (base: string) => base === 'float' || base === 'double';
/** A longer text gets several lines. */
const ONE_LINE = 255;

const facet = ({ facets }: ValueRules, name: string): string | undefined =>
  facets.find((one) => one.name === name)?.value;
const numberFacet = (rules: ValueRules, name: string): number | null => {
  const value = facet(rules, name);
  return value === undefined || !/^\s*\+?\d+\s*$/.test(value) ? null : Number(value);
};
/** Lists and unions: of several types at once. */
const isCompound = ({ facets }: ValueRules) =>
  facets.some(({ name }) => name === 'list' || name === 'union');

/** A list whose items are told. */
const isChoices = (rules: ValueRules) =>
  facet(rules, 'list') !== undefined && rules.values.length > 0;

export const chosenIn = (value: string): readonly string[] => value.split(/\s+/).filter(Boolean);

/** With one more, or without it; in the order of the values, and behind them what is none of them. */
export function withChoice(rules: ValueRules, value: string, choice: string): string {
  const chosen = chosenIn(value);
  const isSame = (one: string) => isSameValue(itemOf(rules), one, choice);
  const wanted = chosen.some(isSame) ? chosen.filter((one) => !isSame(one)) : [...chosen, choice];
  const placeOf = (one: string) => {
    const at = rules.values.findIndex((own) => isSameValue(itemOf(rules), own.value, one));
    return at < 0 ? Infinity : at;
  };
  return wanted
    .map((one) => ({ one, place: placeOf(one) }))
    .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ one }) => one)
    .join(' ');
}

/** Of one item of the list. */
export const itemOf = (rules: ValueRules): ValueRules => ({ ...rules, facets: [] });

export function inputOf(rules: ValueRules): FieldInput {
  const { base, values, valueCount } = rules;
  const complete = valueCount <= values.length;
  if (isChoices(rules)) {
    const length = numberFacet(rules, 'length');
    return {
      kind: 'choices',
      // With a blank in it, it would be two.
      values: values.filter(({ value }) => !/\s/.test(value)),
      complete,
      min: length ?? numberFacet(rules, 'minLength') ?? 0,
      max: length ?? numberFacet(rules, 'maxLength'),
    };
  }
  if (values.length > 0) return { kind: 'enumeration', values, complete };
  if (isCompound(rules)) return { kind: 'other', base };
  if (base === 'boolean') return { kind: 'boolean' };
  if (isDate(base)) return { kind: base };
  const whole = WHOLE[base];
  if (whole !== undefined || base === 'decimal') {
    const low = facet(rules, 'minInclusive') ?? facet(rules, 'minExclusive') ?? whole?.[0];
    return {
      kind: 'number',
      fractionDigits: whole === undefined ? numberFacet(rules, 'fractionDigits') : 0,
      totalDigits: numberFacet(rules, 'totalDigits'),
      signed:
        low === undefined || low === null || !isDecimal(low.trim()) || low.trim().startsWith('-'),
      ...(facet(rules, 'pattern') !== undefined && { written: rules }),
    };
  }
  const decimal = decimalIn(rules);
  if (decimal !== undefined)
    return {
      kind: 'number',
      fractionDigits: decimal.decimals[1] === Infinity ? null : decimal.decimals[1],
      totalDigits: null,
      signed: decimal.signed,
      written: rules,
    };
  if (isFreeText(base)) {
    const maxLength = numberFacet(rules, 'length') ?? numberFacet(rules, 'maxLength');
    const mayBreak = whiteSpaceOf(rules) === 'preserve';
    return { kind: 'text', multiline: mayBreak && (maxLength ?? Infinity) > ONE_LINE, maxLength };
  }
  return { kind: 'other', base };
}

const isFreeText = (base: string) => ['string', 'normalizedString', 'token', ''].includes(base);
/** Of fewer digits, it may be a clock time, a day or a number of a version. */
const FEWEST_OF_AMOUNT = 5;

/** What a text is whose pattern lets nothing be but a number with decimals. */
function decimalIn(rules: ValueRules) {
  const pattern = isFreeText(rules.base) ? facet(rules, 'pattern') : undefined;
  const shape = pattern === undefined ? undefined : shapeOf(pattern);
  return shape?.kind === 'number' &&
    shape.mark === '.' &&
    (shape.signed || shape.most >= FEWEST_OF_AMOUNT)
    ? shape
    : undefined;
}

const whiteSpaceOf = (rules: ValueRules): string =>
  isCompound(rules)
    ? 'collapse'
    : (facet(rules, 'whiteSpace') ??
      (rules.base === 'string' || rules.base === '' || rules.base === 'anySimpleType'
        ? 'preserve'
        : rules.base === 'normalizedString'
          ? 'replace'
          : 'collapse'));

/** With its blanks as the type reads them: what lengths are counted in and patterns are held against. */
export function normalised(rules: ValueRules, value: string): string {
  const how = whiteSpaceOf(rules);
  if (how === 'preserve') return value;
  const replaced = value.replaceAll(/[\t\n\r]/g, ' ');
  return how === 'replace' ? replaced : replaced.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '');
}

/** By what they mean: 1.0 and 1, `true` and `1`. */
export function isSameValue(rules: ValueRules, one: string, other: string): boolean {
  const [a, b] = [normalised(rules, one), normalised(rules, other)];
  if (a === b) return true;
  if (isCompound(rules)) return false;
  if (rules.base === 'boolean') return /^(true|1)$/.test(a) === /^(true|1)$/.test(b);
  if (isNumeric(rules.base) && isDecimal(a) && isDecimal(b)) return compareDecimals(a, b) === 0;
  if (isFloat(rules.base)) return floatOf(a) === floatOf(b);
  return false;
}

const isNumeric = (base: string) => base === 'decimal' || base in WHOLE;

/** Everything that is wrong with it. What it says of an empty text is one thing only: that there has to be something. */
export function checkValue(rules: ValueRules, value: string): readonly ValueProblem[] {
  const illegal = illegalIn(value);
  if (illegal !== null) return [{ kind: 'character', ...illegal }];
  if (isChoices(rules)) return ofChoices(rules, value);
  if (isCompound(rules)) return [{ kind: 'not-checked', what: 'type' }];
  const text = normalised(rules, value);
  const found: ValueProblem[] = [...ofType(rules, text)];
  if (!found.some(isWrong)) found.push(...ofFacets(rules, text));
  found.push(...ofPatterns(rules, text), ...ofList(rules, text));
  return text === '' && found.some(isWrong) ? [{ kind: 'empty' }] : found;
}

const NAMES: Readonly<Record<string, RegExp>> = {
  language: /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/,
  NMTOKEN: /^[\w.:\-\xB7\xC0-\uFFFD]+$/u,
  Name: /^[A-Za-z_:\xC0-\uFFFD][\w.:\-\xB7\xC0-\uFFFD]*$/u,
  NCName: /^[A-Za-z_\xC0-\uFFFD][\w.\-\xB7\xC0-\uFFFD]*$/u,
  ID: /^[A-Za-z_\xC0-\uFFFD][\w.\-\xB7\xC0-\uFFFD]*$/u,
  IDREF: /^[A-Za-z_\xC0-\uFFFD][\w.\-\xB7\xC0-\uFFFD]*$/u,
  hexBinary: /^([0-9a-fA-F]{2})*$/,
};
const FREE: readonly string[] = ['string', 'normalizedString', 'token', 'anySimpleType'];

function ofType({ base }: ValueRules, text: string): readonly ValueProblem[] {
  const whole = WHOLE[base];
  if (whole !== undefined) {
    if (!/^[+-]?\d+$/.test(text))
      return [{ kind: isDecimal(text) ? 'not-whole-number' : 'not-number' }];
    const [min, max] = whole;
    if (min !== null && compareDecimals(text, min) < 0)
      return [{ kind: 'too-small', limit: min, inclusive: true }];
    if (max !== null && compareDecimals(text, max) > 0)
      return [{ kind: 'too-large', limit: max, inclusive: true }];
    return [];
  }
  if (base === 'decimal') return isDecimal(text) ? [] : [{ kind: 'not-number' }];
  if (isFloat(base)) return floatOf(text) === undefined ? [{ kind: 'not-number' }] : [];
  if (base === 'boolean') return /^(true|false|1|0)$/.test(text) ? [] : [{ kind: 'not-boolean' }];
  if (isDate(base))
    return momentOf(base, text) === undefined ? [{ kind: 'not-date', of: base }] : [];
  if (FREE.includes(base)) return [];
  const name = NAMES[base];
  if (name === undefined) return [{ kind: 'not-checked', what: 'type' }];
  if (!name.test(text)) return [{ kind: 'not-of-type', of: base }];
  return [];
}

function ofFacets(rules: ValueRules, text: string): ValueProblem[] {
  const found: ValueProblem[] = [];
  const { base } = rules;
  for (const { name, value } of rules.facets) {
    const limit = Number(value);
    switch (name) {
      case 'length':
      case 'minLength':
      case 'maxLength': {
        const is = lengthOf(base, text);
        if (is === undefined) found.push({ kind: 'not-checked', what: 'limit' });
        else if (name === 'length' && is !== limit) found.push({ kind: 'other-length', limit, is });
        else if (name === 'minLength' && is < limit) found.push({ kind: 'too-short', limit, is });
        else if (name === 'maxLength' && is > limit) found.push({ kind: 'too-long', limit, is });
        break;
      }
      case 'totalDigits': {
        const is = digitsOf(text).total;
        if (isNumeric(base) && is > limit) found.push({ kind: 'too-many-digits', limit, is });
        break;
      }
      case 'fractionDigits': {
        const is = digitsOf(text).fraction;
        if (isNumeric(base) && is > limit) found.push({ kind: 'too-many-decimals', limit, is });
        break;
      }
      case 'minInclusive':
      case 'minExclusive':
      case 'maxInclusive':
      case 'maxExclusive':
        found.push(...ofRange(rules, name, value, text));
        break;
      case 'whiteSpace':
      case 'pattern':
        break;
      default:
        found.push({ kind: 'not-checked', what: 'type' });
    }
  }
  return found;
}

function ofRange(
  rules: ValueRules,
  name: 'minInclusive' | 'minExclusive' | 'maxInclusive' | 'maxExclusive',
  given: string,
  text: string,
): ValueProblem[] {
  const limit = given.trim();
  const order = orderOf(rules.base, text, limit);
  if (order === undefined) return [{ kind: 'not-checked', what: 'limit' }];
  const inclusive = name.endsWith('Inclusive');
  const isMin = name.startsWith('min');
  const isOut = isMin
    ? order < 0 || (order === 0 && !inclusive)
    : order > 0 || (order === 0 && !inclusive);
  return isOut ? [{ kind: isMin ? 'too-small' : 'too-large', limit, inclusive }] : [];
}

/** Undefined where one is neither before nor behind the other, as far as is known here. */
function orderOf(base: string, one: string, other: string): number | undefined {
  if (isNumeric(base))
    return isDecimal(one) && isDecimal(other) ? compareDecimals(one, other) : undefined;
  if (isFloat(base)) {
    const [a, b] = [floatOf(one), floatOf(other)];
    return a === undefined || b === undefined || Number.isNaN(a) || Number.isNaN(b)
      ? undefined
      : Math.sign(a - b);
  }
  if (!isDate(base)) return undefined;
  const [a, b] = [momentOf(base, one), momentOf(base, other)];
  if (a === undefined || b === undefined || a.zone !== '' || b.zone !== '') return undefined;
  for (let index = 0; index < a.parts.length; index += 1) {
    const order = compareDecimals(a.parts[index] ?? '0', b.parts[index] ?? '0');
    if (order !== 0) return order;
  }
  return 0;
}

function ofPatterns(rules: ValueRules, text: string): ValueProblem[] {
  return rules.facets
    .filter(({ name }) => name === 'pattern')
    .flatMap(({ value }): ValueProblem[] => {
      const match = patternMatch(value);
      if (match === undefined) return [{ kind: 'not-checked', what: 'pattern' }];
      return match(text) ? [] : [{ kind: 'pattern', pattern: value, of: rules }];
    });
}

function ofList(rules: ValueRules, text: string): ValueProblem[] {
  const { values, valueCount } = rules;
  if (values.length === 0 || values.some(({ value }) => isSameValue(rules, value, text))) return [];
  return [
    values.length < valueCount ? { kind: 'not-checked', what: 'values' } : { kind: 'not-in-list' },
  ];
}

function ofChoices(rules: ValueRules, value: string): readonly ValueProblem[] {
  const chosen = chosenIn(value);
  const is = chosen.length;
  const [length, min, max] = ['length', 'minLength', 'maxLength'].map((name) =>
    numberFacet(rules, name),
  );
  const [fewest, most] = [length ?? min ?? 0, length ?? max ?? Infinity];
  if (is === 0 && fewest > 0) return [{ kind: 'empty' }];
  const found = chosen.flatMap((one) => ofList(itemOf(rules), one)).slice(0, 1);
  if (is > most) found.push({ kind: 'too-many-chosen', limit: most, is });
  if (is < fewest) found.push({ kind: 'too-few-chosen', limit: fewest, is });
  found.push(...ofPatterns(rules, chosen.join(' ')));
  return found;
}

function lengthOf(base: string, text: string): number | undefined {
  if (base === 'hexBinary') return text.length / 2;
  if (FREE.includes(base) || base in NAMES || base === 'anyURI') return [...text].length;
  return undefined;
}

const DECIMAL = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))$/;
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

/** Digits as they count: no zeros before the number or behind the decimals. */
function decimalOf(text: string) {
  const [, sign = '', whole = '', first = '', second = ''] = DECIMAL.exec(text) ?? [];
  const [before, behind] = [whole.replace(/^0+/, ''), (first + second).replace(/0+$/, '')];
  const isZero = before === '' && behind === '';
  return { isNegative: sign === '-' && !isZero, before, behind };
}

function digitsOf(text: string): { readonly total: number; readonly fraction: number } {
  const { before, behind } = decimalOf(text);
  // As the checker counts: zeros behind the point are digits of a number below one, too.
  return { total: Math.max(1, before.length + behind.length), fraction: behind.length };
}

/** Below, at or above zero, as the first is less than, equal to or greater than the second. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const size =
    a.before.length === b.before.length
      ? compareTexts(a.before, b.before) || compareTexts(a.behind, b.behind)
      : a.before.length - b.before.length;
  return a.isNegative ? -Math.sign(size) : Math.sign(size);
}
const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** More decimals are not added. */
const MOST_DECIMALS = 20;

/**
 * The same number as the pattern of its type has it: 1000 as 1000.00, .5 as 0.50, +7 as 7. As it is where no other way to write it fits, or it fits as
 * it is. Zeros before the number are taken away and never put there: a number that is too short is one with a digit missing.
 */
export function asWritten(rules: ValueRules, value: string): string {
  const isFit = (text: string) => !checkValue(rules, text).some(isWrong);
  const text = value.trim();
  const isNumber = isNumeric(rules.base) || decimalIn(rules) !== undefined;
  if (!isNumber || !isDecimal(text) || isFit(value)) return value;
  const { isNegative, before, behind } = decimalOf(text);
  const given = /\d+/.exec(text.replace(/\..*$/, ''))?.[0] ?? '';
  for (const whole of new Set([given, before === '' ? '0' : before, before]))
    for (let count = behind.length; count <= Math.max(behind.length, MOST_DECIMALS); count += 1) {
      const decimals = count === 0 ? '' : `.${behind.padEnd(count, '0')}`;
      const written = `${isNegative ? '-' : ''}${whole}${decimals}`;
      if (isDecimal(written) && isFit(written)) return written;
    }
  return value;
}

function floatOf(text: string): number | undefined {
  if (text === 'INF') return Infinity;
  if (text === '-INF') return -Infinity;
  if (text === 'NaN') return NaN;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
}

const ZONE = '(Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?';
/** Later years are more than the checker of whole files can hold. */
const LAST_YEAR = '2147483647';
const YEAR = '(-?(?:[1-9]\\d{3,9}|0\\d{3}))';
const MONTH = '(0[1-9]|1[0-2])';
const DAY = '(0[1-9]|[12]\\d|3[01])';
const TIME = '(\\d\\d):(\\d\\d):(\\d\\d(?:\\.\\d+)?)';
const FORMS: Readonly<Record<DateKind, RegExp>> = {
  date: new RegExp(`^${YEAR}-${MONTH}-${DAY}${ZONE}$`),
  dateTime: new RegExp(`^${YEAR}-${MONTH}-${DAY}T${TIME}${ZONE}$`),
  time: new RegExp(`^${TIME}${ZONE}$`),
  gYear: new RegExp(`^${YEAR}${ZONE}$`),
  gYearMonth: new RegExp(`^${YEAR}-${MONTH}${ZONE}$`),
  gMonth: new RegExp(`^--${MONTH}${ZONE}$`),
  gDay: new RegExp(`^---${DAY}${ZONE}$`),
  gMonthDay: new RegExp(`^--${MONTH}-${DAY}${ZONE}$`),
};

/** Its numbers, from the largest unit on; undefined where there is no such day or time. */
function momentOf(
  of: DateKind,
  text: string,
): { readonly parts: readonly string[]; readonly zone: string } | undefined {
  const found = FORMS[of].exec(text);
  if (found === null) return undefined;
  const parts = found.slice(1, -1);
  const zone = found.at(-1) ?? '';
  if (of === 'date' || of === 'dateTime') {
    const [year = '', month = '', day = ''] = parts;
    if (Number(day) > daysIn(year, Number(month))) return undefined;
  }
  if (of === 'gMonthDay') {
    const [month = '', day = ''] = parts;
    if (Number(day) > daysIn('2000', Number(month))) return undefined;
  }
  const [first = ''] = parts;
  if (of === 'date' || of === 'dateTime' || of === 'gYear' || of === 'gYearMonth')
    if (/^-?0+$/.test(first) || compareDecimals(first.replace('-', ''), LAST_YEAR) > 0)
      return undefined;
  if (of === 'time' || of === 'dateTime') {
    const [hour = '', minute = '', second = ''] = parts.slice(-3);
    const isEnd = hour === '24' && minute === '00' && /^00(\.0+)?$/.test(second);
    if (!isEnd && (Number(hour) > 23 || Number(minute) > 59 || Number(second) >= 60))
      return undefined;
    if (isEnd) return { parts: [...parts.slice(0, -3), hour, minute, second], zone };
  }
  return { parts, zone };
}

function daysIn(year: string, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
function isLeap(year: string): boolean {
  const last = Number(year.replace('-', '').slice(-4));
  return last % 4 === 0 && (last % 100 !== 0 || last % 400 === 0);
}
