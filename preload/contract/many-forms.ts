// Many forms of one service from a table: its columns brought to fields, and every line tried before any is sent.
import { headingLine, hiddenRows } from './files.ts';
import { dataFormat, serviceCode, serviceEdition } from './metadata.ts';
import { draftKey } from './messages.ts';
import { read } from './operation.ts';
import { exactLine, id, language, party, readHandle, resourceId, z } from './schema.ts';
import { issue, schemaProblem } from './xsd.ts';

/** Which form of which service. */
const ofForm = z.strictObject({
  connection: id,
  language: language.optional(),
  code: serviceCode,
  edition: serviceEdition,
  ...dataFormat,
});

/** `/Skjema/Linje[1]/Belop`, `/Skjema/@id`. */
const fieldPath = exactLine(1000);
/** Column of the table, from 0. Columns that are not named are not used. */
const column = z.number().int().min(0, 'out-of-range').max(199, 'out-of-range');
const mapped = z.strictObject({
  column,
  path: fieldPath,
});
export type MappedColumn = z.infer<typeof mapped>;

/**
 * What a form is before its line is filled in: as the schema asks for it, the content of a file, what is kept for this form, or
 * what it is in a message of the party: sent, under way, or just prefilled by the platform.
 */
const template = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('schema') }),
  z.strictObject({ from: z.literal('file'), file: readHandle }),
  z.strictObject({ from: z.literal('kept') }),
  z.strictObject({ from: z.literal('message'), message: resourceId }),
]);
export type Template = z.infer<typeof template>;

const theTable = {
  who: party,
  /** CSV, or a workbook (XLSX) of which the first sheet is read. */
  file: readHandle,
  template,
  /** What the forms are called by; without it the first column that tells all lines apart. */
  nameBy: column.optional(),
};
const mapping = z.array(mapped).max(200, 'too-many');

/** What is sent: each line of the table is one form. */
export const formTable = ofForm.extend({ ...theTable, mapping: mapping.min(1, 'required') });
export const formProgress = z.object({
  step: z.enum(['reading', 'checking']),
  done: z.number().int(),
  all: z.number().int(),
});

/** Why the form of a line would not be valid. */
export const rowProblem = z.object({
  /** Null where it is about no column, such as a field that is missing. */
  column: z.number().int().nullable(),
  path: z.string().nullable(),
  /** What a person calls the field. */
  field: z.string(),
  /** In words for a log; the window has its own. */
  message: z.string(),
  kind: z.enum([
    /** Not a value of the kind that the field takes. */
    'value',
    /** The field cannot be put into the form as it is. */
    'place',
    'missing',
    /** The line is the same as one before it. */
    'twice',
    /** More than 64 KiB. */
    'too-long',
    /** What the checker of schemas says. */
    'schema',
  ]),
  /** Of `value`: what is wrong with it. */
  value: z
    .enum([
      'empty',
      'decimal',
      'integer',
      'boolean',
      'date',
      'date-time',
      'time',
      'year',
      'too-long',
      'too-short',
      'length',
      'digits',
      'number-range',
      'not-a-value',
      'pattern',
      'wrong-type',
      /** It can be read in two ways. */
      'ambiguous',
      /** XML cannot hold one of its signs. */
      'character',
    ])
    .optional(),
  issue: issue.optional(),
});
export type RowProblem = z.infer<typeof rowProblem>;

export const formRow = z.object({
  /** Of the file, from 1. */
  line: z.number().int(),
  /** What its form is called by: one cell, or the first ones where no column tells the lines apart. Numbers of persons are masked. */
  title: z.string(),
  /** The first of them; none where its form is valid. */
  problems: z.array(rowProblem),
  problemCount: z.number().int(),
});
export type FormRow = z.infer<typeof formRow>;

export const formField = z.object({
  path: z.string(),
  label: z.string(),
  /** Labels of what it is in, outermost first. */
  above: z.array(z.string()),
  required: z.boolean(),
});
export type FormField = z.infer<typeof formField>;

const tableColumn = z.object({
  heading: z.string(),
  /** Of the first lines. */
  samples: z.array(z.string()),
});
export type TableColumn = z.infer<typeof tableColumn>;

export const manyForms = {
  /**
   * Reads the table and tries every line: its form is made from the template, and checked field by field and against the XSD.
   * Nothing is sent anywhere. Without a mapping the kept one is taken where its headings are there, and else what the headings suggest.
   */
  plan: read({
    approval: 'none',
    input: ofForm.extend({ ...theTable, mapping: mapping.optional() }),
    output: z.object({
      name: z.string(),
      columns: z.array(tableColumn),
      /** At most 5 000. */
      fields: z.array(formField),
      mapping: z.array(z.object({ column: z.number().int(), path: z.string() })),
      mappingFrom: z.enum(['given', 'kept', 'headings']),
      /** Of the columns, the one that the forms are called by; null where none tells all lines apart. */
      nameBy: z.number().int().nullable(),
      rows: z.array(formRow),
      /** Number of lines whose forms are valid. */
      valid: z.number().int(),
      /** Of what was tried, for `jobs.startForms`. */
      digest: z.string(),
      /** Absent where no row of the file is hidden. */
      hiddenRows: hiddenRows.optional(),
      /** Absent where the first row has them, or none. */
      headingLine: headingLine.optional(),
      /** Why nothing could be checked; then there are no lines. */
      problem: z.object({ kind: schemaProblem, message: z.string() }).nullable(),
    }),
    progress: formProgress,
  }),
  /** What is kept for this form on this computer, sealed. */
  kept: read({
    approval: 'none',
    input: ofForm,
    output: z.object({
      template: z.object({ bytes: z.number().int() }).nullable(),
      /** The headings of the columns that were used last. */
      headings: z.array(z.string()),
    }),
  }),
  /** Keeps what is given: which headings go into which fields, and the form that new ones begin with; null takes it away. */
  keep: read({
    approval: 'none',
    input: ofForm.extend({
      mapping: z
        .array(z.strictObject({ heading: exactLine(200), path: fieldPath }))
        .max(200, 'too-many')
        .nullable()
        .optional(),
      template: z
        .union([
          z.strictObject({ file: readHandle }),
          /** A form as it stands in a draft (`formDrafts`). */
          z.strictObject({
            draft: z.strictObject({ who: party, message: resourceId, key: draftKey }),
          }),
        ])
        .nullable()
        .optional(),
    }),
    output: z.object({}),
  }),
};
