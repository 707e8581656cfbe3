// Drafts of forms on this computer: sealed on the disk from the first key press, so that a crash loses nothing.
import { serviceCode, serviceEdition } from './metadata.ts';
import { dataFormat, draftKey, rowOfTable } from './messages.ts';
import { read } from './operation.ts';
import {
  environment,
  id,
  instant,
  line,
  party,
  readHandle,
  resourceId,
  saveTarget,
  z,
} from './schema.ts';

/** In UTF-16 units of the text before all of them, in ascending order, none over another. */
export const textChange = z.strictObject({
  from: z.number().int().min(0, 'out-of-range').max(16_777_216, 'out-of-range'),
  to: z.number().int().min(0, 'out-of-range').max(16_777_216, 'out-of-range'),
  insert: z.string({ error: 'wrong-type' }).max(64 * 1024, 'too-long'),
});
export type TextChange = z.infer<typeof textChange>;

const about = {
  /** Null for a sub-form that the platform does not have yet. */
  form: z.string().nullable(),
  type: z.enum(['main-form', 'sub-form', 'unknown']),
  name: z.string(),
  dataFormatId: z.string().nullable(),
  dataFormatVersion: z.string().nullable(),
};
export const draftForm = z.object({
  key: draftKey,
  ...about,
  /** Exactly as it came or was typed, at most 8 MiB in UTF-8. */
  xml: z.string(),
  /** Counts the edits that are on the disk: the next `edit` names it. */
  revision: z.number().int(),
  /** Whether it is other than what the platform had when it was begun. */
  changed: z.boolean(),
  /** A sub-form that the person took out: it goes when the draft is saved. */
  removed: z.boolean(),
});
export type DraftForm = z.infer<typeof draftForm>;

/** What became of a draft whose file was damaged: it is again as it was at `until`, and later steps are missing. */
export const draftLoss = z.object({
  /** When it was found. */
  at: instant,
  until: instant,
  /** Known number of missing steps; there may be one more. */
  steps: z.number().int(),
  /** Names of the files that were set aside as they were. */
  files: z.array(z.string()),
});
export type DraftLoss = z.infer<typeof draftLoss>;

export const formDraft = z.object({
  who: z.string(),
  message: z.string(),
  subject: z.string(),
  /** `lastChanged` of the message when the draft was begun: another one now means that somebody else changed it. */
  expected: instant.nullable(),
  changed: instant,
  /** For as long as there is the draft. */
  lost: draftLoss.optional(),
  forms: z.array(draftForm),
});
export type FormDraft = z.infer<typeof formDraft>;

export const formDraftSummary = z.object({
  who: z.string(),
  message: z.string(),
  subject: z.string(),
  environment,
  changed: instant,
  /** Forms that are other than on the platform. */
  forms: z.number().int(),
  /** Of its message (`messageSummary`). */
  row: rowOfTable.optional(),
  lost: draftLoss.optional(),
});
export type FormDraftSummary = z.infer<typeof formDraftSummary>;

const target = z.strictObject({ connection: id, who: party, message: resourceId });
const inDraft = target.extend({ key: draftKey });
const oneForm = z.object({ form: draftForm });

/** Nothing here changes anything at the platform. Problem keychain{...} while drafts cannot be sealed or opened. */
export const formDrafts = {
  /** Those of this connection, newest first. */
  list: read({
    approval: 'none',
    input: z.strictObject({ connection: id }),
    output: z.object({
      drafts: z.array(formDraftSummary),
      /** Names of files of drafts of which nothing can be read: they are kept, and nobody knows of which message they are. */
      unreadable: z.array(z.string()),
    }),
  }),
  /** Null where there is none. */
  open: read({
    approval: 'none',
    input: target,
    output: z.object({ draft: formDraft.nullable() }),
  }),
  /** Takes the form as the platform has it now into the draft; one that is in it already is answered as it is. */
  begin: read({ approval: 'none', input: target.extend({ form: resourceId }), output: oneForm }),
  /** A new sub-form, with the content of a file or with none. */
  add: read({
    approval: 'none',
    input: target.extend({ ...dataFormat, name: line(200), file: readHandle.optional() }),
    output: oneForm,
  }),
  /** Problem conflict when `revision` is not the newest: then nothing is changed. Answers when it is on the disk. */
  edit: read({
    approval: 'none',
    input: inDraft.extend({
      revision: z.number().int().min(0, 'out-of-range'),
      changes: z.array(textChange).min(1, 'required').max(500, 'too-many'),
    }),
    output: z.object({ revision: z.number().int(), changed: z.boolean() }),
  }),
  /** The content of a file in place of all that was there. */
  fill: read({ approval: 'none', input: inDraft.extend({ file: readHandle }), output: oneForm }),
  /** Takes the last fill back, byte by byte. Problem conflict once `revision`, which it answered, is not the newest any more. */
  unfill: read({
    approval: 'none',
    input: inDraft.extend({ revision: z.number().int().min(0, 'out-of-range') }),
    output: oneForm,
  }),
  /** The text of a file, or of the template that is kept for a form (`manyForms.keep`); null where none is. No draft changes. */
  content: read({
    approval: 'none',
    input: z
      .strictObject({
        connection: id,
        file: readHandle.optional(),
        kept: z
          .strictObject({ code: serviceCode, edition: serviceEdition, ...dataFormat })
          .optional(),
      })
      .refine(({ file, kept }) => (file === undefined) !== (kept === undefined), {
        message: 'exactly-one',
        path: ['file'],
      }),
    output: z.object({ xml: z.string().nullable() }),
  }),
  /** The text as it is, into a new file. */
  save: read({
    approval: 'none',
    input: inDraft.extend({ target: saveTarget }),
    output: z.object({ name: z.string(), bytes: z.number() }),
  }),
  /** A sub-form out of the message, or back into it. */
  setRemoved: read({
    approval: 'none',
    input: inDraft.extend({ removed: z.boolean() }),
    output: oneForm,
  }),
  /** One form's draft is dropped: a new sub-form is gone, any other is as the platform has it. */
  revert: read({ approval: 'none', input: inDraft, output: z.object({}) }),
  /** The whole draft of a message. */
  drop: read({ approval: 'none', input: target, output: z.object({}) }),
};
