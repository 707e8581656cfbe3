// Who can be named to the platform: persons, organisations and enterprise users, with their ids and registered names.
import type { Parties, Party } from './parties.ts';
import { persons } from './persons.ts';
import type { Register as OwnerRegister } from './service-owner-data.ts';
import type { State } from './state.ts';

export interface Registered {
  /** `r<digits>`, or `u<digits>` of an enterprise user. */
  readonly id: string;
  readonly kind: 'person' | 'organisation' | 'enterprise-user';
  /** As it stands in the register; of an enterprise user its name. */
  readonly name: string;
  readonly socialSecurityNumber?: string;
  readonly organisationNumber?: string;
  readonly form?: string;
  readonly parent?: string;
  readonly registerStatus?: string;
  /** Of a person who can sign in by password. */
  readonly userName?: string;
}

export interface Named {
  find(id: string): Registered | undefined;
  person(socialSecurityNumber: string, lastName: string): Registered | undefined;
  organisation(number: string, name: string): Registered | undefined;
  /** A person or an organisation, whatever its name. */
  byNumber(number: string): Registered | undefined;
  /** An enterprise user, or a person by user name, whose last name must then fit. */
  userName(name: string, lastName: string, organisationNumber: string): Registered | undefined;
  idOfUser(name: string): string;
}

/** Names are compared without regard to letter case and outer blanks. */
export const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export const lastNameOf = (name: string): string => name.trim().split(' ').at(-1) ?? '';

export function createNamed(state: State, parties: Parties, owners: OwnerRegister): Named {
  const userIds = new Map<string, string>();
  const idOfUser = (name: string): string => {
    const key = name.toLowerCase();
    const id = userIds.get(key) ?? `u${70_000_001 + userIds.size * 3}`;
    userIds.set(key, id);
    return id;
  };
  const ofParty = ({ status, type: _type, ...party }: Party): Registered => ({
    ...party,
    kind: party.organisationNumber === undefined ? 'person' : 'organisation',
    ...(status === undefined ? {} : { registerStatus: status }),
    ...userNameOf(party.id),
  });
  const ofUser = (name: string): Registered | undefined => {
    const user = state.users.get(name.toLowerCase());
    return (
      user && {
        id: idOfUser(user.name),
        kind: 'enterprise-user',
        name: user.name,
        organisationNumber: user.owner,
      }
    );
  };
  const organisationOf = (number: string): Registered | undefined => {
    const party = parties.all.find((one) => one.organisationNumber === number);
    if (party) return ofParty(party);
    const at = owners.all.findIndex((one) => one.number === number);
    const known = owners.all[at];
    return known && ofRegister(known, at);
  };
  const everyPerson = () => parties.all.map(ofParty).filter(({ kind }) => kind === 'person');
  return {
    idOfUser,
    find(id) {
      const party = parties.all.find((one) => one.id === id);
      if (party) return ofParty(party);
      const inRegister = owners.all.findIndex((_, at) => registerId(at) === id);
      const found = owners.all[inRegister];
      if (found) return ofRegister(found, inRegister);
      const name = [...state.users.values()].find((user) => idOfUser(user.name) === id)?.name;
      return name === undefined ? undefined : ofUser(name);
    },
    person: (number, lastName) =>
      everyPerson().find(
        (one) => one.socialSecurityNumber === number && isSame(lastNameOf(one.name), lastName),
      ),
    organisation(number, name) {
      const found = organisationOf(number);
      return found && isSame(found.name, name) ? found : undefined;
    },
    byNumber: (number) =>
      organisationOf(number) ??
      everyPerson().find(({ socialSecurityNumber }) => socialSecurityNumber === number),
    userName(name, lastName, organisationNumber) {
      const user = ofUser(name);
      if (user) {
        const fits = organisationNumber === '' || organisationNumber === user.organisationNumber;
        return fits ? user : undefined;
      }
      return everyPerson().find(
        (one) => one.userName === name.toLowerCase() && isSame(lastNameOf(one.name), lastName),
      );
    },
  };
}

const userNameOf = (party: string): { userName?: string } => {
  const found = persons.find((person) => `r${person.party}` === party);
  return found ? { userName: found.userName } : {};
};

const registerId = (at: number): string => `r${50_060_001 + at}`;

const ofRegister = (
  { name, number, form }: { name: string; number: string; form: string },
  at: number,
): Registered => ({
  id: registerId(at),
  kind: 'organisation',
  name,
  organisationNumber: number,
  form,
  registerStatus: 'Active',
});
