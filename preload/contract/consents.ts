// Consents (platform.md, Consents and delegation requests): requests, the tokens that prove a consent, giving up, uses.
import { headingLine, hiddenRows } from './files.ts';
import { cleanWord } from './rules.ts';
import { fieldProblem } from '../result.ts';
import { read, write } from './operation.ts';
import { serviceCode, serviceEdition } from './metadata.ts';
import { numberedParty } from './party-access.ts';
import { identityNumber } from './reportees.ts';
import {
  completeness,
  id,
  instant,
  line,
  listProgress,
  organisationNumber,
  readHandle,
  REFERENCE,
  listOf,
  z,
} from './schema.ts';

/** AuthorizationCode: names one request, and the consent that comes of it. */
export const authorizationCode = z
  .string({ error: 'wrong-type' })
  .regex(/^[0-9A-Za-z-]{1,64}$/, 'wrong-type')
  .meta(REFERENCE);

export const requestStatus = z.enum(['unopened', 'opened', 'accepted', 'rejected']);
export type RequestStatus = z.infer<typeof requestStatus>;
export const direction = z.enum(['incoming', 'outgoing']);

const metadataValue = z.object({ name: z.string(), value: z.string() });
export const consentResource = z.object({
  serviceCode: z.string(),
  serviceEdition: z.number().int(),
  /** What the service asks the giver about, e.g. the year. */
  metadata: z.array(metadataValue),
});
export type ConsentResource = z.infer<typeof consentResource>;

const MOST_TEXT = 4000;
/** What the giver reads, by language; several services take none. */
const messageTexts = z.object({
  en: z.string().nullable(),
  nb: z.string().nullable(),
  nn: z.string().nullable(),
});

export const consentRequest = z.object({
  code: z.string(),
  /** `word` is the server's. */
  status: z.object({ known: requestStatus.or(z.literal('unknown')), word: z.string() }),
  /** Incoming ones ask the connection's organisation; outgoing ones are made by or for it. */
  direction: direction.or(z.literal('unknown')),
  receiver: numberedParty,
  giver: numberedParty,
  giverName: z.string().nullable(),
  /** The supplier that acts for the receiver. */
  handledBy: numberedParty.nullable(),
  /** The one person who may answer. */
  onlyBy: z.object({ party: numberedParty, name: z.string().nullable() }).nullable(),
  validTo: instant.nullable(),
  /** Where the browser of the giver goes after the answer. */
  /** Whether the giver finds it in the portal, or by the link alone; null where the platform does not say. */
  inPortal: z.boolean().nullable(),
  returnAddress: z.string().nullable(),
  resources: z.array(consentResource),
  message: messageTexts,
  created: instant.nullable(),
  lastChanged: instant.nullable(),
  /** Of the platform's page where the giver answers; null where none is offered. */
  page: z.string().nullable(),
});
export type ConsentRequest = z.infer<typeof consentRequest>;

/** A person by the last name, an organisation by its whole name, as the registers have them. */
export const giver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), identityNumber, lastName: line(200) }),
  z.strictObject({ kind: z.literal('organisation'), organisationNumber, name: line(200) }),
]);
export type Giver = z.infer<typeof giver>;

/** A page of a web server, where a browser goes. */
export const returnAddress = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanWord)
  .max(1000, 'too-long')
  .refine(isReturnAddress, 'server-address');

function isReturnAddress(value: string): boolean {
  if (!/^https:\/\/[^\s\p{Cc}]+$/u.test(value) || !URL.canParse(value)) return false;
  const { username, password, hostname } = new URL(value);
  return username === '' && password === '' && hostname !== '';
}

const givenText = z
  .string({ error: 'wrong-type' })
  .min(1, 'required')
  .max(MOST_TEXT, 'too-long')
  .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), 'control-characters');

export const requestedResource = z.strictObject({
  serviceCode,
  serviceEdition,
  metadata: z
    .array(z.strictObject({ name: line(100), value: line(1000) }))
    .max(50, 'too-many')
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'name-in-use'),
});

/** What a request says. */
export const requestContent = {
  /** Who receives; with `handledBy` another organisation than the one that signs in. */
  receiver: organisationNumber,
  handledBy: organisationNumber.optional(),
  giver,
  onlyBy: z.strictObject({ identityNumber, lastName: line(200) }).optional(),
  /** ISO 8601 with Z or an offset. */
  validTo: z.iso.datetime({ offset: true, error: 'time' }),
  returnAddress,
  resources: z.array(requestedResource).min(1, 'required').max(50, 'too-many'),
  message: z
    .strictObject({
      en: givenText.optional(),
      nb: givenText.optional(),
      nn: givenText.optional(),
    })
    .optional(),
  /** Whether the giver can find it in the portal, too; the platform's default is that it is hidden. */
  inPortal: z.boolean().optional(),
};
export const newRequest = z.strictObject(requestContent);
export type NewRequest = z.infer<typeof newRequest>;

/** One line of a table of requests, and what would become of it. */
export const plannedConsent = z.object({
  /** Line of the file, from 1. */
  line: z.number().int(),
  /** Giver and services, cut to 100 signs and without whole numbers of persons. */
  text: z.string(),
  /** `there-already`: an unanswered request says the same. `twice`: an earlier line does. */
  verdict: z.enum(['send', 'there-already', 'twice', 'refused']),
  problem: fieldProblem.nullable(),
});
export type PlannedConsent = z.infer<typeof plannedConsent>;

/** `K107/1, K108/2`: of the giver nothing. */
export const resourcesOf = (
  resources: readonly { readonly serviceCode: string; readonly serviceEdition: number }[],
): string => resources.map((one) => `${one.serviceCode}/${String(one.serviceEdition)}`).join(', ');

const one = z.strictObject({ connection: id, code: authorizationCode });

/** What a token says; it lives for half a minute, and a new one is made for the same code at any time. */
export const consentToken = z.object({
  /** Whether one of the keys that the platform publishes has signed it. */
  signature: z.enum(['valid', 'not-valid', 'keys-not-readable']),
  /** By the platform's clock; null where it does not say. */
  secondsLeft: z.number().int().nullable(),
  /** What the consent is for, and what it is limited to. */
  services: z.array(
    z.object({
      serviceCode: z.string(),
      serviceEdition: z.number().int(),
      metadata: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  receiver: numberedParty,
  giver: numberedParty,
  handledBy: numberedParty.nullable(),
  /** When the consent was given, and its end. */
  given: instant.nullable(),
  validTo: instant.nullable(),
  issuer: z.string().nullable(),
  /** Claims that are not documented, numbers of persons masked. */
  others: z.array(metadataValue),
});
export type ConsentToken = z.infer<typeof consentToken>;

export const consents = {
  /** GET /api/consentRequests, all of them; without statuses those of each. Incomplete where the platform does not give the rest. */
  list: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      direction: direction.optional(),
      statuses: z.array(requestStatus).max(4, 'too-many').optional(),
      service: z.strictObject({ code: serviceCode, edition: serviceEdition }).optional(),
    }),
    output: listOf('requests', consentRequest),
    progress: listProgress,
  }),
  /** GET /api/consentRequests/{code}. */
  get: read({ approval: 'none', input: one, output: consentRequest }),
  /** The whole national identity number of a person in it, read anew on purpose; null where there is none. */
  revealNumber: read({
    approval: 'none',
    input: one.extend({ whose: z.enum(['giver', 'only-by']) }),
    output: z.object({ identityNumber: z.string().nullable() }),
  }),
  /** Has the system's browser open the page where the giver answers, in one of its languages. A person is asked first. */
  openPage: read({
    approval: 'none',
    input: one.extend({ language: z.enum(['en', 'nb', 'nn']) }),
    output: z.object({ host: z.string() }),
  }),
  /** POST /api/consentRequests. After a lost answer the request is looked for in the list, and never made twice. */
  create: write({
    approval: 'send',
    input: z.strictObject({ connection: id, ...requestContent }),
    output: consentRequest,
    // The giver may be a person: the journal has the services alone.
    subject: ({ connection, resources }) => ({
      connection,
      object: `consent request for ${resourcesOf(resources)}`,
    }),
  }),
  /** DELETE /api/consentRequests/{code}: conflict once the giver has answered. */
  withdraw: write({
    approval: 'erase',
    input: one,
    output: z.object({}),
    subject: ({ connection, code }) => ({ connection, object: `consent request ${code}` }),
  }),
  /**
   * Dry run of a table of requests, CSV or XLSX, against those that are not answered yet. Changes nothing; `jobs.startConsentRequests` does.
   * Columns, in English or Norwegian: `national identity number` and `last name`, or `organisation number` and `name`; `service` (`K107/1`, several
   * with a comma); `valid to`; `return address`; perhaps `message nb`, `message nn`, `message en`, `only by`, `only by last name`, `receiver`, and
   * `value: NAME` for each value that a service wants. At most 2 000 lines.
   */
  readFile: read({
    approval: 'none',
    input: z.strictObject({ connection: id, file: readHandle }),
    output: z.object({
      rows: z.array(plannedConsent),
      /** How many would be sent. */
      count: z.number().int(),
      /** Of what was tried, for `jobs.startConsentRequests`. */
      digest: z.string(),
      completeness,
      /** Absent where no row of the file is hidden. */
      hiddenRows: hiddenRows.optional(),
      /** Absent where the first row has them, or none. */
      headingLine: headingLine.optional(),
    }),
    progress: listProgress,
  }),
  /**
   * GET /api/authorization/token/{code}, and whether one of the keys of /api/metadata/jwk has signed what came. The token itself stays in
   * main, and is kept nowhere.
   */
  token: read({ approval: 'none', input: one, output: consentToken }),
  /** A fresh token onto the clipboard, which is cleared later; one that is not signed as it should be is not copied. A person is asked first. */
  copyToken: read({
    approval: 'reveal',
    input: one,
    output: consentToken.extend({ clearsInSeconds: z.number() }),
  }),
  /** DELETE /api/authorization/token/{code}: the receiver gives the consent up, for good. */
  giveUp: write({
    approval: 'erase',
    input: one,
    output: z.object({}),
    subject: ({ connection, code }) => ({ connection, object: `consent ${code}` }),
  }),
  /** POST /api/authorization/token/{code}/loguse: that the data were used. It ends a consent for one use. */
  logUse: write({
    approval: 'erase',
    input: one.extend({
      serviceCode,
      serviceEdition,
      /** ISO 8601 with Z or an offset; now when left out. */
      at: z.iso.datetime({ offset: true, error: 'time' }).optional(),
    }),
    output: z.object({
      /** Whether the consent still gives access; null where that could not be read. */
      stillGiven: z.boolean().nullable(),
    }),
    subject: ({ connection, code, serviceCode: service, serviceEdition: edition }) => ({
      connection,
      object: `use of ${service}/${String(edition)} by consent ${code}`,
    }),
  }),
};
