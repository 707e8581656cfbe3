// Operations that have another name now: the command line answers their old names for one release.
import type { Client, Feature } from '../../preload/contract/contract.ts';
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import type { Result } from '../../preload/result.ts';

/** What stands in for an operation that is gone, so that a script that names it works on. */
export interface Successor {
  /** The operation that is performed. */
  readonly name: string;
  /** For the person who reads standard error: one line, with the name to write from now on. */
  readonly note: string;
  /** The input of the old name as that of the new one. What is no object is given on, to be refused there. */
  readonly inputOf: (given: unknown) => unknown;
  /** The answer in the shape that the old name had. */
  readonly answerOf: (value: unknown) => unknown;
}

export const successorOf = (name: string): Successor | undefined =>
  Object.hasOwn(SUCCESSORS, name) ? SUCCESSORS[name]?.(name) : undefined;

/** Names that the next release will not know any more. */
export const formerOperations = (): readonly string[] => Object.keys(SUCCESSORS);

type Fields = Readonly<Record<string, unknown>>;
type Answer<F extends Feature, O extends keyof Client[F]> = Client[F][O] extends (
  ...given: never[]
) => Promise<Result<infer V>>
  ? V
  : never;

/** The old names always asked the platform: their successors do with `fresh`. */
const live = (given: Fields): Fields => ({ ...given, fresh: true });

function successor<F extends Feature, O extends keyof Client[F] & string>(
  [feature, operation]: readonly [F, O],
  answerOf: (value: Answer<F, O>) => unknown,
  { inputOf = live, besides = '' }: { inputOf?: (given: Fields) => Fields; besides?: string } = {},
): (old: string) => Successor {
  const name = `${feature}.${operation}`;
  return (old) => ({
    name,
    note:
      `${old} is now ${name} with "fresh": true${besides}. This is the last release that accepts the old name. ` +
      `To see its input: steward operations ${name}`,
    inputOf: (given) => (isFields(given) ? inputOf(given) : given),
    answerOf: (value) => answerOf(value as Answer<F, O>),
  });
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SUCCESSORS: Readonly<Record<string, (old: string) => Successor>> = {
  'metadata.list': successor(['reference', 'services'], ({ services, completeness, origin }) => ({
    services: services.map(withoutEditionName),
    completeness,
    fetched: origin.fetched,
  })),
  'metadata.get': successor(['reference', 'service'], ({ service }) => ({
    ...withoutEditionName(service),
    steps: service.steps.map(({ name, securityLevel }) => ({ name, securityLevel })),
  })),
  'metadata.xsd': successor(['xsd', 'view'], ({ text, bytes }) => ({ text, bytes })),
  'metadata.saveXsd': successor(['xsd', 'save'], ({ name, bytes }) => ({ name, bytes }), {
    besides: ' and "exact": true',
    inputOf: (given) => ({ ...live(given), exact: true }),
  }),
  'metadata.roleDefinitions': successor(['reference', 'roles'], ({ roles, completeness }) => ({
    roles,
    completeness,
  })),
  'metadata.roleDefinition': successor(['reference', 'role'], ({ role }) => role),
  'codeLists.list': successor(['reference', 'codeLists'], ({ lists, completeness }) => ({
    lists: lists.flatMap(headsOf),
    completeness,
  })),
  'codeLists.get': successor(['reference', 'codeList'], ({ list }) => list),
  'roleRequirements.get': successor(
    ['reference', 'requirements'],
    ({ requirements, completeness }) => ({ requirements, completeness }),
    {
      besides:
        ', and with the fields of "of" directly beside "connection" ("service" without its name)',
      inputOf: requirementsInput,
    },
  ),
};

/** Version 0.1 did not read it: what is undefined is not printed. */
const withoutEditionName = (service: ServiceSummary) => ({ ...service, editionName: undefined });

/** One line for each version and language, the oldest first; the platform's own order of names is not kept. */
const headsOf = ({ name, versions }: Answer<'reference', 'codeLists'>['lists'][number]) =>
  versions
    .toReversed()
    .flatMap(({ version, languages }) =>
      languages.map((language) => ({ name, version, language })),
    );

function requirementsInput({ of, ...given }: Fields): Fields {
  if (!isFields(of)) return live({ ...given, of });
  const { service, ...others } = of;
  if (service === undefined) return live({ ...given, ...others });
  return live({ ...given, ...others, ...(isFields(service) ? service : { service }) });
}
