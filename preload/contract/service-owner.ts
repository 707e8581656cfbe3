// Look-ups of service owners: organisations, their contacts, and roles of persons (platform.md, Service owners).
import { email, phoneNumber } from './contact-information.ts';
import { headingLine, hiddenRows, savedList } from './files.ts';
import { read, write } from './operation.ts';
import { fieldProblem } from '../result.ts';
import { identityNumber, maskedNumber } from './reportees.ts';
import { roleDefinition, serviceCode, serviceEdition } from './role-definitions.ts';
import {
  completeness,
  id,
  instant,
  language,
  line,
  listProgress,
  listedNumber,
  organisationNumber,
  readHandle,
  resourceId,
  saveTarget,
  listOf,
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

/** What a look-up found. Null where it was not asked for. */
export const lookUpResult = z.object({
  organisation,
  officialContacts: z.array(officialContact).nullable(),
  personalContacts: z.array(personalContact).nullable(),
  /** Of both lists of contacts. */
  completeness,
});
export type LookUpResult = z.infer<typeof lookUpResult>;

/** Filters of personal contacts: those with a role, or with access to a service. */
export const contactFilters = z.strictObject({
  /** E.g. `DAGL`. */
  roleDefinitionCode: line(60).optional(),
  service: z.strictObject({ code: serviceCode, edition: serviceEdition }).optional(),
});

const target = z.strictObject({ connection: id, organisationNumber: listedNumber });
const ofPerson = target.extend({ person: resourceId });

export const serviceOwner = {
  /**
   * GET /api/serviceowner/organizations: whoever fits any of what is given, each organisation once. A telephone number
   * is tried with and without country code. Without anything given the list is slow and useless: it is never asked for.
   */
  find: read({
    approval: 'none',
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
    output: listOf('organisations', organisation),
    progress: listProgress,
  }),
  /** GET /api/serviceowner/organizations/{who}/. */
  get: read({ approval: 'none', input: target, output: organisation }),
  /** GET /api/serviceowner/organizations/{who}/, one call each: null for what the register does not have. */
  names: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      organisationNumbers: z.array(organisationNumber).min(1, 'required').max(100, 'too-many'),
    }),
    output: z.object({
      organisations: z.array(
        z.object({ organisationNumber: z.string(), name: z.string().nullable() }),
      ),
    }),
  }),
  /** GET /api/serviceowner/organizations/{who}/officialcontacts/. */
  officialContacts: read({
    approval: 'none',
    input: target,
    output: listOf('contacts', officialContact),
  }),
  /** GET /api/serviceowner/organizations/{who}/personalcontacts/: all, or those with a role or access to a service. */
  personalContacts: read({
    approval: 'none',
    input: target.extend(contactFilters.shape),
    output: listOf('contacts', personalContact),
  }),
  /** GET /api/serviceowner/organizations/{who}/personalcontacts/{person}/roles. */
  rolesOf: read({
    approval: 'none',
    input: ofPerson,
    output: listOf('roles', roleDefinition),
  }),
  /** GET /api/metadata/roledefinitions/{id}, to which the roles of a personal contact refer. */
  roleDefinition: read({
    approval: 'none',
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
    output: roleDefinition,
  }),
  /** The whole national identity number of one personal contact, read anew on purpose. */
  revealNumber: read({
    approval: 'none',
    input: ofPerson,
    output: z.object({ identityNumber: z.string().nullable() }),
  }),
  /**
   * GET /api/serviceowner/notifications/validaterecipient: whether a notice would reach them. Of a person's last name the platform compares
   * four letters; a service matters for organisations only.
   */
  validateRecipient: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      recipient: z.union([
        z.strictObject({ organisationNumber }),
        z.strictObject({ identityNumber, lastName: line(200) }),
      ]),
      service: z.strictObject({ code: serviceCode, edition: serviceEdition }).optional(),
    }),
    output: z.object({ inbox: z.boolean(), sms: z.boolean(), email: z.boolean() }),
  }),
  /**
   * Organisation numbers out of a table, CSV or XLSX, one a line or a cell, however they are written. Nothing is looked up. At most 5 000
   * numbers, 10 MiB.
   */
  readNumbers: read({
    approval: 'none',
    input: z.strictObject({ file: readHandle }),
    output: z.object({
      /** Each once, in the order of the file. */
      organisationNumbers: z.array(z.string()),
      repeated: z.number().int(),
      /** Absent where no row of the file is hidden. */
      hiddenRows: hiddenRows.optional(),
      /** Absent where the first row has them, or none. */
      headingLine: headingLine.optional(),
      refused: z.array(
        z.object({
          line: z.number().int(),
          /** Cut to 40 signs; a national identity number is masked. */
          text: z.string(),
          problem: fieldProblem,
        }),
      ),
    }),
  }),
  /** What a job of look-ups found so far, in the order of its rows. */
  results: read({
    approval: 'none',
    input: z.strictObject({
      job: id,
      from: z.number().int().min(0, 'out-of-range'),
      count: z.number().int().min(1, 'out-of-range').max(200, 'out-of-range'),
    }),
    output: z.object({ results: z.array(lookUpResult), total: z.number().int() }),
  }),
  /**
   * Results as a table: one row for each contact, or one for an organisation without any. CSV is UTF-8 with BOM and safe
   * for spreadsheet programs; XLSX keeps leading zeros. National identity numbers are left out, masked, or read anew and
   * written whole because the person said so. In the journal, since it makes a file of personal data.
   */
  exportResults: write({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      of: z.union([
        z.strictObject({ job: id }),
        z.strictObject({
          organisationNumbers: z.array(listedNumber).min(1, 'required').max(50, 'too-many'),
          ...contactFilters.shape,
        }),
      ]),
      format: z.enum(['csv', 'xlsx']),
      identityNumbers: z.enum(['none', 'masked', 'whole']),
      target: saveTarget,
    }),
    output: savedList,
    progress: z.object({ done: z.number().int(), of: z.number().int() }),
    subject: (input) => ({
      connection: input.connection,
      object: `look-ups as ${input.format}${input.identityNumbers === 'whole' ? ' with national identity numbers' : ''}`,
    }),
  }),
};
