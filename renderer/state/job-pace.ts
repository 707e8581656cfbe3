// Estimates how long a job still takes from the recent pace of its rows, or of the bytes that it moves.
export interface Sample {
  /** Milliseconds. */
  readonly at: number;
  /** Rows that will not change any more, or bytes that were moved. */
  readonly ended: number;
}

const KEPT = 20;
/** Fewer rows say nothing about the next ones. */
const ENOUGH = 3;

/** With one more sample. A job that begins again from a pause, or takes rows up once more, is measured anew. */
export function sampled(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last === undefined || next.ended < last.ended) return [next];
  return next.ended === last.ended ? samples : [...samples.slice(1 - KEPT), next];
}

/** How much goes in a second; undefined while too little was seen. */
export function perSecond(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at <= first.at) return undefined;
  return ((last.ended - first.ended) * 1000) / (last.at - first.at);
}

/** Undefined while too little was seen. */
export function secondsLeft(samples: readonly Sample[], left: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.ended - first.ended < ENOUGH) return;
  const each = (last.at - first.at) / (last.ended - first.ended);
  return each < 0 || left <= 0 ? undefined : Math.ceil((each * left) / 1000);
}
