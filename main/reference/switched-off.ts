// Tells an area that the platform has switched off from single documents that it does not have.
import type { Failure } from '../../preload/result.ts';
import type { Area } from '../../preload/contract/reference.ts';

/** So many documents without a good one among them are no accident. */
const ENOUGH = 5;
const METHOD_NOT_ALLOWED = 405;

export interface Refused {
  readonly key: string;
  readonly failure: Failure;
}

export interface SwitchedOff {
  isOff(area: Area): boolean;
  /** The platform gave a document of it: those that were held back are failures by themselves. */
  good(area: Area): readonly Refused[];
  /** A document that could not be had. Answers those that are failures by themselves; held back ones are none yet. */
  bad(area: Area, refused: Refused): readonly Refused[];
  /** The list of the area is not given. */
  listIsOff(area: Area): void;
  /** At the end: whatever is still held back. */
  rest(): readonly Refused[];
  /** Documents of areas that turned out to be switched off, and that were held back until then. */
  readonly given: number;
  areas(): Area[];
}

interface Known {
  isGood: boolean;
  isOff: boolean;
  held: readonly Refused[];
}

export function createSwitchedOff(): SwitchedOff {
  const known = new Map<Area, Known>();
  let given = 0;
  const of = (area: Area): Known => {
    const found = known.get(area) ?? { isGood: false, isOff: false, held: [] };
    known.set(area, found);
    return found;
  };
  return {
    isOff: (area) => of(area).isOff,
    good(area) {
      const one = of(area);
      one.isGood = true;
      return release(one);
    },
    bad(area, refused) {
      const one = of(area);
      if (one.isOff) given += 1;
      if (one.isOff) return [];
      if (one.isGood || !meansOff(refused.failure)) return [refused];
      one.held = [...one.held, refused];
      if (one.held.length < ENOUGH && !isNoMethod(refused.failure)) return [];
      one.isOff = true;
      given += release(one).length;
      return [];
    },
    listIsOff: (area) => void (of(area).isOff = true),
    rest: () => [...known.values()].flatMap(release),
    get given() {
      return given;
    },
    areas: () => [...known].flatMap(([area, { isOff }]) => (isOff ? [area] : [])),
  };
}

function release(one: Known): readonly Refused[] {
  const { held } = one;
  one.held = [];
  return held;
}

/** Whether this is what a platform says to everything in an area that it has switched off (wire.md, Errors). */
export function meansOff(failure: Failure): boolean {
  switch (failure.kind) {
    case 'not-found':
    case 'sign-in-needed':
      return true;
    case 'refused':
      return failure.status !== 400 && failure.status < 500;
    default:
      return false;
  }
}

/** Of no single document can it be said that it may not be read like this. */
const isNoMethod = (failure: Failure) =>
  failure.kind === 'refused' && failure.status === METHOD_NOT_ALLOWED;
