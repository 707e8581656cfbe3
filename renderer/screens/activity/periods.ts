// Turns the days and periods that a person picked into instants of this computer's time zone for the journal.
export const PERIODS = ['any', 'today', 'week', 'month', 'own'] as const;
export type Period = (typeof PERIODS)[number];

export interface Instants {
  /** The first instant that belongs to it. */
  readonly from?: string;
  /** The first instant after it. */
  readonly to?: string;
}

const DAYS_BACK = { today: 0, week: 6, month: 29 } as const;

/** `own` days are given as yyyy-mm-dd; what is not a day is left out. */
export function instantsOf(
  period: Period,
  own: { readonly from: string; readonly to: string },
  now: Date,
): Instants {
  if (period === 'any') return {};
  if (period !== 'own') {
    const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
    return { from: new Date(year, month, day - DAYS_BACK[period]).toISOString() };
  }
  const from = instantOf(own.from, 0);
  const to = instantOf(own.to, 1);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function instantOf(day: string, later: number): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  const [year, month, date] = parts.slice(1).map(Number);
  const time = new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + later);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
