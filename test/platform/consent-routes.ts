// Calls of consents (section 5): requests made, read and withdrawn; tokens, giving up a consent, logging its use.
import { STATUS_CODES } from 'node:http';
import type { Answer, Call } from './call.ts';
import {
  consentServiceOf,
  isGiven,
  namesOf,
  type Consent,
  type ConsentControl,
  type ConsentResource,
  type Consents,
} from './consents.ts';
import type { ConsentKeys } from './consent-tokens.ts';
import type { Acts } from './door.ts';
import { refusalWith } from './errors.ts';
import { byOData, continuationFacts, continuedPage, pageOf, repeatedOf } from './lists.ts';
import { isSame, type Named } from './register.ts';
import {
  embeddedOf,
  itemsOf,
  listOf,
  readBody,
  represent,
  textOf,
  type Fields,
} from './representation.ts';
import type { State } from './state.ts';
import { localTime, momentOf } from './timestamps.ts';

export interface ConsentParts {
  readonly consents: Consents;
  readonly control: ConsentControl;
  readonly keys: ConsentKeys;
  readonly named: Named;
  readonly state: State;
  /** Whether the service rights register lets a supplier act for the receiver of a consent. */
  readonly mayHandle: (coveredBy: string, handledBy: string) => boolean;
}

/** One of the errors of a request, with its number; the numbers are not documented. */
export interface Fault {
  readonly code: number;
  readonly words: string;
}

const base = '/api/consentRequests';
const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function consentActs(parts: ConsentParts) {
  const one = (act: (call: Call, consent: Consent) => Answer) => (call: Call) =>
    ofCode(parts, call, act);
  return {
    'consents.list': (call) => list(parts, call),
    'consents.create': (call) => create(parts, call),
    'consents.get': one((call, consent) =>
      represent(call, shown(call, consent), { name: 'ConsentRequest' }),
    ),
    'consents.remove': one((call, consent) => remove(parts, call, consent)),
    'consents.token': (call) => tokenOf(parts, call),
    'consents.giveUp'(call) {
      const consent = givenTo(parts, call);
      if ('reason' in consent) return consent;
      parts.consents.change(consent, { revoked: true });
      return { status: 204, reason: 'Consent Revoked' };
    },
    'consents.logUse': (call) => logUse(parts, call),
  } satisfies Partial<Acts>;
}

/** Errors in the form of the switch; `request` is what they are about. */
export function faultAnswer(
  { shape }: Pick<Call, 'shape'>,
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
function ofCode(
  { consents }: ConsentParts,
  call: Call,
  act: (call: Call, consent: Consent) => Answer,
): Answer {
  const code = call.parts['authCode'] ?? '';
  if (!guid.test(code))
    return faultAnswer(call, 400, [{ code: 100, words: 'The authorization code is not valid.' }]);
  const consent = consents.find(code);
  return consent && isPart(consent, organisationOf(call))
    ? act(call, consent)
    : faultAnswer(call, 403, [
        {
          code: 101,
          words: 'The authorization code is unknown, or belongs to another organization.',
        },
      ]);
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
function list(parts: ConsentParts, call: Call): Answer {
  const given = new URLSearchParams(call.query);
  const own = organisationOf(call);
  const direction = (given.get('direction') ?? '').toLowerCase();
  if (!['', 'incoming', 'outgoing'].includes(direction))
    return faultAnswer(call, 400, [
      { code: 102, words: `The direction '${direction}' is unknown.` },
    ]);
  const statuses = repeatedOf(call, 'status').map((status) => status.toLowerCase());
  const unknown = statuses.find((one) => !statusNames.includes(one));
  if (unknown !== undefined)
    return faultAnswer(call, 400, [{ code: 103, words: `The status '${unknown}' is unknown.` }]);
  const isAsked = (consent: Consent): boolean =>
    ((direction !== 'outgoing' && consent.offeredBy === own) ||
      (direction !== 'incoming' && isReceiver(consent, own))) &&
    (statuses.length === 0 || statuses.includes(consent.status.toLowerCase())) &&
    isFor(consent, given.get('serviceCode'), given.get('serviceEditionCode'));
  const found = byOData(call, parts.consents.all.filter(isAsked), types, property);
  if ('status' in found) return found;
  const page = continuedPage(found, call, call.shape.pageSize);
  if (!page) return faultAnswer(call, 400, [badContinuation]);
  // A wish for another order than that of the changes is none for continuation.
  const isSorted = given.has('$orderby');
  const items = isSorted ? pageOf(found, call.query, call.shape) : page.items;
  const self = call.links.to(base);
  return represent(
    call,
    listOf(
      items.map((consent) => shown(call, consent)),
      {
        relation: 'consentRequests',
        self,
        // Where the next page is told, no document shows.
        ...(call.shape.requestPages === 'told' && !isSorted
          ? continuationFacts(call, self, call.query, page.next)
          : {}),
      },
    ),
    { name: 'ConsentRequest' },
  );
}

export const badContinuation: Fault = { code: 104, words: 'The continuation token is not valid.' };
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
      self: { href: call.links.to(`${base}/${consent.id}`) },
      gui: { href: `${call.address}/ui/consent/${consent.id}` },
    },
  };
}

function create(parts: ConsentParts, call: Call): Answer {
  const body = readBody(call);
  if ('status' in body) return body;
  const wish = wishOf(parts, call, body.value);
  if ('faults' in wish) return faultAnswer(call, 400, wish.faults, body.value);
  const consent = parts.consents.make(wish);
  return represent(call, shown(call, consent, true), {
    name: 'ConsentRequest',
    status: 201,
    reason: 'Created',
    headers: { Location: call.links.to(`${base}/${consent.id}`) },
  });
}

type Wish = NonNullable<Parameters<Consents['make']>[0]>;

/** What is asked for, or all that is wrong with it. */
function wishOf(
  parts: ConsentParts,
  call: Call,
  body: Fields,
): Wish | { readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const must = (holds: boolean, code: number, words: string): void => {
    if (!holds) faults.push({ code, words });
  };
  const text = (name: string): string => textOf(body[name]).trim();
  const { named, state, control } = parts;
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
    call.shape.redirectDomains === 'free' || control.redirectDomains.has(redirect?.hostname ?? ''),
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
  if (faults.length > 0 || !giver || message === 'unreadable') return { faults };
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
function remove({ consents }: ConsentParts, call: Call, consent: Consent): Answer {
  if (!isReceiver(consent, organisationOf(call)))
    return faultAnswer(call, 403, [{ code: 105, words: 'Only who asked may withdraw a request.' }]);
  if (!['Unopened', 'Opened'].includes(consent.status))
    return faultAnswer(call, 400, [{ code: 106, words: 'The request has been answered already.' }]);
  consents.remove(consent);
  return { status: 204, reason: 'Consent Request Deleted' };
}

/**
 * The consent that gives access now, for its receiver or a supplier whom the register allows, with a key of theirs.
 * 403: the code is wrong or the consent over, or the key is another's.
 */
function givenTo(parts: ConsentParts, call: Call): Consent | Answer {
  const consent = parts.consents.find(call.parts['authCode'] ?? '');
  const owner = parts.state.apiKeys.get(String(call.headers.apikey))?.owner ?? '';
  const acting = call.caller.organisation ?? owner;
  const may = (number: string): boolean =>
    consent?.coveredBy === number ||
    (consent?.handledBy === number && parts.mayHandle(consent.coveredBy, number));
  if (consent && isGiven(consent, parts.state.now()) && may(owner) && may(acting)) return consent;
  return refusalWith(
    403,
    'The authorization code is wrong or expired, or the API key is not yours.',
  );
}

function tokenOf(parts: ConsentParts, call: Call): Answer {
  const consent = givenTo(parts, call);
  if ('reason' in consent) return consent;
  const token = parts.keys.tokenFor(consent, call.shape);
  return represent(call, token, { name: 'string', types: ['json', 'xml'] });
}

function logUse(parts: ConsentParts, call: Call): Answer {
  const consent = givenTo(parts, call);
  if ('reason' in consent) return consent;
  const used = usedFields(call);
  if ('reason' in used) return used;
  const { fields } = used;
  const resource = consent.resources.find(
    ({ code, edition }) =>
      code === fields['ServiceCode'] && String(edition) === fields['ServiceEditionCode'],
  );
  const at = momentOf(fields['UsageDateTime'] ?? '');
  if (!resource || at === undefined) {
    return refusalWith(
      400,
      resource
        ? 'UsageDateTime is no ISO 8601 date-time.'
        : 'The consent does not include the service.',
    );
  }
  const { code, edition } = resource;
  consent.uses.push({ code, edition, at: new Date(at) });
  if (consentServiceOf(code, edition)?.oneTime) parts.consents.change(consent, { revoked: true });
  return { status: 204, reason: 'Usage Logged' };
}

/** From the body, or from the query where it has none. */
function usedFields(call: Call): Answer | { readonly fields: Readonly<Record<string, string>> } {
  const names = ['ServiceCode', 'ServiceEditionCode', 'UsageDateTime'];
  const isQuery = call.shape.logUse === 'query';
  if (!isQuery && (call.body.length > 0 || call.shape.logUse === 'body')) {
    const body = readBody(call);
    if ('status' in body) return body;
    return { fields: Object.fromEntries(names.map((name) => [name, textOf(body.value[name])])) };
  }
  const given = new URLSearchParams(call.query);
  return { fields: Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])) };
}
