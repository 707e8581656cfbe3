// A day a person picked as the instants the journal is asked for.
/** The first instant of a day given as yyyy-mm-dd, by the clock of this computer; undefined for anything else. */
export const startOfDay = (day: string): string | undefined => instantOf(day, 0);

/** The first instant after that day. */
export const endOfDay = (day: string): string | undefined => instantOf(day, 1);

function instantOf(day: string, later: number): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return undefined;
  const [year, month, date] = parts.slice(1).map(Number);
  const time = new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + later);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
