// Look-up services: what one is asked with, asking it, and saving its answer.
import { authorizationCode } from './consents.ts';
import { serviceCode, serviceEdition } from './metadata.ts';
import { read } from './operation.ts';
import { MOST_QUERY } from './rules.ts';
import { id, language, party, REFERENCE, saveTarget, z } from './schema.ts';
import { outlineNode, schemaProblem } from './xsd.ts';

/** A schema of the service, as the outline that fields are made of. */
export const lookupSchema = z.object({
  /** Null where `problem` says why there is none. */
  outline: z.array(outlineNode).nullable(),
  /** The outline has more nodes than are shown. */
  cut: z.boolean(),
  problem: z.object({ kind: schemaProblem, message: z.string() }).nullable(),
});
export type LookupSchema = z.infer<typeof lookupSchema>;

export const describedLookup = z.object({
  name: z.string(),
  ownerName: z.string(),
  /** Null: the open metadata does not say. */
  enterpriseUserEnabled: z.boolean().nullable(),
  /** Null: the service has none. */
  request: lookupSchema.nullable(),
  response: lookupSchema.nullable(),
});
export type DescribedLookup = z.infer<typeof describedLookup>;

const query = z
  .string({ error: 'wrong-type' })
  .max(MOST_QUERY, 'too-long')
  // Blanks and line breaks are how people write it; nothing else that cannot be seen.
  .refine((text) => !/[^\P{Cc}\t\r\n]/u.test(text), 'control-characters');

/** Issued by main for an answer it holds; the oldest are forgotten first. */
export const answerHandle = z
  .string()
  .regex(/^answer-[A-Za-z0-9_-]{16,43}$/, 'unknown-handle')
  .meta(REFERENCE);

export const lookupAnswer = z.object({
  handle: answerHandle,
  /** By what it is, whatever its type says. */
  kind: z.enum(['xml', 'json', 'text', 'binary', 'empty']),
  /** The media type it came with; empty when it came with none. */
  type: z.string(),
  /** The platform had packed it into a string of JSON or XML: this is what was in it. */
  packed: z.boolean(),
  /** Of what is saved. */
  bytes: z.number().int(),
  /** Of XML and JSON laid out in lines; of other text as it came. */
  text: z.string(),
  /** Only the first 256 KiB are shown. */
  cut: z.boolean(),
  ms: z.number().int(),
});
export type LookupAnswer = z.infer<typeof lookupAnswer>;

const service = { code: serviceCode, edition: serviceEdition };

export const lookups = {
  /** GET /api/metadata/lookup/{serviceCode}/{serviceEditionCode}, and GET /api/metadata/lookup/{serviceCode}/{serviceEditionCode}/schemas/{schema}. */
  describe: read({
    approval: 'none',
    input: z.strictObject({ connection: id, language: language.optional(), ...service }),
    output: describedLookup,
  }),
  /** GET /api/{who}/lookup/{serviceCode}/{serviceEditionCode}. What its query looks like, the owner of the service decides. */
  ask: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      who: party,
      ...service,
      query: query.default(''),
      /** Of a consent, where the service asks for one. */
      authorizationCode: authorizationCode.optional(),
    }),
    output: lookupAnswer,
  }),
  /** Byte by byte as it came; one that was packed into a string, as what was in it, in UTF-8. */
  save: read({
    approval: 'none',
    input: z.strictObject({ connection: id, answer: answerHandle, target: saveTarget }),
    output: z.object({ name: z.string(), bytes: z.number().int() }),
  }),
};
