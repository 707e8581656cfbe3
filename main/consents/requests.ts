// Consent requests on the wire (platform.md, Consents and delegation requests): listed whole, made once, found again.
import type {
  ConsentRequest,
  ConsentResource,
  Giver,
  NewRequest,
  RequestStatus,
} from '../../preload/contract/consents.ts';
import type { NumberedParty } from '../../preload/contract/party-access.ts';
import { encoded } from '../http/addresses.ts';
import {
  itemReaders,
  type ListStep,
  readContinuedList,
  type WholeList,
} from '../http/complete-list.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import { numberedParty } from '../http/party-reader.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { textOf } from '../http/values.ts';
import { failureOf, Problem } from '../problem.ts';
import type { PlatformClient } from '../platform/client.ts';
import { doneUnseen, reconciled } from '../platform/reconcile.ts';

const path = {
  all: 'api/consentRequests',
  one: (code: string) => encoded`api/consentRequests/${code}`,
};

/** Requests as one organisation sees them. */
export interface RequestDesk {
  readonly client: PlatformClient;
  /** Number of the connection's organisation. */
  readonly own: string;
}

export interface ListChoice {
  readonly direction?: ConsentRequest['direction'] | undefined;
  readonly statuses?: readonly RequestStatus[] | undefined;
  readonly service?: { readonly code: string; readonly edition: number } | undefined;
}

interface Call {
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((step: ListStep) => void) | undefined;
}

/**
 * All requests that were chosen. Two notations of several statuses are documented: one is tried, the other where the answer shows that
 * it was not seen; where neither is, what was not asked for is left out here.
 */
export async function listRequests(
  { client, own }: RequestDesk,
  { direction, statuses = [], service }: ListChoice,
  { signal, report }: Call = {},
): Promise<WholeList<ResourceReader>> {
  const isAsked = (reader: ResourceReader) =>
    (statuses.length === 0 || statuses.some((one) => one === statusOf(reader).known)) &&
    (direction === undefined || direction === 'unknown' || directionOf(reader, own) === direction);
  const isOfStatus = (value: unknown) =>
    statuses.length === 0 ||
    requestsIn(value).every((reader) => statuses.some((one) => one === statusOf(reader).known));
  const narrowed = {
    direction,
    ...(service !== undefined && {
      serviceCode: service.code,
      serviceEditionCode: String(service.edition),
    }),
  };
  const ask = (notation: Notation, page: object) =>
    client.load({
      path: path.all,
      query: { ...narrowed, ...notation(statuses), ...page },
      links: true,
      signal,
    });
  let notation: Notation | undefined;
  const list = await readContinuedList<ResourceReader>({
    async load(page) {
      if (notation !== undefined) return ask(notation, page);
      notation = repeated;
      const first = await ask(repeated, page);
      if (isOfStatus(first.value)) return first;
      const other = await ask(numbered, page);
      if (!isOfStatus(other.value)) return first;
      notation = numbered;
      return other;
    },
    read: requestsIn,
    key: (reader) => reader.requiredText('AuthorizationCode').toLowerCase(),
    report,
  });
  return list.filter(isAsked);
}

type Notation = (
  statuses: readonly string[],
) => Readonly<Record<string, string | readonly string[]>>;
const repeated: Notation = (statuses) => (statuses.length === 0 ? {} : { status: statuses });
const numbered: Notation = (statuses) =>
  Object.fromEntries(statuses.map((status, index) => [`status[${String(index)}]`, status]));

const requestsIn = (value: unknown): readonly ResourceReader[] =>
  itemReaders(value, 'the consent requests', ['consentRequests'], ['AuthorizationCode']);

/** Exactly the one that was asked for (PAR-09). */
export async function loadRequest(
  { client }: Pick<RequestDesk, 'client'>,
  code: string,
  signal?: AbortSignal,
): Promise<ResourceReader> {
  const { value } = await client.load({ path: path.one(code), links: true, signal });
  const reader = readerOf(value, 'a consent request');
  const said = reader.requiredText('AuthorizationCode');
  if (said.toLowerCase() !== code.toLowerCase()) throw reader.wrong('AuthorizationCode');
  return reader;
}

export async function deleteRequest(
  { client }: Pick<RequestDesk, 'client'>,
  code: string,
  signal?: AbortSignal,
): Promise<void> {
  await client.send('DELETE', { path: path.one(code), signal });
}

const STATUSES: readonly RequestStatus[] = ['unopened', 'opened', 'accepted', 'rejected'];

export function statusOf(reader: ResourceReader): ConsentRequest['status'] {
  const word = reader.text('RequestStatus') ?? '';
  return { known: STATUSES.find((one) => one === word.toLowerCase()) ?? 'unknown', word };
}

/** One that is asked of oneself by oneself there is not. */
function directionOf(reader: ResourceReader, own: string): ConsentRequest['direction'] {
  if ([reader.text('CoveredBy'), reader.text('HandledBy')].includes(own)) return 'outgoing';
  return reader.text('OfferedBy') === own ? 'incoming' : 'unknown';
}

const partyIn = (reader: ResourceReader, field: string): NumberedParty | null => {
  const number = reader.text(field);
  return number === null ? null : numberedParty(number);
};

/** For the page: numbers of persons masked, also where a text has one. */
export function readRequest(reader: ResourceReader, own: string): ConsentRequest {
  const texts = reader.object('RequestMessage');
  const onlyBy = partyIn(reader, 'RequiredDelegator');
  const message = (name: string) => withMaskedNumbers(texts?.text(name) ?? null);
  return {
    code: reader.requiredText('AuthorizationCode'),
    status: statusOf(reader),
    direction: directionOf(reader, own),
    receiver: numberedParty(reader.requiredText('CoveredBy')),
    giver: numberedParty(reader.requiredText('OfferedBy')),
    giverName: reader.text('OfferedByName'),
    handledBy: partyIn(reader, 'HandledBy'),
    onlyBy: onlyBy && { party: onlyBy, name: reader.text('RequiredDelegatorName') },
    validTo: reader.instant('ValidTo'),
    inPortal: inPortalOf(reader.text('PortalViewMode')),
    returnAddress: withMaskedNumbers(reader.text('RedirectUrl')),
    resources: resourcesIn(reader).map(({ metadata, ...of }) => ({
      ...of,
      metadata: metadata.map(({ name, value }) => ({
        name,
        value: withMaskedNumbers(value) ?? '',
      })),
    })),
    message: { en: message('en'), nb: message('no-nb'), nn: message('no-nn') },
    created: reader.instant('Created'),
    lastChanged: reader.instant('LastChanged'),
    page: reader.link('gui')?.href ?? null,
  };
}

/** The answer to a new one need not say what only a request that was read again has. */
export const justMade = (
  shown: ConsentRequest,
  { giver }: NewRequest,
  now: Date,
): ConsentRequest => ({
  ...shown,
  giverName: shown.giverName ?? (giver.kind === 'person' ? giver.lastName : giver.name),
  status: shown.status.word === '' ? { known: 'unopened', word: '' } : shown.status,
  created: shown.created ?? now.toISOString(),
});

const inPortalOf = (word: string | null) =>
  word === null ? null : ({ show: true, hide: false }[word.toLowerCase()] ?? null);

function resourcesIn(reader: ResourceReader): ConsentResource[] {
  return reader.readers('RequestResources').map((one) => ({
    serviceCode: one.requiredText('ServiceCode'),
    serviceEdition: one.requiredInteger('ServiceEditionCode', 'ServiceEdition'),
    metadata: metadataIn(one),
  }));
}

function metadataIn(reader: ResourceReader): ConsentResource['metadata'] {
  // HAL XML has what is inside as a resource of its own.
  const [embedded] = 'Metadata' in reader.resource.embedded ? reader.readers('Metadata') : [];
  const values = embedded ?? reader.object('Metadata');
  return Object.entries(values?.resource.state ?? {}).map(([name, given]) => {
    const value = textOf(given);
    if (value === undefined) throw reader.wrong('Metadata');
    return { name, value: value ?? '' };
  });
}

export const numberOf = (giver: Giver): string =>
  giver.kind === 'person' ? giver.identityNumber : giver.organisationNumber;

/** As the platform takes it; times with their zone, so that nobody has to guess it. */
function bodyOf({ receiver, handledBy, giver, onlyBy, ...rest }: NewRequest): object {
  const { message, inPortal } = rest;
  const texts = { 'no-nb': message?.nb, 'no-nn': message?.nn, en: message?.en };
  const said = Object.entries(texts).filter(([, text]) => text !== undefined);
  return {
    CoveredBy: receiver,
    ...(handledBy !== undefined && { HandledBy: handledBy }),
    OfferedBy: numberOf(giver),
    OfferedByName: giver.kind === 'person' ? giver.lastName : giver.name,
    ...(onlyBy !== undefined && {
      RequiredDelegator: onlyBy.identityNumber,
      RequiredDelegatorName: onlyBy.lastName,
    }),
    ValidTo: new Date(rest.validTo).toISOString(),
    RedirectUrl: rest.returnAddress,
    RequestResources: rest.resources.map(({ serviceCode, serviceEdition, metadata }) => ({
      ServiceCode: serviceCode,
      ServiceEditionCode: serviceEdition,
      Metadata: Object.fromEntries(metadata.map(({ name, value }) => [name, value])),
    })),
    ...(said.length > 0 && { RequestMessage: Object.fromEntries(said) }),
    ...(inPortal !== undefined && { PortalViewMode: inPortal ? 'Show' : 'Hide' }),
  };
}

export interface Making {
  readonly signal?: AbortSignal | undefined;
  readonly now: () => Date;
  /** Codes of requests that are known to be others. */
  readonly known: ReadonlySet<string>;
}

/**
 * Sends it once. Of a lost answer the request is looked for; where it cannot be told, the outcome stays unknown, and it is never sent
 * again by itself.
 */
export async function createRequest(
  desk: RequestDesk,
  request: NewRequest,
  { signal, now, known }: Making,
): Promise<ResourceReader> {
  const begun = now();
  const send = async (): Promise<ResourceReader> => {
    const answer = await desk.client.send('POST', {
      path: path.all,
      body: bodyOf(request),
      links: true,
      signal,
    });
    const code = /([^/?#]+)(?:[?#].*)?$/.exec(answer.location ?? '')?.[1];
    const made =
      answer.value !== undefined
        ? readerOf(answer.value, 'a consent request')
        : code !== undefined && (await loadRequest(desk, code).catch(() => undefined));
    if (made instanceof Object && isSame(made, request)) return made;
    throw doneUnseen('The platform said yes, and did not show the request that was asked for.');
  };
  try {
    return await reconciled(send, async () => {
      const found = await findSame(desk, request, { since: begun, known });
      return found.kind === 'made' ? found.reader : undefined;
    });
  } catch (error) {
    throw withMaskedWords(error);
  }
}

/** The clocks of two computers differ. */
const GRACE_MS = 120_000;

/** What there is of a request that was sent and has no answer. */
export type Found =
  | { readonly kind: 'made'; readonly reader: ResourceReader }
  /** The list is whole, and has none of the same content. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unclear' };

/** The one request of the same content that was made since then and is none of the known ones. */
export async function findSame(
  desk: RequestDesk,
  request: NewRequest,
  { since, known }: { readonly since: Date; readonly known: ReadonlySet<string> },
): Promise<Found> {
  const [first] = request.resources;
  const service = first && { code: first.serviceCode, edition: first.serviceEdition };
  const all = (await listRequests(desk, { direction: 'outgoing', service })).ifWhole();
  if (all === undefined) return { kind: 'unclear' };
  const same = all.filter(
    (reader) =>
      !known.has(reader.requiredText('AuthorizationCode').toLowerCase()) && isSame(reader, request),
  );
  const fresh = same.filter(
    (reader) => Date.parse(reader.instant('Created') ?? '') >= since.getTime() - GRACE_MS,
  );
  const [reader] = fresh;
  if (reader !== undefined && fresh.length === 1) return { kind: 'made', reader };
  // One that seems to be older may be it: servers write times without a zone.
  return same.length === 0 ? { kind: 'nothing' } : { kind: 'unclear' };
}

/** Servers write times without a zone: two that differ by the hours of one are the same. */
const ZONE_MS = 3 * 3_600_000;

export function isSame(reader: ResourceReader, request: NewRequest): boolean {
  const { receiver, handledBy, giver, onlyBy, resources } = request;
  const has = (field: string, value: string | undefined) =>
    (reader.text(field) ?? '') === (value ?? '');
  const end = Date.parse(reader.instant('ValidTo') ?? '');
  return (
    has('CoveredBy', receiver) &&
    has('OfferedBy', numberOf(giver)) &&
    has('HandledBy', handledBy) &&
    // Not every platform shows it again.
    [null, onlyBy?.identityNumber ?? null].includes(reader.text('RequiredDelegator')) &&
    has('RedirectUrl', request.returnAddress) &&
    Math.abs(end - Date.parse(request.validTo)) <= ZONE_MS &&
    isSameAccess(resourcesIn(reader), resources)
  );
}

/** Values that the service does not know are left out by the platform. */
function isSameAccess(shown: readonly ConsentResource[], asked: readonly ConsentResource[]) {
  const inOrder = (resources: readonly ConsentResource[]) =>
    resources
      .map((one) => ({ ...one, service: `${one.serviceCode}/${String(one.serviceEdition)}` }))
      .sort((a, b) => (a.service < b.service ? -1 : Number(a.service > b.service)));
  const wanted = inOrder(asked);
  return (
    shown.length === wanted.length &&
    inOrder(shown).every(
      ({ service, metadata }, at) =>
        service === wanted[at]?.service &&
        metadata.every(({ name, value }) =>
          wanted[at]?.metadata.some((one) => one.name === name && one.value === value),
        ),
    )
  );
}

/** The server's words may quote the numbers that were sent. */
function withMaskedWords(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure === undefined || !('reason' in failure)) return error;
  const masked = (text: string) => withMaskedNumbers(text) ?? '';
  return new Problem(
    {
      ...failure,
      ...(failure.reason !== undefined && { reason: masked(failure.reason) }),
      ...('details' in failure &&
        failure.details !== undefined && { details: failure.details.map(masked) }),
    },
    error,
  );
}
