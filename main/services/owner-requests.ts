// Consents for services of one's own, and delegation requests: listed whole, asked for once, taken back.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import {
  consentState,
  type DelegationRequest,
  type OwnedConsent,
  requestState,
} from '../../preload/contract/owner-requests.ts';
import type { NumberedParty, PartyNumber } from '../../preload/contract/party-access.ts';
import { onlyRows } from '../file-formats/only-rows.ts';
import { encoded } from '../http/addresses.ts';
import { itemReaders, type ListStep, readContinuedList } from '../http/complete-list.ts';
import { fieldOf } from '../http/hal.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import { numberedParty, requiredPartyIn, toldPartyIn } from '../http/party-reader.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { textOf } from '../http/values.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import { doneUnseen, newSince, reconciled } from '../platform/reconcile.ts';
import { failureOf } from '../problem.ts';
import { type Tables, tableOf } from '../storage/tables.ts';
import type { XlsxColumn } from '../storage/xlsx-worker.ts';

export interface OwnerRequestsNeeds {
  readonly api: Api;
  readonly tables: Tables;
}

type Service = Handlers<'ownerRequests'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Call = Partial<Pick<CallContext<ListStep>, 'signal' | 'report'>>;

/** Delegation requests are documented in this form alone. */
const JSON_ALONE = { accept: 'application/json' } as const;

const path = {
  consents: 'api/serviceowner/consents',
  all: 'api/serviceowner/delegationRequests',
  one: (request: string) => encoded`api/serviceowner/delegationRequests/${request}`,
};

export function ownerRequestsService({ api, tables }: OwnerRequestsNeeds): Service {
  return {
    async consents({ connection, ...filters }, call) {
      return (await readConsents(await api.client(connection), filters, call)).as('consents');
    },
    async exportConsents({ connection, format, target, only, ...filters }, call) {
      const list = await readConsents(await api.client(connection), filters, call);
      const { items, completeness } = list.shown();
      const taken = onlyRows(items, ({ code }) => code, only);
      const saved = await tables.save(
        { handle: target, field: 'target', format },
        tableOf(COLUMNS, taken.map(rowOf), completeness),
        call.signal,
      );
      return { ...saved, completeness };
    },
    async list({ connection, ...filters }, call) {
      const list = await readRequests(await api.client(connection), filters, call);
      return list.map(({ shown }) => shown).as('requests');
    },
    get: async ({ connection, request }, { signal }) =>
      loadRequest(await api.client(connection), request, signal),
    create: async (given, { signal }) => create(await api.client(given.connection), given, signal),
    async remove({ connection, request }, { signal }) {
      const client = await api.client(connection);
      // That it is there says later what its absence means.
      await loadRequest(client, request, signal);
      const send = async () => {
        await client.send('DELETE', { path: path.one(request), ...JSON_ALONE, signal });
        return {};
      };
      return reconciled(send, () =>
        loadRequest(client, request).then(
          () => undefined,
          (error: unknown) => (isGone(error) ? {} : undefined),
        ),
      );
    },
  };
}

/** One that there is not is refused as one of others is (platform.md, Consents and delegation requests). */
function isGone(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'not-found' || (failure?.kind === 'refused' && failure.status === 403);
}

/** Two notations of several values are documented; a platform that knows one of them does not see the other. */
const statusQuery = (statuses: readonly string[] = []) =>
  statuses.length === 0
    ? {}
    : {
        status: statuses,
        ...Object.fromEntries(statuses.map((one, index) => [`status[${String(index)}]`, one])),
      };

const serviceQuery = (service: Given<'list'>['service']) =>
  service === undefined
    ? {}
    : { serviceCode: service.code, serviceEditionCode: String(service.edition) };

async function readConsents(
  client: PlatformClient,
  { service, statuses }: Omit<Given<'consents'>, 'connection'>,
  { signal, report }: Call,
) {
  const consents = await readContinuedList<OwnedConsent>({
    load: (page) =>
      client.load({
        path: path.consents,
        query: {
          ...serviceQuery(service),
          // The documents name the edition in two ways.
          serviceEdition: String(service.edition),
          ...statusQuery(statuses),
          ...page,
        },
        links: true,
        // 10 000 of them with two parties each.
        large: true,
        signal,
      }),
    read: (value) =>
      itemReaders(value, 'the consents', ['consents'], ['AuthorizationCode']).map(readConsent),
    key: ({ code }) => code,
    report,
  });
  return consents.filter(isOf(statuses));
}

/** Where a platform did not see which were asked for. */
const isOf =
  <S extends string>(statuses: readonly S[] = []) =>
  ({ status: { known } }: { readonly status: { readonly known: S | 'unknown' } }): boolean =>
    statuses.length === 0 || statuses.some((one) => one === known);

const statusOf = <S extends string>(word: string, known: readonly S[]) => ({
  known: known.find((one) => one === word.toLowerCase()) ?? ('unknown' as const),
  word,
});

const readConsent = (reader: ResourceReader): OwnedConsent => ({
  code: reader.requiredText('AuthorizationCode'),
  status: statusOf(reader.text('Status') ?? '', consentState.options),
  giver: requiredPartyIn(reader, 'OfferedBy'),
  receiver: requiredPartyIn(reader, 'CoveredBy'),
  handledBy: toldPartyIn(reader, 'HandledBy'),
  created: reader.instant('Created'),
  validTo: reader.instant('ValidTo'),
  lastChanged: reader.instant('LastChanged'),
});

/** A request with the whole numbers of its parties, which do not leave main. */
interface Request {
  readonly giver: string;
  readonly receiver: string;
  readonly shown: DelegationRequest;
}

async function readRequests(
  client: PlatformClient,
  { service, statuses, receiver, giver }: Omit<Given<'list'>, 'connection'>,
  { signal, report }: Call = {},
) {
  const requests = await readContinuedList<Request>({
    load: (page) =>
      client.load({
        path: path.all,
        query: {
          ...serviceQuery(service),
          ...statusQuery(statuses),
          coveredBy: receiver,
          offeredBy: giver,
          ...page,
        },
        ...JSON_ALONE,
        signal,
      }),
    read: (value) =>
      itemReaders(value, 'the delegation requests', ['delegationRequests'], ['guid']).map(
        readRequest,
      ),
    key: ({ shown }) => shown.id,
    report,
  });
  return requests.filter(({ shown }) => isOf(statuses)(shown));
}

/** Exactly the one that was asked for (PAR-09). */
async function loadRequest(client: PlatformClient, request: string, signal?: AbortSignal) {
  const value = await client.read({ path: path.one(request), ...JSON_ALONE, signal });
  const reader = readerOf(value, 'a delegation request');
  const { shown } = readRequest(reader);
  if (shown.id.toLowerCase() !== request.toLowerCase()) throw reader.wrong('guid');
  return shown;
}

function readRequest(reader: ResourceReader): Request {
  const giver = reader.requiredText('offeredBy');
  const receiver = reader.requiredText('coveredBy');
  return {
    giver,
    receiver,
    shown: {
      id: reader.requiredText('guid'),
      status: statusOf(reader.text('requestStatus') ?? '', requestState.options),
      receiver: numberedParty(receiver),
      giver: numberedParty(giver),
      giverName: reader.text('offeredByName') ?? '',
      services: reader.readers('requestServices').map((one) => ({
        serviceCode: one.requiredText('serviceCode'),
        serviceEdition: one.requiredInteger('serviceEditionCode', 'serviceEdition'),
        operations: [...one.texts('operations')],
        metadata: valuesIn(one, 'metadata'),
      })),
      errors: reader.readers('errors').map((one) => ({
        code: one.text('errorCode'),
        description: withMaskedNumbers(one.text('errorDescription')),
      })),
      message: withMaskedNumbers(messageIn(reader)),
      redirectUrl: withMaskedNumbers(reader.text('redirectUrl')),
      created: reader.instant('created'),
      lastChanged: reader.instant('lastChanged'),
    },
  };
}

/** Values of a service, by their names. */
function valuesIn(reader: ResourceReader, field: string): { name: string; value: string }[] {
  return Object.entries(reader.object(field)?.resource.state ?? {}).map(([name, given]) => {
    const value = textOf(given);
    if (value === undefined) throw reader.wrong(field);
    return { name, value: withMaskedNumbers(value) ?? '' };
  });
}

/** One text; where it comes by language, the first there is. */
function messageIn(reader: ResourceReader): string | null {
  if (typeof fieldOf(reader.resource.state, 'requestMessage') !== 'object')
    return reader.text('requestMessage');
  const texts = reader.object('requestMessage');
  return texts?.text('no-nb') ?? texts?.text('no-nn') ?? texts?.text('en') ?? null;
}

const numberOf = (of: PartyNumber): string =>
  'organisationNumber' in of ? of.organisationNumber : of.identityNumber;

async function create(client: PlatformClient, given: Given<'create'>, signal: AbortSignal) {
  // A number of a person stays out of addresses.
  const narrowed = {
    ...('organisationNumber' in given.receiver && { receiver: given.receiver.organisationNumber }),
    ...('organisationNumber' in given.giver && { giver: given.giver.organisationNumber }),
  };
  const before = await readRequests(client, narrowed, { signal });
  const newIn = newSince(before, ({ shown }) => shown.id);
  const isWanted = ({ giver, receiver, shown }: Request) =>
    giver === numberOf(given.giver) &&
    receiver === numberOf(given.receiver) &&
    keyOf(shown.services) === keyOf(askedOf(given));
  const found = async () => {
    const made = newIn(await readRequests(client, narrowed)).filter(isWanted);
    // Of two nobody can tell which one it is.
    return made.length === 1 ? made[0]?.shown : undefined;
  };
  const send = async () => {
    const { value } = await client.send('POST', {
      path: path.all,
      body: bodyOf(given),
      ...JSON_ALONE,
      signal,
    });
    if (value !== undefined) {
      const made = readRequest(readerOf(value, 'a delegation request'));
      if (isWanted(made)) return made.shown;
    }
    const made = await found().catch(() => undefined);
    if (made !== undefined) return made;
    throw doneUnseen('The platform said yes, and did not show the request that was asked for.');
  };
  return reconciled(send, found);
}

type Asked = DelegationRequest['services'][number];

const askedOf = ({ services }: Given<'create'>): Omit<Asked, 'metadata'>[] =>
  services.map(({ code, edition, operations }) => ({
    serviceCode: code,
    serviceEdition: edition,
    operations: [...operations],
  }));

const keyOf = (services: readonly Omit<Asked, 'metadata'>[]): string =>
  JSON.stringify(
    services
      .map((one) => [
        one.serviceCode,
        one.serviceEdition,
        // The documents write them with and without a capital.
        one.operations.map((operation) => operation.toLowerCase()).sort(),
      ])
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  );

function bodyOf(given: Given<'create'>): object {
  return {
    coveredBy: numberOf(given.receiver),
    offeredBy: numberOf(given.giver),
    offeredByName: given.giverName,
    requestServices: askedOf(given).map(({ serviceCode, serviceEdition, operations }) => ({
      serviceCode,
      serviceEditionCode: serviceEdition,
      operations,
      metadata: {},
    })),
    ...(given.message !== undefined && { requestMessage: given.message }),
    redirectUrl: given.redirectUrl,
  };
}

const COLUMNS: readonly XlsxColumn[] = [
  { heading: 'code', width: 40 },
  { heading: 'status', width: 12 },
  { heading: 'given by', width: 20 },
  { heading: 'name of the giver', width: 36 },
  { heading: 'given to', width: 20 },
  { heading: 'name of the receiver', width: 36 },
  { heading: 'handled by', width: 20 },
  { heading: 'name of the handler', width: 36 },
  { heading: 'created', width: 24 },
  { heading: 'valid to', width: 24 },
  { heading: 'last changed', width: 24 },
];
const numberIn = (party: NumberedParty | null): string =>
  party?.organisationNumber ?? party?.identityNumber ?? '';
const rowOf = (one: OwnedConsent): string[] => [
  ...[one.code, one.status.word],
  ...[one.giver, one.receiver, one.handledBy].flatMap((party) => [
    numberIn(party),
    party?.name ?? '',
  ]),
  ...[one.created ?? '', one.validTo ?? '', one.lastChanged ?? ''],
];
