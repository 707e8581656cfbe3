// The forms of a time the platform prints: local time of Norway without a zone, or with fraction and offset.

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Oslo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `2019-03-12T09:14:00`, with `digits` of a fraction when more than none; some servers print UTC so. */
export function localTime(at: Date, digits: number, zone: 'norway' | 'utc' = 'norway'): string {
  const norway = parts.format(at).replace(' ', 'T');
  const seconds = zone === 'norway' ? norway : at.toISOString().slice(0, 19);
  const fraction = `${String(at.getMilliseconds()).padStart(3, '0')}4567`.slice(0, digits);
  return digits === 0 ? seconds : `${seconds}.${fraction}`;
}

/** `2026-11-21T14:32:07.1234567+01:00`. */
export function timeWithOffset(at: Date, digits = 7): string {
  const local = Date.parse(`${parts.format(at).replace(' ', 'T')}Z`);
  const minutes = Math.round((local - Math.floor(at.getTime() / 1000) * 1000) / 60_000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${localTime(at, digits)}+${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * The moment of a time as callers write it: `2018-01-22`, with or without time, fraction and zone; without a zone it is
 * the local time of Norway. Undefined when it is no time.
 */
export function momentOf(text: string): number | undefined {
  const found =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,7})?)?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(
      text.trim(),
    );
  if (!found) return undefined;
  const [, day = '', minute = '00:00', seconds = ':00', zone] = found;
  const given = Date.parse(`${day}T${minute}${seconds}${zone ?? 'Z'}`);
  if (Number.isNaN(given) || zone !== undefined) return Number.isNaN(given) ? undefined : given;
  // The offset at the guess may be another than at the moment itself, on the days the clocks change.
  return (
    [1, 2].map((h) => given - h * 3_600_000).find((at) => offsetAt(at) === given - at) ?? given
  );
}

function offsetAt(at: number): number {
  const whole = Math.floor(at / 1000) * 1000;
  return Date.parse(`${parts.format(new Date(whole)).replace(' ', 'T')}Z`) - whole;
}
