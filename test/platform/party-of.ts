// Resolves `{who}` of a path to a party that the caller may act for (platform.md, General rules).
import type { Call } from './call.ts';
import type { Parties } from './parties.ts';

export interface Party {
  readonly kind: 'organisation' | 'person';
  /** Organisation number, or `r<digits>` of a person: what state is kept under. */
  readonly key: string;
  readonly name: string;
}

/** Undefined when the caller may not act for the party. */
export type PartyOf = (call: Call) => Party | undefined;

/** The parties of the platform as the areas outside the message box keep their state. */
export function fromParties(parties: Parties): PartyOf {
  return (call) => {
    const party = parties.partyOf(call);
    if (!party) return undefined;
    const { organisationNumber: number, name } = party;
    return number === undefined
      ? { kind: 'person', key: party.id, name }
      : { kind: 'organisation', key: number, name };
  };
}
