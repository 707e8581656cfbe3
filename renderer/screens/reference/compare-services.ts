// Compares two versions of a service: facts, forms, steps, attachment rules and requirements.
import type { RoleRequirement, Service } from '../../../preload/contract/metadata.ts';

export const FACTS = [
  'name',
  'ownerName',
  'ownerCode',
  'type',
  'validFrom',
  'validTo',
  'restEnabled',
  'enterpriseUserEnabled',
  'eusEnabled',
] as const satisfies readonly (keyof Service)[];
export type Fact = (typeof FACTS)[number];
export type Value = string | number | boolean | null;

export interface Change<Name extends string = string> {
  readonly what: Name;
  readonly from: Value;
  readonly to: Value;
}
/** Of a list whose items are known by something: what only one has, and what of the others is different. */
export interface ListDifference<Item, Name extends string = string> {
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
  readonly changed: readonly { readonly item: Item; readonly changes: readonly Change<Name>[] }[];
}
type Form = Service['forms'][number];
type Rule = Service['attachmentRules'][number];
type Step = Service['steps'][number];

export interface ServiceDifference {
  readonly facts: readonly Change<Fact>[];
  readonly forms: ListDifference<Form>;
  /** Undefined when they are the same; else both, since their order is what they say. */
  readonly steps: { readonly from: readonly Step[]; readonly to: readonly Step[] } | undefined;
  readonly rules: ListDifference<Rule>;
}

export const FORM_FIELDS = ['name', 'formType', 'dataFormatVersion', 'onlyXsdValidation'] as const;
export const RULE_FIELDS = [
  'allowedFileTypes',
  'minCount',
  'maxCount',
  'maxFileSize',
  'checkSumAllowed',
  'xsdValidationRequired',
] as const;

export function differenceOf(from: Service, to: Service): ServiceDifference {
  return {
    facts: changesIn(from, to, FACTS),
    forms: listDifference(from.forms, to.forms, {
      // The version of a form is what changes from edition to edition.
      keyOf: ({ dataFormatProvider, dataFormatId }) => `${dataFormatProvider} ${dataFormatId}`,
      changesOf: (a, b) => changesIn(a, b, FORM_FIELDS),
    }),
    steps: JSON.stringify(from.steps) === JSON.stringify(to.steps) ? undefined : stepsOf(from, to),
    rules: listDifference(from.attachmentRules, to.attachmentRules, {
      keyOf: ({ typeName }) => typeName,
      changesOf: (a, b) => changesIn(a, b, RULE_FIELDS),
    }),
  };
}

const stepsOf = (from: Service, to: Service) => ({ from: from.steps, to: to.steps });

export type RequirementDifference = ListDifference<RoleRequirement, RequirementField>;
export const REQUIREMENT_FIELDS = ['operations', 'delegable', 'parents'] as const;
type RequirementField = (typeof REQUIREMENT_FIELDS)[number];

export function requirementDifference(
  from: readonly RoleRequirement[],
  to: readonly RoleRequirement[],
): RequirementDifference {
  return listDifference(from, to, {
    keyOf: ({ role }) => String(role),
    changesOf: (a, b) => changesIn(toldOf(a), toldOf(b), REQUIREMENT_FIELDS),
  });
}

/** The names of a role are in the language that was asked for, and no requirement. */
const toldOf = ({ operations, delegable, parents, parentCodes }: RoleRequirement) => ({
  operations: operations.map(operationText).sort().join(', '),
  delegable,
  parents: [...parents.toSorted((a, b) => a - b), ...parentCodes.toSorted()].join(', '),
});

function operationText({ action, appliesTo }: RoleRequirement['operations'][number]): string {
  const steps = appliesTo.map(({ name, securityLevel }) =>
    securityLevel === null ? name : `${name} ${securityLevel}`,
  );
  return steps.length === 0 ? action.word : `${action.word} (${steps.join(', ')})`;
}

function changesIn<Name extends string>(
  from: Readonly<Record<Name, Value>>,
  to: Readonly<Record<Name, Value>>,
  names: readonly Name[],
): readonly Change<Name>[] {
  return names
    .filter((what) => from[what] !== to[what])
    .map((what) => ({ what, from: from[what], to: to[what] }));
}

/** Items with the same key are told apart by their order, so that none gets lost. */
function listDifference<Item, Name extends string>(
  from: readonly Item[],
  to: readonly Item[],
  {
    keyOf,
    changesOf,
  }: {
    readonly keyOf: (item: Item) => string;
    readonly changesOf: (from: Item, to: Item) => readonly Change<Name>[];
  },
): ListDifference<Item, Name> {
  const before = numbered(from, keyOf);
  const after = numbered(to, keyOf);
  const both = [...after].flatMap(([key, item]) => {
    const old = before.get(key);
    return old === undefined ? [] : [{ item, changes: changesOf(old, item) }];
  });
  return {
    added: [...after].filter(([key]) => !before.has(key)).map(([, item]) => item),
    removed: [...before].filter(([key]) => !after.has(key)).map(([, item]) => item),
    changed: both.filter(({ changes }) => changes.length > 0),
  };
}

function numbered<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const seen = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const key = keyOf(item);
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      return [JSON.stringify([key, nth]), item];
    }),
  );
}

const isEmptyList = ({ added, removed, changed }: ListDifference<unknown>) =>
  added.length + removed.length + changed.length === 0;

export const isSameService = ({ facts, forms, steps, rules }: ServiceDifference): boolean =>
  facts.length === 0 && steps === undefined && isEmptyList(forms) && isEmptyList(rules);

export const hasChanges = (difference: ListDifference<unknown>): boolean =>
  !isEmptyList(difference);
