// The forms of a message (platform.md, Forms and attachments): what they are, their XML as it came, and sub-forms.
import { savedFile } from './files.ts';
import { dataFormat, formContent, hasAtMostOneContent, hasOneContent } from './messages.ts';
import { read, write } from './operation.ts';
import { id, party, resourceId, saveTarget, z } from './schema.ts';

export const form = z.object({
  id: z.string(),
  type: z.enum(['main-form', 'sub-form', 'unknown']),
  /** The platform's word for the type. */
  word: z.string(),
  name: z.string(),
  dataFormatId: z.string().nullable(),
  dataFormatVersion: z.string().nullable(),
  /** The platform's word, e.g. NotValidated. */
  validationStatus: z.string().nullable(),
  /** Whether its XML can be read. */
  hasData: z.boolean(),
});
export type Form = z.infer<typeof form>;

const inMessage = z.strictObject({ connection: id, who: party, message: resourceId });
const target = inMessage.extend({ form: resourceId });
const located = z.object({ id: z.string().nullable() });
const subject = (input: { connection: string; message: string; form?: string }) => ({
  connection: input.connection,
  object: `message ${input.message}, form ${input.form ?? 'new'}`,
});

export const forms = {
  /** GET /api/{who}/messages/{messageid}/forms/{formid}. */
  get: read({ approval: 'none', input: target, output: form }),
  /** GET /api/{who}/messages/{messageid}/forms/{formid}/formdata. The XML exactly as it came, at most 8 MiB of it. */
  data: read({ approval: 'none', input: target, output: z.object({ xml: z.string() }) }),
  /** The same into a file, byte for byte. */
  saveData: read({
    approval: 'none',
    input: target.extend({ target: saveTarget }),
    output: savedFile,
  }),
  /** POST /api/{who}/messages/{messageid}/forms. A sub-form; without content the platform fills in what the service owner has set. */
  add: write({
    approval: 'none',
    input: inMessage
      .extend({ ...dataFormat, ...formContent })
      .refine(hasAtMostOneContent, { message: 'exactly-one' }),
    output: located,
    subject,
  }),
  /** PUT /api/{who}/messages/{messageid}/forms/{formid}. */
  replace: write({
    approval: 'none',
    input: target.extend({ ...dataFormat, ...formContent }).refine(hasOneContent, 'exactly-one'),
    output: located,
    subject,
  }),
  /** DELETE /api/{who}/messages/{messageid}/forms/{formid}. */
  remove: write({ approval: 'none', input: target, output: z.object({}), subject }),
};
