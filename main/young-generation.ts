// Bounds V8's young generation: a busy day must not leave main larger than its work needs.
import { PerformanceObserver } from 'node:perf_hooks';
import { cachedDataVersionTag, getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** From here on it may not double: it ends at this or at twice as much. At rest V8 goes down to 1 MiB, too little for long lists. */
const ENOUGH_BYTES = 8 * 1024 * 1024;
const FLAG = '--semi-space-growth-factor';

/**
 * For a program that runs for days. V8 doubles the part of its heap where new objects are made each time much of it is still in use, to
 * 32 MiB, and to 128 from Node 24 on, where it gives none back. After each collection it is told whether it may double once more; also
 * when a thread has begun, since each begins with V8's own rule and sets it for the whole process. Not where V8 does not know the flag
 * any more: it would write two lines to standard error each time.
 */
export function boundYoungGeneration(): void {
  if (!isKnown()) return;
  tellWhetherToGrow();
  new PerformanceObserver(tellWhetherToGrow).observe({ entryTypes: ['gc'] });
  process.on('worker', (thread) => thread.once('online', tellWhetherToGrow));
}

/** Tried once. The tag is made of all flags: one that V8 knows changes it. */
function isKnown(): boolean {
  const before = cachedDataVersionTag();
  setFlagsFromString(`${FLAG}=1`);
  return cachedDataVersionTag() !== before;
}

function tellWhetherToGrow(): void {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  const factor = (young?.space_size ?? 0) < ENOUGH_BYTES ? 2 : 1;
  setFlagsFromString(`${FLAG}=${String(factor)}`);
}
