// What a measured process says of itself: how late its loop was at most, and what it holds.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const MIB = 1024 * 1024;
/** Between two looks at the memory. */
const SAMPLE_MS = 25;

export interface Delays {
  readonly longestMs: number;
  readonly p99Ms: number;
}

/**
 * Until it is asked: how late the loop of this process was. The last tick is counted when it has passed. The benchmark is told both ends,
 * so that an idle process beside this one is measured in the same time and no longer.
 */
export function watchLoop(): () => Promise<Delays> {
  process.send?.('watching');
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  return async () => {
    await wait(20);
    histogram.disable();
    process.send?.('watched');
    return { longestMs: histogram.max / 1e6, p99Ms: histogram.percentile(99) / 1e6 };
  };
}

/** What the process holds once the garbage is collected, in MiB. */
export async function settledMemory(): Promise<{
  readonly rssMiB: number;
  readonly heapMiB: number;
}> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await wait(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssMiB: rss / MIB, heapMiB: (heapUsed + external) / MIB };
}

/** Until it is asked: the most that the process held, in MiB. */
export function watchPeak(): () => number {
  let peak = process.memoryUsage.rss();
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS);
  return () => {
    clearInterval(look);
    return Math.max(peak, process.memoryUsage.rss()) / MIB;
  };
}

/** Until it is asked: the processor time of this process, in seconds. */
export function watchProcessor(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}
