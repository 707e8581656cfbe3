// The invented persons who can sign in: by password at the platform, or at the identity provider.

export interface Organisation {
  readonly name: string;
  readonly number: string;
}

export interface Person {
  /** The subject of tokens; never changes. */
  readonly id: string;
  readonly name: string;
  /** The number of the person as a reportee, `r<digits>` without the `r`. */
  readonly party: string;
  /** Eleven digits with 80 added to the month: no living person can have such a number. */
  readonly socialSecurityNumber: string;
  readonly userName: string;
  readonly password: string;
}

export const persons: readonly Person[] = [
  {
    id: 'person-1',
    name: 'Kari Steinvåg',
    party: '50010001',
    socialSecurityNumber: '14857912345',
    userName: 'karisteinvag',
    password: 'Fjell&Fjord "1" <ÆØÅ>',
  },
  {
    id: 'person-2',
    name: 'Odd Lyngmyr',
    party: '50010002',
    socialSecurityNumber: '03916823456',
    userName: 'oddlyngmyr',
    password: '{Skjær}gård%42',
  },
  {
    id: 'person-3',
    name: 'Sunniva Bratthammer',
    party: '50010003',
    socialSecurityNumber: '27828434567',
    userName: 'sunnivab',
    password: 'nordlys+over=vidda/7',
  },
];

/** The person of an id, a user name (without regard to letter case) or a name. */
export function personOf(who: string): Person | undefined {
  const wanted = who.toLowerCase();
  return persons.find((person) =>
    [person.id, person.userName, person.name.toLowerCase()].includes(wanted),
  );
}
