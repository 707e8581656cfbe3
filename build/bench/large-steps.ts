// Reads one large answer from the operation to the page's end, and says for how long the loop was held meanwhile.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type Measured, startConnected } from './measured-program.ts';

export interface Held {
  readonly longestMs: number;
  readonly seconds: number;
  readonly items: number;
}
/** The page is another process: what its end of the border would do is not done here. */
export async function measureLarge(measured: Measured): Promise<Held> {
  const { app, connection } = await startConnected(measured);
  let items = 0;
  const answered = new Promise<void>((resolve) => {
    app.serve({
      listen: (hear) => {
        queueMicrotask(() => {
          const input = { connection, who: 'my', skip: 0, top: 50 };
          hear({ kind: 'call', id: 1, name: 'messages.list', input });
        });
        return () => undefined;
      },
      post: (message) => {
        // As a shell does it: text on its way to another process.
        JSON.stringify(message);
        if (message.kind === 'part') items += message.items.length;
        if (message.kind === 'answer') resolve();
      },
    });
  });
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  const begun = performance.now();
  await answered;
  const seconds = (performance.now() - begun) / 1000;
  await wait(20);
  histogram.disable();
  await app.stop();
  return { longestMs: histogram.max / 1e6, seconds, items };
}

/** How late an idle process is at most in the same time. */
export async function measureIdle(_: Measured, seconds: number): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await wait(seconds * 1000);
  histogram.disable();
  return histogram.max / 1e6;
}
