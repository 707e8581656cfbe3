// Looking up the open metadata: from the copy on this computer where it exists, else from the platform.
import {
  appName,
  codeList,
  codeListName,
  delegationScheme,
  openRole,
  roleRequirement,
  service,
  serviceCode,
  serviceEdition,
  serviceKind,
  serviceSummary,
} from './metadata.ts';
import { savedFile } from './files.ts';
import { read } from './operation.ts';
import { failure } from '../result.ts';
import {
  id,
  instant,
  language,
  listProgress,
  optionalLine,
  saveTarget,
  listOf,
  z,
} from './schema.ts';

/** A copy is one platform's (environment and base address) in one language: the connection's where none is named. */
const at = z.strictObject({ connection: id, language: language.optional() });

/** The parts of the open metadata; a platform may have switched off any of them. */
export const area = z.enum(['services', 'schemas', 'role-requirements', 'code-lists', 'roles']);
export type Area = z.infer<typeof area>;

/** `list`: services, code lists and roles by name. The others: with every document of them. */
export const scope = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('list') }),
  /** ServiceOwnerCode. */
  z.strictObject({
    what: z.literal('owner'),
    owner: z.string({ error: 'wrong-type' }).max(100, 'too-long'),
  }),
  z.strictObject({ what: z.literal('everything') }),
]);
export type Scope = z.infer<typeof scope>;

/** Where an answer is from, and of when it is. */
export const origin = z.object({ from: z.enum(['copy', 'platform']), fetched: instant });
export type Origin = z.infer<typeof origin>;

const count = z.number().int();
export const copyState = z.object({
  language,
  /** The date that the copy is of: when its lists were read. Null: there is no copy. */
  fetched: instant.nullable(),
  counts: z.object({
    services: count,
    /** Of these, with their forms, steps and attachment rules. */
    keptServices: count,
    schemas: count,
    /** Services whose role requirements are kept. */
    requirements: count,
    /** Each name with each version. */
    codeLists: count,
    keptCodeLists: count,
    roles: count,
  }),
  /** On the disk. */
  bytes: z.number(),
  last: z
    .object({
      at: instant,
      scope,
      /** Documents that could not be had; an older one is kept. */
      failed: count,
      skippedAreas: z.array(area),
      /** Areas that list more than a copy takes; the rest of them was left out. */
      cutAreas: z.array(area),
      /** Services, code lists and roles that came, went or changed. */
      changed: count,
    })
    .nullable(),
  /** Documents that were found damaged and are fetched again by the next synchronisation. */
  damaged: count,
  /** Names of files that damage was set aside in. */
  setAside: z.array(z.string()),
});
export type CopyState = z.infer<typeof copyState>;

export const foundService = serviceSummary.extend({
  /** Known only of services that are in the copy themselves. */
  enterpriseUserEnabled: z.boolean().nullable(),
  /** Whether the service itself is in the copy, not only its line of the list. */
  kept: z.boolean(),
  /** The form that fits what was typed, where name, code and owner do not. */
  form: z.object({ name: z.string(), dataFormatId: z.string() }).nullable(),
});
export type FoundService = z.infer<typeof foundService>;

export const serviceFilters = z.strictObject({
  /** `broker`: takes files. `other`: whatever else the platform has. */
  type: z.enum(['formtask', 'correspondence', 'lookup', 'broker', 'other']).optional(),
  restEnabled: z.boolean().optional(),
  enterpriseUsers: z.boolean().optional(),
  validNow: z.boolean().optional(),
  /** ServiceOwnerCode. */
  owner: z.string().max(100, 'too-long').optional(),
  kept: z.boolean().optional(),
});
export type ServiceFilters = z.infer<typeof serviceFilters>;

export const owner = z.object({
  code: z.string(),
  name: z.string(),
  services: count,
  keptServices: count,
});

const serviceName = z.object({
  kind: serviceKind.nullable(),
  type: z.string(),
  code: z.string(),
  edition: z.number().int(),
  name: z.string(),
});
const codeListVersion = z.object({ name: z.string(), version: z.number().int() });
const roleName = z.object({ id: z.number().int(), code: z.string(), name: z.string() });
const difference = <T extends z.ZodType, C extends z.ZodType>(item: T, changed: C) =>
  z.object({ added: z.array(item), removed: z.array(item), changed: z.array(changed) });
/** What of a service is other than before: its line of the list, the service itself, a schema, its role requirements. */
const changedService = serviceName.extend({
  parts: z.array(z.enum(['list', 'service', 'schema', 'role-requirements'])).optional(),
});

const oneService = at.extend({ code: serviceCode, edition: serviceEdition });
/** `before`: as it was before the last synchronisation that changed it. */
const was = z.enum(['now', 'before']).optional();
const oneCodeList = at.extend({
  name: codeListName,
  version: z.number({ error: 'not-a-number' }).int().min(0).max(1_000_000),
});
/**
 * Live reading: `true` asks the platform although a copy is there, and leaves the copy as it is. Nobody signs in for that
 * either. Left out, the copy answers where it has the document, and the platform where it has not.
 */
const fresh = z.boolean().optional();
const role = z.number({ error: 'not-a-number' }).int().min(0).max(999_999_999);

const listedCodeList = z.object({
  name: z.string(),
  /** Newest first. */
  versions: z.array(
    z.object({
      version: z.number().int(),
      kept: z.boolean(),
      /** That the platform lists it in; null where it does not say. */
      languages: z.array(z.number().int().nullable()),
    }),
  ),
});

/** Nobody signs in for any of these, whatever the connection has. */
export const reference = {
  state: read({ approval: 'none', input: at, output: copyState }),
  /** What a synchronisation would take, as far as the copy tells; null where it does not. */
  estimate: read({
    approval: 'none',
    input: at.extend({ scope }),
    output: z.object({ calls: count, seconds: count.nullable(), bytes: z.number().nullable() }),
  }),
  /** GET /api/metadata. The lists of the platform are read when there is no copy, and held in memory until they are synchronised. */
  search: read({
    approval: 'none',
    input: at.extend({
      typed: optionalLine(200),
      filters: serviceFilters,
      from: count.min(0, 'out-of-range'),
      count: count.min(1, 'out-of-range').max(500, 'out-of-range'),
      fresh,
    }),
    /** `completeness` is that of the platform's list, in which is searched. */
    output: listOf('services', foundService, {
      /** That fit. */
      total: count,
      all: count,
      /** Whether what was typed is the code of the first one. */
      exact: z.boolean(),
      origin,
    }),
  }),
  /** GET /api/metadata. Every line of the list, in the platform's order; the platform gives them at once (platform.md, Lists). */
  services: read({
    approval: 'none',
    input: at.extend({ fresh }),
    output: listOf('services', serviceSummary, { origin }),
    progress: listProgress,
  }),
  owners: read({
    approval: 'none',
    input: at,
    output: z.object({ owners: z.array(owner), origin }),
  }),
  /** Lines of the list for services that are known by their code; null where there is none. */
  named: read({
    approval: 'none',
    input: at.extend({
      services: z
        .array(z.strictObject({ code: serviceCode, edition: serviceEdition }))
        .max(2000, 'too-many'),
    }),
    output: z.object({ services: z.array(serviceSummary.nullable()), origin }),
  }),
  /** GET /api/metadata/formtask/{serviceCode}/{serviceEditionCode} or GET /api/metadata/correspondence/{serviceCode}/{serviceEdition}. */
  service: read({
    approval: 'none',
    input: oneService.extend({ kind: serviceKind, was, fresh }),
    output: z.object({
      service,
      /** The document as the platform gave it, as indented JSON. */
      raw: z.string(),
      /** Which of its forms have their schema in the copy, in the order of the forms. */
      keptSchemas: z.array(z.boolean()),
      origin,
      /** Of when the version is that can be asked for with `before`; null: there is none. */
      before: instant.nullable(),
    }),
  }),
  /** GET /api/metadata/rolerequirements. Of a service, or of a delegation scheme or app, which no copy has: these are asked of the platform. */
  requirements: read({
    approval: 'none',
    input: z.union([
      oneService.extend({ fresh }),
      at.extend({ delegationScheme, fresh }),
      at.extend({ app: appName, fresh }),
    ]),
    output: listOf('requirements', roleRequirement, { origin }),
  }),
  /** GET /api/metadata/codelists. */
  codeLists: read({
    approval: 'none',
    input: at.extend({ fresh }),
    output: listOf('lists', listedCodeList, { origin }),
    progress: listProgress,
  }),
  /** GET /api/metadata/codelists/{name}/{version}. */
  codeList: read({
    approval: 'none',
    input: oneCodeList.extend({ was, fresh }),
    output: z.object({ list: codeList, origin, before: instant.nullable() }),
  }),
  saveCodeList: read({
    approval: 'none',
    input: oneCodeList.extend({
      format: z.enum(['csv', 'xlsx']),
      target: saveTarget,
      /** In the order of Code, Value1, Value2, Value3; in the language of the window. */
      headings: z.array(z.string().max(60, 'too-long')).length(4),
    }),
    output: savedFile.extend({ rows: count }),
  }),
  /** GET /api/metadata/roledefinitions. */
  roles: read({
    approval: 'none',
    input: at.extend({ fresh }),
    output: listOf('roles', openRole, { origin }),
    progress: listProgress,
  }),
  /** GET /api/metadata/roledefinitions/{id}. External, or the platform's own; local ones belong to a party (roleDefinitions). */
  role: read({
    approval: 'none',
    input: at.extend({ role, fresh }),
    output: z.object({ role: openRole, origin }),
  }),
  /** The services that a role gives access to, as far as role requirements are in the copy. */
  roleServices: read({
    approval: 'none',
    input: at.extend({ role }),
    output: z.object({
      services: z.array(
        serviceName.extend({
          ownerName: z.string(),
          /** The platform's words for what the role may do. */
          actions: z.array(z.string()),
          /** Who has the role has this one too, and by it the access; null: by the role itself. */
          through: roleName.nullable(),
        }),
      ),
      /** Services of which all requirements are known, of how many. */
      known: count,
      all: count,
    }),
  }),
  /** What the last synchronisation found changed; null before there were two. */
  changes: read({
    approval: 'none',
    input: at,
    output: z
      .object({
        since: instant,
        at: instant,
        services: difference(serviceName, changedService),
        codeLists: difference(codeListVersion, codeListVersion),
        roles: difference(roleName, roleName),
      })
      .nullable(),
  }),
  /** Documents that the last synchronisation could not have. */
  failures: read({
    approval: 'none',
    input: at,
    output: z.object({
      documents: z.array(z.object({ area, name: z.string(), failure })),
      total: count,
    }),
  }),
  /** Takes the copy off this computer; a running synchronisation of it is ended by its job. */
  remove: read({ approval: 'none', input: at, output: copyState }),
};
