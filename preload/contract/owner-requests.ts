// Consents given for services of one's own, and delegation requests (platform.md, Service owners).
import { actionWord } from './delegations.ts';
import { savedList } from './files.ts';
import { read, write } from './operation.ts';
import { numberedParty, partyNumber, toldParty } from './party-access.ts';
import { serviceCode, serviceEdition } from './role-definitions.ts';
import { ruleObject } from './service-rights.ts';
import {
  exactLine,
  id,
  instant,
  line,
  listProgress,
  onlyRows,
  organisationNumber,
  REFERENCE,
  saveTarget,
  serverAddress,
  listOf,
  z,
} from './schema.ts';

export const consentState = z.enum(['active', 'revoked']);
/** A consent somebody has given; one that is over is not listed, and a used one that counted once is revoked. */
export const ownedConsent = z.object({
  code: z.string(),
  status: z.object({ known: consentState.or(z.literal('unknown')), word: z.string() }),
  giver: toldParty,
  receiver: toldParty,
  /** The supplier that acts for the receiver. */
  handledBy: toldParty.nullable(),
  created: instant.nullable(),
  validTo: instant.nullable(),
  lastChanged: instant.nullable(),
});
export type OwnedConsent = z.infer<typeof ownedConsent>;

export const requestState = z.enum(['created', 'unopened', 'opened', 'accepted', 'rejected']);
export const delegationRequest = z.object({
  id: z.string(),
  status: z.object({ known: requestState.or(z.literal('unknown')), word: z.string() }),
  receiver: numberedParty,
  giver: numberedParty,
  giverName: z.string(),
  services: z.array(
    z.object({
      serviceCode: z.string(),
      serviceEdition: z.number().int(),
      operations: z.array(z.string()),
      metadata: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  /** What the platform says is wrong with it. */
  errors: z.array(z.object({ code: z.string().nullable(), description: z.string().nullable() })),
  /** What the giver reads. */
  message: z.string().nullable(),
  redirectUrl: z.string().nullable(),
  created: instant.nullable(),
  lastChanged: instant.nullable(),
});
export type DelegationRequest = z.infer<typeof delegationRequest>;

const guid = z
  .string({ error: 'wrong-type' })
  .regex(/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/, 'resource-id')
  .meta(REFERENCE);
const service = z.strictObject({ code: serviceCode, edition: serviceEdition });
const ofConnection = z.strictObject({ connection: id });
const consentFilters = {
  /** The documents want one to be named. */
  service,
  statuses: z.array(consentState).max(2, 'too-many').optional(),
};

export const ownerRequests = {
  /** GET /api/serviceowner/consents: those for a service of one's own. */
  consents: read({
    approval: 'none',
    input: ofConnection.extend(consentFilters),
    output: listOf('consents', ownedConsent),
    progress: listProgress,
  }),
  /** The same as a table, with masked numbers; `only`: their codes. In the journal, since it makes a file of personal data. */
  exportConsents: write({
    approval: 'none',
    input: ofConnection.extend({
      ...consentFilters,
      format: z.enum(['csv', 'xlsx']),
      target: saveTarget,
      only: onlyRows,
    }),
    output: savedList,
    progress: listProgress,
    subject: ({ connection, format }) => ({ connection, object: `consents as ${format}` }),
  }),
  /** GET /api/serviceowner/delegationRequests: made by the connection's organisation, or for it to receive. */
  list: read({
    approval: 'none',
    input: ofConnection.extend({
      service: service.optional(),
      statuses: z.array(requestState).max(5, 'too-many').optional(),
      receiver: organisationNumber.optional(),
      giver: organisationNumber.optional(),
    }),
    output: listOf('requests', delegationRequest),
    progress: listProgress,
  }),
  /** GET /api/serviceowner/delegationRequests/{id}. */
  get: read({
    approval: 'none',
    input: ofConnection.extend({ request: guid }),
    output: delegationRequest,
  }),
  /**
   * POST /api/serviceowner/delegationRequests: asks a giver to give a receiver rights in services. After a lost answer the request is
   * looked for in the list, and never made twice.
   */
  create: write({
    approval: 'send',
    input: ofConnection.extend({
      /** Who is to have the rights: an organisation, or the person who asks. */
      receiver: partyNumber,
      giver: partyNumber,
      /** As the register has it; of a person the last name. */
      giverName: line(200),
      services: z
        .array(
          service.extend({
            operations: z.array(actionWord).min(1, 'required').max(20, 'too-many'),
          }),
        )
        .min(1, 'required')
        .max(20, 'too-many'),
      /** What the giver reads: one text, in whatever language. */
      message: exactLine(1000).optional(),
      /** Where the giver's browser goes afterwards. */
      redirectUrl: serverAddress,
    }),
    output: delegationRequest,
    // Either may be a person, of whom the journal has no number.
    subject: ({ connection, receiver, services }) => ({
      connection,
      object: `delegation request for ${ruleObject(receiver)}: ${services.map(({ code, edition }) => `${code}/${String(edition)}`).join(', ')}`,
    }),
  }),
  /** DELETE /api/serviceowner/delegationRequests/{id}. */
  remove: write({
    approval: 'erase',
    input: ofConnection.extend({ request: guid }),
    output: z.object({}),
    subject: ({ connection, request }) => ({ connection, object: `delegation request ${request}` }),
  }),
};
