// Estimates how long a job still takes from the recent pace of its rows.
export interface Sample {
  /** Milliseconds. */
  readonly at: number;
  /** Rows that will not change any more. */
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

/** Undefined while too little was seen. */
export function secondsLeft(samples: readonly Sample[], left: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.ended - first.ended < ENOUGH) return;
  const each = (last.at - first.at) / (last.ended - first.ended);
  return each < 0 || left <= 0 ? undefined : Math.ceil((each * left) / 1000);
}
