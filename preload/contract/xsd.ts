// The XSD of a form (platform.md, Open metadata) as an outline, and XML of a file or draft checked against it here.
import { dataFormat, serviceCode, serviceEdition } from './metadata.ts';
import { draftKey } from './messages.ts';
import { read } from './operation.ts';
import { origin } from './reference.ts';
import { id, language, party, readHandle, resourceId, saveTarget, z } from './schema.ts';

const form = z.strictObject({
  connection: id,
  language: language.optional(),
  code: serviceCode,
  edition: serviceEdition,
  ...dataFormat,
});

/** `tekst` elements of annotations, such as LEDE (what it is called) and HJELP, each language as it is written there. */
const texts = z.array(z.object({ kind: z.string(), language: z.string(), text: z.string() }));

/** One element, attribute or group of the schema, in the order of the document; its children follow it, one level deeper. */
export const outlineNode = z.object({
  depth: z.number().int(),
  /** `sequence`: a group that comes as a whole, none or several times, or as one way of a choice; others are not nodes of their own. */
  kind: z.enum(['element', 'attribute', 'sequence', 'choice', 'any']),
  /** Of `any`: `@` where it is about attributes. Of groups: their name, or empty. */
  name: z.string(),
  /** Name of its type, or of the base of one without name; empty for groups. */
  type: z.string(),
  /** The type of XML Schema itself that its text is of, such as `decimal`; empty where it holds elements alone. */
  base: z.string(),
  min: z.number().int(),
  /** Null: any number of times. */
  max: z.number().int().nullable(),
  /** Of the schema document, from 1. */
  line: z.number().int(),
  documentation: z.string(),
  /** Facets such as `maxLength`, `pattern`; enumerations stand in `values`. */
  facets: z.array(z.object({ name: z.string(), value: z.string() })),
  values: z.array(z.object({ value: z.string(), label: z.string(), texts: texts.optional() })),
  /** How many there are; at most 500 come, fewer where the whole outline has very many. */
  valueCount: z.number().int(),
  fixed: z.string().nullable(),
  default: z.string().nullable(),
  /** It contains itself further up: its children are not repeated. */
  recursive: z.boolean(),
  /** Of elements: `elements` also where nothing may stand in it; `unknown` where anything may, or its type is not in this document. */
  content: z.enum(['text', 'elements', 'mixed', 'unknown']).optional(),
  /** What stands in it comes in any order (`xs:all`). */
  unordered: z.literal(true).optional(),
  nillable: z.literal(true).optional(),
  /** Its type is abstract, or it is the head of a group that nothing here stands for: the names of types that may be said with `xsi:type`. */
  abstract: z.array(z.string()).optional(),
  /** A way of a choice of types: `said` by `xsi:type`, or its `own`, which it need not say. */
  typed: z.enum(['own', 'said']).optional(),
  /** Left out where its type is in none, has no name, or is one of XML Schema itself. */
  typeNamespace: z.string().optional(),
  /** Left out where its name is in none; of `any`, the schema's own. */
  namespace: z.string().optional(),
  texts: texts.optional(),
});
export type OutlineNode = z.infer<typeof outlineNode>;

/** Why a schema, or a file against it, cannot be worked with. */
export const schemaProblem = z.enum([
  /** Not XML, or not an XML Schema. */
  'malformed',
  /** It imports or includes another document, which is never fetched. */
  'refers-elsewhere',
  'too-large',
  /** It took longer than the time there is for it, or more than the checker can follow. */
  'too-costly',
  /** The schema has a DOCTYPE, which nothing of ours reads. */
  'doctype',
  /** The file is larger than can be checked, or needs more memory than there is for it. */
  'file-too-large',
  /** The file has a DOCTYPE. */
  'file-doctype',
]);
export type SchemaProblem = z.infer<typeof schemaProblem>;

export const issue = z.object({
  kind: z.enum(['malformed', 'schema']),
  /** Of the file, from 1; null where libxml2 does not say. */
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  /** XPath of the element, such as `/Skjema/Linje[2]/Belop`. */
  path: z.string().nullable(),
  /** The words of libxml2. */
  message: z.string(),
  /** The element or attribute (`@id`) it is about, where that can be told. */
  name: z.string().nullable(),
});
export type Issue = z.infer<typeof issue>;

/** Live reading, for which nobody signs in: `true` asks the platform although it is in the copy, which stays as it is. */
const fresh = z.boolean().optional();

export const xsd = {
  /** GET /api/metadata/formtask/{serviceCode}/{serviceEditionCode}/forms/{dataFormatId}/{dataFormatVersion}/xsd. From the copy where it is there. */
  view: read({
    approval: 'none',
    input: form.extend({ fresh }),
    output: z.object({
      text: z.string(),
      /** Of what the platform gave; out of the copy, which has the text alone, of the text in UTF-8. */
      bytes: z.number().int(),
      origin,
      /** Null where `problem` says why there is none. One that refers elsewhere has the outline of what is here. */
      outline: z.array(outlineNode).nullable(),
      /** The outline has more nodes than are shown. */
      cut: z.boolean(),
      problem: z.object({ kind: schemaProblem, message: z.string() }).nullable(),
    }),
  }),
  /** As it is shown, in UTF-8, into a new file. */
  save: read({
    approval: 'none',
    input: form.extend({
      target: saveTarget,
      fresh,
      /** Byte by byte as the platform gives it, whatever its encoding: asks the platform, since a copy has the text alone. */
      exact: z.boolean().optional(),
    }),
    output: z.object({ name: z.string(), bytes: z.number().int(), origin }),
  }),
  /** Nothing is sent anywhere. What is checked is read in main; only what is wrong with it crosses to the page. */
  validate: read({
    approval: 'none',
    input: form
      .extend({
        file: readHandle.optional(),
        /** A form as it stands in a draft (`formDrafts`). */
        draft: z.strictObject({ who: party, message: resourceId, key: draftKey }).optional(),
        /** The one that is kept for this form on this computer (`manyForms.keep`). */
        template: z.literal('kept').optional(),
        /** The form of this format in a message of a party. */
        earlier: z.strictObject({ who: party, message: resourceId }).optional(),
      })
      .refine(
        ({ file, draft, template, earlier }) =>
          [file, draft, template, earlier].filter((one) => one !== undefined).length === 1,
        { message: 'exactly-one' },
      ),
    output: z.object({
      name: z.string(),
      bytes: z.number(),
      /** Null where `problem` says why it could not be checked. */
      valid: z.boolean().nullable(),
      /** At most 500. */
      issues: z.array(issue),
      total: z.number().int(),
      problem: z.object({ kind: schemaProblem, message: z.string() }).nullable(),
      origin,
    }),
    progress: z.object({ step: z.enum(['reading', 'compiling', 'checking']) }),
  }),
};
