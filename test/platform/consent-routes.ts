// Calls of consents (section 5): requests made, read and withdrawn; tokens, giving up a consent, logging its use.
import { STATUS_CODES } from 'node:http';
import type { Answer, Call } from './call.ts';
import {
  consentServiceOf,
  isGiven,
  namesOf,
  type Consent,
  type ConsentResource,
  type Consents,
} from './consents.ts';
import type { Acts } from './door.ts';
import { refusalWith, refuse, refuseWith } from './errors.ts';
import {
  byOData,
  continuationFacts,
  type Continued,
  continuedPage,
  listed,
  type Listing,
  repeatedOf,
  wholeList,
} from './lists.ts';
import { isSame } from './register.ts';
import { embeddedOf, itemsOf, readBody, Reply, textOf, type Fields } from './representation.ts';
import type { Shape } from './shape.ts';
import { localTime, momentOf } from './timestamps.ts';
import type { World } from './world.ts';

/** One of the errors of a request, with its number; the numbers are not documented. */
export interface Fault {
  readonly code: number;
  readonly words: string;
}

const base = '/api/consentRequests';
const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function consentActs(parts: World) {
  return {
    'consents.list': (call) => list(parts, call),
    'consents.create': (call) => create(parts, call),
    'consents.get': (call) => shown(call, named(parts, call)),
    'consents.remove': (call) => remove(parts, call, named(parts, call)),
    'consents.token': (call) => parts.keys.tokenFor(givenTo(parts, call), call.shape),
    'consents.giveUp': (call) =>
      void parts.consents.change(givenTo(parts, call), { revoked: true }),
    'consents.logUse': (call) => logUse(parts, call),
  } satisfies Partial<Acts>;
}

/** Refuses with errors in the form of the switch; `request` is what they are about. */
export const refuseFor = (
  { shape }: Pick<Call, 'shape'>,
  status: number,
  faults: readonly Fault[],
  request?: object,
): never => refuse(faultAnswer(shape, status, faults, request));

function faultAnswer(
  shape: Shape,
  status: number,
  faults: readonly Fault[],
  request?: object,
): Answer {
  const json = (value: unknown): Answer => ({
    status,
    reason: STATUS_CODES[status] ?? '',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  });
  const pascal = faults.map(({ code, words }) => ({ ErrorCode: code, ErrorMessage: words }));
  switch (shape.consentErrors) {
    // An array for what was sent, one object for the other calls.
    case 'camel': {
      const all = faults.map(({ code, words }) => ({ errorCode: code, errorDescription: words }));
      return json(request ? all : all[0]);
    }
    case 'pascal':
      return json(request ? pascal : pascal[0]);
    case 'inside':
      return json(request ? { ...request, Errors: pascal } : pascal[0]);
    case 'reason':
      return refusalWith(status, faults.map(({ words }) => words).join(' '));
  }
}

const organisationOf = ({ caller }: Call): string => caller.organisation ?? '';

/** Whose the request is: its giver too may read it. */
const isPart = (consent: Consent, number: string): boolean =>
  [consent.coveredBy, consent.handledBy, consent.offeredBy].includes(number);

const isReceiver = (consent: Consent, number: string): boolean =>
  [consent.coveredBy, consent.handledBy].includes(number);

/** A code that is none is 400; an unknown one and one of others are both 403 (section 5). */
function named({ consents }: World, call: Call): Consent {
  const code = call.parts['authCode'] ?? '';
  if (!guid.test(code))
    refuseFor(call, 400, [{ code: 100, words: 'The authorization code is not valid.' }]);
  const consent = consents.find(code);
  const words = 'The authorization code is unknown, or belongs to another organization.';
  return consent && isPart(consent, organisationOf(call))
    ? consent
    : refuseFor(call, 403, [{ code: 101, words }]);
}

const types = {
  AuthorizationCode: 'String',
  CoveredBy: 'String',
  OfferedBy: 'String',
  HandledBy: 'String',
  RequestStatus: 'String',
  Created: 'DateTime',
  LastChanged: 'DateTime',
  ValidTo: 'DateTime',
};

function property(consent: Consent, name: string) {
  const values: Record<keyof typeof types, string | Date | null> = {
    AuthorizationCode: consent.id,
    CoveredBy: consent.coveredBy,
    OfferedBy: consent.offeredBy,
    HandledBy: consent.handledBy ?? null,
    RequestStatus: consent.status,
    Created: consent.created,
    LastChanged: consent.changed,
    ValidTo: consent.validTo,
  };
  return values[name as keyof typeof types];
}

/** Incoming ones ask us for a consent, outgoing ones are ours; both when none is named. */
function list(parts: World, call: Call): Listing {
  const { given } = call;
  const own = organisationOf(call);
  const direction = (given.get('direction') ?? '').toLowerCase();
  if (!['', 'incoming', 'outgoing'].includes(direction))
    refuseFor(call, 400, [{ code: 102, words: `The direction '${direction}' is unknown.` }]);
  const statuses = repeatedOf(call, 'status').map((status) => status.toLowerCase());
  const unknown = statuses.find((one) => !statusNames.includes(one));
  if (unknown !== undefined)
    refuseFor(call, 400, [{ code: 103, words: `The status '${unknown}' is unknown.` }]);
  const isAsked = (consent: Consent): boolean =>
    ((direction !== 'outgoing' && consent.offeredBy === own) ||
      (direction !== 'incoming' && isReceiver(consent, own))) &&
    (statuses.length === 0 || statuses.includes(consent.status.toLowerCase())) &&
    isFor(consent, given.get('serviceCode'), given.get('serviceEditionCode'));
  const found = byOData(call, parts.consents.all.filter(isAsked), types, property);
  return continuedList(call, found, (consent) => shown(call, consent));
}

/** A page of the oldest changes; a wish for another order than that is none for continuation. */
export function continuedList<T extends Continued>(
  call: Call,
  found: readonly T[],
  one: (item: T) => object,
): Listing {
  const page =
    continuedPage(found, call, call.shape.pageSize) ??
    refuseFor(call, 400, [{ code: 104, words: 'The continuation token is not valid.' }]);
  if (call.given.has('$orderby')) return listed(found, one);
  // Where the next page is told, no document shows.
  const isTold = call.shape.requestPages === 'told';
  return wholeList(page.items.map(one), isTold ? continuationFacts(call, page.next) : {});
}

const statusNames = ['unopened', 'opened', 'accepted', 'rejected'];

export const isFor = (
  { resources }: Pick<Consent, 'resources'>,
  code: string | null,
  edition: string | null,
): boolean =>
  resources.some(
    (one) =>
      (code === null || one.code === code) && (edition === null || String(one.edition) === edition),
  );

function shown(call: Call, consent: Consent, isNew = false): object {
  const time = (at: Date, digits: number) => localTime(at, digits, call.shape.zonelessTimes);
  const { handledBy, requiredDelegator, requiredDelegatorName, message } = consent;
  const isBare = isNew && call.shape.newRequest === 'bare';
  return {
    AuthorizationCode: consent.id,
    ...(isBare
      ? {}
      : {
          RequestStatus: consent.status,
          Created: time(consent.created, 0),
          LastChanged: time(consent.changed, 3),
          Errors: [],
        }),
    CoveredBy: consent.coveredBy,
    OfferedBy: consent.offeredBy,
    ...(call.shape.requestFields === 'table' ? { OfferedByName: consent.offeredByName } : {}),
    ...(handledBy === undefined ? {} : { HandledBy: handledBy }),
    ...(call.shape.requiredDelegator === 'told' && requiredDelegator !== undefined
      ? { RequiredDelegator: requiredDelegator, RequiredDelegatorName: requiredDelegatorName }
      : {}),
    ValidTo: time(consent.validTo, 0),
    RedirectUrl: consent.redirectUrl,
    RequestResources: consent.resources.map(({ code, edition, metadata }) => ({
      ServiceCode: code,
      ServiceEditionCode: edition,
      Metadata: metadata,
    })),
    ...(message === undefined ? {} : { RequestMessage: message }),
    PortalViewMode: consent.portalView,
    _links: {
      self: `${base}/${consent.id}`,
      gui: `/ui/consent/${consent.id}`,
    },
  };
}

function create(parts: World, call: Call): Reply {
  const body = readBody(call);
  const consent = parts.consents.make(wishOf(parts, call, body));
  return new Reply({ location: `${base}/${consent.id}` }, shown(call, consent, true));
}

type Wish = NonNullable<Parameters<Consents['make']>[0]>;

/** What is asked for; refused with all that is wrong with it. */
function wishOf(parts: World, call: Call, body: Fields): Wish {
  const faults: Fault[] = [];
  const must = (holds: boolean, code: number, words: string): void => {
    if (!holds) faults.push({ code, words });
  };
  const text = (name: string): string => textOf(body[name]).trim();
  const { named, state, consentControl } = parts;
  const [coveredBy, offeredBy, handledBy] = [
    text('CoveredBy'),
    text('OfferedBy'),
    text('HandledBy'),
  ];
  const own = organisationOf(call);
  must(/^\d{9}$/.test(coveredBy), 1, 'CoveredBy must be an organization number.');
  must(
    (handledBy === '' ? coveredBy : handledBy) === own,
    2,
    'CoveredBy, or HandledBy when it is given, must be the authenticated organization.',
  );
  must(coveredBy !== offeredBy, 3, 'CoveredBy and OfferedBy must differ.');
  const giver = named.byNumber(offeredBy);
  const isNamed = giver && namesOf(giver).some((name) => isSame(name, text('OfferedByName')));
  must(isNamed === true, 4, 'OfferedBy and OfferedByName do not match the register.');
  const [delegator, delegatorName] = [text('RequiredDelegator'), text('RequiredDelegatorName')];
  const person = named.byNumber(delegator);
  must(
    delegator === '' ||
      (person?.kind === 'person' && namesOf(person).some((name) => isSame(name, delegatorName))),
    5,
    'RequiredDelegator and RequiredDelegatorName do not match the register.',
  );
  const validTo = momentOf(text('ValidTo'));
  must(validTo !== undefined && validTo > state.now().getTime(), 6, 'ValidTo must lie ahead.');
  const redirect = URL.canParse(text('RedirectUrl')) ? new URL(text('RedirectUrl')) : undefined;
  must(redirect?.protocol === 'https:', 7, 'RedirectUrl must be an https address.');
  must(
    call.shape.redirectDomains === 'free' ||
      consentControl.redirectDomains.has(redirect?.hostname ?? ''),
    8,
    'The domain of RedirectUrl is not registered.',
  );
  const view = text('PortalViewMode') || 'Hide';
  must(['Show', 'Hide'].includes(view), 9, 'PortalViewMode must be Show or Hide.');
  const resources = itemsOf(embeddedOf(body, 'RequestResources')).map((item) =>
    resourceOf(item as Fields),
  );
  must(resources.length > 0, 10, 'RequestResources must name at least one service.');
  for (const { code, edition, metadata } of resources) {
    const service = consentServiceOf(code, edition);
    must(service !== undefined, 11, `The service ${code}/${edition} takes no consent.`);
    for (const key of service?.wants ?? [])
      must((metadata[key] ?? '') !== '', 12, `Metadata of ${code}/${edition} lacks ${key}.`);
  }
  const message = messageOf(embeddedOf(body, 'RequestMessage'));
  const refuses = resources.some((one) => consentServiceOf(one.code, one.edition)?.withoutMessage);
  must(!(refuses && message), 13, 'The template of the service takes no RequestMessage.');
  must(
    message !== undefined || refuses || call.shape.requestMessage === 'optional',
    14,
    'RequestMessage is required.',
  );
  must(message !== 'unreadable', 15, 'RequestMessage takes no-nb, no-nn and en.');
  if (faults.length > 0) refuseFor(call, 400, faults, body);
  return {
    coveredBy,
    offeredBy,
    offeredByName: text('OfferedByName'),
    ...(handledBy === '' ? {} : { handledBy }),
    ...(delegator === ''
      ? {}
      : { requiredDelegator: delegator, requiredDelegatorName: delegatorName }),
    validTo: new Date(validTo ?? 0),
    redirectUrl: text('RedirectUrl'),
    resources,
    message,
    portalView: view === 'Show' ? 'Show' : 'Hide',
  } as Wish;
}

function resourceOf(item: Fields): ConsentResource {
  const [code, edition] = [textOf(item['ServiceCode']), Number(textOf(item['ServiceEditionCode']))];
  const metadata = (embeddedOf(item, 'Metadata') ?? {}) as Fields;
  // What its owner did not ask for is dropped without a word.
  const wanted = (consentServiceOf(code, edition)?.wants ?? []).filter((key) => key in metadata);
  return {
    code,
    edition,
    metadata: Object.fromEntries(wanted.map((key) => [key, textOf(metadata[key])])),
  };
}

const messageLanguages = ['no-nb', 'no-nn', 'en'];

function messageOf(value: unknown): Record<string, string> | 'unreadable' | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'object') return 'unreadable';
  const all = Object.entries(value).map(([key, text]) => [key, textOf(text)] as const);
  const isKnown = all.every(([key]) => messageLanguages.includes(key));
  return isKnown && all.length > 0 ? Object.fromEntries(all) : 'unreadable';
}

/** Only by who asked, and only while it is unopened or opened (section 5). */
function remove({ consents }: World, call: Call, consent: Consent): void {
  if (!isReceiver(consent, organisationOf(call)))
    refuseFor(call, 403, [{ code: 105, words: 'Only who asked may withdraw a request.' }]);
  if (!['Unopened', 'Opened'].includes(consent.status))
    refuseFor(call, 400, [{ code: 106, words: 'The request has been answered already.' }]);
  consents.remove(consent);
}

/**
 * The consent that gives access now, for its receiver or a supplier whom the register allows, with a key of theirs.
 * 403: the code is wrong or the consent over, or the key is another's.
 */
function givenTo(parts: World, call: Call): Consent {
  const consent = parts.consents.find(call.parts['authCode'] ?? '');
  const owner = parts.state.apiKeys.get(String(call.headers.apikey))?.owner ?? '';
  const acting = call.caller.organisation ?? owner;
  const may = (number: string): boolean =>
    consent?.coveredBy === number ||
    (consent?.handledBy === number && parts.rights.mayHandle(consent.coveredBy, number));
  if (consent && isGiven(consent, parts.state.now()) && may(owner) && may(acting)) return consent;
  return refuseWith(
    403,
    'The authorization code is wrong or expired, or the API key is not yours.',
  );
}

function logUse(parts: World, call: Call): void {
  const consent = givenTo(parts, call);
  const used = usedFields(call);
  const { code, edition } =
    consent.resources.find(
      (one) =>
        one.code === used('ServiceCode') && String(one.edition) === used('ServiceEditionCode'),
    ) ?? refuseWith(400, 'The consent does not include the service.');
  const at =
    momentOf(used('UsageDateTime')) ?? refuseWith(400, 'UsageDateTime is no ISO 8601 date-time.');
  consent.uses.push({ code, edition, at: new Date(at) });
  if (consentServiceOf(code, edition)?.oneTime) parts.consents.change(consent, { revoked: true });
}

/** From the body, or from the query where it has none. */
function usedFields(call: Call): (name: string) => string {
  const { logUse } = call.shape;
  const isQuery = logUse === 'query' || (logUse === 'either' && call.body.length === 0);
  if (isQuery) return (name) => call.given.get(name) ?? '';
  const body = readBody(call);
  return (name) => textOf(body[name]);
}
