// Faults of the page itself: told to main, which keeps them in its log, and shown under the id that the log has.
import type { Failure } from '../../preload/result.ts';
import { client } from './main-process.ts';

const MOST_FRAMES = 20;
const LONGEST_FRAME = 300;

/** Of an error its name and the frames of its stack: its message may hold what a person typed (LOG-03). */
function factsOf(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const frames = (error.stack ?? '')
    .split('\n')
    .map((frame) => frame.trim().slice(0, LONGEST_FRAME))
    .filter((frame) => frame.startsWith('at '));
  return { name: error.name.slice(0, 60), frames: frames.slice(0, MOST_FRAMES) };
}

/** Answers what is shown of it. Where main does not answer, no id is known. */
export async function toldFault(error: unknown): Promise<Extract<Failure, { kind: 'internal' }>> {
  const answer = await client.app.tellFault(factsOf(error));
  const reference = answer.ok ? answer.value.reference : '';
  return { kind: 'internal', message: '', reference };
}
