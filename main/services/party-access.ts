// What a party may do, as service owners are shown it: reportees, roles and rights, and tables of them.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type { HeldRight, HeldRole } from '../../preload/contract/delegations.ts';
import type { PartyNumber } from '../../preload/contract/party-access.ts';
import { itemReaders, type ListStep, readWholeList, together } from '../http/complete-list.ts';
import { maskedIdentityNumber } from '../http/identity-number.ts';
import { fieldOf, readResource } from '../http/hal.ts';
import { type Party, readParty } from '../http/party-reader.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { partOf, readHeldRight, readHeldRole, rightKey } from '../http/role-reader.ts';
import type { Api } from '../platform/api.ts';
import { refusedField, unexpectedAnswer } from '../problems.ts';
import { listRoles } from '../reference/metadata/roles.ts';
import { type Tables, tableOf } from '../storage/tables.ts';
import type { XlsxColumn } from '../storage/xlsx-worker.ts';

export interface PartyAccessNeeds {
  readonly api: Api;
  readonly tables: Tables;
}

type Service = Handlers<'partyAccess'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Call = CallContext<ListStep>;

interface Represented {
  readonly party: Party;
  /** Two persons may look alike once their numbers are masked. */
  readonly whole: string | null;
  /** Which of those of its name in one answer it is. */
  readonly nth: number;
}

const ACCESS = 'the access of a party';
const path = {
  reportees: 'api/serviceowner/reportees',
  rights: 'api/serviceowner/authorization/rights',
  roles: 'api/serviceowner/authorization/roles',
};

/** Parties without a number may be told alike and be several: the second of one answer is another one, and the same in a repeated answer. */
function numbered(parties: readonly Omit<Represented, 'nth'>[]): readonly Represented[] {
  const met = new Map<string, number>();
  return parties.map((one) => {
    const { name } = one.party;
    met.set(name, (met.get(name) ?? 0) + 1);
    return { ...one, nth: met.get(name) ?? 0 };
  });
}

export function partyAccessService({ api, tables }: PartyAccessNeeds): Service {
  const reportees = async (given: Given<'reportees'>, { signal, report }: Call) => {
    const role = await roleIdOf(api, given, signal);
    const client = await api.client(given.connection);
    const { service, withConsents } = given;
    const parties = await readWholeList<Represented>({
      load: (page) =>
        client.load({
          path: path.reportees,
          query: {
            subject: numberOf(given.subject),
            serviceCode: service?.code,
            serviceEdition: service === undefined ? undefined : String(service.edition),
            roleDefinitionId: role,
            showConsentReportees: withConsents === true ? 'true' : undefined,
            ...page,
          },
          signal,
        }),
      read: (value) =>
        numbered(
          itemReaders(value, 'the parties', ['reportees'], ['Name']).map((reader) => {
            const party = readParty(reader);
            const whole = reader.text('SocialSecurityNumber') ?? reader.text('OrganizationNumber');
            return { party, whole };
          }),
        ),
      key: ({ party, whole, nth }) => whole ?? JSON.stringify([nth, party]),
      report,
    });
    return parties.map(({ party }) => party).shown();
  };
  return {
    async reportees(given, call) {
      const { items, completeness } = await reportees(given, call);
      return { reportees: items, completeness };
    },
    rights: (given, call) => readRightsOf(api, given, call),
    roles: (given, call) => readRolesOf(api, given, call),
    async exportReportees({ format, target, ...given }, call) {
      const { items, completeness } = await reportees(given, call);
      const file = await tables.save(
        { handle: target, field: 'target', format },
        tableOf(PARTY_COLUMNS, items.map(partyRow), completeness),
        call.signal,
      );
      return { ...file, completeness };
    },
    async exportAccess({ format, target, ...given }, call) {
      const { roles, completeness: ofRoles } = await readRolesOf(api, given, call);
      const rights = 'identityNumber' in given.subject && (await readRightsOf(api, given, call));
      const completeness = rights ? together([ofRoles, rights.completeness]) : ofRoles;
      const rows = [...roles.map(roleRow), ...(rights ? rights.rights.map(rightRow) : [])];
      const file = await tables.save(
        { handle: target, field: 'target', format },
        tableOf(
          ACCESS_COLUMNS,
          rows.map((row) => [
            rights ? rights.subject.name : shownNumber(given.subject),
            rights ? rights.reportee.name : shownNumber(given.reportee),
            ...row,
          ]),
          completeness,
        ),
        call.signal,
      );
      return { ...file, completeness };
    },
  };
}

const numberOf = (of: PartyNumber): string =>
  'organisationNumber' in of ? of.organisationNumber : of.identityNumber;

/** Who was asked about, where no answer names them. */
const shownNumber = (of: PartyNumber): string =>
  'organisationNumber' in of
    ? of.organisationNumber
    : (maskedIdentityNumber(of.identityNumber) ?? '');

/** Ids of role definitions differ between test and production, so a role is named by its code. */
async function roleIdOf(
  api: Api,
  { connection, roleDefinitionCode: code }: Given<'reportees'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (code === undefined) return undefined;
  const open = await api.open(connection);
  const roles = await listRoles(open, { signal });
  const found = roles.find((role) => role.code.toUpperCase() === code.toUpperCase());
  if (found === undefined) throw refusedField('roleDefinitionCode', 'not-a-choice');
  return String(found.id);
}

function whoIs(reader: ResourceReader, name: 'Subject' | 'Reportee'): Party {
  const found = reader.object(name);
  if (found === null) throw reader.wrong(name);
  return readParty(found);
}

/** A list inside an object that says whose they are: not below `_embedded` in one document, and there in the other. */
async function readRightsOf(api: Api, given: Given<'rights'>, { signal, report }: Call) {
  const client = await api.client(given.connection);
  let between: Record<'subject' | 'reportee', Party> | undefined;
  const list = await readWholeList<HeldRight>({
    load: (page) =>
      client.load({ path: path.rights, query: { ...queryOf(given), ...page }, signal }),
    read: (value) => {
      const reader = readerOf(value, ACCESS);
      between ??= { subject: whoIs(reader, 'Subject'), reportee: whoIs(reader, 'Reportee') };
      return partOf(reader, 'Rights').map(readHeldRight);
    },
    key: (right) =>
      JSON.stringify([right.id, right.source, rightKey({ ...right, action: right.action.word })]),
    report,
  });
  if (between === undefined) throw unexpectedAnswer('The access of a party cannot be understood.');
  const { items: rights, completeness } = list.shown();
  return { ...between, rights, completeness };
}

/** A list of roles alone, which is all that is documented; what stands beside it is not looked at. */
async function readRolesOf(api: Api, given: Given<'roles'>, { signal, report }: Call) {
  const client = await api.client(given.connection);
  const list = await readWholeList<HeldRole>({
    load: (page) =>
      client.load({ path: path.roles, query: { ...queryOf(given), ...page }, signal }),
    read: (value) => rolesIn(value).map(readHeldRole),
    key: (role) => JSON.stringify([role.held, role.id]),
    report,
  });
  const { items: roles, completeness } = list.shown();
  return { roles, completeness };
}

/** A bare array, or in an object, which may name the two parties: what has none of these is not an empty list of roles. */
function rolesIn(value: unknown): readonly ResourceReader[] {
  const whole = readResource(value);
  const holds = [whole?.embedded, whole?.state].some(
    (fields) =>
      fields !== undefined && fieldOf(fields, 'Roles', 'Subject', 'Reportee') !== undefined,
  );
  return holds
    ? partOf(readerOf(value, ACCESS), 'Roles')
    : itemReaders(value, ACCESS, ['Roles'], ['RoleDefinitionId']);
}

const queryOf = ({ subject, reportee, language }: Given<'rights'>) => ({
  subject: numberOf(subject),
  reportee: numberOf(reportee),
  ...(language !== undefined && { language: String(language) }),
});

const PARTY_COLUMNS: readonly XlsxColumn[] = [
  { heading: 'name', width: 36 },
  { heading: 'kind', width: 14 },
  { heading: 'organisation number', width: 20 },
  { heading: 'national identity number', width: 24 },
  { heading: 'form', width: 8 },
  { heading: 'part of', width: 20 },
  { heading: 'status', width: 14 },
];
const partyRow = (one: Party): string[] => [
  one.name,
  one.kind === 'unknown' ? one.type : one.kind,
  one.organisationNumber ?? '',
  one.identityNumber ?? '',
  one.form ?? '',
  one.parentOrganisationNumber ?? '',
  one.status?.word ?? '',
];

const ACCESS_COLUMNS: readonly XlsxColumn[] = [
  { heading: 'subject', width: 30 },
  { heading: 'for', width: 30 },
  { heading: 'what', width: 8 },
  { heading: 'role code', width: 12 },
  { heading: 'role', width: 36 },
  { heading: 'given by', width: 28 },
  { heading: 'since', width: 24 },
  { heading: 'service code', width: 14 },
  { heading: 'edition', width: 10 },
  { heading: 'action', width: 16 },
  { heading: 'source', width: 24 },
];
const roleRow = (role: HeldRole): string[] => [
  ...['role', role.code ?? '', role.name, role.delegator, role.since ?? '', '', '', '', ''],
];
const rightRow = (right: HeldRight): string[] => [
  ...['right', '', '', '', '', right.serviceCode],
  ...[String(right.serviceEdition ?? ''), right.action.word, right.source ?? ''],
];
