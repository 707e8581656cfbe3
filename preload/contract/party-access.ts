// What a party may do, as service owners are shown it: whom it represents, with which roles and rights.
import { heldRight, heldRole } from './delegations.ts';
import { savedList } from './files.ts';
import { read, write } from './operation.ts';
import { identityNumber, maskedNumber, reportee } from './reportees.ts';
import { serviceCode, serviceEdition } from './role-definitions.ts';
import {
  id,
  language,
  line,
  listProgress,
  listedNumber,
  organisationNumber,
  saveTarget,
  listOf,
  z,
} from './schema.ts';

/** Service owners are given no id of a party. */
export const ownedParty = reportee.omit({ id: true });
export type OwnedParty = z.infer<typeof ownedParty>;

/** By its number, which is sent in the address, as the platform has it, and never stored. */
export const partyNumber = z.union([
  z.strictObject({ organisationNumber }),
  z.strictObject({ identityNumber }),
]);
/** The same of one that the platform has named. */
const listedParty = z.union([
  z.strictObject({ organisationNumber: listedNumber }),
  z.strictObject({ identityNumber }),
]);
export type PartyNumber = z.infer<typeof partyNumber>;

/** By name where the platform says it; by its number alone where only that is told. */
export const toldParty = ownedParty.extend({ name: z.string().nullable() });
export type ToldParty = z.infer<typeof toldParty>;

/** One of the two numbers, or neither where it is no such number. */
export const numberedParty = z.object({
  organisationNumber: z.string().nullable(),
  identityNumber: maskedNumber.nullable(),
});
export type NumberedParty = z.infer<typeof numberedParty>;

/** At most one of them: those whom the subject may do something for in a service, or represents in a role. */
const narrowed = {
  service: z.strictObject({ code: serviceCode, edition: serviceEdition }).optional(),
  /** E.g. `DAGL`: ids of role definitions differ between test and production. */
  roleDefinitionCode: line(60).optional(),
};
const subject = z.strictObject({ connection: id, subject: partyNumber });
const represented = subject.extend({
  ...narrowed,
  /** Those as well who have given the subject a consent. */
  withConsents: z.boolean().optional(),
});
const pair = subject.extend({ reportee: listedParty, language: language.optional() });
const into = { format: z.enum(['csv', 'xlsx']), target: saveTarget };

const isOneAtMost = (given: { service?: unknown; roleDefinitionCode?: unknown }): boolean =>
  given.service === undefined || given.roleDefinitionCode === undefined;
const ONE_AT_MOST = { message: 'exactly-one', path: ['roleDefinitionCode'] };

export const partyAccess = {
  /** GET /api/serviceowner/reportees: whom the subject represents. */
  reportees: read({
    approval: 'none',
    input: represented.refine(isOneAtMost, ONE_AT_MOST),
    output: listOf('reportees', ownedParty),
    progress: listProgress,
  }),
  /** GET /api/serviceowner/authorization/rights: what the subject, a person, may do for the reportee. */
  rights: read({
    approval: 'none',
    input: pair,
    output: listOf('rights', heldRight, { subject: ownedParty, reportee: ownedParty }),
    progress: listProgress,
  }),
  /** GET /api/serviceowner/authorization/roles: the roles of the subject, a person or an organisation, for the reportee. */
  roles: read({
    approval: 'none',
    input: pair,
    output: listOf('roles', heldRole),
    progress: listProgress,
  }),
  /** Whom the subject represents as a table, with masked numbers. In the journal, since it makes a file of personal data. */
  exportReportees: write({
    approval: 'none',
    input: represented.extend(into).refine(isOneAtMost, ONE_AT_MOST),
    output: savedList,
    progress: listProgress,
    subject: ({ connection, format }) => ({ connection, object: `represented as ${format}` }),
  }),
  /** Roles and rights of the subject for one reportee as a table; of an organisation the roles alone. In the journal likewise. */
  exportAccess: write({
    approval: 'none',
    input: pair.extend(into),
    output: savedList,
    progress: listProgress,
    subject: ({ connection, format }) => ({ connection, object: `access as ${format}` }),
  }),
};
