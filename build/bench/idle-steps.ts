// A Node process that does nothing, beside the one that is measured: nothing of the program is loaded into it.
import { type Delays, settledMemory, watchLoop } from './own-process.ts';

export interface Idle extends Delays {
  readonly rssMiB: number;
}

/** Does nothing until it is told to end: measured as long as the other process watches its own loop. */
export async function idle(): Promise<Idle> {
  const { rssMiB } = await settledMemory();
  let delays = watchLoop();
  await new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message === 'watching') delays = watchLoop();
      else resolve();
    });
  });
  return { ...(await delays()), rssMiB };
}
