// Where client, local platform and requests differ from the published shapes today: this list may only become shorter.
import type { Misfit } from './misfits.ts';

interface Expected {
  readonly entries: readonly string[];
  readonly side: Misfit['side'];
  /** A line of the account of differences, by its part and number; or `found here: ` and what it is. */
  readonly because: string;
  readonly what: readonly string[];
  /** Seen by chance alone: in the same answers something else is wrong first. */
  readonly sometimes?: true;
}

export const expectedFailures: readonly Expected[] = [];

const keyOf = ({ entry, side, what }: Misfit): string => JSON.stringify([side, entry, what]);

/** Each by itself. */
const listed = expectedFailures.flatMap(({ entries, side, what, sometimes = false }) =>
  entries.flatMap((entry) =>
    what.map((one) => ({ misfit: { entry, side, what: one }, sometimes })),
  ),
);
const expected = new Set(listed.map(({ misfit }) => keyOf(misfit)));

export const isExpected = (misfit: Misfit): boolean => expected.has(keyOf(misfit));

/** Expected ones of a side that are gone: they have to leave the list. */
export function goneFrom(side: Misfit['side'], found: readonly Misfit[]): Misfit[] {
  const there = new Set(found.map(keyOf));
  return listed
    .filter(({ misfit, sometimes }) => misfit.side === side && !sometimes)
    .map(({ misfit }) => misfit)
    .filter((one) => !there.has(keyOf(one)));
}
