// Files the person picks in the system's dialog. The page holds a handle and a name, never a path or the bytes.
import { read } from './operation.ts';
import { completeness, line, readHandle, saveTarget, suggestedName, z } from './schema.ts';

export const filePurpose = z.enum([
  'certificate',
  'certificate-authority',
  'private-key',
  'attachment',
  'form-xml',
  'form-table',
  'local-role',
  'local-roles',
  'contact-entries',
  'delegations',
  'consents',
  'organisation-numbers',
  'places',
  'connections',
  'backup',
]);
export const chosenFile = z.object({
  /** A `readHandle`. */
  handle: z.string(),
  name: z.string(),
  /** Of files to be sent; null for what is no ordinary file, absent where nobody looked. */
  bytes: z.number().nullable().optional(),
});
export type ChosenFile = z.infer<typeof chosenFile>;

/** A place where nothing is yet, or a folder that is there. */
const chosenTarget = z.object({
  /** A `saveTarget`; of a folder to read from a `readHandle`. */
  handle: z.string(),
  name: z.string(),
});

/** The name of a charset, and what stands around the first signs in which it differs from another. */
export const fileReading = z.object({ charset: z.string(), excerpt: z.string() });
export type FileReading = z.infer<typeof fileReading>;

/** A file that was written: its name, which is not the asked one where that was taken or unsafe. */
export const savedFile = z.object({ name: z.string(), bytes: z.number() });

/** One with a list of the platform in it, and whether that was all there is: a file of a part says so in its first line. */
export const savedList = savedFile.extend({ rows: z.number().int(), completeness });

/** Rows of a workbook that are hidden, by hand or by a filter: how many, how many are not, and whether they were read all the same. */
export const hiddenRows = z.object({
  count: z.number().int(),
  shown: z.number().int(),
  taken: z.boolean(),
});
export type HiddenRows = z.infer<typeof hiddenRows>;

/** Line of a table's headings where others stand above it, which are not read: a title, a date. */
export const headingLine = z.number().int();

export const files = {
  /** Opens the system's open dialog; null when the person cancels. */
  choose: read({
    approval: 'none',
    input: z.strictObject({ purpose: filePurpose }),
    output: chosenFile.nullable(),
  }),
  /** The same dialog for several files, where the shell has one; none when the person cancels. */
  chooseSeveral: read({
    approval: 'none',
    input: z.strictObject({ purpose: filePurpose }),
    output: z.object({ files: z.array(chosenFile) }),
  }),
  /**
   * How an XML file can be read: `charset` where it says so itself and is that, else null, and then what it may be. Without either it is no
   * XML that anybody could read. Problem file{...}.
   */
  readings: read({
    approval: 'none',
    input: z.strictObject({ file: readHandle }),
    output: z.object({ charset: z.string().nullable(), readings: z.array(fileReading) }),
  }),
  /** From now on the file is read in this charset, which the person chose. Problem invalid-input{charset: not-a-choice}. */
  readIn: read({
    approval: 'none',
    input: z.strictObject({ file: readHandle, charset: line(40) }),
    output: z.object({}),
  }),
  /** From now on the hidden rows of this workbook are read too, or left out again. */
  takeHidden: read({
    approval: 'none',
    input: z.strictObject({ file: readHandle, taken: z.boolean() }),
    output: z.object({}),
  }),
  /** Asks where to save; the file is not made yet. Null when the person cancels. */
  chooseTarget: read({
    approval: 'none',
    input: z.strictObject({ suggestedName }),
    output: chosenTarget.nullable(),
  }),
  /** Has the system show what was saved at this target in this session: selected in its folder, and never opened (NAV-07). */
  show: read({
    approval: 'none',
    input: z.strictObject({ target: saveTarget }),
    output: z.object({}),
  }),
  /**
   * Asks for a folder, and answers a new one in it: its name is free, and it is not made yet. Without a name it is the folder itself,
   * which may be one to read from: then nothing can be written there. Null when the person cancels.
   */
  chooseFolder: read({
    approval: 'none',
    input: z
      .strictObject({
        suggestedName: suggestedName.optional(),
        make: z.boolean().default(false),
        use: z.enum(['read', 'save']).default('save'),
      })
      .refine(({ use, suggestedName: named }) => use === 'save' || named === undefined, {
        message: 'not-a-choice',
        path: ['use'],
      }),
    output: chosenTarget.nullable(),
  }),
};
