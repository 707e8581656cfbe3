// Converts the platform's timestamps to and from instants; without a zone they are Norwegian (platform.md, Values).

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

let oslo: Intl.DateTimeFormat | undefined;
/** Made for the first time that is read, not at the start. */
const clockOfOslo = () =>
  (oslo ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Oslo',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }));

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
  const before = offsetAt(wall - 24 * HOUR_MS);
  const after = offsetAt(wall + 24 * HOUR_MS);
  if (before === after) return before;
  return offsetAt(wall - before) === before || offsetAt(wall - after) !== after ? before : after;
}

const HOUR_MS = 3_600_000;
/** Since then Norway's clocks are moved at whole hours of UTC only, so that one reading stands for the hour. */
const WHOLE_HOURS_SINCE = Date.UTC(1980, 0, 1);
const MOST_HOURS = 20_000;
const knownOffsets = new Map<number, number>();

/** Formatting costs a hundred times what all else of a timestamp does, and lists have thousands of them. */
function offsetAt(instant: number): number {
  if (!(instant >= WHOLE_HOURS_SINCE)) return formattedOffset(instant);
  const hour = Math.floor(instant / HOUR_MS);
  const known = knownOffsets.get(hour);
  if (known !== undefined) return known;
  const offset = formattedOffset(hour * HOUR_MS);
  if (knownOffsets.size >= MOST_HOURS) knownOffsets.clear();
  knownOffsets.set(hour, offset);
  return offset;
}

function formattedOffset(instant: number): number {
  const part = new Map(
    clockOfOslo()
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
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
  const isTwice = [time - HOUR_MS, time + HOUR_MS].some((near) => near + offsetAt(near) === wall);
  if (bound === undefined || !isTwice) return wall;
  const begin = Math.floor(wall / HOUR_MS) * HOUR_MS;
  return bound === 'from' ? begin : begin + HOUR_MS;
}

/** The wall time as the platform reads it, without a zone; to the second before it. */
export const writeWallTime = (wall: number): string => new Date(wall).toISOString().slice(0, 19);
