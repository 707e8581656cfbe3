// The parties that calls act for: who they are, and which of them a caller may act for.
import type { Call, Caller } from './call.ts';
import { type Organisation, persons } from './persons.ts';
import { createChance, type Chance } from './randomness.ts';
import { organisationNumber } from './state.ts';

export interface Party {
  /** `r<digits>`, usable as `{who}`. */
  readonly id: string;
  readonly name: string;
  /** `Foretak` and `Person` are documented; `Enterprise` and `Business` are met (platform.md, Parties). */
  readonly type: 'Person' | 'Foretak' | 'Enterprise' | 'Business';
  readonly organisationNumber?: string;
  readonly socialSecurityNumber?: string;
  readonly status?: 'Active' | 'Deleted';
  /** Of a sub-unit. */
  readonly parent?: string;
  /** Organisation form, e.g. AS. */
  readonly form?: string;
}

export interface Parties {
  readonly all: readonly Party[];
  /** Everybody the caller may act for, the caller's own party first. */
  representedBy(caller: Caller): readonly Party[];
  /** The party of `{who}` (my, r<digits>, organisation number), when the caller may act for it. */
  partyOf(call: Pick<Call, 'caller' | 'parts'>): Party | undefined;
}

export interface PartiesOptions {
  readonly seed: number;
  readonly organisation: Organisation;
  readonly other: Organisation;
  /** How many parties the first person may act for. */
  readonly represented: number;
  /** The organisation of an enterprise user. */
  ownerOf(user: string): string | undefined;
}

export function createParties(options: PartiesOptions): Parties {
  const chance = createChance(options.seed + 77);
  const own = unitsOf(options.organisation, 50020001, chance);
  const foreign = unitsOf(options.other, 50030001, chance).slice(0, 1);
  const people = persons.map((person): Party => ({
    id: `r${person.party}`,
    name: person.name,
    type: 'Person',
    socialSecurityNumber: person.socialSecurityNumber,
  }));
  const further = Math.max(0, options.represented - 1 - own.length);
  const clients = Array.from({ length: further }, (_, at) => client(at, chance));
  const all = [...people, ...own, ...foreign, ...clients];
  const byWho = new Map(all.flatMap((p) => [p.id, p.organisationNumber ?? ''].map((w) => [w, p])));
  const mayActFor: readonly (readonly Party[])[] = [[...own, ...clients], own.slice(0, 1), foreign];

  const representedBy = (caller: Caller): readonly Party[] => {
    const at = persons.findIndex((person) => person.id === caller.person);
    const person = people[at];
    if (person) return [person, ...(mayActFor[at] ?? [])];
    const number = caller.organisation ?? options.ownerOf(caller.user ?? '');
    return number === undefined
      ? []
      : all.filter((p) => [p.organisationNumber, p.parent].includes(number));
  };
  return {
    all,
    representedBy,
    partyOf({ caller, parts }) {
      const mine = representedBy(caller);
      const who = parts['who'] ?? '';
      const party = who === 'my' ? mine[0] : byWho.get(who);
      return party && mine.includes(party) ? party : undefined;
    },
  };
}

function unitsOf(organisation: Organisation, first: number, chance: Chance): readonly Party[] {
  const units = ['avd. Kaia', 'avd. Verksted', 'avd. Nedlagt rute'].map((unit, at): Party => ({
    id: `r${first + 1 + at}`,
    name: `${organisation.name} ${unit}`,
    type: at === 1 ? 'Business' : 'Foretak',
    organisationNumber: organisationNumber(chance),
    status: at === 2 ? 'Deleted' : 'Active',
    parent: organisation.number,
    form: 'BEDR',
  }));
  const head: Party = {
    id: `r${first}`,
    name: organisation.name,
    type: 'Foretak',
    organisationNumber: organisation.number,
    status: 'Active',
    form: 'AS',
  };
  return [head, ...units];
}

const firsts = ['Nord', 'Sør', 'Ytre', 'Indre', 'Øvre', 'Nedre', 'Stor', 'Lille'] as const;
const seconds = ['haugen', 'vika', 'neset', 'dalen', 'sundet', 'åsen', 'holmen', 'myra'] as const;
const trades = ['Bygg', 'Sjømat', 'Elektro', 'Frukt', 'Transport', 'Havbruk', 'Tre'] as const;
const givenNames = ['Torstein', 'Ragnhild', 'Eivind', 'Solfrid', 'Åsmund', 'Ingvild'] as const;

/** Somebody a person acts for: most are companies, some are persons, a few are deleted. */
function client(at: number, chance: Chance): Party {
  const place = `${chance.pick(firsts)}${chance.pick(seconds)}`;
  const id = `r${50040001 + at}`;
  if (at % 7 === 5) {
    const day = String(1 + chance.below(28)).padStart(2, '0');
    const month = String(81 + chance.below(12));
    const rest = chance.text(7, '0123456789');
    const name = `${chance.pick(givenNames)} ${place}`;
    return { id, name, type: 'Person', socialSecurityNumber: day + month + rest };
  }
  return {
    id,
    name: `${place} ${chance.pick(trades)} AS${at % 11 === 4 ? ' ' : ''}`,
    type: at % 6 === 1 ? 'Enterprise' : 'Foretak',
    organisationNumber: organisationNumber(chance),
    status: at % 9 === 8 ? 'Deleted' : 'Active',
    form: chance.pick(['AS', 'ENK', 'SA', 'FLI']),
  };
}
