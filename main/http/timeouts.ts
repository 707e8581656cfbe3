// How long an exchange is waited for: between two bytes, for the answer to a stream, in all, and past how many interim answers.
import { Problem } from '../problem.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import { OWN } from './tls-problems.ts';
import type { Limits } from './exchange.ts';

export interface Timeouts {
  /** A byte has come or gone. */
  readonly beat: () => void;
  /** All has been said: the answer may take longer than a byte. */
  readonly awaitAnswer: () => void;
  readonly stop: () => void;
}

/** Idle and total time. Total runs even when bytes keep dripping in (CAN-03). */
export function startTimeouts(
  limits: Pick<Limits, 'idleMs' | 'answerMs'>,
  leftMs: number,
  finish: (error: Error) => void,
): Timeouts {
  const late = () => {
    finish(Object.assign(new Error('Timed out.'), { code: OWN.timedOut }));
  };
  const total = setTimeout(late, leftMs);
  let idle = setTimeout(late, limits.idleMs);
  let stopped = false;
  return {
    beat: () => idle.refresh(),
    /** A large form may be worked on for minutes after its last byte (platform.md, Forms and attachments). */
    awaitAnswer: () => {
      if (stopped) return;
      clearTimeout(idle);
      idle = setTimeout(late, limits.answerMs);
    },
    stop: () => {
      stopped = true;
      clearTimeout(total);
      clearTimeout(idle);
    },
  };
}

const MOST_INTERIM_ANSWERS = 20;

/** Interim answers without end are no answer. */
export function countInformation(finish: (error: Error) => void): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count <= MOST_INTERIM_ANSWERS) return;
    const message = 'The server never came to its answer.';
    finish(
      new Problem({
        kind: 'unexpected-answer',
        ...{ message, status: 0, reference: newErrorId() },
      }),
    );
  };
}
