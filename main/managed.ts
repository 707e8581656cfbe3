// What the organisation has settled for this computer, applied: places, providers, proxy, features that are off, limits.
import type { ManagedSettings } from '../preload/contract/managed.ts';

export interface Managed {
  readonly settings: ManagedSettings | null;
}

export function createManaged(settings: ManagedSettings | null): Managed {
  return { settings };
}
