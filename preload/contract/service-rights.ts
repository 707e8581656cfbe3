// The service rights register (platform.md, Service owners): who may take part in a service of one's own.
import { savedList } from './files.ts';
import { read, write } from './operation.ts';
import { identityNumber, maskedNumber } from './reportees.ts';
import { serviceCode, serviceEdition } from './role-definitions.ts';
import {
  id,
  instant,
  line,
  listProgress,
  onlyRows,
  organisationNumber,
  resourceId,
  saveTarget,
  listOf,
  z,
} from './schema.ts';

/** The conditions of the documents; a platform drops any other name without a word. */
export const CONDITIONS = [
  'HandledBy',
  'IsRecipient',
  'IsSender',
  'KeepSessionAlive',
  'AllowedRedirectDomain',
] as const;

export const serviceRight = z.object({
  id: z.string(),
  /** Whether the platform shows an id: only then a rule can be revoked by itself. Else `id` is made of what it says. */
  hasId: z.boolean(),
  serviceCode: z.string(),
  serviceEdition: z.number().int(),
  reportee: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('organisation'), number: z.string() }),
    z.object({ kind: z.literal('person'), number: maskedNumber }),
  ]),
  /** `word` is the server's. */
  right: z.object({ known: z.enum(['read', 'write', 'unknown']), word: z.string() }),
  /** Null: no end. */
  validTo: instant.nullable(),
  conditions: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
});
export type ServiceRight = z.infer<typeof serviceRight>;

const service = z.strictObject({ code: serviceCode, edition: serviceEdition });

/** Whom a rule is for. The number of a person is sent, never stored. */
export const ruledReportee = z.union([
  z.strictObject({ organisationNumber }),
  z.strictObject({ identityNumber }),
]);
export type RuledReportee = z.infer<typeof ruledReportee>;

const condition = z.strictObject({
  /** Any name, since releases may add some; what the platform does not keep is told. */
  name: z.string({ error: 'wrong-type' }).regex(/^[A-Za-z][A-Za-z0-9]{0,59}$/, 'wrong-type'),
  value: z.union([
    z.boolean(),
    line(200),
    z.array(line(200)).min(1, 'required').max(50, 'too-many'),
  ]),
});

const ofService = z.strictObject({ connection: id, service });

export const ruleObject = (to: RuledReportee): string =>
  'organisationNumber' in to ? to.organisationNumber : 'a person';

export const serviceRights = {
  /** GET /api/serviceowner/srr: the rules of one own service, all or those for one organisation. */
  list: read({
    approval: 'none',
    input: ofService.extend({ reportee: organisationNumber.optional() }),
    output: listOf('rights', serviceRight),
    progress: listProgress,
  }),
  /** GET /api/serviceowner/srr/{id}. */
  get: read({
    approval: 'none',
    input: z.strictObject({ connection: id, rule: resourceId }),
    output: serviceRight,
  }),
  /** The rules of one service as a table; national identity numbers stay masked. `only`: ids of rules. */
  exportList: read({
    approval: 'none',
    input: ofService.extend({
      format: z.enum(['csv', 'xlsx']),
      target: saveTarget,
      only: onlyRows,
    }),
    output: savedList,
    progress: listProgress,
  }),
  /**
   * POST /api/serviceowner/srr: one rule for each right, in the body that the platform uses itself, or in the other documented one where it
   * says that it cannot read the first. The register is read again afterwards: `notKept` names conditions that are not in it then, and is
   * null where that could not be seen. `refused` are rules that the platform did not make, with its word for why.
   */
  grant: write({
    approval: 'grant',
    input: ofService
      .extend({
        reportee: ruledReportee,
        rights: z
          .array(z.enum(['read', 'write']))
          .min(1, 'required')
          .max(2, 'too-many'),
        /** The last day, `yyyy-mm-dd`; without it, there is no end. */
        validTo: z
          .string({ error: 'wrong-type' })
          .regex(/^\d{4}-\d\d-\d\d$/, 'time')
          .refine((day) => !Number.isNaN(Date.parse(day)), 'time')
          .optional(),
        conditions: z.array(condition).max(20, 'too-many'),
      })
      .superRefine(({ rights, conditions }, context) => {
        const twice = (values: readonly string[]) => new Set(values).size < values.length;
        if (twice(rights))
          context.addIssue({ code: 'custom', message: 'not-a-choice', path: ['rights'] });
        if (twice(conditions.map(({ name }) => name.toLowerCase())))
          context.addIssue({ code: 'custom', message: 'not-a-choice', path: ['conditions'] });
      }),
    output: z.object({
      rights: z.array(serviceRight),
      refused: z.array(z.object({ right: z.enum(['read', 'write']), because: z.string() })),
      notKept: z.array(z.string()).nullable(),
    }),
    subject: ({ connection, service: of, reportee, rights }) => ({
      connection,
      object: `${rights.join(' and ')} of ${of.code}/${of.edition} to ${ruleObject(reportee)}`,
    }),
  }),
  /** DELETE /api/serviceowner/srr/{id}: `conflict` where the register of the service has no such rule any more. */
  revoke: write({
    approval: 'erase',
    input: ofService.extend({ rule: resourceId }),
    output: z.object({}),
    subject: ({ connection, service: of, rule }) => ({
      connection,
      object: `rule ${rule} of ${of.code}/${of.edition}`,
    }),
  }),
};
