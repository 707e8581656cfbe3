// Role definitions of a party: reads all kinds, changes local ones only, and never overwrites an unseen change.
import { isSameWords } from '../../preload/contract/rules.ts';
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type {
  GivenRight,
  RoleDefinition,
  RoleWithRights,
} from '../../preload/contract/role-definitions.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { ApiCall } from '../platform/requests.ts';
import {
  ROLE_TABLE,
  MOST_BYTES_OF_ALL,
  readRoleFile,
  LIMITS_OF_TABLE,
  readRolesFile,
  roleFile,
  rolesFile,
  rolesTable,
} from '../file-formats/role-file.ts';
import type { HiddenRows } from '../../preload/contract/files.ts';
import { encoded } from '../http/addresses.ts';
import { type ListStep, readWholeList } from '../http/complete-list.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import {
  readRights,
  readRoleDefinition,
  rightKey,
  roleDefinitionReaders,
} from '../http/role-reader.ts';
import {
  doneUnseen,
  newSince,
  reconciled,
  switchedOff,
  switchedOffList,
} from '../platform/reconcile.ts';
import { failureOf, type Problem } from '../problem.ts';
import { fromHeadings } from '../file-formats/headings.ts';
import type { ReadTable } from '../file-formats/table.ts';
import type { FileHandles } from '../storage/files.ts';
import type { Tables } from '../storage/tables.ts';
import { conflict } from '../problems.ts';

type Service = Handlers<'roleDefinitions'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Call = Pick<CallContext<ListStep>, 'signal'> & Partial<Pick<CallContext<ListStep>, 'report'>>;

/** One party's role definitions over one client. */
interface Context {
  readonly client: PlatformClient;
  readonly who: string;
}

/** A role of the list, and its own address where the server gave one. */
interface Listed {
  readonly role: RoleDefinition;
  readonly href: string | undefined;
}

const path = {
  all: (who: string) => encoded`api/${who}/authorization/roledefinitions`,
  create: (who: string) => encoded`api/${who}/authorization/roledefinitions/`,
  one: (who: string, role: number) => encoded`api/${who}/authorization/roledefinitions/${role}`,
};

const MOST_FILE_BYTES = 1024 * 1024;

export interface RoleDefinitionsNeeds {
  readonly api: Api;
  readonly handles: FileHandles;
  readonly tables: Tables;
  readonly readTable: ReadTable;
}

export function roleDefinitionsService(needs: RoleDefinitionsNeeds): Service {
  const { api, handles, tables, readTable } = needs;
  const contextOf = async ({ connection, who }: { connection: string; who: string }) => ({
    client: await api.client(connection),
    who,
  });
  return {
    async exportRole({ target, role, ...given }, { signal }) {
      // First of all: a file that was never chosen is no reason to ask the server.
      const name = handles.targetName(target, 'target');
      const text = roleFile(await readRole(await contextOf(given), role, { signal }));
      await handles.write(target, text, 'target');
      return { name, bytes: Buffer.byteLength(text) };
    },
    async readFile({ file, ...given }, { signal }) {
      const found = readRoleFile(await handles.read(file, MOST_FILE_BYTES));
      return { ...found, existing: await namesake(await contextOf(given), found.name, signal) };
    },
    async exportAll({ target, format, ...given }, { signal, report }) {
      const name = handles.targetName(target, 'target');
      const { roles, completeness } = await readLocal(await contextOf(given), { signal, report });
      if (format !== 'json') {
        const place = { handle: target, field: 'target', format };
        const saved = await tables.save(place, rolesTable(roles, completeness), signal);
        return { name: saved.name, bytes: saved.bytes, roles: roles.length, completeness };
      }
      const text = rolesFile(roles, completeness);
      await handles.write(target, text, 'target');
      return { name, bytes: Buffer.byteLength(text), roles: roles.length, completeness };
    },
    async compareFile({ file, ...given }, { signal, report }) {
      let said: { hiddenRows?: HiddenRows; headingLine?: number } = {};
      const { roles: inFile, refused } = await readRolesFile(
        await handles.read(file, MOST_BYTES_OF_ALL),
        async () => {
          const read = await readTable(file, signal, LIMITS_OF_TABLE);
          const table = fromHeadings(read, ROLE_TABLE);
          const { hiddenRows, headingLine } = table;
          said = { ...(hiddenRows && { hiddenRows }), ...(headingLine && { headingLine }) };
          // Where all is hidden, headings too, a person says whether they count.
          return table.rows.length === 0 && hiddenRows !== undefined ? undefined : table.rows;
        },
      );
      const { roles, completeness } = await readLocal(await contextOf(given), { signal, report });
      return {
        inFile: [...inFile],
        refused: refused.slice(0, MOST_SHOWN_REFUSED),
        now: roles,
        completeness,
        ...said,
      };
    },
    async list(given, call) {
      return (await readAll(await contextOf(given), call)).map(({ role }) => role).as('roles');
    },
    get: async (given, { signal }) => readRole(await contextOf(given), given.role, { signal }),
    create: async (given, { signal }) => create(await contextOf(given), given, signal),
    replace: async (given, { signal }) => replace(await contextOf(given), given, signal),
    remove: async (given, { signal }) => remove(await contextOf(given), given.role, signal),
  };
}

/** A self link that comes, though none was asked for, is used. */
async function readAll({ client, who }: Context, { signal, report }: Partial<Call>) {
  try {
    return await readWholeList<Listed>({
      load: (query) => client.load({ path: path.all(who), query, signal }),
      read: (value) =>
        roleDefinitionReaders(value).map((reader) => ({
          role: readRoleDefinition(reader),
          href: reader.link('self')?.href,
        })),
      key: ({ role }) => String(role.id),
      report,
    });
  } catch (error) {
    throw switchedOffList(error, path.all(who));
  }
}

/** All local roles, sorted by name, each with its rights; one after the other, as a person would open them. */
async function readLocal(
  context: Context,
  { signal, report }: Pick<CallContext<{ done: number; of: number }>, 'signal' | 'report'>,
) {
  const { items, completeness } = (await readAll(context, { signal })).shown();
  const local = items
    .filter(({ role }) => role.kind === 'local')
    .toSorted((a, b) => a.role.name.localeCompare(b.role.name, 'nb'));
  const roles: RoleWithRights[] = [];
  for (const { role, href } of local) {
    report({ done: roles.length, of: local.length });
    roles.push(await readRole(context, role.id, { href, signal }));
  }
  return { roles, completeness };
}

/** Of those that no local role can have; how many there are is said for each role. */
const MOST_SHOWN_REFUSED = 100;

/** Exactly the role that was asked for (PAR-09). */
async function readRole(
  { client, who }: Context,
  role: number,
  { href, signal }: { readonly href?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<RoleWithRights> {
  const { value } =
    href === undefined
      ? await client.load({ path: path.one(who, role), signal })
      : await client.follow(href, { signal });
  const reader: ResourceReader = readerOf(value, 'a role definition');
  const found = { ...readRoleDefinition(reader), rights: readRights(reader) };
  if (found.id !== role) throw reader.wrong('RoleDefinitionId');
  return found;
}

/** The local role of this name as it is now; null where a whole list is without it. */
async function namesake(context: Context, name: string, signal: AbortSignal) {
  const roles = await readAll(context, { signal });
  const found = roles.find(({ role }) => role.kind === 'local' && isSameWords(role.name, name));
  return found ? readRole(context, found.role.id, { href: found.href, signal }) : null;
}

async function create(context: Context, given: Given<'create'>, signal: AbortSignal) {
  const { client, who } = context;
  const before = await readAll(context, { signal });
  // What a cut list does not show is left to the platform, which refuses what it has.
  const { items: listed } = before.shown();
  if (listed.some(({ role }) => role.kind === 'local' && isSameWords(role.name, given.name)))
    throw nameTaken('');
  const newIn = newSince(before, ({ role }) => role.id);
  const findNew = async () => findCreated(context, given, newIn(await readAll(context, {})));
  const send = async () => {
    const { location } = await client.send('POST', {
      path: path.create(who),
      signal,
      ...bodyOf(given),
    });
    // Said to be done: a list that cannot be had now does not turn it into a failure of reading.
    const id = idIn(location) ?? (await findNew().catch(() => undefined));
    return (
      id ?? raise(doneUnseen('The platform says that the role was created, but does not show it.'))
    );
  };
  try {
    return await readBack(context, await reconciled(send, findNew));
  } catch (error) {
    const call = { method: 'POST', path: path.create(who) };
    throw atName(await switchedOff(error, call, () => readAll(context, {})));
  }
}

/** The local role with the name, which was free before, and with the rights that were asked for (RTY-06). */
async function findCreated(
  context: Context,
  given: Given<'create'>,
  found: readonly Listed[],
): Promise<number | undefined> {
  for (const { role, href } of found) {
    if (role.kind !== 'local' || !isSameWords(role.name, given.name)) continue;
    if (hasRights(await readRole(context, role.id, { href }), given.rights)) return role.id;
  }
  return undefined;
}

async function replace(context: Context, given: Given<'replace'>, signal: AbortSignal) {
  const { client, who } = context;
  const now = await readRole(context, given.role, { signal });
  refuseForeign(now);
  refuseChanged(now, given.expected);
  const send = async () => {
    const { location } = await client.send('PUT', {
      path: path.one(who, given.role),
      signal,
      // The server's own word for a local role, which differs from platform to platform.
      ...bodyOf(given, now.type),
    });
    return idIn(location) ?? given.role;
  };
  const isDone = async () => {
    const role = await readRole(context, given.role);
    const isSame =
      isSameWords(role.name, given.name) && isSameWords(role.description, given.description);
    return isSame && hasRights(role, given.rights) ? role.id : undefined;
  };
  try {
    return await readBack(context, await reconciled(send, isDone));
  } catch (error) {
    const call = { method: 'PUT', path: path.one(who, given.role) };
    throw atName(await switchedOff(error, call, () => readRole(context, given.role)));
  }
}

async function remove(context: Context, role: number, signal: AbortSignal) {
  const { client, who } = context;
  refuseForeign(await readRole(context, role, { signal }));
  const send = async () => {
    await client.send('DELETE', { path: path.one(who, role), signal });
    return {};
  };
  const isGone = () =>
    readRole(context, role).then(
      () => undefined,
      (error: unknown) => (saysGone(error) ? {} : undefined),
    );
  try {
    return await reconciled(send, isGone);
  } catch (error) {
    const call = { method: 'DELETE', path: path.one(who, role) };
    throw await switchedOff(error, call, () => readRole(context, role));
  }
}

/** Some servers answer 403 about what they had a moment ago (RTY-06). */
function saysGone(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind === 'refused') return failure.status === 403 && failure.cause === 'other';
  return failure?.kind === 'not-found';
}

/** Done is done, also when the server cannot show it now. */
async function readBack(context: Context, id: number) {
  return { id, role: await readRole(context, id).catch(() => null) };
}

/** The body of POST, and of PUT with its RoleType; all codes are text (platform.md, Roles and rights). */
function bodyOf(given: Given<'create'>, type?: string): Partial<ApiCall> {
  const { name, description, rights, language } = given;
  return {
    body: {
      ...(type !== undefined && { RoleType: type }),
      RoleName: name,
      RoleDescription: description,
      _embedded: {
        Rights: rights.map((right) => ({
          ServiceCode: right.serviceCode,
          ServiceEditionCode: String(right.serviceEdition),
          Action: right.action,
        })),
      },
    },
    ...(language !== undefined && { query: { language: String(language) } }),
  };
}

/** The id at the end of `Location`: the address itself may be on another host and is never asked. */
function idIn(location: string | undefined): number | undefined {
  const digits = /\/(\d{1,15})\/?(?:[?#].*)?$/.exec(location ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

type Rights = readonly { serviceCode: string; serviceEdition: number | null; action: string }[];

const keysOf = (rights: Rights) => new Set(rights.map(rightKey));
const shownRights = ({ rights }: RoleWithRights): Rights =>
  rights.map((right) => ({ ...right, action: right.action.word }));
const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter((one) => !others.has(one));

function hasRights(role: RoleWithRights, wanted: readonly GivenRight[]): boolean {
  const [has, asked] = [keysOf(shownRights(role)), keysOf(wanted)];
  return has.size === asked.size && without(asked, has).length === 0;
}

function refuseForeign(role: RoleWithRights): void {
  if (role.kind === 'local') return;
  const message = `Only local roles can be changed; ${role.name} is of type ${role.type}.`;
  throw conflict(message);
}

/** PUT replaces everything, so that what somebody else changed meanwhile would be lost. */
function refuseChanged(now: RoleWithRights, shown: Given<'replace'>['expected']): void {
  const [had, has] = [keysOf(shown.rights), keysOf(shownRights(now))];
  const differences = [
    ...textDifference('name', shown.name, now.name),
    ...textDifference('description', shown.description, now.description),
    ...rightsDifference('Shown and gone', without(had, has)),
    ...rightsDifference('Not shown and there', without(has, had)),
  ];
  if (differences.length === 0) return;
  const message = `The role is not the one that was shown any more. ${differences.join(' ')}`;
  throw conflict(message, { field: 'expected' });
}

const textDifference = (what: string, shown: string, now: string) =>
  shown.trim() === now.trim() ? [] : [`Its ${what} was “${shown.trim()}” and is “${now.trim()}”.`];

const MOST_NAMED = 20;

function rightsDifference(what: string, rights: readonly string[]): readonly string[] {
  if (rights.length === 0) return [];
  const more = rights.length > MOST_NAMED ? ` and ${rights.length - MOST_NAMED} more` : '';
  return [`${what}: ${rights.slice(0, MOST_NAMED).join(', ')}${more}.`];
}

/** A name in use is known by the server's words; they go to the field. */
function atName(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure?.kind !== 'conflict' || failure.reason === '') return error;
  return nameTaken(failure.reason, error);
}

const nameTaken = (reason: string, cause?: unknown) =>
  conflict('A local role has this name.', { reason, field: 'name' }, cause);

function raise(problem: Problem): never {
  throw problem;
}
