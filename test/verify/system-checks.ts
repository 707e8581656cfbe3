// Checks of what the system tells Electron and gets from it: clipboard, lock and sleep, proxies.
import type { Check } from './finding.ts';
import type { Place } from './place.ts';

export const systemChecks: readonly Check<Place>[] = [];
