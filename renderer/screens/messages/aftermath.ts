// Finds the messages that may be the result of a write whose answer was lost.
import type { MessageStatus, MessageSummary } from '../../../preload/contract/messages.ts';

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
