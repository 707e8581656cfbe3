// After a write whose answer was lost: whether it may have been done, and which messages can be what became of it.
import type { MessageStatus, MessageSummary } from '../../../preload/contract/messages.ts';
import type { Failure } from '../../../preload/result.ts';

/** Such a write is never offered again by a button (RTY-06). */
export function mayBeDone(failure: Failure): boolean {
  switch (failure.kind) {
    case 'outcome-unknown':
    case 'unexpected-answer':
    case 'internal':
      // The platform had answered, and nobody could make out what.
      return true;
    case 'sign-in-needed':
      // A page where an answer was due: somebody took the call.
      return failure.status < 300;
    case 'refused':
    case 'invalid-input':
    case 'not-found':
    case 'conflict':
    case 'busy':
    case 'certificate':
    case 'unreachable':
    case 'keychain':
    case 'file':
    case 'offline':
    case 'cancelled':
    case 'managed':
      return false;
  }
}

/** The clocks of two computers differ. */
const GRACE_MS = 120_000;

/** From when on the platform is asked what happened. */
export const askedSince = (begun: string): string =>
  new Date(Date.parse(begun) - GRACE_MS).toISOString();

export interface Lost {
  readonly serviceCode: string;
  readonly serviceEdition: number;
  readonly states: readonly MessageStatus['state'][];
}

/** Newest first. Another program may have made the same meanwhile: they are shown, and one alone is no proof. */
export function lookAlikes(
  messages: readonly MessageSummary[],
  { serviceCode, serviceEdition, states }: Lost,
): readonly MessageSummary[] {
  return messages
    .filter(
      (one) =>
        one.serviceCode === serviceCode &&
        one.serviceEdition === serviceEdition &&
        states.includes(one.status.state),
    )
    .toSorted((a, b) => (b.lastChanged ?? '').localeCompare(a.lastChanged ?? ''));
}
