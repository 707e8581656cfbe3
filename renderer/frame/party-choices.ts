// The sections of the party switcher: own organisation, recent, starred, then everybody; or the matches of a search.
import type { Reportee } from '../../preload/contract/reportees.ts';
import type { Actor } from '../state/acting.svelte.ts';
import {
  canActFor,
  isDeleted,
  isFound,
  partyBy,
  placedIn,
  whoOf,
  type PartyTree,
} from '../state/parties.ts';

export interface Choice {
  readonly key: string;
  readonly who: string;
  readonly name: string;
  readonly level: number;
  /** Undefined for the connection's organisation where the platform does not list it. */
  readonly party: Reportee | undefined;
}
export interface Section {
  readonly id: 'own' | 'recent' | 'starred' | 'all' | 'results';
  readonly choices: readonly Choice[];
}
interface Known {
  readonly own: Pick<Actor, 'who' | 'name'>;
  readonly parties: readonly Reportee[];
  readonly tree: PartyTree;
  readonly recent: readonly string[];
  readonly starred: readonly string[];
  readonly typed: string;
  readonly deleted: boolean;
}

/** The last section may be long; the others are not. Sections without a choice are left out. */
export function choicesOf(known: Known): readonly Section[] {
  const { own, parties, tree, typed, deleted } = known;
  const ownParty = partyBy(parties, own.who);
  const ownChoice = { key: 'own', who: own.who, name: own.name, level: 0, party: ownParty };
  const everybody = placedIn(tree, { typed, kind: 'all', deleted })
    .filter(({ party }) => canActFor(party))
    .map(({ party, level }) => choice('all', party, level));
  if (typed.trim() !== '') {
    const listed = ownParty !== undefined && everybody.some(({ party }) => party === ownParty);
    const also = !listed && isFound(own.name, own.who, typed) ? [ownChoice] : [];
    return filled([{ id: 'results', choices: [...also, ...everybody] }]);
  }
  const some = (id: 'recent' | 'starred', whos: readonly string[]): Section => ({
    id,
    choices: whos
      .filter((who) => who !== own.who)
      .map((who) => partyBy(parties, who))
      .filter((party) => party !== undefined)
      .filter((party) => deleted || !isDeleted(party))
      .map((party) => choice(id, party, 0)),
  });
  return filled([
    { id: 'own', choices: [ownChoice] },
    // One that is starred is always there.
    some(
      'recent',
      known.recent.filter((who) => !known.starred.includes(who)),
    ),
    some('starred', known.starred),
    { id: 'all', choices: everybody },
  ]);
}

const choice = (section: string, party: Reportee, level: number): Choice => ({
  key: `${section} ${party.id}`,
  who: whoOf(party),
  name: party.name,
  level,
  party,
});
const filled = (sections: readonly Section[]) =>
  sections.filter(({ choices }) => choices.length > 0);
