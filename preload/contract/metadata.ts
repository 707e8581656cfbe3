// The open metadata (platform.md, Open metadata): services, their forms and schemas, roles of everyone.
import { apiLanguage } from './code-lists.ts';
import { read } from './operation.ts';
import { completeness, fileHandle, id, instant, listProgress, z } from './schema.ts';

export const serviceKind = z.enum(['formtask', 'correspondence']);
export type ServiceKind = z.infer<typeof serviceKind>;

/** Leading zeros count. */
export const serviceCode = z
  .string({ error: 'wrong-type' })
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'wrong-type');
export const serviceEdition = z
  .number({ error: 'not-a-number' })
  .int('not-a-number')
  .min(0, 'out-of-range')
  .max(999_999_999, 'out-of-range');

const summary = {
  ownerCode: z.string(),
  ownerName: z.string(),
  name: z.string(),
  code: z.string(),
  edition: z.number().int(),
  validFrom: instant.nullable(),
  /** An instant or `for-ever`. */
  validTo: z.string().nullable(),
  /** Null for a type this program has no path for; `type` has the platform's word in any case. */
  kind: serviceKind.nullable(),
  type: z.string(),
  /** Whether it can be submitted to through this API; null where the platform does not say. */
  restEnabled: z.boolean().nullable(),
};
export const serviceSummary = z.object(summary);
export type ServiceSummary = z.infer<typeof serviceSummary>;

export const serviceForm = z.object({
  formId: z.number().int().nullable(),
  name: z.string(),
  dataFormatProvider: z.string(),
  dataFormatId: z.string(),
  /** Number or text at the platform; always text here. */
  dataFormatVersion: z.string(),
  onlyXsdValidation: z.boolean().nullable(),
  /** `MainForm` or another word of the platform. */
  formType: z.string(),
});

export const attachmentRule = z.object({
  id: z.number().int().nullable(),
  /** The value that `AttachmentType` takes when attaching. */
  typeName: z.string(),
  typeNameLanguage: z.string(),
  /** As written by the service owner. */
  allowedFileTypes: z.string(),
  /** The same read: endings in lower case without dot; `*` allows every file. */
  endings: z.array(z.string()),
  checkSumAllowed: z.boolean().nullable(),
  xsdValidationRequired: z.boolean().nullable(),
  minCount: z.number().int().nullable(),
  maxCount: z.number().int().nullable(),
  /** No unit is documented: shown, never enforced. */
  maxFileSize: z.number().int().nullable(),
});

export const service = z.object({
  ...summary,
  eusEnabled: z.boolean().nullable(),
  enterpriseUserEnabled: z.boolean().nullable(),
  forms: z.array(serviceForm),
  steps: z.array(z.object({ name: z.string(), securityLevel: z.number().int().nullable() })),
  attachmentRules: z.array(attachmentRule),
});
export type Service = z.infer<typeof service>;

export const openRole = z.object({
  id: z.number().int(),
  kind: z.enum(['external', 'platform', 'local']),
  /** The platform's own word for the kind. */
  type: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  /** Roles that also give access to this one. */
  parents: z.array(z.number().int()),
  /** Roles one has by having this one. */
  children: z.array(z.number().int()),
});
export type OpenRole = z.infer<typeof openRole>;

const one = z.strictObject({ connection: id, code: serviceCode, edition: serviceEdition });
/** The data format of a form, as it stands in a path. */
export const dataFormat = {
  dataFormatId: z
    .string({ error: 'wrong-type' })
    .min(1, 'required')
    .max(100, 'too-long')
    .regex(/^(?!\.{1,2}$)[^\p{C}/\\?#%]+$/u, 'wrong-type'),
  dataFormatVersion: z
    .string({ error: 'wrong-type' })
    .regex(/^[A-Za-z0-9._-]{1,40}$/, 'wrong-type'),
};
const form = one.extend(dataFormat);

/** Nobody signs in for these, whatever the connection has. Without `language`, the connection's is asked for. */
export const metadata = {
  /** All services in production; the platform gives them at once (platform.md, Lists). */
  list: read({
    input: z.strictObject({ connection: id }),
    output: z.object({ services: z.array(serviceSummary), completeness, fetched: instant }),
    progress: listProgress,
  }),
  get: read({ input: one.extend({ kind: serviceKind }), output: service }),
  /** The XSD of one form, as text. */
  xsd: read({ input: form, output: z.object({ text: z.string(), bytes: z.number().int() }) }),
  /** The same, byte by byte, into a new file. */
  saveXsd: read({
    input: form.extend({ target: fileHandle }),
    output: z.object({ name: z.string(), bytes: z.number().int() }),
  }),
  /** External roles and the platform's own; local ones belong to a party (roleDefinitions). */
  roleDefinitions: read({
    input: z.strictObject({ connection: id, language: apiLanguage.optional() }),
    output: z.object({ roles: z.array(openRole), completeness }),
    progress: listProgress,
  }),
  roleDefinition: read({
    input: z.strictObject({
      connection: id,
      role: z.number({ error: 'not-a-number' }).int().min(0).max(999_999_999),
      language: apiLanguage.optional(),
    }),
    output: openRole,
  }),
};
