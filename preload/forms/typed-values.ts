// What a person types for numbers, dates and times, in English or Norwegian form, to what XML holds and back.
import { asWritten, checkValue, type DateKind, type FieldInput, isWrong } from './field-values.ts';

export type TypedLanguage = 'en' | 'nb' | 'nn';

export type Typed =
  | { readonly ok: true; readonly value: string }
  /** `ambiguous`: it can be read in two ways; each is what XML would hold. */
  | {
      readonly ok: false;
      readonly problem: 'ambiguous';
      readonly either: readonly [string, string];
    }
  | { readonly ok: false; readonly problem: 'not-number' | 'not-date' };

const value = (text: string): Typed => ({ ok: true, value: text });
const NOT_NUMBER: Typed = { ok: false, problem: 'not-number' };
const NOT_DATE: Typed = { ok: false, problem: 'not-date' };

/**
 * What is typed into a field of this kind. Digits stay as they are typed; nothing is rounded, and only where the field's pattern asks for it are there more or
 * fewer zeros. Kinds without a form of their own are taken as they are.
 */
export function fromTyped(input: FieldInput, text: string, language: TypedLanguage): Typed {
  const typed = text.trim();
  if (typed === '') return value('');
  switch (input.kind) {
    case 'number': {
      const number = numberFromTyped(typed, language, input.fractionDigits === 0);
      return number.ok && input.written !== undefined
        ? value(asWritten(input.written, number.value))
        : number;
    }
    case 'date':
      return dateFromTyped(typed, language);
    case 'dateTime':
      return dateTimeFromTyped(typed, language);
    case 'time': {
      const time = timeFromTyped(typed);
      return time === undefined ? NOT_DATE : value(time);
    }
    case 'gYearMonth':
      return monthFromTyped(typed);
    case 'gYear':
    case 'gMonth':
    case 'gDay':
    case 'gMonthDay':
      return isOfType(input.kind, typed) ? value(typed) : NOT_DATE;
    default:
      return value(text);
  }
}

/** In the form of the language, where `fromTyped` gives exactly the same again; as XML has it where it would not. */
export function toTyped(input: FieldInput, xml: string, language: TypedLanguage): string {
  const shown = shownAs(input.kind, xml, language);
  const back = fromTyped(input, shown, language);
  return back.ok && back.value === xml ? shown : xml;
}

function shownAs(kind: FieldInput['kind'], xml: string, language: TypedLanguage): string {
  const isEnglish = language === 'en';
  switch (kind) {
    case 'number':
      return isEnglish ? xml : xml.replace('.', ',');
    case 'date':
      return dateShown(xml, language);
    case 'dateTime': {
      const [, day = '', time = ''] =
        /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/.exec(xml) ?? [];
      return day === '' ? xml : `${dateShown(day, language)} ${time.replace(/:00$/, '')}`;
    }
    case 'time':
      return xml.replace(/^(\d\d:\d\d):00$/, '$1');
    case 'gYearMonth': {
      const [, year = '', month = ''] = /^(\d{4})-(\d\d)$/.exec(xml) ?? [];
      return year === '' || isEnglish ? xml : `${month}.${year}`;
    }
    default:
      return xml;
  }
}

/** A number in the form of the language; the other form where it cannot be mistaken. `whole`: there are no decimals, so that one mark before three digits groups them. */
export function numberFromTyped(text: string, language: TypedLanguage, whole = false): Typed {
  const found = /^([+\-−]?)\s*([\d.,\s'’]*)$/.exec(text.trim());
  const body = found?.[2] ?? '';
  if (found === null || !/\d/.test(body)) return NOT_NUMBER;
  const sign = found[1] === '−' ? '-' : (found[1] ?? '');
  const grouped = body.replaceAll(/['’\s]/g, ' ').trim();
  const [first = '', second] = grouped.split(/[.,](?=[^.,]*$)/);
  const mark = second === undefined ? '' : grouped.charAt(first.length);
  const hasBlanks = grouped.includes(' ');
  const marks = grouped.match(/[.,]/g) ?? [];
  const plain = (groups: string, decimals: string | undefined): Typed => {
    const digits = ungrouped(groups);
    if (digits === undefined || (decimals !== undefined && !/^\d*$/.test(decimals)))
      return NOT_NUMBER;
    return value(`${sign}${digits}${decimals === undefined ? '' : `.${decimals}`}`);
  };
  if (mark === '') return plain(grouped, undefined);
  if (marks.length > 1) {
    const isSame = marks.every((one) => one === mark);
    if (isSame) return plain(grouped, undefined);
    return marks.filter((one) => one === mark).length === 1 ? plain(first, second) : NOT_NUMBER;
  }
  const mayGroup = !hasBlanks && /^[1-9]\d{0,2}$/.test(first) && /^\d{3}$/.test(second ?? '');
  const isDecimalMark = mark === (language === 'en' ? '.' : ',');
  if (!mayGroup || (isDecimalMark && !whole)) return plain(first, second);
  // A whole number with a decimal mark before three digits: not what the language does.
  if (whole && !isDecimalMark) return plain(grouped, undefined);
  return {
    ok: false,
    problem: 'ambiguous',
    either: [`${sign}${first}${second ?? ''}`, `${sign}${first}.${second ?? ''}`],
  };
}

/** Digits alone, or groups of three behind the first, all with the same mark. */
function ungrouped(text: string): string | undefined {
  if (/^\d*$/.test(text)) return text;
  return /^\d{1,3}([ .,])\d{3}(\1\d{3})*$/.test(text) ? text.replaceAll(/[ .,]/g, '') : undefined;
}

const MONTHS: readonly (readonly string[])[] = [
  ['januar', 'january', 'jan'],
  ['februar', 'february', 'feb'],
  ['mars', 'march', 'mar'],
  ['april', 'apr'],
  ['mai', 'may'],
  ['juni', 'june', 'jun'],
  ['juli', 'july', 'jul'],
  ['august', 'aug'],
  ['september', 'sep', 'sept'],
  ['oktober', 'october', 'okt', 'oct'],
  ['november', 'nov'],
  ['desember', 'december', 'des', 'dec'],
];
const SHORT = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateShown(xml: string, language: TypedLanguage): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(xml) ?? [];
  if (year === '') return xml;
  return language === 'en'
    ? `${Number(day)} ${SHORT[Number(month) - 1] ?? ''} ${year}`
    : `${day}.${month}.${year}`;
}

/** A day. A year of two digits, and 03/04/2026 in English, can be read in two ways. */
export function dateFromTyped(text: string, language: TypedLanguage): Typed {
  if (isOfType('date', text)) return value(text);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted !== null) return dayOf(dotted[3], dotted[2], dotted[1]);
  const named =
    /^(\d{1,2})\.?\s+(\p{L}+)\.?,?\s+(\d{4})$/u.exec(text) ??
    swapped(/^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(text));
  if (named !== null) return dayOf(named[3], monthNamed(named[2]), named[1]);
  const parted = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  if (parted !== null) {
    const [, first, second, year] = parted;
    const dayFirst = dayOf(year, second, first);
    const monthFirst = dayOf(year, first, second);
    if (language !== 'en' || !monthFirst.ok) return dayFirst;
    if (!dayFirst.ok || dayFirst.value === monthFirst.value) return monthFirst;
    return { ok: false, problem: 'ambiguous', either: [dayFirst.value, monthFirst.value] };
  }
  const short = /^(\d{1,2})[./-](\d{1,2})[./-](\d{2})$/.exec(text);
  if (short !== null) {
    const [, day, month, year = ''] = short;
    const [now, before] = [dayOf(`20${year}`, month, day), dayOf(`19${year}`, month, day)];
    if (now.ok && before.ok)
      return { ok: false, problem: 'ambiguous', either: [now.value, before.value] };
    return NOT_DATE;
  }
  const digits = /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  const iso = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (digits === null || iso === null) return NOT_DATE;
  const [last, first] = [dayOf(digits[3], digits[2], digits[1]), dayOf(iso[1], iso[2], iso[3])];
  if (last.ok && first.ok)
    return { ok: false, problem: 'ambiguous', either: [last.value, first.value] };
  return last.ok ? last : first;
}

const swapped = (found: RegExpExecArray | null): readonly (string | undefined)[] | null =>
  found === null ? null : [found[0], found[2], found[1], found[3]];
const monthNamed = (name = ''): string | undefined => {
  const index = MONTHS.findIndex((names) => names.includes(name.toLowerCase()));
  return index < 0 ? undefined : String(index + 1);
};

function dayOf(year = '', month = '', day = ''): Typed {
  const xml = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isOfType('date', xml) ? value(xml) : NOT_DATE;
}

function dateTimeFromTyped(text: string, language: TypedLanguage): Typed {
  if (isOfType('dateTime', text)) return value(text);
  const found =
    /^(.*?\d)(?:\s*T\s*|\s*,?\s+(?:kl\.?\s*)?)(\d{1,2}[:.]\d\d(?:[:.]\d\d(?:\.\d+)?)?)$/i.exec(
      text,
    );
  const time = found === null ? undefined : timeFromTyped(found[2] ?? '');
  if (found === null || time === undefined) return NOT_DATE;
  const day = dateFromTyped(found[1] ?? '', language);
  if (day.ok) return value(`${day.value}T${time}`);
  if (day.problem !== 'ambiguous') return day;
  const [one, other] = day.either;
  return { ...day, either: [`${one}T${time}`, `${other}T${time}`] };
}

function timeFromTyped(text: string): string | undefined {
  if (isOfType('time', text)) return text;
  const found = /^(\d{1,2})[:.](\d\d)(?:[:.](\d\d(?:\.\d+)?))?$/.exec(text);
  if (found === null) return undefined;
  const [, hour = '', minute = '', second = '00'] = found;
  const xml = `${hour.padStart(2, '0')}:${minute}:${second}`;
  return isOfType('time', xml) ? xml : undefined;
}

function monthFromTyped(text: string): Typed {
  if (isOfType('gYearMonth', text)) return value(text);
  const numbers = /^(\d{1,2})[./-](\d{4})$/.exec(text);
  const named = /^(\p{L}+)\.?,?\s+(\d{4})$/u.exec(text);
  const month = numbers?.[1] ?? monthNamed(named?.[1]);
  const xml = `${numbers?.[2] ?? named?.[2] ?? ''}-${(month ?? '').padStart(2, '0')}`;
  return isOfType('gYearMonth', xml) ? value(xml) : NOT_DATE;
}

const isOfType = (base: DateKind, text: string) =>
  !checkValue({ base, facets: [], values: [], valueCount: 0 }, text).some(isWrong);
