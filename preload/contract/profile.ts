// The profile of the one who is signed in, and of an organisation (platform.md, Profiles and contact information).
import { read } from './operation.ts';
import { id, instant, listedNumber, z } from './schema.ts';

const text = z.string().nullable();
const yes = z.boolean().nullable();

/** Every field is null where the server says nothing; national identity numbers in them are masked. */
export const personalProfile = z.object({
  name: text,
  /** AddressLine1 to 3 that hold something. */
  address: z.array(z.string()),
  userName: text,
  mobileNumber: text,
  preferredLanguage: text,
  showClientUnits: yes,
  privateConsent: yes,
  professionalConsent: yes,
  contact: z.object({ email: text, mobile: text, requestsEmailReceipts: yes }).nullable(),
});
export type PersonalProfile = z.infer<typeof personalProfile>;

/** Zeros at the beginning of a post code belong to it. */
const address = z.object({ street: text, postCode: text, city: text });

/** E-mail, mobile number and addresses are those of the public entity register. */
export const organisationProfile = z.object({
  entity: text,
  email: text,
  mobileNumber: text,
  address,
  businessAddress: address,
  lastModifiedBy: text,
  lastModified: instant.nullable(),
  notified: yes,
});
export type OrganisationProfile = z.infer<typeof organisationProfile>;

export const profile = {
  /** GET /api/my/profile. */
  own: read({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: personalProfile,
  }),
  /** GET /api/{orgno}/profile: only for organisations the user has rights for. */
  organisation: read({
    approval: 'none',
    input: z.strictObject({ connection: id, organisationNumber: listedNumber }),
    output: organisationProfile,
  }),
};
