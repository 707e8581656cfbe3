// The register behind a service owner's look-ups: invented organisations, their contacts and the roles of persons.
import { seedOf } from './form-models.ts';
import { createChance, type Chance } from './randomness.ts';
import { roleDefinitions } from './role-definitions.ts';
import { organisationNumber } from './state.ts';
import type { Organisation } from './persons.ts';

export interface OfficialContact {
  /** With or without country code, or '' (platform.md, Values). */
  readonly mobileNumber: string;
  readonly email: string;
  /** Undefined: never changed. */
  readonly changed: Date | undefined;
}

export interface PersonalContact extends OfficialContact {
  /** `r<digits>`. */
  readonly id: string;
  readonly name: string;
  readonly socialSecurityNumber: string;
  readonly roles: readonly number[];
}

export interface RegisteredOrganisation extends Organisation {
  /** Organisation form code. */
  readonly form: string;
  readonly changed: Date | undefined;
  readonly confirmed: Date | undefined;
  readonly official: readonly OfficialContact[];
  readonly personal: readonly PersonalContact[];
}

export interface Register {
  readonly all: readonly RegisteredOrganisation[];
  find(number: string): RegisteredOrganisation | undefined;
}

const size = 400;
const firstNames = ['Åse', 'Tor', 'Ingrid', 'Sigurd', 'Máret', 'Øystein', 'Liv', 'Gudrun'] as const;
const lastNames = ['Fjelltun', 'Skarvnes', 'Lyngmo', 'Brattås', 'Vågsvær', 'Holmeide'] as const;
const trades = [
  'Båtbyggeri',
  'Bakeri',
  'Regnskap',
  'Rørservice',
  'Havbruk',
  'Taxi',
  'Bygg',
] as const;
const towns = ['Fjordvik', 'Elvesund', 'Ytterhavn', 'Nordre Vær', 'Bjørkåsen'] as const;
const forms = ['AS', 'ENK', 'ANS', 'SA', 'FLI', 'KOMM'] as const;

/** Made at the first look-up; the first two are the organisations of the platform's callers. */
export function createRegister(seed: number, own: readonly Organisation[]): Register {
  let made: readonly RegisteredOrganisation[] | undefined;
  const all = (): readonly RegisteredOrganisation[] => (made ??= fill(seed, own));
  return {
    get all() {
      return all();
    },
    find: (number) => all().find((organisation) => organisation.number === number),
  };
}

function fill(seed: number, own: readonly Organisation[]): RegisteredOrganisation[] {
  const chance = createChance(seed + 77);
  const invented = Array.from({ length: size - own.length }, () => ({
    name: `${chance.pick(towns)} ${chance.pick(trades)} ${chance.pick(forms)}`,
    number: organisationNumber(chance),
  }));
  return [...own, ...invented].map((organisation, at) => registered(organisation, at));
}

function registered(organisation: Organisation, at: number): RegisteredOrganisation {
  const chance = createChance(seedOf(organisation.number));
  // The callers' own organisation shows everything: two contacts of each kind at least.
  const least = at === 0 ? 2 : 0;
  const mobiles = Array.from({ length: 3 }, () => mobile(chance));
  return {
    ...organisation,
    form: organisation.name.split(' ').at(-1) ?? 'AS',
    changed: moment(chance),
    confirmed: moment(chance),
    official: Array.from({ length: Math.max(least, chance.below(4)) }, (_, i) => ({
      mobileNumber: i % 2 === 0 ? (mobiles[i % 3] ?? '') : '',
      email: i === 1 || chance.below(3) > 0 ? `post${i || ''}@${organisation.number}.example` : '',
      changed: moment(chance),
    })),
    personal: Array.from({ length: Math.max(least, chance.below(5)) }, (_, i) =>
      person(chance, organisation, i),
    ),
  };
}

function person(chance: Chance, organisation: Organisation, at: number): PersonalContact {
  const name = `${chance.pick(firstNames)} ${chance.pick(lastNames)}`;
  return {
    id: `r${5_000_000 + (seedOf(organisation.number) % 4_000_000) + at}`,
    name,
    socialSecurityNumber: syntheticNumber(chance),
    mobileNumber: chance.below(4) === 0 ? '' : mobile(chance),
    // Everybody of one place shares a mailbox: that is how look-ups find the same organisation twice.
    email: at < 2 ? `felles@${organisation.number}.example` : '',
    changed: moment(chance),
    roles: chance
      .shuffle(roleDefinitions)
      .slice(0, 1 + chance.below(4))
      .map((role) => role.id),
  };
}

/** Nine of ten Norwegian numbers are registered without their country code, some with it, a few are foreign. */
function mobile(chance: Chance): string {
  const digits = `9${chance.text(7, '0123456789')}`;
  return chance.pick(['', '', '', '+47', '0047', '+46']) + digits;
}

function moment(chance: Chance): Date | undefined {
  return chance.below(5) === 0
    ? undefined
    : new Date(Date.UTC(2016, 0, 1) + chance.below(3_600 * 86_400) * 1000 + chance.below(1000));
}

const checks: readonly (readonly number[])[] = [
  [3, 7, 6, 1, 8, 9, 4, 5, 2],
  [5, 4, 3, 2, 7, 6, 5, 4, 3, 2],
];

/** Eleven digits with valid check digits and 80 added to the month: no living person can have such a number. */
function syntheticNumber(chance: Chance): string {
  for (;;) {
    const day = String(1 + chance.below(28)).padStart(2, '0');
    let digits = `${day}${81 + chance.below(12)}${60 + chance.below(39)}${chance.text(3, '01234')}`;
    for (const weights of checks) {
      const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
      digits += String((11 - (sum % 11)) % 11);
    }
    if (digits.length === 11) return digits;
  }
}
