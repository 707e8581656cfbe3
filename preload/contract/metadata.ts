// Shapes of the open metadata (platform.md, Open metadata): services and their forms, roles of everyone, code lists.
import { action } from './role-definitions.ts';
import { cleanWord, HIGHEST_EDITION, isResourceId, SERVICE_CODE } from './rules.ts';
import { instant, REFERENCE, z } from './schema.ts';

export const serviceKind = z.enum(['formtask', 'correspondence']);
export type ServiceKind = z.infer<typeof serviceKind>;

/** Leading zeros count. */
export const serviceCode = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanWord)
  .regex(SERVICE_CODE, 'wrong-type')
  .meta(REFERENCE);
export const serviceEdition = z
  .number({ error: 'not-a-number' })
  .int('not-a-number')
  .min(0, 'out-of-range')
  .max(HIGHEST_EDITION, 'out-of-range');

const summary = {
  ownerCode: z.string(),
  ownerName: z.string(),
  name: z.string(),
  /** ServiceEditionName, where the platform gives one. */
  editionName: z.string().optional(),
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
  steps: z.array(
    z.object({
      /** As the platform counts them, where it does. */
      sequence: z.number().int().optional(),
      name: z.string(),
      securityLevel: z.number().int().nullable(),
    }),
  ),
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

/** The data format of a form, as it stands in a path. */
export const dataFormat = {
  dataFormatId: z
    .string({ error: 'wrong-type' })
    .min(1, 'required')
    .max(100, 'too-long')
    .refine(isResourceId, 'wrong-type')
    .meta(REFERENCE),
  dataFormatVersion: z
    .string({ error: 'wrong-type' })
    .regex(/^[A-Za-z0-9._-]{1,40}$/, 'wrong-type')
    .meta(REFERENCE),
};

/** As the platform lists it: encoded it is one part of a path. */
export const codeListName = z
  .string({ error: 'wrong-type' })
  .min(1, 'required')
  .max(100, 'too-long')
  .refine(isResourceId, 'wrong-type');

export const codeListHead = z.object({
  name: z.string(),
  version: z.number().int(),
  /** Null where the platform does not say. */
  language: z.number().int().nullable(),
});
export type CodeListHead = z.infer<typeof codeListHead>;

/** All four are text: leading zeros count. */
export const code = z.object({
  code: z.string(),
  value1: z.string(),
  value2: z.string(),
  value3: z.string(),
});
export type Code = z.infer<typeof code>;

export const codeList = codeListHead.extend({ codes: z.array(code) });
export type CodeList = z.infer<typeof codeList>;

export const roleRequirement = z.object({
  /** RoleDefinitionId. */
  role: z.number().int(),
  code: z.string().nullable(),
  /** LocalizedRoleName. */
  name: z.string(),
  /** Roles that give access to this one. */
  parents: z.array(z.number().int()),
  /** Of the parents, where the platform names them by their codes. */
  parentCodes: z.array(z.string()),
  delegable: z.boolean().nullable(),
  operations: z.array(
    z.object({
      /** Simplified information: `Access` is all there is for apps and delegation schemes. */
      action,
      /** LocalizedFriendlyName. */
      name: z.string().nullable(),
      /** The process steps it holds for; none: all of them. */
      appliesTo: z.array(
        z.object({
          sequence: z.number().int().nullable(),
          /** `Default`, `SendIn`, `FormFilling`, `Payment` are known. */
          name: z.string(),
          securityLevel: z.number().int().nullable(),
        }),
      ),
    }),
  ),
});
export type RoleRequirement = z.infer<typeof roleRequirement>;

const appPart = z
  .string({ error: 'wrong-type' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/, 'app-or-service');

/** The number in `Appid:<n>`. */
export const delegationScheme = z
  .number({ error: 'not-a-number' })
  .int('not-a-number')
  .min(0, 'out-of-range')
  .max(Number.MAX_SAFE_INTEGER, 'out-of-range');
/** `<org>/<appname>`. */
export const appName = z.strictObject({ org: appPart, name: appPart });
