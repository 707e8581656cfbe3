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

/** `2019-03-12T09:14:00`, with `digits` of a fraction when more than none. */
export function localTime(at: Date, digits: number): string {
  const seconds = parts.format(at).replace(' ', 'T');
  const fraction = `${String(at.getMilliseconds()).padStart(3, '0')}4567`.slice(0, digits);
  return digits === 0 ? seconds : `${seconds}.${fraction}`;
}

/** `2026-11-21T14:32:07.1234567+01:00`, the form of a just created user. */
export function timeWithOffset(at: Date): string {
  const local = Date.parse(`${parts.format(at).replace(' ', 'T')}Z`);
  const minutes = Math.round((local - Math.floor(at.getTime() / 1000) * 1000) / 60_000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${localTime(at, 7)}+${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
