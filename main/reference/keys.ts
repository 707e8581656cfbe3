// The keys of the copy's documents, the facts known of each without reading it, and those stored with the whole copy.
import type { ServiceKind } from '../../preload/contract/metadata.ts';
import { area, reference, type Area, scope } from '../../preload/contract/reference.ts';
import { failure } from '../../preload/result.ts';
import { completeness, environment, language, z } from '../../preload/contract/schema.ts';

/** Values: ServiceSummary[], CodeListHead[], OpenRole[] of the contract. Facts: `listFacts`. */
export const LISTS = {
  services: 'list/services',
  codeLists: 'list/code-lists',
  roles: 'list/roles',
} as const;

const key = (kind: string, ...parts: readonly (string | number)[]) =>
  [kind, ...parts.map((part) => encodeURIComponent(part))].join('/');

/** Value: the document as the platform gave it, in the JSON form of HAL. Facts: `serviceFacts`. */
export const serviceKey = (kind: ServiceKind, code: string, edition: number) =>
  key('service', kind, code, edition);
/** Value: Requirements of metadata/requirements.ts. Facts: `requirementFacts`. */
export const requirementsKey = (code: string, edition: number) =>
  key('requirements', code, edition);
/** Value: the text. */
export const schemaKey = (code: string, edition: number, format: string, version: string) =>
  key('schema', code, edition, format, version);
/** Value: CodeList of the contract. */
export const codeListKey = (name: string, version: number) => key('code-list', name, version);

const AREAS: Readonly<Record<string, Area>> = {
  service: 'services',
  requirements: 'role-requirements',
  schema: 'schemas',
  'code-list': 'code-lists',
};
const LIST_AREAS: Readonly<Record<string, Area>> = {
  services: 'services',
  'code-lists': 'code-lists',
  roles: 'roles',
};

/** The area of a document, and its name for a person: the decoded parts of its key. */
export function aboutKey(of: string): { readonly area: Area; readonly name: string } {
  const [kind = '', ...parts] = of.split('/').map(decodeURIComponent);
  const found = kind === 'list' ? LIST_AREAS[parts[0] ?? ''] : AREAS[kind];
  return { area: found ?? 'services', name: parts.join('/') };
}

/** Stored beside a list, so that its length is known without reading it. */
export const listFacts = z.object({
  count: z.number().int(),
  /** The platform's list was longer than a copy may hold. */
  cut: z.boolean(),
  /** Why the platform's list is incomplete; left out where it is complete. */
  heldBack: completeness.shape.because.unwrap().optional(),
});
export type ListFacts = z.infer<typeof listFacts>;
export const serviceFacts = z.object({
  restEnabled: z.boolean().nullable(),
  enterpriseUserEnabled: z.boolean().nullable(),
  /** Name and data format id of each form. */
  forms: z.array(z.tuple([z.string(), z.string()])),
});
export type ServiceFacts = z.infer<typeof serviceFacts>;
/** Of each role its RoleDefinitionId and the platform's words for what it may do. */
export const requirementFacts = z.object({
  /** Whether the platform gave the whole list of them. */
  whole: z.boolean(),
  roles: z.array(z.tuple([z.number().int(), z.array(z.string())])),
});

/** Stored with a copy when it is put in place. */
export const copyHead = z.object({
  environment,
  baseAddress: z.string(),
  language,
  fetched: z.string(),
  last: z.object({
    at: z.string(),
    scope,
    failed: z.number().int(),
    skippedAreas: z.array(area),
    cutAreas: z.array(area),
    changed: z.number().int(),
  }),
  /** At most 500. */
  failures: z.array(z.object({ key: z.string(), failure })),
  changes: reference.changes.output,
  /** The job that made it. */
  job: z.string(),
  /** For the next estimate: elapsed time by number of calls, so concurrency is included. */
  pace: z.object({ secondsPerCall: z.number(), bytesPerCall: z.number() }).nullable(),
});
export type CopyHead = z.infer<typeof copyHead>;
