// The XSD of a form (api.md, FormsMetaData): read as an outline, and an XML file checked against it on this computer.
import { apiLanguage } from './code-lists.ts';
import { dataFormat, serviceCode, serviceEdition } from './metadata.ts';
import { read } from './operation.ts';
import { origin } from './reference.ts';
import { fileHandle, id, z } from './schema.ts';

const form = z.strictObject({
  connection: id,
  language: apiLanguage.optional(),
  code: serviceCode,
  edition: serviceEdition,
  ...dataFormat,
});

/** One element, attribute or group of the schema, in the order of the document; its children follow it, one level deeper. */
export const outlineNode = z.object({
  depth: z.number().int(),
  kind: z.enum(['element', 'attribute', 'choice', 'any']),
  name: z.string(),
  /** Name of its type, or of the base of one without name; empty for groups. */
  type: z.string(),
  min: z.number().int(),
  /** Null: any number of times. */
  max: z.number().int().nullable(),
  /** Of the schema document, from 1. */
  line: z.number().int(),
  documentation: z.string(),
  /** Facets such as `maxLength`, `pattern`; enumerations stand in `values`. */
  facets: z.array(z.object({ name: z.string(), value: z.string() })),
  values: z.array(z.object({ value: z.string(), label: z.string() })),
  /** `fixed` or `default` of an element or attribute. */
  fixed: z.string().nullable(),
  /** It contains itself further up: its children are not repeated. */
  recursive: z.boolean(),
});
export type OutlineNode = z.infer<typeof outlineNode>;

/** Why a schema cannot be worked with. */
export const schemaProblem = z.enum([
  /** Not XML, or not an XML Schema. */
  'malformed',
  /** It imports or includes another document, which is never fetched. */
  'refers-elsewhere',
  'too-large',
  /** It took longer than the time there is for it. */
  'too-costly',
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
  /** The element or attribute it is about, and what it holds, where that can be told. */
  name: z.string().nullable(),
});
export type Issue = z.infer<typeof issue>;

export const xsd = {
  /** From the copy where it is there. */
  view: read({
    input: form.extend({ fresh: z.boolean().optional() }),
    output: z.object({
      text: z.string(),
      bytes: z.number().int(),
      origin,
      /** Null where `problem` says why there is none. */
      outline: z.array(outlineNode).nullable(),
      /** The outline has more nodes than are shown. */
      cut: z.boolean(),
      problem: z.object({ kind: schemaProblem, message: z.string() }).nullable(),
    }),
  }),
  /** Nothing is sent anywhere. The file is read in main; only what is wrong with it crosses to the page. */
  validate: read({
    input: form.extend({ file: fileHandle }),
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
