// Days and numbers as each of the two languages writes them: for the page, and for what main writes in its stead.
import type { Locale } from './contract/locale.ts';

/** What Intl calls the languages. */
export const TAGS: Readonly<Record<Locale, string>> = { en: 'en-GB', nb: 'nb' };
/** Between the thousands of a number, and between a number and its unit, in Norwegian. */
export const NARROW_SPACE = '\u202f';

const DAY_MARKS = { en: '/', nb: '.' } as const;

/** Making a way to write takes long, and most are never used. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

export function numberWriter(
  locale: Locale,
  options: Intl.NumberFormatOptions = {},
): (value: number) => string {
  const format = onFirstUse(() => new Intl.NumberFormat(TAGS[locale], options));
  return (value) => {
    const text = format().format(value);
    return locale === 'nb' ? text.replaceAll(/\s/g, NARROW_SPACE) : text;
  };
}

const numbers = { en: numberWriter('en'), nb: numberWriter('nb') } as const;
/** "1,234" */
export const number = (locale: Locale, value: number): string => numbers[locale](value);

/** "12/03/2019" of "2019-03-12", as it is typed; '' of anything else. */
export const dayShown = (locale: Locale, value: string): string =>
  parseDay(value) === value ? value.split('-').reverse().join(DAY_MARKS[locale]) : '';

/**
 * "2019-03-12" of day, month and year, whatever stands between them, or as in ISO 8601; '' of nothing, undefined of what is no day.
 */
export function parseDay(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return '';
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed);
  const usual = /^(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{4})$/.exec(typed);
  const [year, month, day] = (iso?.slice(1) ?? usual?.slice(1).reverse() ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1000)
    return undefined;
  const time = new Date(Date.UTC(year, month - 1, day));
  return time.getUTCMonth() === month - 1 ? time.toISOString().slice(0, 10) : undefined;
}
