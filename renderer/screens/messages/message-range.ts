// The date range of a list: presets and days of one's own, as instants of this computer's time zone.
import { localDay } from '../../../preload/contract/rules.ts';
export const PRESETS = [
  '30-days',
  '3-months',
  '12-months',
  'this-year',
  'last-year',
  'all',
  'own',
] as const;
export type Preset = (typeof PRESETS)[number];

export interface Range {
  readonly preset: Preset;
  /** Days of `own` as yyyy-mm-dd, the last one included; '' leaves that end open. */
  readonly from: string;
  readonly to: string;
}
/** Both ends included. */
export interface Bounds {
  readonly from?: string;
  readonly to?: string;
}

/** What a box is opened with: a box of many years takes minutes to read, and the newest is what is looked for. */
export const FIRST: Range = { preset: '12-months', from: '', to: '' };
export const EVERYTHING: Range = { preset: 'all', from: '', to: '' };

export function boundsOf({ preset, from, to }: Range, now: Date): Bounds {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const since = (start: Date): Bounds => ({ from: start.toISOString() });
  switch (preset) {
    case '30-days':
      return since(new Date(year, month, day - 29));
    case '3-months':
      return since(monthsBefore(now, 3));
    case '12-months':
      return since(monthsBefore(now, 12));
    case 'this-year':
      return since(new Date(year, 0, 1));
    case 'last-year':
      return {
        from: new Date(year - 1, 0, 1).toISOString(),
        to: lastOf(new Date(year, 0, 1)),
      };
    case 'all':
      return {};
    case 'own': {
      const [first, last] = [dayOf(from), dayOf(to)];
      return {
        ...(first === undefined ? {} : { from: first.toISOString() }),
        ...(last === undefined
          ? {}
          : { to: lastOf(new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)) }),
      };
    }
  }
}

/** The same days as ones of one's own, to be changed from there. */
export function ownRange({ from, to }: Bounds): Range {
  return { preset: 'own', from: writtenDay(from), to: writtenDay(to) };
}

/** Whether it can be asked for: the first day is not after the last. */
export const isPossible = ({ preset, from, to }: Range): boolean =>
  preset !== 'own' || from === '' || to === '' || from <= to;

export const isLimited = ({ preset, from, to }: Range): boolean =>
  preset !== 'all' && (preset !== 'own' || from !== '' || to !== '');

/** 31 May is three months after 28 February, not after 3 March. */
function monthsBefore(now: Date, months: number): Date {
  const first = new Date(now.getFullYear(), now.getMonth() - months, 1);
  const days = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return new Date(first.getFullYear(), first.getMonth(), Math.min(now.getDate(), days));
}

/** Of milliseconds. */
export const instantOf = (time: number): string => new Date(time).toISOString();

const lastOf = (nextMidnight: Date): string => new Date(nextMidnight.getTime() - 1).toISOString();

const writtenDay = (instant: string | undefined): string =>
  instant === undefined ? '' : localDay(new Date(instant));

function dayOf(text: string): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const [year, month, date] = parts.slice(1).map(Number);
  const time = new Date(year ?? 0, (month ?? 1) - 1, date ?? 1);
  return time.getDate() === date ? time : undefined;
}
