// Dates, numbers, ages and names as the language writes them, from Intl only.
export type Locale = 'en' | 'nb';

const TAGS: Readonly<Record<Locale, string>> = { en: 'en-GB', nb: 'nb' };
const DAY = 86_400_000;
const NO_BREAK_SPACE = '\u00a0';
const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const SIZE = { style: 'unit', unitDisplay: 'short', maximumFractionDigits: 1 } as const;

export interface Formats {
  /** "12 Mar 2019"; a dash when there is no readable time. */
  readonly date: (instant: Instant) => string;
  /** "12 Mar 2019, 09:14" */
  readonly dateTime: (instant: Instant) => string;
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
  /** "812 byte", "48.2 kB", "1.3 MB": in thousands, as file managers count. */
  readonly size: (bytes: number) => string;
  /** "45 s" */
  readonly seconds: (value: number) => string;
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
    const format = new Intl.DateTimeFormat(tag, { ...options, ...zone });
    return (instant: Instant) => {
      const time = timeOf(instant);
      return time === undefined ? EMPTY : format.format(time);
    };
  };
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: 'percent' });
  const collator = new Intl.Collator(tag, { numeric: true, sensitivity: 'base' });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const list = new Intl.ListFormat(tag, { type: 'conjunction' });
  const dateTime = writer({ dateStyle: 'medium', timeStyle: 'short' });
  const time = writer({ hour: '2-digit', minute: '2-digit' });
  return {
    date: writer({ dateStyle: 'medium' }),
    dateTime,
    time,
    timeOrDate: (instant, now) => (daysSince(instant, now) === 0 ? time : dateTime)(instant),
    timeWithSeconds: writer({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    size: sizeWriter(tag),
    seconds: (value) => `${number.format(value)}${NO_BREAK_SPACE}s`,
    daysAgo: (instant, now) => {
      const days = daysSince(instant, now);
      return days === undefined ? EMPTY : relative.format(-days, 'day');
    },
    organisationNumber: (value) =>
      /^\d{9}$/.test(value) ? value.replace(/(\d{3})(?=\d)/g, `$1${NO_BREAK_SPACE}`) : value,
    compare: (a, b) => collator.compare(a, b),
    list: (parts) => list.format(parts),
  };
}

function sizeWriter(tag: string): Formats['size'] {
  const sizes = SIZE_UNITS.map((unit) => new Intl.NumberFormat(tag, { ...SIZE, unit }));
  return (bytes) => {
    const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
    return sizes[step]?.format(bytes / 1000 ** step) ?? EMPTY;
  };
}

/** The right word for a count, by the language's own rules. */
export function plural(
  locale: Locale,
  count: number,
  forms: { readonly one: string; readonly other: string },
): string {
  return new Intl.PluralRules(TAGS[locale]).select(count) === 'one' ? forms.one : forms.other;
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

/** The language a setting means on this computer; Norwegian of any kind reads bokmål. */
export function localeFor(setting: 'auto' | Locale, osLanguage: string): Locale {
  if (setting !== 'auto') return setting;
  return /^(nb|nn|no)([-_]|$)/i.test(osLanguage) ? 'nb' : 'en';
}
