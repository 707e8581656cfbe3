// Whether a receiver has an inbox and can be notified, as a service owner asks (section 8).
import type { Call } from './call.ts';
import type { Acts } from './door.ts';
import { refuseWith } from './errors.ts';
import { lastNameOf } from './register.ts';
import { nameOfService, rolesFor } from './role-requirements.ts';
import type { OfficialContact } from './service-owner-data.ts';
import type { World } from './world.ts';

/** What is known of a person; without a word of a test all who can sign in are living, have a profile and both ways. */
export interface RecipientFacts {
  readonly dead?: boolean;
  readonly profile?: boolean;
  readonly reserved?: boolean;
  readonly sms?: boolean;
  readonly email?: boolean;
}

export interface RecipientControl {
  /** By the number of the person. */
  set(socialSecurityNumber: string, facts: RecipientFacts): void;
}

export function createRecipients(parts: World) {
  const known = new Map<string, RecipientFacts>();
  const control: RecipientControl = { set: (number, facts) => void known.set(number, facts) };
  const acts = {
    'recipients.validate': (call) => validate(parts, known, call),
  } satisfies Partial<Acts>;
  return { acts, control };
}

function validate(
  parts: World,
  known: ReadonlyMap<string, RecipientFacts>,
  { given }: Call,
): object {
  const text = (name: string): string => (given.get(name) ?? '').trim();
  const [organisation, person] = [text('organizationNumber'), text('socialSecurityNumber')];
  const [lastName, code] = [text('lastName'), text('serviceCode')];
  const edition = text('serviceEditionCode');
  if ((organisation === '') === (person === ''))
    refuseWith(400, 'Give organizationNumber alone, or socialSecurityNumber and lastName.');
  if ((person === '') !== (lastName === ''))
    refuseWith(400, 'socialSecurityNumber and lastName must be given together.');
  if ((code === '') !== (edition === ''))
    refuseWith(400, 'serviceCode and serviceEditionCode must be given together.');
  const found =
    person === ''
      ? organisationFacts(parts, organisation, code, edition)
      : personFacts(parts, known, person, lastName);
  return {
    inboxAccessible: found.inbox,
    canReceiveNotificationBySms: found.inbox && found.sms,
    canReceiveNotificationByEmail: found.inbox && found.email,
  };
}

interface Found {
  readonly inbox: boolean;
  readonly sms: boolean;
  readonly email: boolean;
}

const nobody: Found = { inbox: false, sms: false, email: false };
const firstFour = (name: string): string => name.trim().slice(0, 4).toLowerCase();

/** Four signs of the last name are enough; the person must live, have a profile and not be reserved. */
function personFacts(
  { named }: World,
  known: ReadonlyMap<string, RecipientFacts>,
  number: string,
  lastName: string,
): Found {
  const person = named.byNumber(number);
  if (person?.kind !== 'person') return nobody;
  if (firstFour(lastNameOf(person.name)) !== firstFour(lastName)) return nobody;
  const hasProfile = person.userName !== undefined;
  const {
    dead,
    profile = hasProfile,
    reserved,
    sms = true,
    email = true,
  } = known.get(number) ?? {};
  return { inbox: dead !== true && profile && reserved !== true, sms, email };
}

/** The service matters only here: of the persons those count whose roles give access to it. */
function organisationFacts(
  { register, metadata }: World,
  number: string,
  code: string,
  edition: string,
): Found {
  const organisation = register.find(number);
  if (!organisation) return nobody;
  const service = code === '' ? undefined : metadata.find(code, Number(edition));
  if (code !== '' && !service) return nobody;
  const giving = service && new Set(rolesFor(nameOfService(service)).map(({ id }) => id));
  const contacts: readonly OfficialContact[] = [
    ...organisation.official,
    ...organisation.personal.filter(({ roles }) => !giving || roles.some((id) => giving.has(id))),
  ];
  return {
    inbox: true,
    sms: contacts.some(({ mobileNumber }) => mobileNumber !== ''),
    email: contacts.some(({ email }) => email !== ''),
  };
}
