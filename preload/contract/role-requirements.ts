// Role requirements (platform.md, Roles and rights): roles that give access to a service, delegation scheme or app.
import { read } from './operation.ts';
import { action, serviceCode, serviceEdition } from './role-definitions.ts';
import { completeness, id, language, z } from './schema.ts';

export const roleRequirement = z.object({
  /** RoleDefinitionId. */
  role: z.number().int(),
  code: z.string().nullable(),
  /** LocalizedRoleName. */
  name: z.string(),
  /** Roles that give access to this one. */
  parents: z.array(z.number().int()),
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

export const roleRequirements = {
  /** GET /api/metadata/rolerequirements: open, so no credential is fetched or sent. */
  get: read({
    input: z.strictObject({
      connection: id,
      of: z.union([
        z.strictObject({
          service: z.strictObject({ code: serviceCode, edition: serviceEdition }),
        }),
        z.strictObject({ delegationScheme }),
        z.strictObject({ app: appName }),
      ]),
      /** The connection's when left out. */
      language: language.optional(),
    }),
    output: z.object({ requirements: z.array(roleRequirement), completeness }),
  }),
};
