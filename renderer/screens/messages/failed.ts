// A failure with the moment at which it came, for panels that are still there when a person looks at them later.
import type { Failure } from '../../../preload/result.ts';

export interface Failed {
  readonly failure: Failure;
  readonly at: Date;
}
export const failedNow = (failure: Failure): Failed => ({ failure, at: new Date() });
