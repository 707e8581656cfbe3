// Contact information that users register for an organisation; service owners' notices go there.
import { read, write } from './operation.ts';
import {
  completeness,
  id,
  listedNumber,
  onlyRows,
  readHandle,
  saveTarget,
  listOf,
  z,
} from './schema.ts';
import { headingLine, hiddenRows, savedList } from './files.ts';
import { cleanAddress, cleanPhone, cleanWord } from './rules.ts';
import { fieldProblem } from '../result.ts';

export const email = z
  .string({ error: 'wrong-type' })
  .overwrite((typed) => cleanAddress(cleanWord(typed)))
  .max(254, 'too-long')
  .refine(
    (value) => value.length <= 254 && /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u.test(value),
    'e-mail',
  );

/** Digits and blanks, perhaps with `+` or `00` and a country code before them. */
export const phoneNumber = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanPhone)
  .max(30, 'too-long')
  .refine((value) => value.length <= 30 && /^\s*\+?(\s*\d){5,17}\s*$/.test(value), 'mobile-number');

export const mobileNumber = phoneNumber.refine(
  (value) => /^(\+|00)?\d{8,15}$/.test(value.replaceAll(/\s/g, '')),
  'mobile-number',
);

export const contactEntry = z.object({
  id: z.number().int(),
  /** Repeats the e-mail or the mobile number. */
  name: z.string(),
  /** Null when the entry is a mobile number. */
  email: z.string().nullable(),
  /** Null when the entry is an e-mail. */
  mobileNumber: z.string().nullable(),
  /** IsSelectedForNotification; null where the server does not say. */
  notified: z.boolean().nullable(),
});
export type ContactEntry = z.infer<typeof contactEntry>;

const target = z.strictObject({ connection: id, organisationNumber: listedNumber });

/** One line of a file of changes, and what would become of it. */
export const plannedEntry = z.object({
  /** Line of the file, from 1. */
  line: z.number().int(),
  action: z.enum(['add', 'remove']),
  /** As it would be sent; one of the two. Both null where the line cannot be read. */
  email: z.string().nullable(),
  mobileNumber: z.string().nullable(),
  /** What stands in the line, cut to 100 signs. */
  text: z.string(),
  /** `twice`: an earlier line says the same. `there-already` and `not-there`: nothing to do. */
  verdict: z.enum(['add', 'remove', 'there-already', 'not-there', 'twice', 'refused']),
  problem: fieldProblem.nullable(),
});
export type PlannedEntry = z.infer<typeof plannedEntry>;

export const contactInformation = {
  /** GET /api/{orgno}/profile/contactinformation. */
  list: read({
    approval: 'none',
    input: target,
    output: listOf('entries', contactEntry),
  }),
  /**
   * Dry run of a table, CSV or XLSX (one e-mail or mobile number a line, or the columns `action` and `value`), against what the
   * organisation has now. Changes nothing; `jobs.startContactEntries` does. At most 2 000 lines, 10 MiB.
   */
  readFile: read({
    approval: 'none',
    input: target.extend({ file: readHandle }),
    output: z.object({
      rows: z.array(plannedEntry),
      completeness,
      hiddenRows: hiddenRows.optional(),
      /** Absent where the first row has them, or none. */
      headingLine: headingLine.optional(),
    }),
  }),
  /** The entries as CSV, in the form that `readFile` reads. `only`: their ids. */
  exportList: read({
    approval: 'none',
    input: target.extend({ target: saveTarget, only: onlyRows }),
    output: savedList,
  }),
  /**
   * POST /api/{orgno}/profile/contactinformation with exactly one of the two. `conflict` when the organisation has it
   * already. `entry` is null when it was done but is not in the list yet.
   */
  add: write({
    approval: 'none',
    input: target
      .extend({ email: email.optional(), mobileNumber: mobileNumber.optional() })
      .superRefine((given, context) => {
        const both = given.email !== undefined && given.mobileNumber !== undefined;
        const none = given.email === undefined && given.mobileNumber === undefined;
        const paths = both ? [['email'], ['mobileNumber']] : none ? [[]] : [];
        for (const path of paths)
          context.addIssue({ code: 'custom', message: 'exactly-one', path });
      }),
    output: z.object({
      entry: contactEntry.nullable(),
      /** The server's words; empty when its answer was lost and the entry found. */
      reason: z.string(),
    }),
    // An e-mail or number is a person's: the journal has the organisation only.
    subject: (input) => ({
      connection: input.connection,
      object: `contact information of ${input.organisationNumber}`,
    }),
  }),
  /** DELETE /api/{orgno}/profile/contactinformation/{Id}. */
  remove: write({
    approval: 'none',
    input: target.extend({
      entry: z
        .number()
        .int('not-a-number')
        .min(0, 'out-of-range')
        .max(Number.MAX_SAFE_INTEGER, 'out-of-range'),
    }),
    output: z.object({ reason: z.string() }),
    subject: (input) => ({
      connection: input.connection,
      object: `contact information ${input.entry} of ${input.organisationNumber}`,
    }),
  }),
};
