// Dates, numbers, ages and names as the language writes them, from Intl only.
import type { Locale } from '../../preload/contract/locale.ts';
import {
  dayShown,
  NARROW_SPACE,
  number,
  numberWriter,
  onFirstUse,
  parseDay,
  TAGS,
} from '../../preload/writing.ts';

export { number };

const DAY_PATTERNS = { en: 'dd/mm/yyyy', nb: 'dd.mm.åååå' } as const;
const DAY = 86_400_000;
const NO_BREAK_SPACE = '\u00a0';
const HOURS: Readonly<Record<Locale, string>> = { en: 'h', nb: 't' };
const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const SIZE = { style: 'unit', maximumFractionDigits: 1 } as const;

export interface Formats {
  /** "12 Mar 2019"; a dash when there is no readable time. */
  readonly date: (instant: Instant) => string;
  /** "12/03/2019" of "2019-03-12", as it is typed; '' of anything else */
  readonly day: (value: string) => string;
  /** "2019-03-12" of what was typed; '' of nothing, undefined of what is no day. */
  readonly parseDay: (text: string) => string | undefined;
  /** "dd/mm/yyyy" */
  readonly dayPattern: string;
  /** "12 Mar 2019, 09:14" */
  readonly dateTime: (instant: Instant) => string;
  /** "12 Mar 2019, 09:14:07" */
  readonly dateTimeWithSeconds: (instant: Instant) => string;
  /** "Tuesday, 12 March 2019 at 09:14:07 CET" */
  readonly fullDateTime: (instant: Instant) => string;
  /** "14:32" */
  readonly time: (instant: Instant) => string;
  /** "14:32" of today, "12 Mar 2019, 14:32" of any other day */
  readonly timeOrDate: (instant: Instant, now: Date) => string;
  /** "14:32:07" */
  readonly timeWithSeconds: (instant: Instant) => string;
  /** "1,234" */
  readonly number: (value: number) => string;
  /** "45%" of a share of 1 */
  readonly percent: (share: number) => string;
  /** "812 bytes", "48.2 kB", "1.3 MB": in thousands, as file managers count. */
  readonly size: (bytes: number) => string;
  /** "45 s" */
  readonly seconds: (value: number) => string;
  /** "40 s", "2 min", "2 h 10 min": about how long something takes. */
  readonly duration: (seconds: number) => string;
  /** "today", "yesterday", "3 days ago" */
  readonly daysAgo: (instant: Instant, now: Date) => string;
  /** "910 514 318"; anything that is not nine digits stays as it is. */
  readonly organisationNumber: (value: string) => string;
  /** Sorts names as a person of that language expects: æ, ø, å last, digits by value. */
  readonly compare: (a: string, b: string) => number;
  /** "a, b and c" */
  readonly list: (parts: readonly string[]) => string;
}
export type Instant = string | Date | null | undefined;

export const EMPTY = '–';

/** Undefined when the text is no time; a server's odd date must not break a screen. */
export function timeOf(instant: Instant): Date | undefined {
  if (instant === null || instant === undefined || instant === '') return undefined;
  const time = new Date(instant);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Whole days between a time and now, by the calendar day of this computer; undefined without a time. */
export function daysSince(instant: Instant, now: Date): number | undefined {
  const time = timeOf(instant);
  if (time === undefined) return undefined;
  const day = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate());
  return Math.round((day(now) - day(time)) / DAY);
}

export function createFormats(locale: Locale, timeZone?: string): Formats {
  const tag = TAGS[locale];
  const zone = timeZone === undefined ? {} : { timeZone };
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = onFirstUse(() => new Intl.DateTimeFormat(tag, { ...options, ...zone }));
    return (instant: Instant) => {
      const time = timeOf(instant);
      return time === undefined ? EMPTY : format().format(time);
    };
  };
  const collator = onFirstUse(() => new Intl.Collator(tag, { numeric: true, sensitivity: 'base' }));
  const relative = onFirstUse(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  const list = onFirstUse(() => new Intl.ListFormat(tag, { type: 'conjunction' }));
  const dateTime = writer({ dateStyle: 'medium', timeStyle: 'short' });
  const time = writer({ hour: '2-digit', minute: '2-digit' });
  return {
    date: writer({ dateStyle: 'medium' }),
    day: (value) => dayShown(locale, value),
    parseDay,
    dayPattern: DAY_PATTERNS[locale],
    dateTime,
    dateTimeWithSeconds: writer({ dateStyle: 'medium', timeStyle: 'medium' }),
    fullDateTime: writer({ dateStyle: 'full', timeStyle: 'long' }),
    time,
    timeOrDate: (instant, now) => (daysSince(instant, now) === 0 ? time : dateTime)(instant),
    timeWithSeconds: writer({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    number: (value) => number(locale, value),
    percent: numberWriter(locale, { style: 'percent' }),
    size: sizeWriter(locale),
    seconds: (value) =>
      `${number(locale, value)}${locale === 'nb' ? NARROW_SPACE : NO_BREAK_SPACE}s`,
    duration: (seconds) => duration(locale, seconds),
    daysAgo: (instant, now) => {
      const days = daysSince(instant, now);
      // Intl counts Norwegian days in "døgn", which nobody says of a date.
      return days === undefined ? EMPTY : relative().format(-days, 'day').replace('døgn', 'dager');
    },
    organisationNumber: (value) =>
      /^\d{9}$/.test(value) ? value.replace(/(\d{3})(?=\d)/g, `$1${NO_BREAK_SPACE}`) : value,
    compare: (a, b) => collator().compare(a, b),
    list: (parts) => list().format(parts),
  };
}

/** Whole seconds below a minute and a half, whole minutes above; at least one, for nothing takes none. */
function duration(locale: Locale, seconds: number): string {
  const of = (value: number, unit: string) => `${number(locale, value)}${NO_BREAK_SPACE}${unit}`;
  if (seconds < 90) return of(Math.max(1, Math.round(seconds)), 's');
  const minutes = minutesOf(seconds);
  if (minutes < 60) return of(minutes, 'min');
  const parts = [of(Math.floor(minutes / 60), HOURS[locale])];
  if (minutes % 60 > 0) parts.push(of(minutes % 60, 'min'));
  return parts.join(NO_BREAK_SPACE);
}

function sizeWriter(locale: Locale): Formats['size'] {
  const sizes = SIZE_UNITS.map((unit) =>
    // The short form of a byte has no plural.
    numberWriter(locale, { ...SIZE, unit, unitDisplay: unit === 'byte' ? 'long' : 'short' }),
  );
  return (bytes) => {
    const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
    // Before letters a narrow space is none to the eye.
    return (sizes[step]?.(bytes / 1000 ** step) ?? EMPTY).replace(
      /\u202f(?=\p{L})/u,
      NO_BREAK_SPACE,
    );
  };
}

/** "1 day", "1,234 days" */
export const counted = (locale: Locale, value: number, one: string, other: string): string =>
  `${number(locale, value)} ${plural(locale, value, { one, other })}`;

/** Whole minutes of seconds, for how long something still takes. */
export const minutesOf = (seconds: number): number => Math.round(seconds / 60);

const rules = {
  en: onFirstUse(() => new Intl.PluralRules(TAGS.en)),
  nb: onFirstUse(() => new Intl.PluralRules(TAGS.nb)),
} as const;

/** The right word for a count, by the language's own rules. */
export function plural(
  locale: Locale,
  count: number,
  forms: { readonly one: string; readonly other: string },
): string {
  return rules[locale]().select(count) === 'one' ? forms.one : forms.other;
}

/** "4:09 min" below two hours, whole hours above. */
export function timeLeft(
  seconds: number,
  words: {
    readonly minutes: (minutes: number, seconds: string) => string;
    readonly hours: (n: number) => string;
  },
): string {
  if (seconds >= 7200) return words.hours(Math.floor(seconds / 3600));
  return words.minutes(Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'));
}
