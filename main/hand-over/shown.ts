// Numbers and days as the pages of a hand-over show them: the same on every computer, whatever its time zone.
import type { Locale } from '../../preload/contract/locale.ts';
import { onFirstUse, TAGS } from '../../preload/writing.ts';

/** Where the platform is. */
const ZONE = 'Europe/Oslo';

/** Made once: making one takes longer than everything else of a page. */
const inMinutes = (locale: Locale) =>
  onFirstUse(
    () =>
      new Intl.DateTimeFormat(TAGS[locale], {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: ZONE,
      }),
  );
const MINUTES = { en: inMinutes('en'), nb: inMinutes('nb') } as const;

/** As it came, where it is no instant. */
export function shownDate(instant: string | null | undefined, locale: Locale): string {
  const time = Date.parse(instant ?? '');
  if (Number.isNaN(time)) return instant ?? '';
  return MINUTES[locale]().format(time);
}

export function shownDay(instant: string, locale: Locale): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return instant;
  return new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeZone: ZONE }).format(time);
}

/** The same day for programs: 2026-11-27. */
export function isoDay(instant: string): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return instant;
  // As it is written in Sweden.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: ZONE }).format(time);
}
