// Who of the client reads a published answer: for each entry the operation that gets it, and what of it the page gets.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { readTokens } from '../../main/auth/token-endpoint.ts';
import { failureOf } from '../../main/problem.ts';
import type { Client } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/result.ts';
import type { PublishedServer } from './published-server.ts';
import type { Steward } from './steward.ts';

export interface Desk {
  readonly client: Client;
  readonly connection: string;
  readonly server: PublishedServer;
  /** Handles of the program: a zip, and a new small file. */
  readonly zip: string;
  readonly file: () => string;
  /** The same number, said by the documents' organisation. */
  readonly own: string;
}

/**
 * Gets the page's answer where the platform answers `value` to the entry; what it is about is taken from `value`. Undefined for a value
 * that is the answer to nothing that can be asked.
 */
export type Reader = (desk: Desk, value: unknown) => Promise<Result<unknown> | undefined>;

const REFERENCE = '3f1c2a4b-0000-4000-8000-00000000abcd';
const OF_NOBODY = '923609016';
const MINE = { who: 'my' };
const A_MESSAGE = { ...MINE, message: 'a1' };
const PERSON = { identityNumber: '15879012160' };

/** What stands there, by the names on the way; undefined where nothing does. */
function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inside, key) => (inside as Readonly<Record<string | number, unknown>> | undefined)?.[key],
    value,
  );
}
/** Of an instance, where a number may stand for a text. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
const textAt = (value: unknown, ...keys: readonly (string | number)[]): string =>
  textOf(at(value, ...keys) ?? '');
const numberAt = (value: unknown, ...keys: readonly (string | number)[]): number =>
  Number(at(value, ...keys) ?? 0);
const listAt = (value: unknown, ...keys: readonly (string | number)[]): readonly unknown[] =>
  (at(value, ...keys) as readonly unknown[] | undefined) ?? [];

/** A part of what the page gets, where the rest only repeats it. */
async function partOf<T>(result: Promise<Result<T>>, part: (value: T) => unknown) {
  const given = await result;
  return given.ok ? { ...given, value: part(given.value) } : given;
}

/** One enterprise user comes alone or as an array of one. */
const userIn = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

export const READERS: Readonly<Record<string, Reader>> = {
  'broker.hasavailablefiles': ({ client, connection }) =>
    client.fileTransfer.waiting({ connection, recipients: [OF_NOBODY] }),
  'broker.inbox': ({ client, connection }) =>
    client.fileTransfer.list({ connection, ...MINE, statuses: ['uploaded'] }),
  'broker.inbox.file': ({ client, connection }, value) =>
    client.fileTransfer.get({
      connection,
      ...MINE,
      box: 'in',
      reference: textAt(value, 'FileReference'),
    }),
  'broker.outbox.file': ({ client, connection }, value) =>
    client.fileTransfer.get({
      connection,
      ...MINE,
      box: 'out',
      reference: textAt(value, 'FileReference'),
    }),
  'broker.inbox.receipt': ({ client, connection }) =>
    client.fileTransfer.receipt({ connection, ...MINE, box: 'in', reference: REFERENCE }),
  'broker.outbox.receipt': ({ client, connection }) =>
    client.fileTransfer.receipt({ connection, ...MINE, box: 'out', reference: REFERENCE }),
  'broker.inbox.confirmdownloaded': ({ client, connection }) =>
    client.fileTransfer.confirm({ connection, ...MINE, reference: REFERENCE }),
  'broker.outbox.create': ({ client, connection, zip }) =>
    client.fileTransfer.send({
      ...{ connection, ...MINE, source: zip, code: '8830', edition: 2 },
      ...{ sendersReference: 'ref-1', recipients: [OF_NOBODY] },
    }),

  'code-lists.list': ({ client, connection }) =>
    client.reference.codeLists({ connection, fresh: true }),
  'code-lists.get': ({ client, connection }, value) =>
    client.reference.codeList({
      ...{ connection, name: textAt(value, 'Name'), version: numberAt(value, 'Version') },
      fresh: true,
    }),

  'consent-requests.list': ({ client, connection }) => client.consents.list({ connection }),
  'consent-requests.get': ({ client, connection }, value) =>
    client.consents.get({ connection, code: textAt(value, 'AuthorizationCode') }),
  'consent-requests.create': (desk, value) => requested(desk, value),
  'consent-requests.create, for one person alone': (desk, value) =>
    requested(desk, value, { onlyBy: { ...PERSON, lastName: 'ROGNLI' } }),
  'consent-requests.create, with a value that the service does not know': (desk, value) =>
    requested(desk, value, {}, [{ name: 'ukjent', value: '1' }]),
  'consent-tokens.claims': (desk, value) => tokenOf(desk, {}, value as object),
  'consent-tokens.header': (desk, value) => tokenOf(desk, value as object, {}),
  'metadata.jwk': (desk, value) => tokenOf(desk, {}, {}, { keys: value }),
  'metadata.well-known': (desk) => tokenOf(desk, {}, {}, { isElsewhere: true }),

  'contact-information.list': ({ client, connection, own }) =>
    client.contactInformation.list({ connection, organisationNumber: own }),
  'profile.my': ({ client, connection }) => client.profile.own({ connection }),
  'profile.organisation': ({ client, connection, own }) =>
    client.profile.organisation({ connection, organisationNumber: own }),
  'reportees.list': ({ client, connection }) => client.reportees.list({ connection }),
  'reportees.get': ({ client, connection }, value) =>
    client.reportees.get({ connection, reportee: textAt(value, 'ReporteeId') }),
  'reportees.conversion': ({ client, connection }) =>
    client.reportees.convert({ connection, of: { ...PERSON, lastName: 'ROGNLI' } }),

  'delegations.list': ({ client, connection }) => client.delegations.list({ connection, ...MINE }),
  'delegations.get': ({ client, connection }, value) =>
    client.delegations.get({ connection, ...MINE, receiver: textAt(value, 'RightHolderId') }),
  'rights.own-roles': ({ client, connection }) =>
    partOf(client.delegations.own({ connection, ...MINE }), ({ roles }) => roles),
  'rights.own-rights': ({ client, connection }) =>
    partOf(client.delegations.own({ connection, ...MINE }), ({ rights }) => rights),
  'role-definitions.list': ({ client, connection }) =>
    client.roleDefinitions.list({ connection, ...MINE }),
  'role-definitions.get': ({ client, connection }, value) =>
    client.roleDefinitions.get({ connection, ...MINE, role: numberAt(value, 'RoleDefinitionId') }),

  'enterprise-users.list': ({ client, connection }) => client.enterpriseUsers.list({ connection }),
  'enterprise-users.get': ({ client, connection }, value) =>
    client.enterpriseUsers.get({ connection, userName: textAt(userIn(value), 'UserName') }),
  'enterprise-users.rename': ({ client, connection, server, own }, value) => {
    const userName = textAt(userIn(value), 'UserName');
    const before = { ...userOf(value, own), UserName: `${userName}-before` };
    server.put('enterprise-users.get', [before]);
    return client.enterpriseUsers.rename({
      connection,
      userName: `${userName}-before`,
      newName: userName,
    });
  },
  'enterprise-users.create': async ({ client, connection }, value) => {
    if (!isWithSecret(value)) return undefined;
    const userName = textAt(userIn(value), 'UserName');
    const made = await client.enterpriseUsers.create({ connection, userName });
    return made.ok ? withSecret(client, made, made.value.secret.secret) : made;
  },
  'enterprise-users.rotatesecret': async ({ client, connection, server, own }, value) => {
    if (!isWithSecret(value)) return undefined;
    const user = userOf(value, own);
    server.put('enterprise-users.get', [user]);
    const userName = textAt(user, 'UserName');
    const kept = await client.enterpriseUsers.rotateSecret({ connection, userName });
    return kept.ok ? withSecret(client, kept, kept.value.secret) : kept;
  },

  'forms.get': ({ client, connection }) =>
    client.forms.get({ connection, ...A_MESSAGE, form: '1' }),
  'messages.list': ({ client, connection }) =>
    client.messages.list({ connection, ...MINE, top: 50 }),
  'messages.trashbin': ({ client, connection }) =>
    client.messages.trashBin({ connection, ...MINE }),
  'messages.get': ({ client, connection }, value) =>
    client.messages.get({ connection, ...MINE, message: textAt(value, 'MessageId') }),
  'messages.validate': ({ client, connection, server }) => {
    // As every published message is: without a link to it.
    const message = at(exampleMessage(server), 'MessageId');
    return client.messages.validate({ connection, ...MINE, message: String(message) });
  },

  'metadata.list': ({ client, connection }) =>
    client.reference.services({ connection, fresh: true }),
  'metadata.formtask': (desk, value) => serviceOf(desk, 'formtask', value),
  'metadata.correspondence': (desk, value) => serviceOf(desk, 'correspondence', value),
  'metadata.lookup': ({ client, connection }, value) =>
    client.lookups.describe({
      ...{ connection, code: textAt(value, 'ServiceCode') },
      edition: numberAt(value, 'ServiceEditionCode'),
    }),
  'metadata.roledefinitions': ({ client, connection }) =>
    client.reference.roles({ connection, fresh: true }),
  'metadata.roledefinition': ({ client, connection }, value) =>
    client.reference.role({
      ...{ connection, role: numberAt(value, 'RoleDefinitionId'), fresh: true },
    }),
  'role-requirements.list': ({ client, connection }) =>
    client.reference.requirements({ connection, code: '8810', edition: 1, fresh: true }),

  'notifications.validaterecipient': ({ client, connection, own }) =>
    client.serviceOwner.validateRecipient({ connection, recipient: { organisationNumber: own } }),
  'service-owner.organisations': ({ client, connection }) =>
    client.serviceOwner.find({ connection, email: 'post@rognli.example' }),
  'service-owner.organisation': ({ client, connection }, value) =>
    client.serviceOwner.get({
      connection,
      organisationNumber: textAt(value, 'OrganizationNumber'),
    }),
  'service-owner.officialcontacts': ({ client, ...desk }) =>
    client.serviceOwner.officialContacts(ofExample(desk)),
  'service-owner.personalcontacts': ({ client, ...desk }) =>
    client.serviceOwner.personalContacts(ofExample(desk)),
  'service-owner.personalcontact-roles': ({ client, ...desk }) =>
    client.serviceOwner.rolesOf({ ...ofExample(desk), person: 'r1' }),
  'service-owner.reportees': ({ client, connection }) =>
    client.partyAccess.reportees({ connection, subject: PERSON }),
  'service-owner.rights': ({ client, connection, own }) =>
    client.partyAccess.rights({
      connection,
      subject: PERSON,
      reportee: { organisationNumber: own },
    }),
  'service-owner.roles': ({ client, connection, own }) =>
    client.partyAccess.roles({
      connection,
      subject: PERSON,
      reportee: { organisationNumber: own },
    }),
  'service-owner.consents': ({ client, connection }) =>
    client.ownerRequests.consents({ connection, service: { code: 'K103', edition: 1 } }),
  'service-owner.delegation-requests.list': ({ client, connection }) =>
    client.ownerRequests.list({ connection }),
  'service-owner.delegation-requests.get': ({ client, connection }, value) =>
    client.ownerRequests.get({ connection, request: textAt(value, 'guid') }),
  'service-owner.delegation-requests.create': ({ client, connection, server }, value) => {
    server.put('service-owner.delegation-requests.list', []);
    const asked = delegationIn(value);
    const isWhole = asked.services.every(({ operations }) => operations.length > 0);
    if (asked.services.length === 0 || !isWhole) return Promise.resolve(undefined);
    return client.ownerRequests.create({ connection, ...asked });
  },

  'srr.list': ({ client, connection }) =>
    client.serviceRights.list({ connection, service: { code: '8820', edition: 1 } }),
  'srr.get': ({ client, connection }, value) => {
    const [rule, another] = rulesIn(value);
    const id = at(rule, 'id') ?? at(rule, 'Id');
    // One rule is asked for by its id.
    if (id === undefined || another !== undefined) return Promise.resolve(undefined);
    return client.serviceRights.get({ connection, rule: textOf(id) });
  },
  'srr.create': ({ client, connection, server }, value) => {
    const [rule, another] = rulesIn(value);
    // All that is asked for is for one party.
    if (rule === undefined || another !== undefined) return Promise.resolve(undefined);
    const number = textAt(rule, at(rule, 'Reportee') === undefined ? 'reportee' : 'Reportee');
    const nothing = Array.isArray(value) ? [] : { ...(value as object), rights: [] };
    // Before it was made, the register has none.
    const isMade = () => server.asked.some(({ entry }) => entry.id === 'srr.create');
    server.put('srr.list', () => (isMade() ? value : nothing), nothing);
    return client.serviceRights.grant({
      ...{ connection, service: { code: '8820', edition: 1 }, rights: ['read', 'write'] },
      ...{
        conditions: [],
        reportee: isPerson(number) ? { identityNumber: number } : { organisationNumber: number },
      },
    });
  },

  // Where the servers for signing in answer, there is no operation that shows it.
  'tokens.person': (_, value) => Promise.resolve(tokensIn(value)),
  'tokens.machine': (_, value) => Promise.resolve(tokensIn(value)),
};

/** The specification has one model of a user for all its calls, where the secret may be missing. */
const isWithSecret = (value: unknown): boolean => at(userIn(value), 'Secret') !== undefined;

/** As he was found before: one of the own organisation, without a secret. */
function userOf(value: unknown, own: string): object {
  const { Secret: _, ...user } = userIn(value) as { readonly Secret?: unknown };
  return { ...user, OwnerOrgNo: own };
}

/** The secret itself is revealed on purpose. */
async function withSecret(
  client: Client,
  result: Extract<Result<object>, { ok: true }>,
  secret: string,
): Promise<Result<unknown>> {
  const revealed = await client.oneTimeSecrets.reveal({ secret });
  await client.oneTimeSecrets.confirmStored({ secret });
  return { ...result, value: { ...result.value, revealed } };
}

const exampleMessage = (server: PublishedServer): unknown => server.exampleOf('messages.get');

const ofExample = ({ connection, server }: Pick<Desk, 'connection' | 'server'>) => ({
  connection,
  organisationNumber: textAt(server.exampleOf('service-owner.organisation'), 'OrganizationNumber'),
});

function serviceOf(
  { client, connection }: Desk,
  kind: 'formtask' | 'correspondence',
  value: unknown,
) {
  const of = { code: textAt(value, 'ServiceCode'), edition: numberAt(value, 'ServiceEditionCode') };
  // The document itself goes along, for whoever wants to see it.
  return partOf(
    client.reference.service({ connection, kind, ...of, fresh: true }),
    ({ service }) => service,
  );
}

/** In both forms, and the flat one without a list around it. */
const rulesIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : ((at(value, 'rights') as unknown[] | undefined) ?? [value]);

const isPerson = (number: string): boolean => number.length === 11;

/** The end of a request to within the hours of a zone, which the client allows for; undefined for one that is over. */
function endOf(value: unknown): string | undefined {
  const written = textAt(value, 'ValidTo');
  const end = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(written) ? written : `${written}Z`);
  return end.getTime() > Date.now() ? end.toISOString() : undefined;
}

type NewRequest = Omit<Parameters<Client['consents']['create']>[0], 'connection'>;

/** Asks for what such an answer is the answer to, and for more than it repeats. */
function requested(
  { client, connection, server }: Desk,
  value: unknown,
  more: Partial<NewRequest> = {},
  values: NewRequest['resources'][number]['metadata'] = [],
) {
  const giver = textAt(value, 'OfferedBy');
  const handledBy = at(value, 'HandledBy');
  const onlyBy = at(value, 'RequiredDelegator');
  const resources = listAt(value, 'RequestResources').map((one) => ({
    serviceCode: textAt(one, 'ServiceCode'),
    serviceEdition: numberAt(one, 'ServiceEditionCode'),
    metadata: [
      ...Object.entries((at(one, 'Metadata') as object | undefined) ?? {}).map(([name, given]) => ({
        name,
        value: String(given),
      })),
      ...values,
    ],
  }));
  if (resources.length === 0) return Promise.resolve(undefined);
  const end = endOf(value);
  // That of an example is over.
  if (end === undefined)
    server.put('consent-requests.create', { ...(value as object), ValidTo: '2099-10-14T14:15:00' });
  return client.consents.create({
    connection,
    receiver: textAt(value, 'CoveredBy'),
    ...(handledBy !== undefined && { handledBy: textOf(handledBy) }),
    giver: isPerson(giver)
      ? { kind: 'person', identityNumber: giver, lastName: 'ROGNLI' }
      : { kind: 'organisation', organisationNumber: giver, name: 'ROGNLI AS' },
    validTo: end ?? '2099-10-14T12:15:00Z',
    returnAddress: textAt(value, 'RedirectUrl'),
    resources,
    message: { nb: 'Vi ber om innsyn.' },
    ...more,
    // The one that the answer names, if it names one.
    ...(onlyBy !== undefined && {
      onlyBy: { identityNumber: textOf(onlyBy), lastName: 'ROGNLI' },
    }),
  });
}

function delegationIn(
  value: unknown,
): Omit<Parameters<Client['ownerRequests']['create']>[0], 'connection'> {
  const partyOf = (number: string) =>
    isPerson(number) ? { identityNumber: number } : { organisationNumber: number };
  return {
    receiver: partyOf(textAt(value, 'coveredBy')),
    giver: partyOf(textAt(value, 'offeredBy')),
    giverName: 'ROGNLI',
    services: listAt(value, 'requestServices').map((one) => ({
      code: textAt(one, 'serviceCode'),
      edition: numberAt(one, 'serviceEditionCode'),
      operations: listAt(one, 'operations').map(String),
    })),
    message: 'Vi ber om tilgang.',
    redirectUrl: 'https://retur.example/',
  };
}

let pair: { readonly privateKey: KeyObject; readonly published: object } | undefined;

/** Made when the first token is signed. */
function keys() {
  if (pair === undefined) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    pair = { privateKey, published: publicKey.export({ format: 'jwk' }) };
  }
  return pair;
}

const CODE = '3f1c2a4b-0000-4000-8000-00000000abcd';

/** What the page gets of a token that one of two published keys has signed. */
async function tokenOf(
  { client, connection, server }: Desk,
  header: object,
  claims: object,
  {
    keys: shown,
    isElsewhere = false,
  }: { readonly keys?: unknown; readonly isElsewhere?: boolean } = {},
): Promise<Result<unknown>> {
  const { privateKey, published } = keys();
  // As a document shows it: by its id, by the digest of its certificate, or by both.
  const said = { alg: 'RS256', typ: 'JWT', ...(isEmpty(header) && { kid: 'kid-1' }), ...header };
  const named = {
    use: 'sig',
    x5c: ['MIIB'],
    kid: textAt(header, 'kid') || 'kid-1',
    x5t: textAt(header, 'x5t'),
  };
  const all = {
    keys: [
      ...listAt(shown, 'keys').map((one) => ({ ...(one as object), ...otherKey() })),
      { ...otherKey(), use: 'sig', x5c: ['MIIC'], kid: 'kid-2', x5t: 'another' },
      { ...published, ...named },
    ],
  };
  let asked = 0;
  // Where the usual address has none, another one is told.
  server.put('metadata.jwk', () => ((asked += 1) === 1 && isElsewhere ? {} : all), all);
  const whole = {
    ...{ AuthorizationCode: CODE, OfferedBy: '15879012160', CoveredBy: '912700402' },
    ...claims,
  };
  const text = [said, whole]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url');
  server.put('consent-tokens.get', `${text}.${signature}`);
  const result = await client.consents.token({ connection, code: whole.AuthorizationCode });
  if (!result.ok || result.value.signature === 'valid') return result;
  return refused('signature');
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** A token whose key was not found is as good as not read. */
const refused = (field: string): Result<never> => ({
  ok: false,
  failure: { kind: 'unexpected-answer', message: '', status: 200, reference: '', field },
});

let another: object | undefined;

/** A key of the same platform that has not signed it. */
const otherKey = (): object =>
  (another ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
    format: 'jwk',
  }));

function tokensIn(value: unknown): Result<unknown> {
  const body = Buffer.from(JSON.stringify(value));
  const rest = { reason: 'OK', raw: body, cookies: [], bytes: body.length, received: false };
  try {
    const { accessToken, refreshToken, ...read } = readTokens({
      ...{ status: 200, headers: { 'content-type': 'application/json' }, body, ...rest },
      tls: { protocol: 'TLSv1.3', reused: false },
    });
    return {
      ok: true,
      value: { ...read, accessToken: accessToken.expose(), refreshToken: refreshToken?.expose() },
    };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { ok: false, failure };
  }
}

/** A zip that can be sent. */
export function zipFor({ app }: Pick<Steward, 'app'>, folder: string): string {
  const file = path.join(folder, 'last.zip');
  writeFileSync(file, zipSync({ 'a.xml': Buffer.from('<a/>') }), { mode: 0o600 });
  return app.handleFor(file);
}
