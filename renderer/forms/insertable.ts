// What can be put into a field of a form beside what is typed: the organisation's own data, and codes by their texts.
import type { OrganisationProfile } from '../../preload/contract/profile.ts';
import type { Texts } from '../texts/en.ts';
import { fits } from '../state/palette.ts';

type Words = Texts['formFields']['insert']['facts'];

export interface OwnFact {
  readonly label: string;
  readonly value: string;
}

/** Without a profile, only name and number are known. */
export function ownFacts(
  of: {
    readonly name: string;
    readonly number: string;
    readonly profile: OrganisationProfile | undefined;
  },
  words: Words,
): readonly OwnFact[] {
  const { address, businessAddress, email, mobileNumber } = of.profile ?? NOTHING;
  const known: readonly (readonly [keyof Words, string | null])[] = [
    ['number', of.number],
    ['name', of.name],
    ['street', businessAddress.street ?? address.street],
    ['postCode', businessAddress.postCode ?? address.postCode],
    ['city', businessAddress.city ?? address.city],
    ['email', email],
    ['mobile', mobileNumber],
  ];
  return known.map(([key, value]) => ({ label: words[key], value: value?.trim() ?? '' }));
}

const NO_ADDRESS = { street: null, postCode: null, city: null };
const NOTHING = {
  address: NO_ADDRESS,
  businessAddress: NO_ADDRESS,
  email: null,
  mobileNumber: null,
};

interface Code {
  readonly code: string;
  readonly value1: string;
  readonly value2: string;
  readonly value3: string;
}

/** Every word stands in the code or one of its texts. */
export function codesFound(codes: readonly Code[], typed: string): readonly Code[] {
  return typed.trim() === ''
    ? codes
    : codes.filter(({ code, value1, value2, value3 }) => fits(typed, code, value1, value2, value3));
}
