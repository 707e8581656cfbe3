// Who `{who}` of a path stands for, when the caller may act for it (api.md, General behaviour 5).
import type { Call } from './call.ts';
import type { Parties } from './parties.ts';
import type { State } from './state.ts';

export interface Party {
  readonly kind: 'organisation' | 'person';
  /** Organisation number, or `r<digits>` of a person: what state is kept under. */
  readonly key: string;
  readonly name: string;
}

/** Undefined when the caller may not act for the party. */
export type PartyOf = (call: Call) => Party | undefined;

/** Callers of an organisation act for that organisation; `my` is the enterprise user or the organisation itself. */
export function organisationParties(state: State): PartyOf {
  return (call) => {
    const { organisation, user } = call.caller;
    const own = organisation ?? state.users.get((user ?? '').toLowerCase())?.owner;
    if (own === undefined) return undefined;
    const name = [state.organisation, state.other].find((one) => one.number === own)?.name;
    const who = call.parts['who'] ?? 'my';
    return who === 'my' || who === own
      ? { kind: 'organisation', key: own, name: name ?? own }
      : undefined;
  };
}

/** The same from the parties of the platform, with persons and those they act for. */
export function fromParties(parties: Parties): PartyOf {
  return (call) => {
    const party = parties.partyOf(call);
    if ('refused' in party) return undefined;
    const { organisationNumber: number, name } = party;
    return number === undefined
      ? { kind: 'person', key: party.id, name }
      : { kind: 'organisation', key: number, name };
  };
}
