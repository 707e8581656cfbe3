// Delegations of a party: who holds what, giving, taking back, files of both, and what would be lost.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type {
  GivenServiceRight,
  HeldInBrief,
  HeldRight,
  HeldRole,
  Holding,
  KnownUsers,
  Loss,
  Receiver,
  RightHolder,
} from '../../preload/contract/delegations.ts';
import type { Right, RoleDefinition } from '../../preload/contract/role-definitions.ts';
import {
  DELEGATION_TABLE,
  type DelegationLine,
  delegationLines,
  isHolder,
  lastWord,
  namesRoles,
  plannedDelegations,
} from '../file-formats/delegation-changes.ts';
import { onlyRows } from '../file-formats/only-rows.ts';
import { delegationsTable } from '../file-formats/delegations-file.ts';
import { fromHeadings } from '../file-formats/headings.ts';
import { linesIn, type ReadTable } from '../file-formats/table.ts';
import { encoded } from '../http/addresses.ts';
import { itemReaders, type ListStep, readWholeList, together } from '../http/complete-list.ts';
import { maskedIdentityNumber } from '../http/identity-number.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import {
  partOf,
  readHeldRight,
  readHeldRole,
  readRights,
  readRoleDefinition,
  rightKey,
  roleDefinitionReaders,
} from '../http/role-reader.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import {
  isOutcomeUnknown,
  reconciled,
  switchedOff,
  switchedOffList,
} from '../platform/reconcile.ts';
import { inBrief } from '../../preload/contract/held-in-brief.ts';
import { obstacleOf } from '../../preload/failures.ts';
import type { Failure } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import { conflict } from '../problems.ts';
import {
  createConcurrencyLimiter,
  MOST_AT_ONCE,
  whileBusy,
} from '../reference/concurrency-limiter.ts';
import type { FileHandles } from '../storage/files.ts';
import { type Tables, tableOf } from '../storage/tables.ts';

type Service = Handlers<'delegations'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Outcome = Awaited<ReturnType<Service['give']>>;
type Call = Pick<CallContext<ListStep>, 'signal'> & Partial<Pick<CallContext<ListStep>, 'report'>>;

/** One party's delegations over one client. */
interface Context {
  readonly client: PlatformClient;
  readonly who: string;
}

const path = {
  all: (who: string) => encoded`api/${who}/authorization/delegations`,
  one: (who: string, receiver: string) => encoded`api/${who}/authorization/delegations/${receiver}`,
  own: (who: string, what: 'roles' | 'rights') => encoded`api/${who}/authorization/${what}`,
  definitions: (who: string) => encoded`api/${who}/authorization/roledefinitions`,
  definition: (who: string, role: number) =>
    encoded`api/${who}/authorization/roledefinitions/${role}`,
};

export interface DelegationsNeeds {
  readonly api: Api;
  readonly handles: FileHandles;
  readonly tables: Tables;
  readonly readTable: ReadTable;
  /** Of the organisation of a connection; undefined where no whole list of them is here. */
  readonly knownUsers: (connection: string) => Promise<KnownUsers | undefined>;
}

export function delegationsService(needs: DelegationsNeeds): Service {
  const { api, handles, tables, readTable, knownUsers } = needs;
  const contextOf = async ({ connection, who }: { connection: string; who: string }) => ({
    client: await api.client(connection),
    who,
  });
  return {
    async list({ service, ...given }, call) {
      return (await readHolders(await contextOf(given), call, service)).as('holders');
    },
    get: async ({ receiver, language, ...given }, { signal }) =>
      readHolding(await contextOf(given), receiver, { signal, language }),
    holdings: async ({ holders, ...given }, call) =>
      readBriefly(await contextOf(given), holders, call),
    knownUsers: async ({ connection }) => ({ users: (await knownUsers(connection)) ?? null }),
    own: async (given, call) => readOwn(await contextOf(given), call),
    loss: async (given, call) => readLoss(await contextOf(given), given, call),
    async readFile({ file, ...given }, call) {
      // First of all: a file that cannot be read is no reason to ask the server.
      const table = fromHeadings(await readTable(file, call.signal), DELEGATION_TABLE);
      const lines = linesIn(table, delegationLines);
      const { hiddenRows, headingLine } = table;
      const users = await knownUsers(given.connection);
      const rows = await planned(await contextOf(given), lines, { ...call, users });
      return { ...rows, hiddenRows, headingLine, ...(users && { usersRead: users.read }) };
    },
    async exportList({ target, format = 'csv', holdings, only, ...given }, call) {
      // First of all: a file that was never chosen is no reason to ask the server.
      handles.targetName(target, 'target');
      const context = await contextOf(given);
      const { items, completeness } = (await readHolders(context, call)).shown();
      const taken = onlyRows(items, ({ id }) => id, only);
      const held = new Map<string, Holding>();
      if (holdings)
        await aFewAtOnce(taken, call.signal, async (holder) => {
          const found = await readHolding(context, holder.id, call).catch(nothingHeld);
          held.set(holder.id, found ?? { holder, roles: [], rights: [] });
          call.report({ items: held.size, calls: held.size });
        });
      const inOrder = taken.flatMap(({ id }) => held.get(id) ?? []);
      const { columns, rows } = delegationsTable(taken, holdings ? inOrder : undefined);
      const file = await tables.save(
        { handle: target, field: 'target', format },
        tableOf(columns, rows, completeness),
        call.signal,
      );
      return { ...file, completeness };
    },
    give: async (given, { signal }) => give(await contextOf(given), given, signal),
    takeRole: async (given, { signal }) => takeRole(await contextOf(given), given, signal),
    takeRight: async (given, { signal }) => takeRight(await contextOf(given), given, signal),
  };
}

/** Reads what the lines are about: the holders, each of those that a line means once, and the roles where a line names any. */
async function planned(
  context: Context,
  lines: readonly DelegationLine[],
  call: Call & { readonly users: KnownUsers | undefined },
) {
  const { items: holders, completeness } = (await readHolders(context, call)).shown();
  const meant = holders.filter((holder) =>
    lines.some((line) => 'to' in line && isHolder(holder, line.to)),
  );
  const holdings = new Map<string, Holding>();
  for (const { id } of meant) {
    const held = await readHolding(context, id, call).catch(nothingHeld);
    if (held !== undefined) holdings.set(id, held);
    call.report?.({ items: holdings.size, calls: holdings.size });
  }
  const isAboutRoles = lines.some((line) => 'what' in line && 'role' in line.what);
  const roles = isAboutRoles
    ? (await readRoles(context, namesRoles(lines), call))?.shown()
    : undefined;
  return {
    rows: plannedDelegations(lines, {
      holders,
      holdings,
      roles: roles?.items ?? [],
      userNames: call.users?.userNames,
    }),
    completeness: together([completeness, ...(roles ? [roles.completeness] : [])]),
  };
}

/** Some platforms do not know who holds nothing any more. */
function nothingHeld(error: unknown): undefined {
  if (failureOf(error)?.kind !== 'not-found') throw error;
}

/** Roles of the party. Where each is named by its id, they only give the names. */
async function readRoles({ client, who }: Context, needed: boolean, { signal }: Call) {
  try {
    return await readWholeList<RoleDefinition>({
      load: (query) => client.load({ path: path.definitions(who), query, signal }),
      read: (value) => roleDefinitionReaders(value).map(readRoleDefinition),
      key: ({ id }) => String(id),
    });
  } catch (error) {
    const kind = failureOf(error)?.kind;
    if (!needed && (kind === 'not-found' || kind === 'refused')) return undefined;
    throw needed ? switchedOffList(error, path.definitions(who)) : error;
  }
}

async function readHolders(
  { client, who }: Context,
  { signal, report }: Partial<Call>,
  service?: Given<'list'>['service'],
) {
  const narrowed =
    service === undefined
      ? {}
      : { serviceCode: service.code, serviceEdition: String(service.edition) };
  try {
    return await readWholeList<RightHolder>({
      load: (query) =>
        client.load({ path: path.all(who), query: { ...narrowed, ...query }, signal }),
      read: (value) =>
        itemReaders(value, 'the holders of rights', ['rightholders'], ['RightHolderId']).map(
          readHolder,
        ),
      key: ({ id }) => id,
      report,
    });
  } catch (error) {
    throw switchedOffList(error, path.all(who));
  }
}

function readHolder(reader: ResourceReader): RightHolder {
  const id = reader.requiredText('RightHolderId');
  const organisationNumber = reader.text('OrganizationNumber');
  const isUser = /^u/i.test(id);
  const isPerson = reader.text('LastName') !== null || reader.text('SocialSecurityNumber') !== null;
  return {
    id,
    kind: isUser
      ? 'enterprise-user'
      : isPerson
        ? 'person'
        : organisationNumber === null
          ? 'unknown'
          : 'organisation',
    name: reader.text('Name', 'UserName', 'LastName') ?? id,
    identityNumber: maskedIdentityNumber(reader.text('SocialSecurityNumber')),
    organisationNumber: isUser ? null : organisationNumber,
  };
}

/** Exactly the one that was asked for (PAR-09), with its roles and rights from the same answer. */
async function readHolding(
  { client, who }: Context,
  receiver: string,
  { signal, language }: { signal?: AbortSignal; language?: number | undefined } = {},
): Promise<Holding> {
  const query = language === undefined ? {} : { query: { language: String(language) } };
  const { value } = await client.load({ path: path.one(who, receiver), signal, ...query });
  const reader = readerOf(value, 'a holder of rights');
  const holder = readHolder(reader);
  if (holder.id.toLowerCase() !== receiver.toLowerCase()) throw reader.wrong('RightHolderId');
  return {
    holder,
    roles: partOf(reader, 'Roles').map(readHeldRole),
    rights: partOf(reader, 'Rights').map(readHeldRight),
  };
}

/** A few at once, fewer while the platform is busy. The first that fails ends all, and nothing more is asked. */
async function aFewAtOnce<T>(
  all: readonly T[],
  signal: AbortSignal,
  read: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const limiter = createConcurrencyLimiter({ clock: () => performance.now(), random: Math.random });
  const oneByOne = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const next = one;
      await whileBusy(limiter, signal, () => read(next));
    }
  };
  try {
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, oneByOne));
  } finally {
    waiting.splice(0);
  }
}

/** What speaks of one holder alone is said of that one; whatever the next one would meet as well ends the reading. */
async function readBriefly(
  context: Context,
  holders: readonly string[],
  { signal, report }: CallContext<ListStep & { arrived: HeldInBrief[] }>,
) {
  const held: HeldInBrief[] = [];
  const unread: { holder: string; failure: Failure }[] = [];
  await aFewAtOnce(holders, signal, async (holder) => {
    const arrived: HeldInBrief[] = [];
    try {
      arrived.push(inBrief(holder, await readHolding(context, holder, { signal })));
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined || !isOfOne(failure)) throw error;
      // Also one that is not found: it stood in the list, so that it holds nothing is not what was said.
      unread.push({ holder, failure });
    }
    held.push(...arrived);
    const items = held.length + unread.length;
    report({ items, calls: items, arrived });
  });
  return { held, unread };
}

const isOfOne = (failure: Failure): boolean =>
  ['question', 'unclear'].includes(obstacleOf(failure));

async function readOwn({ client, who }: Context, { signal, report }: Call) {
  const part = <T>(
    what: 'roles' | 'rights',
    name: string,
    read: (reader: ResourceReader) => T,
    key: (item: T) => string,
  ) =>
    readWholeList<T>({
      load: (query) => client.load({ path: path.own(who, what), query, signal }),
      read: (value) =>
        itemReaders(value, name, [what], [what === 'roles' ? 'RoleDefinitionId' : 'Action']).map(
          read,
        ),
      key,
      report,
    });
  const ownRoles = await part('roles', 'the own roles', readHeldRole, (role) =>
    JSON.stringify([role.held, role.id]),
  );
  const ownRights = await part('rights', 'the own rights', readHeldRight, (right) =>
    JSON.stringify([right.id, right.source, keyOf(right)]),
  );
  const [roles, rights] = [ownRoles.shown(), ownRights.shown()];
  return {
    roles: roles.items,
    rights: rights.items,
    completeness: together([roles.completeness, rights.completeness]),
  };
}

async function give(context: Context, given: Given<'give'>, signal: AbortSignal) {
  const { client, who } = context;
  const { to, roles, rights, email } = given;
  const call = {
    path: path.all(who),
    body: {
      ...namedAs(to),
      ...(email !== undefined && { Email: email }),
      _embedded: {
        ...(roles.length > 0 && { Roles: roles.map((RoleDefinitionId) => ({ RoleDefinitionId })) }),
        ...(rights.length > 0 && {
          Rights: rights.map(({ serviceCode, serviceEdition, action }) => ({
            ServiceCode: serviceCode,
            ServiceEditionCode: serviceEdition,
            Action: action,
          })),
        }),
      },
    },
    signal,
  };
  const send = async () => {
    await client.send('POST', call);
    // Done is done, also where it cannot be seen now.
    return (await outcomeOf(context, given).catch(() => undefined)) ?? NOT_SEEN;
  };
  const proof = async () => {
    const found = await outcomeOf(context, given);
    const isWhole = found.missing.roles.length + found.missing.rights.length === 0;
    return found.holder !== null && isWhole ? found : undefined;
  };
  try {
    return await reconciled(send, proof);
  } catch (error) {
    if (isOutcomeUnknown(error)) throw error;
    throw await switchedOff(error, { method: 'POST', path: call.path }, () =>
      readHolders(context, {}),
    );
  }
}

const NOT_SEEN: Outcome = { holder: null, missing: { roles: [], rights: [] } };

/** The newest word of the documents wants a last name beside every user name; an enterprise user's only name is its user name. */
function namedAs(to: Receiver): Readonly<Record<string, string>> {
  switch (to.kind) {
    case 'person':
      return { SocialSecurityNumber: to.identityNumber, LastName: to.lastName };
    case 'organisation':
      return { OrganizationNumber: to.organisationNumber, Name: to.name };
    case 'enterprise-user':
      return { UserName: to.userName, LastName: to.userName };
    case 'person-by-user-name':
      return { UserName: to.userName, LastName: to.lastName };
  }
}

/** What the receiver holds of what was to be given. The answer to giving is empty, so it is looked for. */
async function outcomeOf(
  context: Context,
  { to, roles, rights }: Pick<Given<'give'>, 'to' | 'roles' | 'rights'>,
): Promise<Outcome> {
  const all = await readHolders(context, {});
  // A person may be another one with the same visible digits, who is only missing in a cut list.
  const holders = to.kind === 'person' ? all.whole() : all.shown().items;
  const found = holders.filter((one) => isNamed(one, to));
  const [holder] = found;
  // Two with the same hidden number: whose the roles are cannot be told.
  if (holder === undefined || found.length > 1) return NOT_SEEN;
  const held = await readHolding(context, holder.id);
  const has = new Set(held.rights.map(keyOf));
  return {
    holder,
    missing: {
      roles: roles.filter((id) => !held.roles.some((role) => role.id === id)),
      rights: rights.filter((right) => !has.has(rightKey(right))),
    },
  };
}

/** The list hides the last digits of a person's number: by the rest of it and the last name. */
function isNamed(holder: RightHolder, to: Receiver): boolean {
  if (to.kind !== 'person') return isHolder(holder, to);
  const { kind, name, identityNumber } = holder;
  return (
    kind === 'person' &&
    identityNumber === maskedIdentityNumber(to.identityNumber) &&
    lastWord(name) === lastWord(to.lastName)
  );
}

async function takeRole(context: Context, given: Given<'takeRole'>, signal: AbortSignal) {
  const held = await readHolding(context, given.receiver, { signal });
  const role = held.roles.find((one) => one.held === given.role);
  if (role === undefined) throw conflict('The holder has no such role any more.');
  if (role.kind === 'external')
    throw conflict(`${role.name} comes from a register and cannot be taken back.`);
  const has = ({ roles }: Holding) => roles.some((one) => one.held === given.role);
  return take(context, given.receiver, encoded`/roles/${given.role}`, { signal, has });
}

async function takeRight(context: Context, given: Given<'takeRight'>, signal: AbortSignal) {
  const held = await readHolding(context, given.receiver, { signal });
  const right = held.rights.find((one) => one.id === given.right);
  if (right === undefined) throw conflict('The holder has no such right any more.');
  if (!right.direct)
    throw conflict('The right comes with a role and goes with it; it cannot be taken back alone.');
  const has = ({ rights }: Holding) => rights.some((one) => one.id === given.right && one.direct);
  return take(context, given.receiver, encoded`/rights/${given.right}`, { signal, has });
}

async function take(
  context: Context,
  receiver: string,
  below: string,
  { signal, has }: { readonly signal: AbortSignal; readonly has: (now: Holding) => boolean },
) {
  const { client, who } = context;
  const call = { method: 'DELETE', path: path.one(who, receiver) + below } as const;
  const send = async () => {
    await client.send('DELETE', { path: call.path, signal });
    return {};
  };
  // Who holds nothing more is empty at one platform, and not found at another.
  const proof = () =>
    readHolding(context, receiver).then(
      (now) => (has(now) ? undefined : {}),
      (error: unknown) => (failureOf(error)?.kind === 'not-found' ? {} : undefined),
    );
  try {
    return await reconciled(send, proof);
  } catch (error) {
    throw await switchedOff(error, call, () => readHolding(context, receiver));
  }
}

/** A role that follows from another one goes with it: what goes is every role that no role which stays gives. */
async function readLoss(
  context: Context,
  { receiver, roles, rights }: Given<'loss'>,
  { signal, report }: Call,
): Promise<Loss> {
  const held = await readHolding(context, receiver, { signal });
  const isAll = roles === undefined && rights === undefined;
  const goes = {
    role: (role: HeldRole) => role.held !== null && (isAll || (roles ?? []).includes(role.held)),
    right: (right: HeldRight) =>
      right.direct && (isAll || (right.id !== null && (rights ?? []).includes(right.id))),
  };
  const unread: string[] = [];
  const given: { readonly goes: boolean; readonly rights: readonly Right[] }[] = [];
  for (const role of held.roles.filter(({ held: roleId }) => roleId !== null)) {
    const rightsOfRole = await readRightsOf(context, role.id, signal);
    if (rightsOfRole === undefined) unread.push(role.name);
    given.push({ goes: goes.role(role), rights: rightsOfRole ?? [] });
    report?.({ items: given.length, calls: given.length + 1 });
  }
  const stays = new Set([
    ...given.filter((one) => !one.goes).flatMap((one) => one.rights.map(keyOf)),
    ...held.rights.filter((right) => right.direct && !goes.right(right)).map(keyOf),
  ]);
  const going = onceEach([
    ...held.rights.filter(goes.right),
    ...given.filter((one) => one.goes).flatMap((one) => one.rights),
  ]);
  return {
    lost: going.filter((right) => !stays.has(keyOf(right))),
    kept: going.filter((right) => stays.has(keyOf(right))),
    unread,
  };
}

/** Undefined where the platform does not show them: to some it shows only the roles of their own. */
async function readRightsOf({ client, who }: Context, role: number, signal: AbortSignal) {
  try {
    const { value } = await client.load({ path: path.definition(who, role), signal });
    return readRights(readerOf(value, 'a role definition'));
  } catch (error) {
    const kind = failureOf(error)?.kind;
    if (kind === 'not-found' || kind === 'refused') return undefined;
    throw error;
  }
}

const keyOf = ({ serviceCode, serviceEdition, action }: Right | GivenServiceRight): string =>
  rightKey({
    serviceCode,
    serviceEdition,
    action: typeof action === 'string' ? action : action.word,
  });

const onceEach = (rights: readonly Right[]): readonly Right[] => [
  ...new Map(rights.map((right) => [keyOf(right), right])).values(),
];
