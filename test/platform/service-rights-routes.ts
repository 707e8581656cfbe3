// Calls of the service rights register (section 8), in the two forms that the documents show.
import { STATUS_CODES } from 'node:http';
import type { Call } from './call.ts';
import type { Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import { isFields, itemsOf, jsonIn, mediaTypeOf, Reply, textOf } from './representation.ts';
import {
  conditionNames,
  type Conditions,
  type RightName,
  type ServiceRight,
  type ServiceRights,
} from './service-rights.ts';
import type { State } from './state.ts';
import { momentOf, timeWithOffset } from './timestamps.ts';
import type { World } from './world.ts';

type Outcome =
  | 'Ok'
  | 'RuleNotFound'
  | 'RuleAlreadyExists'
  | 'EmptyOrNotAValidSsnOrOrganisation'
  | 'RightAlreadyExpired';

/** A rule as a body has it, in whichever form. */
interface Wish {
  readonly code: string;
  readonly edition: number;
  readonly reportee: string;
  readonly right: string;
  readonly validTo: unknown;
  readonly conditions: Conditions;
}

type Shown = Pick<ServiceRight, 'code' | 'edition' | 'reportee' | 'conditions'> & {
  readonly id?: number;
  readonly right: string;
  readonly validTo: unknown;
  readonly outcome?: Outcome;
};

export function serviceRightActs(parts: World) {
  /** A wrong id is 403, as is one of another owner. */
  const own = (call: Call): ServiceRight => {
    const found = parts.rights.all.find(({ id }) => String(id) === call.parts['id']);
    return found && parts.owners.owns(call.caller.organisation, found.code, found.edition)
      ? found
      : refuseWith(403, 'The rule is unknown, or of another service owner.');
  };
  return {
    'serviceRights.list': (call) => list(parts, call),
    'serviceRights.create': (call) => create(parts, call),
    'serviceRights.get': (call) => {
      const status = call.shape.srrRead;
      return new Reply({ status, reason: STATUS_CODES[status] ?? '' }, single(call, own(call)));
    },
    'serviceRights.change': (call) => change(parts, call, own(call)),
    'serviceRights.remove': (call) => parts.rights.remove(own(call).id),
  } satisfies Partial<Acts>;
}

const notOwn = 'The service is not yours.';

function list({ owners, rights }: World, call: Call): object {
  const { given } = call;
  const [code, edition] = [given.get('serviceCode'), given.get('serviceEditionCode')];
  if (code === null) return refuse(refusals.serviceCodeMissing);
  if (edition === null) return refuse(refusals.serviceEditionMissing);
  if (!owners.owns(call.caller.organisation, code, Number(edition))) refuseWith(403, notOwn);
  const reportee = given.get('reportee');
  const found = rights.all.filter(
    (one) =>
      one.code === code &&
      String(one.edition) === edition &&
      (reportee === null || one.reportee === reportee),
  );
  const service = { code, edition: Number(edition) };
  return valueOf(
    call,
    service,
    found.map((right) => shownOf(call, right)),
  );
}

const shownOf = (call: Call, { validTo, ...right }: ServiceRight): Shown => ({
  ...right,
  validTo: validTo === undefined ? null : timeWithOffset(validTo, isPicture(call) ? 7 : 3),
});

const isPicture = ({ shape }: Pick<Call, 'shape'>): boolean => shape.srr === 'picture';

/** One object with rights below the service, or flat objects in a bare array: JSON, whatever is asked for. */
function valueOf(
  call: Call,
  { code, edition }: { code: string; edition: number },
  shown: readonly Shown[],
): object {
  if (isPicture(call)) return shown.map(flat);
  const rights = shown.map(({ id = 0, reportee, right, validTo, conditions, outcome }) => ({
    id,
    reportee,
    right,
    validTo,
    conditions: namedAs(conditions, nameIn(call)),
    ...(outcome === undefined ? {} : { operationResult: outcome }),
  }));
  return { serviceCode: code, serviceEditionCode: String(edition), rights };
}

/** A rule by itself: in the flat form it may be an object alone. */
function single(call: Call, right: ServiceRight): object {
  const shown = shownOf(call, right);
  return isPicture(call) && call.shape.srrOne === 'object'
    ? flat(shown)
    : valueOf(call, right, [shown]);
}

const flat = (one: Shown): object => ({
  ...(one.id === undefined ? {} : { Id: one.id }),
  ServiceCode: one.code,
  ServiceEditionCode: one.edition,
  Reportee: one.reportee,
  Right: one.right.replace(/^./, (letter) => letter.toUpperCase()),
  ValidTo: one.validTo,
  Condition: one.conditions,
  ...(one.outcome === undefined ? {} : { OperationStatus: one.outcome }),
});

type Naming = (name: string) => string;

const asItIs: Naming = (name) => name;
const lowerFirst: Naming = (name) => name.replace(/^./, (letter) => letter.toLowerCase());

/** HandledBy in the flat form, handledBy in the other. */
const nameIn = (call: Call): Naming => (isPicture(call) ? asItIs : lowerFirst);

const namedAs = (conditions: Conditions, named: Naming): object =>
  Object.fromEntries(Object.entries(conditions).map(([name, value]) => [named(name), value]));

/** Misspelt conditions are dropped without a word (19.7). */
const conditionsOf = (value: unknown, named: Naming): Conditions =>
  isFields(value)
    ? Object.fromEntries(
        conditionNames.flatMap((name) =>
          named(name) in value ? [[name, value[named(name)]]] : [],
        ),
      )
    : {};

/** The rules of a body in the form of the switch; the other form is not understood. */
function wishesOf(call: Call): readonly Wish[] | undefined {
  const type = mediaTypeOf(call);
  if (type !== 'application/json' && type !== 'application/hal+json') return undefined;
  const value = jsonIn(call.body.toString('utf8'));
  const picture = isPicture(call);
  const of = isFields(value) ? value : {};
  // Flat ones are made as an array; one alone is changed.
  const flatOnes = Array.isArray(value) || call.method === 'PUT' ? value : undefined;
  const items = itemsOf(picture ? flatOnes : of['rights']);
  if (items.length === 0 || !items.every(isFields)) return undefined;
  const named = picture ? asItIs : lowerFirst;
  return items.map((item) => {
    const service = picture ? item : of;
    const one = (name: string) => item[named(name)];
    return {
      code: textOf(service[named('ServiceCode')]),
      edition: Number(textOf(service[named('ServiceEditionCode')])),
      reportee: textOf(one('Reportee')),
      right: textOf(one('Right')).toLowerCase(),
      validTo: one('ValidTo'),
      conditions: conditionsOf(item[picture ? 'Condition' : 'conditions'], nameIn(call)),
    };
  });
}

const isRight = (text: string): text is RightName => text === 'read' || text === 'write';

/** What has no end is undefined; a text that is no time is NaN. */
const endOf = (value: unknown): number | undefined =>
  value === undefined || value === null || value === ''
    ? undefined
    : (momentOf(textOf(value)) ?? Number.NaN);

/** The end is required. */
const isWhole = ({ right, validTo }: Wish): boolean =>
  isRight(right) && !Number.isNaN(endOf(validTo) ?? Number.NaN);

const notWhole = 'A rule needs a right (read or write), and a time as its end (validTo).';

/** Each rule for itself: 201 when one at least was made, else 409 when one is there already, else 400. */
function create({ owners, rights, state }: World, call: Call): Reply {
  const wishes = wishesOf(call) ?? [];
  const first = wishes[0] ?? refuse(refusals.bodyUnreadable);
  if (!wishes.every((wish) => isWhole(wish))) refuseWith(400, notWhole);
  const isOwn = wishes.every(({ code, edition }) =>
    owners.owns(call.caller.organisation, code, edition),
  );
  if (!isOwn) refuseWith(403, notOwn);
  const results = wishes.map((wish): Shown => {
    const outcome = outcomeOf(rights, state, wish);
    if (outcome !== 'Ok') return { ...wish, outcome };
    const end = endOf(wish.validTo);
    const made = rights.add({
      code: wish.code,
      edition: wish.edition,
      reportee: wish.reportee,
      right: wish.right === 'write' ? 'write' : 'read',
      validTo: end === undefined ? undefined : new Date(end),
      conditions: wish.conditions,
    });
    return { ...shownOf(call, made), outcome };
  });
  const outcomes = results.map(({ outcome }) => outcome);
  const status = outcomes.includes('Ok') ? 201 : outcomes.includes('RuleAlreadyExists') ? 409 : 400;
  const reason = STATUS_CODES[status] ?? '';
  return new Reply({ status, reason }, valueOf(call, first, results));
}

function outcomeOf(rights: ServiceRights, state: State, wish: Wish): Outcome {
  if (!/^(\d{9}|\d{11})$/.test(wish.reportee)) return 'EmptyOrNotAValidSsnOrOrganisation';
  const end = endOf(wish.validTo);
  if (end !== undefined && end <= state.now().getTime()) return 'RightAlreadyExpired';
  const isThere = rights.all.some(
    (one) =>
      one.code === wish.code &&
      one.edition === wish.edition &&
      one.reportee === wish.reportee &&
      one.right === wish.right,
  );
  return isThere ? 'RuleAlreadyExists' : 'Ok';
}

/** Right, end and conditions change; 204, or an answer with a status (the page's picture). */
function change({ state }: World, call: Call, right: ServiceRight): Reply | undefined {
  const [wish, ...others] = wishesOf(call) ?? [];
  if (!wish || others.length > 0) return refuse(refusals.bodyUnreadable);
  if (!isWhole(wish)) refuseWith(400, notWhole);
  const end = endOf(wish.validTo);
  const isOver = end !== undefined && end <= state.now().getTime();
  const outcome: Outcome = isOver ? 'RightAlreadyExpired' : 'Ok';
  if (!isOver)
    Object.assign(right, {
      right: wish.right,
      validTo: end === undefined ? undefined : new Date(end),
      conditions: wish.conditions,
    });
  if (!isPicture(call))
    return isOver ? refuseWith(400, 'The end of the rule lies behind.') : undefined;
  const status = isOver ? 400 : 200;
  const reason = STATUS_CODES[status] ?? '';
  return new Reply({ status, reason }, flat({ ...shownOf(call, right), outcome }));
}
