// Tolerant readers of single values: numbers and booleans as text, dates in every form, nothing guessed (PAR-10).
import { readInstant } from './platform-time.ts';

/**
 * The contract of every reader here: the value; `null` when nothing is there (missing, null, empty or only blanks);
 * `undefined` when something is there that is not understood. The last must become an `unexpected-answer` that names
 * the field, never a silent null: `ResourceReader` of reader.ts does that, and services use only that.
 */
export type Read<T> = T | null | undefined;

/** What stands for no end: the platform writes the last day of the year 9999 for it. */
export const FOR_EVER = 'for-ever';

const isNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Text without blanks and line ends after it; a number with the digits it came with. */
export function textOf(value: unknown): Read<string> {
  if (isNothing(value)) return null;
  if (typeof value === 'string') return value.trimEnd();
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** A whole number that loses no digit: also `"007"` and `"7.0"`, not `7.5`, not more than 2^53. */
export function integerOf(value: unknown): Read<number> {
  if (isNothing(value)) return null;
  const written = typeof value === 'string' ? value.trim() : value;
  const number =
    typeof written === 'string' && /^[+-]?\d{1,16}(\.0{1,9})?$/.test(written)
      ? Number(written)
      : written;
  // `+ 0` makes the zero of "-0" the usual one.
  return typeof number === 'number' && Number.isSafeInteger(number) ? number + 0 : undefined;
}

/** `true`, `"True"`, `1`, `"1"` and their opposites; any other word is not understood (`"false"` is false). */
export function booleanOf(value: unknown): Read<boolean> {
  if (isNothing(value)) return null;
  const known = typeof value === 'string' || typeof value === 'number' || value === true;
  const word = known || value === false ? String(value).trim() : '';
  if (/^(true|1)$/i.test(word)) return true;
  return /^(false|0)$/i.test(word) ? false : undefined;
}

/** ISO 8601 in UTC with Z. A day alone is its first moment; the year 1 is what servers send for no date at all. */
export function instantOf(value: unknown): Read<string> {
  if (isNothing(value)) return null;
  if (typeof value !== 'string') return undefined;
  const written = value.trim();
  if (/^0001-01-01(T00:00:00(\.0+)?)?Z?$/i.test(written)) return null;
  const instant = readInstant(
    /^\d{4}-\d{2}-\d{2}$/.test(written) ? `${written}T00:00:00` : written,
  );
  // The last hours of the year 9999 west of Greenwich lie in a year no date of ours can hold.
  return instant !== null && /^\d{4}-/.test(instant) ? instant : undefined;
}

/** The end of a validity: a date as `instantOf` gives it, or FOR_EVER. */
export function dateOrForever(value: unknown): Read<string> {
  const isLastDay = typeof value === 'string' && /^\s*9999-12-31(T|\s*$)/i.test(value);
  return isLastDay ? FOR_EVER : instantOf(value);
}
