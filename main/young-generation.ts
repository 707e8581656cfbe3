// Bounds V8's young generation: a busy day must not leave main larger than its work needs.
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** It may have grown once more before it is told: to 16 MiB, as after a start. At rest V8 goes down to 1, too little for long lists. */
const ENOUGH_BYTES = 8 * 1024 * 1024;

/**
 * For a program that runs for days. V8 doubles the part of its heap where new objects are made each time much of it is still in use, to
 * 32 MiB, and to 128 from Node 24 on, where it gives none back. After each collection it is told whether it may do so once more.
 */
export function boundYoungGeneration(): void {
  mayGrow();
  new PerformanceObserver(mayGrow).observe({ entryTypes: ['gc'] });
}

/** Also to be called when a thread has begun: each begins with V8's own rule, and sets it for all. */
export function mayGrow(): void {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  const factor = (young?.space_size ?? 0) < ENOUGH_BYTES ? 2 : 1;
  setFlagsFromString(`--semi-space-growth-factor=${String(factor)}`);
}
