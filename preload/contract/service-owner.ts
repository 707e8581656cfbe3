// Look-ups of service owners: organisations, their contacts, and roles of persons (api.md, Service-owner organisation).
import { email, phoneNumber } from './contact-information.ts';
import { read } from './operation.ts';
import { maskedNumber } from './reportees.ts';
import { roleDefinition, serviceCode, serviceEdition } from './role-definitions.ts';
import {
  completeness,
  id,
  instant,
  language,
  line,
  listProgress,
  organisationNumber,
  resourceId,
  z,
} from './schema.ts';

export const organisation = z.object({
  organisationNumber: z.string(),
  name: z.string(),
  /** Type: the code of the organisation form. */
  form: z.string().nullable(),
  lastChanged: instant.nullable(),
  lastConfirmed: instant.nullable(),
});
export type Organisation = z.infer<typeof organisation>;

/** Null where nothing is registered. */
const contact = {
  mobileNumber: z.string().nullable(),
  mobileNumberChanged: instant.nullable(),
  email: z.string().nullable(),
  emailChanged: instant.nullable(),
};

/** What the organisation itself registered: the common contact information of the portal. */
export const officialContact = z.object(contact);
export type OfficialContact = z.infer<typeof officialContact>;

/** What a person with roles registered as their own for the organisation. */
export const personalContact = z.object({
  /** PersonalContactId, `r<digits>`. */
  id: z.string(),
  name: z.string(),
  /** `revealNumber` reads the whole one. */
  identityNumber: maskedNumber.nullable(),
  ...contact,
});
export type PersonalContact = z.infer<typeof personalContact>;

const target = z.strictObject({ connection: id, organisationNumber });
const ofPerson = target.extend({ person: resourceId });

export const serviceOwner = {
  /**
   * GET /api/serviceowner/organizations: whoever fits any of what is given, each organisation once. A telephone number
   * is tried with and without country code. Without anything given the list is slow and useless: it is never asked for.
   */
  find: read({
    input: z
      .strictObject({
        connection: id,
        organisationNumber: organisationNumber.optional(),
        email: email.optional(),
        phoneNumber: phoneNumber.optional(),
      })
      .superRefine((given, context) => {
        const { organisationNumber: number, email: mail, phoneNumber: phone } = given;
        if (number !== undefined || mail !== undefined || phone !== undefined) return;
        for (const path of [['organisationNumber'], ['email'], ['phoneNumber']])
          context.addIssue({ code: 'custom', message: 'required', path });
      }),
    output: z.object({ organisations: z.array(organisation), completeness }),
    progress: listProgress,
  }),
  /** GET /api/serviceowner/organizations/{who}/. */
  get: read({ input: target, output: organisation }),
  /** GET /api/serviceowner/organizations/{who}/officialcontacts/. */
  officialContacts: read({
    input: target,
    output: z.object({ contacts: z.array(officialContact), completeness }),
  }),
  /** GET /api/serviceowner/organizations/{who}/personalcontacts/: all, or those with a role or access to a service. */
  personalContacts: read({
    input: target.extend({
      /** E.g. `DAGL`. */
      roleDefinitionCode: line(60).optional(),
      service: z.strictObject({ code: serviceCode, edition: serviceEdition }).optional(),
    }),
    output: z.object({ contacts: z.array(personalContact), completeness }),
  }),
  /** GET /api/serviceowner/organizations/{who}/personalcontacts/{person}/roles. */
  rolesOf: read({
    input: ofPerson,
    output: z.object({ roles: z.array(roleDefinition), completeness }),
  }),
  /** GET /api/serviceowner/roledefinitions/{id}, or where that does not know it, the open metadata's. */
  roleDefinition: read({
    input: z.strictObject({
      connection: id,
      role: z
        .number()
        .int('not-a-number')
        .min(0, 'out-of-range')
        .max(Number.MAX_SAFE_INTEGER, 'out-of-range'),
      /** Of the open metadata's texts; the connection's when left out. */
      language: language.optional(),
    }),
    output: roleDefinition.extend({ from: z.enum(['service-owner', 'open-metadata']) }),
  }),
  /** The whole national identity number of one personal contact, read anew on purpose. */
  revealNumber: read({
    input: ofPerson,
    output: z.object({ identityNumber: z.string().nullable() }),
  }),
};
