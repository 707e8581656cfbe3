// A write: sent once, and what a cut or a bad answer to it means.
import type { PlatformRequest, RequestNeeds, Requests } from './requests.ts';
import { refusalOf } from '../http/answers.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import { ExchangeProblem, type ExchangeResponse } from '../http/exchange.ts';
import { Problem } from '../problem.ts';

/** 408 and 5xx do not say that nothing was done. */
const mayHaveActed = (status: number) => status === 408 || status >= 500 || status < 200;

type Arrived = (answer: ExchangeResponse) => Promise<void>;

/** Sends once; what was cut off after sending is unknown, unless the answer had already refused it. */
export function createWriter({ run }: Requests, needs: RequestNeeds) {
  const now = needs.now ?? (() => new Date());
  /** `arrived` is given the bytes of a good answer, also of one that was cut, before anything looks at them. */
  return async (exchange: PlatformRequest, arrived?: Arrived): Promise<ExchangeResponse> => {
    const answer = await run('write', exchange).catch(async (error: unknown) => {
      const meaning = afterSending(error, now());
      if (arrived) await handOverPart(meaning, arrived);
      throw meaning;
    });
    await arrived?.(answer);
    refuseBad(answer, now());
    return answer;
  };
}

/** What a broken write means: nothing sent, refused before it broke, answered but unreadable, or unknown. */
function afterSending(error: unknown, now: Date): unknown {
  if (!(error instanceof ExchangeProblem) || error.broken.sent === 'nothing') return error;
  // The file broke off before the promised length: what came of it cannot be taken for the whole.
  if (error.failure.kind === 'file') return new Problem(error.failure, error);
  const { partial } = error.broken;
  if (partial !== undefined && partial.status >= 300 && !mayHaveActed(partial.status)) {
    const refusal = refusalOf(partial, now);
    if (refusal !== undefined) return new Problem(refusal);
  }
  const isWhole = partial !== undefined && partial.cut !== true && partial.status < 300;
  return isWhole ? error : outcomeUnknown('Its answer was lost.', error);
}

async function handOverPart(error: unknown, arrived: Arrived): Promise<void> {
  const broken = error instanceof ExchangeProblem ? error : (error as Problem | undefined)?.cause;
  const partial = broken instanceof ExchangeProblem ? broken.broken.partial : undefined;
  if (partial === undefined || partial.raw.length === 0) return;
  if (partial.status >= 200 && partial.status < 300) await arrived(partial);
}

/** Throws what a whole answer to a write says, when it says no. A failure of the server does not say that nothing was done. */
export function refuseBad(answer: ExchangeResponse, now = new Date()): void {
  const refusal = refusalOf(answer, now);
  if (refusal === undefined) return;
  if (!mayHaveActed(answer.status)) throw new Problem(refusal);
  throw outcomeUnknown(`The platform answered ${answer.status} ${answer.reason}.`.trim());
}

function outcomeUnknown(because: string, cause?: unknown): Problem {
  return new Problem(
    {
      kind: 'outcome-unknown',
      message: `The call was sent and may have been done. ${because}`,
      reference: newErrorId(),
    },
    cause,
  );
}
