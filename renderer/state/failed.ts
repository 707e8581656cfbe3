// A failure with the time it occurred, for panels that are read later.
import type { Failure } from '../../preload/result.ts';

export interface Failed {
  readonly failure: Failure;
  readonly at: Date;
}
export const failedNow = (failure: Failure): Failed => ({ failure, at: new Date() });
