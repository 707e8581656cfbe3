// Look-up services (section 6): a question to a service's owner, whose answer is a text in the format the owner chose.
import { documentOf, type Answer, type Call } from './call.ts';
import { inLanguage, languageOf, type Texts } from './code-lists.ts';
import { isGiven } from './consents.ts';
import { isFor } from './consent-routes.ts';
import type { Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import { xmlDocument } from './metadata-routes.ts';
import type { Party } from './party-of.ts';
import type { World } from './world.ts';
import { escapeXml } from './xml.ts';

type Format = 'xml' | 'json' | 'text';

/** Options are `name=value` pairs with `;` between them; that is this owner's way, the documents leave it open. */
interface LookupService {
  readonly code: string;
  readonly edition: number;
  readonly name: Texts;
  /** The first is what comes when none is asked for. */
  readonly formats: readonly [Format, ...Format[]];
  /** Names of options without which there is no answer. */
  readonly wants: readonly string[];
  readonly schemas: readonly ('RequestSchema' | 'ResponseSchema')[];
  /** Needs the AuthorizationCode of a consent that includes it. */
  readonly withConsent?: true;
}

const lookupServices: readonly LookupService[] = [
  {
    code: 'L101',
    edition: 1,
    name: ['Look-up in the boat register', 'Oppslag i båtregisteret', 'Oppslag i båtregisteret'],
    formats: ['xml', 'json'],
    wants: ['kjenningssignal'],
    schemas: ['RequestSchema', 'ResponseSchema'],
  },
  {
    code: 'L102',
    edition: 1,
    name: ['Look-up in the tide table', 'Oppslag i tidevannstabell', 'Oppslag i tidvasstabell'],
    formats: ['text'],
    wants: [],
    schemas: [],
  },
  {
    code: 'L103',
    edition: 1,
    name: ['Look-up in the catch log', 'Oppslag i fangstdagbok', 'Oppslag i fangstdagbok'],
    formats: ['json'],
    wants: [],
    schemas: ['ResponseSchema'],
    withConsent: true,
  },
];

export interface LookupControl {
  /** `code/edition`, e.g. `L101/1`. */
  readonly services: readonly string[];
  /** From now on this is the answer of the service, whatever is asked; undefined: its own again. */
  setAnswer(service: string, text: string | undefined): void;
}

const nameOf = ({ code, edition }: LookupService): string => `${code}/${edition}`;

export function createLookup(parts: World) {
  const answers = new Map<string, string>();
  const control: LookupControl = {
    services: lookupServices.map(nameOf),
    setAnswer(service, text) {
      if (text === undefined) answers.delete(service);
      else answers.set(service, text);
    },
  };
  const acts = {
    'lookup.query': (call, party) => answer(parts, answers, call, party, serviceOf(call)),
    'lookup.metadata': (call) => metadata(call, serviceOf(call)),
    'lookup.schema': schema,
  } satisfies Partial<Acts>;
  return { acts, control };
}

const serviceOf = ({ parts }: Call): LookupService =>
  lookupServices.find(
    ({ code, edition }) =>
      code === parts['serviceCode'] && String(edition) === parts['serviceEditionCode'],
  ) ?? refuse(refusals.serviceNotFound);

/** Statuses of what is wrong are not documented. */
function answer(
  { consents, state }: World,
  answers: ReadonlyMap<string, string>,
  call: Call,
  party: Party,
  service: LookupService,
): unknown {
  const query = call.given;
  const options = optionsOf(query.get('queryOptions') ?? '');
  const consent = consents.find(query.get('authorizationCode') ?? '');
  const isAllowed =
    consent !== undefined &&
    isGiven(consent, state.now()) &&
    [consent.coveredBy, consent.handledBy].includes(party.key) &&
    isFor(consent, service.code, String(service.edition));
  if (service.withConsent && !isAllowed)
    refuseWith(403, 'The look-up needs the authorization code of a consent.');
  const wanted = options.get('format');
  const format = wanted === undefined ? service.formats[0] : wanted;
  const given =
    service.formats.find((one) => one === format) ??
    refuseWith(400, `The service does not answer as '${format}'.`);
  const missing = service.wants.find((name) => !options.has(name));
  if (missing !== undefined) refuseWith(400, `queryOptions lacks ${missing}.`);
  const about = service.withConsent ? (consent?.offeredBy ?? '') : party.key;
  return written(call, answers.get(nameOf(service)) ?? found(given, about, options), given);
}

const optionsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(';').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name.trim() === '' ? [] : [[name.trim().toLowerCase(), value.join('=').trim()]];
    }),
  );

function found(format: Format, about: string, options: ReadonlyMap<string, string>): string {
  const sign = options.get('kjenningssignal') ?? '';
  switch (format) {
    case 'xml':
      return `<svar><gjelder>${escapeXml(about)}</gjelder><kjenningssignal>${escapeXml(sign)}</kjenningssignal><navn>Havørna</navn></svar>`;
    case 'json':
      return JSON.stringify({ gjelder: about, kjenningssignal: sign, navn: 'Havørna' });
    case 'text':
      return `Høyvann 06:12\r\nLavvann 12:31\r\n${about}\r\n`;
  }
}

const contentTypes: Readonly<Record<Format, string>> = {
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

function written(call: Call, text: string, format: Format): Answer | string {
  switch (call.shape.lookupAnswer) {
    case 'string':
      return text;
    case 'raw':
      return documentOf(contentTypes[format], text);
    case 'untyped':
      return { status: 200, reason: 'OK', body: text };
  }
}

function metadata(call: Call, service: LookupService): object {
  return {
    ServiceOwnerCode: 'FYR',
    ServiceOwnerName: 'Fyrtilsynet',
    ServiceName: inLanguage(service.name, languageOf(call)),
    ServiceCode: service.code,
    ServiceEditionCode: service.edition,
    ValidFrom: '2019-01-01T00:00:00',
    ValidTo: '9999-12-31T23:59:59',
    ServiceType: 'Lookup',
    EnterpriseUserEnabled: true,
    _links: {
      self: `/api/metadata/lookup/${service.code}/${service.edition}`,
      rolerequirements: `/api/metadata/rolerequirements?serviceCode=${service.code}&serviceEditionCode=${service.edition}`,
    },
  };
}

function schema(call: Call): Answer {
  const service = serviceOf(call);
  const asked = (call.parts['schema'] ?? '').toLowerCase();
  const name = service.schemas.find((one) => one.toLowerCase() === asked);
  if (!name) return refuse(refusals.notFound);
  const [root, fields] =
    name === 'RequestSchema'
      ? (['foresporsel', service.wants] as const)
      : (['svar', ['gjelder', 'kjenningssignal', 'navn']] as const);
  const elements = fields.map((field) => `<xs:element name="${field}" type="xs:string"/>`).join('');
  return xmlDocument(
    `<?xml version="1.0" encoding="utf-8"?>\n<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="${root}"><xs:complexType><xs:sequence>${elements}</xs:sequence></xs:complexType></xs:element></xs:schema>\n`,
  );
}
