// Reportees: the parties a user may act for (platform.md, Parties).
import { cleanNumber } from './rules.ts';
import { read } from './operation.ts';
import { id, line, listProgress, organisationNumber, resourceId, listOf, z } from './schema.ts';

/** A national identity number with its last five digits hidden, as `010203•••••`. */
export const maskedNumber = z.string();

export const reportee = z.object({
  /** ReporteeId; names the party in every operation with `who`. */
  id: z.string(),
  name: z.string(),
  kind: z.enum(['person', 'organisation', 'unknown']),
  /** Type as the server wrote it. */
  type: z.string(),
  organisationNumber: z.string().nullable(),
  /** Of a sub-unit: the organisation it is a part of. */
  parentOrganisationNumber: z.string().nullable(),
  /** OrganizationForm, e.g. `AS`. */
  form: z.string().nullable(),
  /** Organisations only. `word` is the server's. */
  status: z
    .object({ known: z.enum(['active', 'deleted', 'unknown']), word: z.string() })
    .nullable(),
  /** Persons only; `revealNumber` reads the whole one. */
  identityNumber: maskedNumber.nullable(),
});
export type Reportee = z.infer<typeof reportee>;

/** Eleven digits; it is sent in a body, never stored, and comes back masked. */
export const identityNumber = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanNumber)
  .regex(/^\d{11}$/, 'identity-number');

const target = z.strictObject({ connection: id, reportee: resourceId });

export const reportees = {
  /** GET /api/reportees, all pages. */
  list: read({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: listOf('reportees', reportee),
    progress: listProgress,
  }),
  /**
   * POST /api/reportees/ReporteeConversion: the party that a number and its registered name stand for, also one that nobody here
   * may act for. Of a person the last name.
   */
  convert: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      of: z.union([
        z.strictObject({ identityNumber, lastName: line(200) }),
        z.strictObject({ organisationNumber, name: line(200) }),
      ]),
    }),
    output: reportee,
  }),
  /** GET /api/reportees/{reporteeId}. */
  get: read({ approval: 'none', input: target, output: reportee }),
  /** The whole national identity number of one person, read anew on purpose; null for an organisation. */
  revealNumber: read({
    approval: 'none',
    input: target,
    output: z.object({ identityNumber: z.string().nullable() }),
  }),
};
