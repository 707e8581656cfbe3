// The service rights register: the rules of one service, granting and revoking, in both documented bodies.
import { createHash } from 'node:crypto';
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import { CONDITIONS, type ServiceRight } from '../../preload/contract/service-rights.ts';
import { onlyRows } from '../file-formats/only-rows.ts';
import { encoded } from '../http/addresses.ts';
import { itemReaders, type ListStep, readWholeList } from '../http/complete-list.ts';
import { fieldOf, itemsOf } from '../http/hal.ts';
import { maskedIdentityNumber, withMaskedNumbers } from '../http/identity-number.ts';
import { readInstant } from '../http/platform-time.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { FOR_EVER } from '../http/values.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import { doneUnseen, newSince, reconciled } from '../platform/reconcile.ts';
import { failureOf } from '../problem.ts';
import { conflict } from '../problems.ts';
import { tableOf, type Tables } from '../storage/tables.ts';
import type { XlsxColumn } from '../storage/xlsx-worker.ts';

export interface ServiceRightsNeeds {
  readonly api: Api;
  readonly tables: Tables;
}

type Service = Handlers<'serviceRights'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Of = Given<'list'>['service'];
type Call = Partial<Pick<CallContext<ListStep>, 'signal' | 'report'>>;

/** One object with rights below the service, or a bare array of flat objects: two documents, and each platform has one. */
type Form = 'nested' | 'flat';

/** A rule with its whole number, which does not leave main. */
interface Rule {
  readonly number: string;
  readonly shown: ServiceRight;
}

/** The register is documented in this form alone. */
const JSON_ALONE = { accept: 'application/json' } as const;

const path = {
  all: 'api/serviceowner/srr',
  one: (rule: string) => encoded`api/serviceowner/srr/${rule}`,
};

export function serviceRightsService({ api, tables }: ServiceRightsNeeds): Service {
  return {
    async list({ connection, service, reportee }, call) {
      const client = await api.client(connection);
      const { rules } = await readRules(client, service, { ...call, reportee });
      return rules.map(({ shown }) => shown).as('rights');
    },
    async get({ connection, rule }, { signal }) {
      const client = await api.client(connection);
      return readOne(await client.read({ path: path.one(rule), ...JSON_ALONE, signal }), rule);
    },
    async exportList({ connection, service, format, target, only }, call) {
      const client = await api.client(connection);
      const { items, completeness } = (await readRules(client, service, call)).rules.shown();
      const taken = onlyRows(items, ({ shown }) => shown.id, only);
      const rows = taken.map(({ shown }) => rowOf(shown));
      const saved = await tables.save(
        { handle: target, field: 'target', format },
        tableOf(COLUMNS, rows, completeness),
        call.signal,
      );
      return { ...saved, completeness };
    },
    grant: async (given, { signal }) => grant(await api.client(given.connection), given, signal),
    revoke: async (given, { signal }) => revoke(await api.client(given.connection), given, signal),
  };
}

async function readRules(
  client: PlatformClient,
  service: Of,
  { signal, report, reportee }: Call & { readonly reportee?: string | undefined } = {},
) {
  const answered: { form: Form } = { form: 'nested' };
  const rules = await readWholeList<Rule>({
    load: (page) =>
      client.load({
        path: path.all,
        ...JSON_ALONE,
        query: {
          serviceCode: service.code,
          serviceEditionCode: String(service.edition),
          reportee,
          ...page,
        },
        signal,
      }),
    read: (value) => {
      answered.form = Array.isArray(value) ? 'flat' : 'nested';
      return readersIn(value).map((reader) => readRule(reader, service));
    },
    key: ({ shown }) => shown.id,
    report,
  });
  return { rules, form: answered.form };
}

const readersIn = (value: unknown) =>
  itemReaders(value, 'the service rights register', ['rights'], ['Reportee']);

/** Exactly the rule that was asked for (PAR-09); the answer is a list of one in either form. */
function readOne(value: unknown, rule: string): ServiceRight {
  const around = readerOf(value, 'a rule of the register');
  // The picture shows the rule alone; the specification, and most lists, one in a list.
  const isAlone = around.text('Reportee') !== null;
  const [only, other] = isAlone ? [around] : readersIn(value);
  if (only === undefined || other !== undefined) throw around.wrong('rights');
  const code = only.text('ServiceCode') ?? around.requiredText('ServiceCode');
  const edition =
    only.integer('ServiceEditionCode') ?? around.requiredInteger('ServiceEditionCode');
  const { shown } = readRule(only, { code, edition });
  if (shown.hasId && shown.id !== rule) throw only.wrong('Id');
  return shown;
}

/** `service` is that of the object around it, where the rule itself names none. */
function readRule(reader: ResourceReader, service: Of): Rule {
  const number = reader.requiredText('Reportee');
  const word = reader.requiredText('Right');
  const known = /^read$/i.test(word) ? 'read' : /^write$/i.test(word) ? 'write' : 'unknown';
  const validTo = reader.until('ValidTo');
  const conditions = conditionsOf(fieldOf(reader.resource.state, 'conditions', 'Condition'));
  const id = reader.text('Id');
  return {
    number,
    shown: {
      id: id ?? `rule-${digestOf([number, word, validTo, conditions])}`,
      hasId: id !== null,
      serviceCode: reader.text('ServiceCode') ?? service.code,
      serviceEdition: reader.integer('ServiceEditionCode') ?? service.edition,
      reportee: /^\d{9}$/.test(number)
        ? { kind: 'organisation', number }
        : { kind: 'person', number: maskedIdentityNumber(number) ?? '' },
      right: { known, word },
      validTo: validTo === FOR_EVER ? null : validTo,
      conditions,
    },
  };
}

/** An object, a list of objects, or one text, for which no document says what stands in it. */
function conditionsOf(value: unknown): ServiceRight['conditions'] {
  if (Array.isArray(value)) return value.flatMap(conditionsOf);
  if (typeof value === 'string' && value.trim() !== '')
    return [{ name: 'Condition', values: [withMaskedNumbers(value) ?? ''] }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([name, one]) => {
    const values = itemsOf(one).flatMap(textIn);
    // The two documents write them with and without a capital.
    const known = CONDITIONS.find((one) => isWord(one, name));
    return values.length === 0 ? [] : [{ name: known ?? name, values }];
  });
}

function textIn(value: unknown): string[] {
  if (typeof value === 'string') return [withMaskedNumbers(value) ?? ''];
  return typeof value === 'boolean' || typeof value === 'number' ? [String(value)] : [];
}

const RESULT = ['operationResult', 'OperationStatus'] as const;

/** Where a platform shows no id, what a rule says is all that tells it from others. */
const digestOf = (said: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 16);

async function grant(client: PlatformClient, given: Given<'grant'>, signal: AbortSignal) {
  const { service, reportee, rights } = given;
  const number =
    'organisationNumber' in reportee ? reportee.organisationNumber : reportee.identityNumber;
  // A number of a person stays out of addresses.
  const narrowed = 'organisationNumber' in reportee ? number : undefined;
  const before = await readRules(client, service, { signal, reportee: narrowed });
  const isThere = (rules: readonly Rule[], right: string) =>
    rules.some((rule) => rule.number === number && rule.shown.right.known === right);
  // What a cut list does not show is left to the platform, which refuses what it has.
  const missing = rights.filter((right) => !isThere(before.rules.shown().items, right));
  if (missing.length === 0) throw conflict('The register has this rule already.');
  const newIn = newSince(before.rules, ({ shown }) => shown.id);
  const madeNow = async () =>
    newIn((await readRules(client, service, { reportee: narrowed })).rules).filter(
      (rule) => rule.number === number,
    );
  const already = rights
    .filter((right) => !missing.includes(right))
    .map((right) => ({ right, because: 'RuleAlreadyExists' }));
  const outcome = (
    made: readonly ServiceRight[],
    refused: readonly { readonly right: 'read' | 'write'; readonly because: string }[],
    notKept: string[] | null,
  ) => ({ rights: [...made], refused: [...already, ...refused], notKept });

  const post = (form: Form) =>
    client.send('POST', {
      path: path.all,
      ...JSON_ALONE,
      body: bodyOf(form, { ...given, number, rights: missing }),
      signal,
    });
  const send = async () => {
    const { value } = await post(before.form).catch((error: unknown) => {
      if (!isBodyRefused(error)) throw error;
      return post(before.form === 'flat' ? 'nested' : 'flat');
    });
    const answers = value === undefined ? [] : readersIn(value);
    const refused = answers.flatMap((reader) => {
      const because = reader.text(...RESULT) ?? 'Ok';
      const right = missing.find((one) => isWord(reader.text('Right'), one));
      return right === undefined || isWord(because, 'Ok') ? [] : [{ right, because }];
    });
    // Done is done, also where it cannot be seen now.
    const made = (await madeNow().catch(() => undefined))?.map(({ shown }) => shown);
    if (made === undefined) {
      const told = answers.filter((one) => isWord(one.text(...RESULT) ?? 'Ok', 'Ok'));
      return outcome(
        told.map((reader) => readRule(reader, service).shown),
        refused,
        null,
      );
    }
    if (made.length === 0 && refused.length < missing.length)
      throw doneUnseen('The platform says that the rule was made, and the register has none.');
    return outcome(made, refused, notKept(given, made));
  };
  const proof = async () => {
    const made = await madeNow();
    if (!missing.every((right) => isThere(made, right))) return undefined;
    const shown = made.map((rule) => rule.shown);
    return outcome(shown, [], notKept(given, shown));
  };
  return reconciled(send, proof);
}

const isWord = (text: string | null, word: string): boolean =>
  text?.toLowerCase() === word.toLowerCase();

/** The words by which a platform says that it could not read a body, and so did nothing with it. */
function isBodyRefused(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'refused' || ![400, 415, 422].includes(failure.status)) return false;
  return /\bbody\b|\bjson\b|deseriali|innholdet/i.test(failure.reason);
}

function bodyOf(
  form: Form,
  { service, number, rights, validTo, conditions }: Given<'grant'> & { readonly number: string },
): unknown {
  const asked = Object.fromEntries(conditions.map(({ name, value }) => [name, value]));
  // An end must be given, and no document has a word for none.
  const end = validTo === undefined ? NO_END : endOfDay(validTo);
  if (form === 'flat')
    return rights.map((right) => ({
      ServiceCode: service.code,
      ServiceEditionCode: service.edition,
      Reportee: number,
      Right: right === 'read' ? 'Read' : 'Write',
      ValidTo: end,
      Condition: asked,
    }));
  return {
    serviceCode: service.code,
    serviceEditionCode: service.edition,
    rights: rights.map((right) => ({
      reportee: number,
      right,
      validTo: end,
      // Names with another letter in front are dropped without a word.
      conditions: Object.fromEntries(
        conditions.map(({ name, value }) => [
          `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
          value,
        ]),
      ),
    })),
  };
}

/** What the platform itself writes for no end. */
const NO_END = '9999-12-31T23:59:59+01:00';
/** In Norway, and said so. */
const endOfDay = (day: string): string => {
  const end = `${day}T23:59:59`;
  const ahead = Date.parse(`${end}Z`) - Date.parse(readInstant(end) ?? '');
  return `${end}+${String(Math.round(ahead / 3_600_000)).padStart(2, '0')}:00`;
};

/** Names of the conditions that a rule of the register does not have as they were asked for. */
function notKept({ conditions }: Given<'grant'>, made: readonly ServiceRight[]): string[] {
  const spelt = (value: unknown) => JSON.stringify(itemsOf(value).flatMap(textIn));
  return conditions
    .filter(({ name, value }) =>
      made.some(
        (rule) =>
          !rule.conditions.some(
            (one) => isWord(one.name, name) && spelt(one.values) === spelt(value),
          ),
      ),
    )
    .map(({ name }) => name);
}

async function revoke(
  client: PlatformClient,
  { service, rule }: Given<'revoke'>,
  signal: AbortSignal,
) {
  const isGone = async (call: Call) => {
    const { rules } = await readRules(client, service, call);
    return rules.find(({ shown }) => shown.hasId && shown.id === rule) === undefined;
  };
  if (await isGone({ signal })) throw conflict('The register has no such rule any more.');
  const send = async () => {
    await client.send('DELETE', { path: path.one(rule), ...JSON_ALONE, signal });
    return {};
  };
  return reconciled(send, async () => ((await isGone({})) ? {} : undefined));
}

const COLUMNS: readonly XlsxColumn[] = [
  { heading: 'rule', width: 10 },
  { heading: 'service code', width: 14 },
  { heading: 'edition', width: 10 },
  { heading: 'party', width: 20 },
  { heading: 'right', width: 10 },
  { heading: 'valid to', width: 24 },
  { heading: 'conditions', width: 50 },
];

const rowOf = (one: ServiceRight): string[] => [
  one.hasId ? one.id : '',
  one.serviceCode,
  String(one.serviceEdition),
  one.reportee.number,
  one.right.word,
  one.validTo ?? '',
  one.conditions.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '),
];
