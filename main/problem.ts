// Problem: the only error main throws on purpose; it carries the Failure the border will show.
import type { Failure } from '../preload/result.ts';

/** Thrown inside main, turned into a value by the bridge. The cause never crosses the border; of it the log has name, code and places. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, cause === undefined ? undefined : { cause });
    this.failure = failure;
  }
}

/** The failure of a thrown value if it is a Problem, else undefined. */
export function failureOf(error: unknown): Failure | undefined {
  return error instanceof Problem ? error.failure : undefined;
}

/** For work whose failure changes nothing: undefined for a Problem. Any other error is a defect and is thrown on. */
export function ignoreProblem(error: unknown): undefined {
  if (failureOf(error) === undefined) throw error;
}
