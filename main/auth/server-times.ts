// How far this computer's clock is from that of each server, by the Date of its answers (CLK-01).
import type { ExchangeResponse } from '../http/exchange.ts';

export interface ServerTimes {
  /** The time by this server's clock, as its last answer told it; this computer's own where that is not known. */
  at(address: URL): Date;
  /** Takes the Date of an answer. */
  hear(address: URL, answer: Pick<ExchangeResponse, 'headers'>): void;
  /** Another number when `at` has become another time than before. */
  revision(address: URL): number;
  /** Whether the last answer was further away than is corrected. */
  isUnreasonable(address: URL): boolean;
}

/** A Date is a second old at least, and servers allow for some: less than this is no difference. */
const NOTICED_MS = 5000;
/** Beyond this nothing is signed by a server's time: it would be valid far from now on every other clock. */
const LONGEST_MS = 7 * 24 * 3_600_000;

/** A difference is kept and not a time, so that a computer that slept has not lost it; a clock that was set is heard again. */
export function createServerTimes(now: () => Date): ServerTimes {
  const differences = new Map<string, number>();
  const revisions = new Map<string, number>();
  const revision = ({ origin }: URL) => revisions.get(origin) ?? 0;
  const differenceAt = ({ origin }: URL) => {
    const difference = differences.get(origin) ?? 0;
    return Math.abs(difference) > LONGEST_MS ? 0 : difference;
  };
  return {
    at: (address) => new Date(now().getTime() + differenceAt(address)),
    hear(address, { headers }) {
      const said = Date.parse(headers['date'] ?? '');
      if (Number.isNaN(said)) return;
      const before = differenceAt(address);
      const exact = said - now().getTime();
      // What is known well enough stays as it is.
      if (Math.abs(exact - before) < NOTICED_MS) return;
      differences.set(address.origin, Math.abs(exact) < NOTICED_MS ? 0 : exact);
      if (differenceAt(address) !== before) revisions.set(address.origin, revision(address) + 1);
    },
    revision,
    isUnreasonable: ({ origin }) => Math.abs(differences.get(origin) ?? 0) > LONGEST_MS,
  };
}
