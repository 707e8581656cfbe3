// Converts the platform's timestamps to and from instants; without a zone they are Norwegian (platform.md, Values).

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

const oslo = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Oslo',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** ISO 8601 in UTC with Z, or null for anything that is no such time. Independent of the computer's zone (CLK-03). */
export function readInstant(value: unknown): string | null {
  const parts = typeof value === 'string' ? FORM.exec(value.trim()) : null;
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const ms = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  // Date.UTC accepts 30 February and makes it March; a year below 100 becomes one of the last century.
  if (new Date(wall).toISOString().slice(0, 19) !== isoOf([year, month, day, hour, minute, second]))
    return null;
  return new Date(wall - offsetOf(parts[8], wall)).toISOString();
}

function isoOf(parts: readonly [number, number, number, number, number, number]): string {
  const [year, ...rest] = parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0'));
  const [month = '', day = '', hour = '', minute = '', second = ''] = rest;
  return `${year ?? ''}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Milliseconds that the written zone, or Norway at that wall time, is ahead of UTC. */
function offsetOf(zone: string | undefined, wall: number): number {
  if (zone === undefined) return osloOffset(wall);
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

/**
 * The hour that comes twice in autumn is taken as the first, the one that is left out in spring as if the clock had not
 * been moved yet: both keep the order of what was written.
 */
function osloOffset(wall: number): number {
  const before = offsetAt(wall - 24 * 3_600_000);
  const after = offsetAt(wall + 24 * 3_600_000);
  if (before === after) return before;
  return offsetAt(wall - before) === before || offsetAt(wall - after) !== after ? before : after;
}

function offsetAt(instant: number): number {
  const part = new Map(oslo.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
  const local = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return local - Math.floor(instant / 1000) * 1000;
}

/**
 * What a clock in Norway shows at an instant, as milliseconds as if that were UTC: times of the platform compare by it.
 * In the autumn hour that comes twice one reading stands for two instants: `from` gives the first of its readings for
 * an interval that begins there, `to` the last for one that ends there, so that neither leaves anything out.
 */
export function wallTimeOf(instant: string, bound?: 'from' | 'to'): number {
  const time = Date.parse(instant);
  const wall = time + offsetAt(time);
  const hour = 3_600_000;
  const isTwice = [time - hour, time + hour].some((near) => near + offsetAt(near) === wall);
  if (bound === undefined || !isTwice) return wall;
  const begin = Math.floor(wall / hour) * hour;
  return bound === 'from' ? begin : begin + hour;
}

/** The wall time as the platform reads it, without a zone; to the second before it. */
export const writeWallTime = (wall: number): string => new Date(wall).toISOString().slice(0, 19);
