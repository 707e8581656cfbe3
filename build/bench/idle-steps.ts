// A Node process that does nothing, beside the one that is measured: nothing of the program is loaded into it.
import { type Delays, settledMemory, watchLoop } from './own-process.ts';

export interface Idle extends Delays {
  readonly rssMiB: number;
}

/** Says that it is there, and does nothing until it is told to end. */
export async function idle(): Promise<Idle> {
  const { rssMiB } = await settledMemory();
  const delays = watchLoop();
  const ended = new Promise((resolve) => process.once('message', resolve));
  process.send?.('ready');
  await ended;
  return { ...(await delays()), rssMiB };
}
