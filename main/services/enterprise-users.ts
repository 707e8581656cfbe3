// Enterprise users: tolerant reading, targets read afresh before writes, and no secret outside the escrow.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type { KnownUsers } from '../../preload/contract/delegations.ts';
import type {
  EnterpriseUser,
  KeptSecret,
  UserList,
} from '../../preload/contract/enterprise-users.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import { localDay } from '../../preload/contract/rules.ts';
import { isAway } from '../../preload/failures.ts';
import { onlyRows } from '../file-formats/only-rows.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import { isOutcomeUnknown } from '../platform/reconcile.ts';
import type { ApiCall } from '../platform/requests.ts';
import type { Escrow } from '../secrets/escrow.ts';
import {
  isSameTime,
  onlyUser,
  readSecretAnswer,
  readUsers,
  type WireUser,
} from '../secrets/enterprise-user-answers.ts';
import { encoded } from '../http/addresses.ts';
import { readWholeList, WholeList } from '../http/complete-list.ts';
import { readInstant } from '../http/platform-time.ts';
import { failureOf, Problem } from '../problem.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import type { FileHandles } from '../storage/files.ts';
import type { SealedCopies } from '../storage/sealed-copy.ts';
import {
  type KnownUser,
  lastRotation,
  rotatedBy,
  savedIn,
  type UserKnowledge,
} from '../storage/user-knowledge.ts';
import { conflict, refusedField, unexpectedAnswer } from '../problems.ts';
import { completeness, z } from '../../preload/contract/schema.ts';
import { type Extent, toCsv } from '../storage/csv.ts';

export interface EnterpriseUsersNeeds {
  readonly api: Api;
  readonly connections: ConnectionStore;
  readonly escrow: Escrow;
  readonly knowledge: UserKnowledge;
  readonly copies: SealedCopies;
  readonly handles: FileHandles;
  readonly now: () => Date;
}

/** When each user in the list of a connection that was read last was created, by name, from its sealed copy; undefined where there is none, or only a part of it. */
export const createListedNames =
  (copies: SealedCopies) =>
  async (saved: SavedConnection): Promise<ReadonlyMap<string, string | null> | undefined> => {
    const copy = await readListCopy(copies, saved);
    const users = copy && WholeList.of('users', copy).ifWhole();
    return users && new Map(users.map(({ userName, created }) => [userName, created]));
  };

/** The newest whole list that a connection of the same organisation to the same platform read; undefined where there is none. Nobody is asked. */
export const createKnownUsers =
  ({ copies, connections }: Pick<EnterpriseUsersNeeds, 'copies' | 'connections'>) =>
  async (connection: string): Promise<KnownUsers | undefined> => {
    const own = connections.find(connection);
    const same = ({ environment, baseAddress, organisationNumber }: SavedConnection) =>
      environment === own.environment &&
      baseAddress === own.baseAddress &&
      organisationNumber === own.organisationNumber;
    const found: KnownUsers[] = [];
    for (const one of connections.all().filter(same)) {
      const copy = await readListCopy(copies, one);
      const users = copy && WholeList.of('users', copy).ifWhole();
      if (copy && users) found.push({ userNames: namesOf(users), read: copy.fetched });
    }
    return found.toSorted((a, b) => Date.parse(b.read) - Date.parse(a.read))[0];
  };

/** Remembers of a user in which file its secret is; what cannot be remembered stops nothing. */
export const createFileNote =
  ({ knowledge }: Pick<EnterpriseUsersNeeds, 'knowledge'>) =>
  (connection: string, userName: string, name: string): Promise<void> =>
    quietly(knowledge.happened(connection, userName, 'saved-in-file', name));

interface Target {
  readonly connection: string;
  readonly userName: string;
}
type Report = CallContext<{ step: 'preparing' | 'asking' | 'keeping' }>['report'];

const path = {
  all: 'api/enterpriseusers',
  create: 'api/enterpriseusers/',
  one: (name: string) => encoded`api/enterpriseusers/${name}`,
  rotate: (name: string) => encoded`api/enterpriseusers/${name}/rotatesecret`,
};

/** The needs, and what a person was last shown of each user, to see that a target is still the same one (CCH-03). */
interface Context extends EnterpriseUsersNeeds {
  readonly shown: Map<string, WireUser>;
}

const keyOf = (connection: string, userName: string) => JSON.stringify([connection, userName]);

export function enterpriseUsersService(needs: EnterpriseUsersNeeds): Handlers<'enterpriseUsers'> {
  const context: Context = { ...needs, shown: new Map() };
  const { api, connections, knowledge } = needs;
  return {
    list: ({ connection }, { signal }) => list(context, connection, signal),
    exportList: (asked, { signal }) => exportList(context, asked, signal),
    async get({ connection, userName }, { signal }) {
      const user = await readUser(await api.client(connection), userName, signal);
      await quietly(knowledge.seen(connection, [userName]));
      return view(context, connection, [user])[0] ?? neverEmpty();
    },
    create: (target, { report }) => create(context, target, report),
    async rotateSecret({ connection, userName, job }, { report, signal }) {
      const target = { connection, userName };
      const client = await api.client(connection);
      await freshTarget(context, client, target, signal);
      const call = { report, job };
      return (await obtain(context, target, 'rotateSecret', client, call)).secret;
    },
    rename: (target, { signal }) => rename(context, target, signal),
    remove: (target, { signal }) => remove(context, target, signal),
    async changeNote({ connection, userName, note }) {
      connections.find(connection);
      await knowledge.noted(connection, userName, note);
      return asShown(context, { connection, userName });
    },
    async tellRotation({ connection, userName, on }) {
      connections.find(connection);
      if (on !== null && on > localDay(needs.now())) throw refusedField('on', 'out-of-range');
      await knowledge.rotationTold(connection, userName, on);
      return asShown(context, { connection, userName });
    },
    async history({ connection, userName }) {
      connections.find(connection);
      return [...knowledge.of(connection, userName).history].reverse();
    },
  };
}

/** After a change of what only this computer knows: nobody is asked. */
function asShown(context: Context, { connection, userName }: Target): EnterpriseUser {
  const { organisationNumber: owner } = context.connections.find(connection);
  const before = context.shown.get(keyOf(connection, userName));
  const user = before ?? { userName, created: null, owner };
  return view(context, connection, [user])[0] ?? neverEmpty();
}

async function list(context: Context, connection: string, signal: AbortSignal): Promise<UserList> {
  const found = await readList(context, connection, signal);
  return { ...found, users: view(context, connection, found.users) };
}

/** From the server, or the copy where it is away; nobody has been shown it yet. */
async function readList(context: Context, connection: string, signal: AbortSignal) {
  const { api, connections, copies, knowledge, now } = context;
  const saved = connections.find(connection);
  try {
    const all = await readAll(await api.client(connection), signal);
    const read = { ...all.as('users'), fetched: now().toISOString() };
    await quietly(writeListCopy(copies, saved, read));
    await quietly(knowledge.seen(connection, namesOf(read.users)));
    return { ...read, fromCopy: false };
  } catch (error) {
    const failure = failureOf(error);
    const copy = failure && isAway(failure) ? await readListCopy(copies, saved) : undefined;
    if (!copy) throw error;
    return { ...copy, fromCopy: true };
  }
}

async function exportList(
  context: Context,
  { connection, only, target }: Parameters<Handlers<'enterpriseUsers'>['exportList']>[0],
  signal: AbortSignal,
) {
  const { handles, knowledge } = context;
  // First of all: a file that was never chosen is no reason to ask the server.
  const name = handles.targetName(target, 'target');
  const { users, completeness } = await readList(context, connection, signal);
  const rows = onlyRows(users, ({ userName }) => userName, only);
  const text = usersCsv(rows, completeness, (userName) => knowledge.of(connection, userName));
  await handles.write(target, text, 'target');
  return { name, rows: rows.length, completeness };
}

async function create(context: Context, target: Target, report: Report) {
  const { connection, userName } = target;
  const client = await context.api.client(connection);
  const { secret, created } = await obtain(context, target, 'create', client, {
    report,
  }).catch((error: unknown) => nameProblem(error, client, userName, 'userName'));
  const owner = context.connections.find(connection).organisationNumber;
  const [user = neverEmpty()] = view(context, connection, [{ userName, created, owner }]);
  return { user, secret };
}

async function rename(
  context: Context,
  { connection, userName, newName }: Target & { readonly newName: string },
  signal: AbortSignal,
): Promise<EnterpriseUser> {
  if (newName === userName) throw sameName();
  const client = await context.api.client(connection);
  await freshTarget(context, client, { connection, userName }, signal);
  const renamed = await giveName(client, { userName, newName, signal });
  await quietly(context.escrow.renamed(connection, userName, newName));
  await quietly(context.knowledge.renamed(connection, userName, newName));
  return view(context, connection, [renamed])[0] ?? neverEmpty();
}

async function remove(
  context: Context,
  { connection, userName, created }: Target & { readonly created?: string | null | undefined },
  signal: AbortSignal,
) {
  const client = await context.api.client(connection);
  await freshTarget(context, client, { connection, userName, created }, signal);
  await deleteUser(client, userName, signal);
  await createUserForgetting(context)(connection, userName);
  return {};
}

/** What this computer holds of a user that is deleted: its stored secrets, its note and its history. */
export const createUserForgetting =
  ({ escrow, knowledge }: Pick<EnterpriseUsersNeeds, 'escrow' | 'knowledge'>) =>
  async (connection: string, userName: string): Promise<void> => {
    await quietly(escrow.removed(connection, userName));
    await quietly(knowledge.removed(connection, userName));
  };

/** The target as the server has it now; a copy or an old list is never the base of an act (CCH-03). */
async function freshTarget(
  { connections, shown }: Context,
  client: PlatformClient,
  { connection, userName, created }: Target & { readonly created?: string | null | undefined },
  signal: AbortSignal,
): Promise<void> {
  const user = await readUser(client, userName, signal);
  const before = created ?? shown.get(keyOf(connection, userName))?.created;
  const replaced = before && user.created && !isSameTime(before, user.created);
  const { organisationNumber } = connections.find(connection);
  if (replaced || (user.owner !== '' && user.owner !== organisationNumber))
    throw changedMeanwhile();
}

/** Through the escrow, which alone sees the answer's secret. */
async function obtain(
  context: Context,
  { connection, userName }: Target,
  operation: 'create' | 'rotateSecret',
  client: PlatformClient,
  call: { readonly job?: string | undefined; readonly report: Report },
) {
  const { connections, escrow, knowledge } = context;
  const body = operation === 'create' ? { body: { UserName: userName } } : {};
  const route = operation === 'create' ? path.create : path.rotate(userName);
  const { environment } = connections.find(connection);
  try {
    const { entry, created } = await escrow.run({
      connection,
      userName,
      environment,
      operation,
      ...call,
      // Neither of these is aborted with the call: a late answer is worth waiting for (OTS-13).
      warmUp: () => client.warmUp(),
      send: (arrived) => client.sendRaw('POST', { path: route, ...body }, arrived),
      read: (bytes) => readSecretAnswer(bytes, userName),
    });
    const what = operation === 'create' ? 'created' : 'rotated';
    await quietly(knowledge.happened(connection, userName, what));
    return { secret: keptSecret(entry), created: readInstant(created) };
  } catch (error) {
    if (isOutcomeUnknown(error))
      await quietly(knowledge.happened(connection, userName, 'outcome-unknown'));
    throw error;
  }
}

/** For an unknown create: whether the server has the user now, and since when (OTS-07). Rejects as a read does. */
export function createProbe({ api }: Pick<EnterpriseUsersNeeds, 'api'>) {
  return async (entry: OneTimeSecret) => {
    const client = await api.client(entry.connection);
    const user = await readUser(client, entry.userName).catch((error: unknown) => {
      if (failureOf(error)?.kind === 'not-found') return undefined;
      throw error;
    });
    if (!user) return 'not-there' as const;
    if (user.created === null) return 'cannot-tell' as const;
    // Two minutes of grace for clocks that differ; names cannot be taken twice in that time.
    const intent = Date.parse(entry.at) - 120_000;
    return Date.parse(user.created) >= intent ? 'exists-created-since' : 'exists-older';
  };
}

const readAll = (client: PlatformClient, signal: AbortSignal): Promise<WholeList<WireUser>> =>
  readWholeList({
    load: (query) => client.load({ path: path.all, query, signal }),
    read: readUsers,
    key: ({ userName }) => userName,
  });

/** Exactly the user that was asked for (PAR-09). */
async function readUser(
  client: PlatformClient,
  userName: string,
  signal?: AbortSignal,
): Promise<WireUser> {
  const call = { path: path.one(userName), signal };
  return onlyUser(await client.read(call), userName);
}

async function giveName(
  client: PlatformClient,
  { userName, newName, signal }: { userName: string; newName: string; signal: AbortSignal },
): Promise<WireUser> {
  const body = { UserName: newName };
  const call: ApiCall = { path: path.one(userName), body, signal };
  try {
    const { value: answer } = await client.send('PUT', call);
    // Nobody in the answer to a rename does not say that there is nobody.
    if (Array.isArray(answer) && answer.length === 0) throw unexpected('The answer is empty.');
    return onlyUser(answer, newName);
  } catch (error) {
    if (!isOutcomeUnknown(error)) return nameProblem(error, client, newName, 'newName');
    // RTY-06: the server knows whether it was done. Only both answers together are proof.
    const [renamed, old] = await Promise.all([
      readUser(client, newName).catch(() => undefined),
      isGone(client, userName),
    ]);
    if (renamed && old) return renamed;
    throw error;
  }
}

async function deleteUser(client: PlatformClient, userName: string, signal: AbortSignal) {
  const call: ApiCall = { path: path.one(userName), signal };
  try {
    await client.send('DELETE', call);
  } catch (error) {
    if (!isOutcomeUnknown(error) || !(await isGone(client, userName))) throw error;
  }
}

/** True only when the server says so. */
const isGone = (client: PlatformClient, userName: string): Promise<boolean> =>
  readUser(client, userName).then(
    () => false,
    (error: unknown) => failureOf(error)?.kind === 'not-found',
  );

const NAME_STATUSES = [400, 409, 422];
const NAME_WORDS = /taken|in use|already|unique|exist|opptatt|oppteken|i bruk|finnes|finst|unik/i;

/** A name in use as a conflict with the server's words at the field; anything else as it came. */
async function nameProblem(
  error: unknown,
  client: PlatformClient,
  name: string,
  field: 'userName' | 'newName',
): Promise<never> {
  const failure = failureOf(error);
  if (failure?.kind !== 'refused' || !NAME_STATUSES.includes(failure.status)) {
    if (failure?.kind === 'conflict' && failure.reason !== '')
      throw new Problem({ ...failure, field }, error);
    throw error;
  }
  // The words are the server's and may be in any language: where they say nothing to us, the server is asked.
  const isTaken =
    NAME_WORDS.test(failure.reason) ||
    (await readUser(client, name).then(
      () => true,
      () => false,
    ));
  if (!isTaken) throw error;
  const { reason } = failure;
  throw conflict('This name is in use.', { reason, field }, error);
}

/** What the page is shown, with what this computer knows; from now on it is what a person was last shown. */
function view(context: Context, connection: string, users: readonly WireUser[]): EnterpriseUser[] {
  return users.map((user) => {
    const { userName, created, lastChanged, name, owner } = user;
    context.shown.set(keyOf(connection, userName), user);
    const known = context.knowledge.of(connection, userName);
    const { note, firstSeen } = known;
    const entries = context.escrow.of(connection, userName);
    const held = entries.find(({ kept }) => kept === 'keychain' || kept === 'memory')?.kept;
    const kept = held === 'keychain' || held === 'memory' ? held : 'nowhere';
    const { lastRotated, isRotationTold } = lastRotation(known);
    const told = isRotationTold && { isRotationTold };
    const who = rotatedBy(known);
    const by = who !== undefined && { rotatedBy: who };
    const attention = attentionOf(entries);
    const inFile = savedIn(known);
    const file = inFile && { inFile };
    const local = {
      note,
      lastRotated,
      ...told,
      ...by,
      firstSeen,
      kept,
      ...file,
      attention,
    } as const;
    return { userName, created, lastChanged, name, ownerOrganisationNumber: owner, local };
  });
}

function attentionOf(entries: readonly OneTimeSecret[]): EnterpriseUser['local']['attention'] {
  const has = (state: OneTimeSecret['state']) => entries.some((entry) => entry.state === state);
  if (has('outcome-unknown')) return 'outcome-unknown';
  if (has('answer-unclear')) return 'answer-unclear';
  return has('waiting') ? 'secret-waiting' : 'none';
}

function keptSecret({ id, userName, at, kept }: OneTimeSecret): KeptSecret {
  if (kept === 'nowhere') throw new Error('A secret that came is kept nowhere.');
  return { secret: id, userName, at, kept };
}

const neverEmpty = (): never => {
  throw new Error('A user was shown as none.');
};

const namesOf = (users: readonly Pick<WireUser, 'userName'>[]) =>
  users.map(({ userName }) => userName);

/** Local knowledge and copies are a convenience: an act that was done is not failed for them. */
const quietly = (act: Promise<void>): Promise<void> => act.catch(() => undefined);

const unexpected = (message: string) => unexpectedAnswer(message, { reference: '' });

const changedMeanwhile = () =>
  conflict('This is not the user that was shown any more. Look at the list again.');

const sameName = () =>
  refusedField('newName', 'same-as-before', 'The new name is the present one.');

const listCopy = z.object({
  fetched: z.string(),
  completeness,
  users: z.array(
    z.object({
      userName: z.string(),
      created: z.string().nullable(),
      lastChanged: z.string().optional(),
      name: z.string().optional(),
      owner: z.string(),
    }),
  ),
});
type UserListCopy = z.infer<typeof listCopy>;

const nameOf = ({ id }: SavedConnection) => `enterprise-users/${id}`;

/** Whose data a copy is: another certificate or organisation never sees it (CCH-01). */
const ownerOf = (saved: SavedConnection) =>
  JSON.stringify([saved.environment, saved.baseAddress, saved.organisationNumber, saved.signIn]);

const writeListCopy = (
  copies: SealedCopies,
  saved: SavedConnection,
  copy: UserListCopy,
): Promise<void> => copies.write(nameOf(saved), ownerOf(saved), JSON.stringify(copy));

async function readListCopy(
  copies: SealedCopies,
  saved: SavedConnection,
): Promise<UserListCopy | undefined> {
  const text = await copies.read(nameOf(saved), ownerOf(saved)).catch(() => undefined);
  if (text === undefined) return undefined;
  return listCopy.safeParse(JSON.parse(text)).data;
}

const HEADINGS = [
  'user name',
  'created',
  'owner organisation number',
  'last rotated',
  'note',
  'last changed at the platform',
  'name',
  'rotation elsewhere entered',
] as const;

function usersCsv(
  users: readonly WireUser[],
  completeness: Extent,
  known: (userName: string) => KnownUser,
): string {
  const cells = ({ userName, created, lastChanged, name, owner }: WireUser) => {
    const local = known(userName);
    const { lastRotated, isRotationTold } = lastRotation(local);
    return [
      ...[userName, created ?? '', owner, lastRotated ?? '', local.note],
      ...[lastChanged ?? '', name ?? '', isRotationTold ? (local.toldRotation ?? '') : ''],
    ];
  };
  return toCsv([HEADINGS, ...users.map(cells)], completeness);
}
