// The context that every FailurePanel reads, set once by the window instead of by each screen.
import { getContext, setContext } from 'svelte';
import type { Way } from '../texts/failure-words.ts';

export interface FailureSetting {
  /** How the connection in use signs in. */
  readonly way: Way | undefined;
  /** Copies a report about the call with this reference; answers whether there was anything to copy. */
  readonly onsupport: ((reference: string) => Promise<boolean>) | undefined;
}

const KEY = Symbol('failure-setting');

export const setFailureSetting = (setting: FailureSetting): FailureSetting =>
  setContext(KEY, setting);

export const failureSetting = (): FailureSetting | undefined =>
  getContext<FailureSetting | undefined>(KEY);
