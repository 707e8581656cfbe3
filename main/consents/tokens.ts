// Consent tokens on the wire (platform.md, Consents and delegation requests): fetched, read, checked; never kept.
import type { ConsentToken } from '../../preload/contract/consents.ts';
import { type Claims, isSignedBy, saidBy } from '../auth/jwt.ts';
import { encoded } from '../http/addresses.ts';
import { fieldOf } from '../http/hal.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import { failureOf } from '../problem.ts';
import { unexpectedAnswer } from '../problems.ts';
import { Secret } from '../secret.ts';
import type { PlatformClient, ReadClient } from '../platform/client.ts';
import { numberedParty } from '../http/party-reader.ts';
import { readInstant, wallTimeOf, writeWallTime } from '../http/platform-time.ts';

const path = {
  token: (code: string) => encoded`api/authorization/token/${code}`,
  use: (code: string) => `${path.token(code)}/loguse`,
  keys: 'api/metadata/jwk',
  wellKnown: 'api/metadata/well-known',
};

export interface FetchedToken {
  readonly token: Secret;
  readonly claims: Claims;
  /** Seconds it is still taken for, by the clock of the platform. */
  readonly secondsLeft: number | null;
}

/** A new one each time; exactly for the code that was asked for (PAR-09). */
export async function fetchToken(
  client: PlatformClient,
  code: string,
  signal?: AbortSignal,
): Promise<FetchedToken> {
  const { value, headers } = await client.load({
    path: path.token(code),
    accept: 'application/json',
    signal,
  });
  const wrong = (field: string) =>
    unexpectedAnswer('The answer is not a token of this consent.', { field });
  if (typeof value !== 'string' || value.trim() === '') throw wrong('body');
  const token = new Secret(value.trim());
  const claims = saidBy(token);
  if (claims === undefined) throw wrong('body');
  const said = fieldOf(claims, 'AuthorizationCode');
  if (typeof said !== 'string' || said.toLowerCase() !== code.toLowerCase())
    throw wrong('AuthorizationCode');
  const ends = fieldOf(claims, 'exp');
  const now = Date.parse(headers['date'] ?? '');
  return {
    token,
    claims,
    secondsLeft:
      typeof ends === 'number'
        ? Math.round(ends - (Number.isNaN(now) ? Date.now() : now) / 1000)
        : null,
  };
}

/** By the keys that the platform publishes, read anew: a key may have taken another's place just now. */
export async function signatureOf(
  open: ReadClient,
  { token }: Pick<FetchedToken, 'token'>,
  signal?: AbortSignal,
): Promise<ConsentToken['signature']> {
  const keys = await publishedKeys(open, signal).catch((error: unknown) => {
    if (failureOf(error) === undefined || failureOf(error)?.kind === 'cancelled') throw error;
  });
  if (keys === undefined) return 'keys-not-readable';
  return (await isSignedBy(token, keys)) ? 'valid' : 'not-valid';
}

/** Where the usual address has none, the document that leads to them is asked. */
async function publishedKeys(open: ReadClient, signal?: AbortSignal): Promise<unknown> {
  const json = { accept: 'application/json', signal } as const;
  const usual = await open
    .read({ path: path.keys, ...json })
    .then((keys) => (holdsKeys(keys) ? keys : undefined))
    .catch((error: unknown) => {
      if (failureOf(error)?.kind !== 'not-found') throw error;
    });
  if (usual !== undefined) return usual;
  const document = await open.read({ path: path.wellKnown, ...json });
  const address = fieldOf((document ?? {}) as Claims, 'jwks_uri');
  if (typeof address !== 'string') return undefined;
  const { value } = await open.follow(address, json);
  return holdsKeys(value) ? value : undefined;
}

const holdsKeys = (value: unknown): boolean =>
  Array.isArray(value) || Array.isArray(fieldOf((value ?? {}) as Claims, 'keys'));

/** Everything but the token, numbers of persons masked. */
export function shownToken(
  { claims, secondsLeft }: FetchedToken,
  signature: ConsentToken['signature'],
): ConsentToken {
  const text = (name: string) => {
    const found = fieldOf(claims, name);
    return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
  };
  const moment = (name: string) => {
    const found = fieldOf(claims, name);
    if (typeof found === 'string') return writtenTime(found);
    const time = typeof found === 'number' ? new Date(found * 1000) : undefined;
    return time === undefined || Number.isNaN(time.getTime()) ? null : time.toISOString();
  };
  const handledBy = text('HandledBy');
  return {
    signature,
    secondsLeft,
    services: servicesIn(fieldOf(claims, 'Services', 'ServiceCodes')),
    receiver: numberedParty(text('CoveredBy') ?? ''),
    giver: numberedParty(text('OfferedBy') ?? ''),
    handledBy: handledBy === null ? null : numberedParty(handledBy),
    given: moment('DelegatedDate'),
    validTo: moment('ValidToDate'),
    issuer: text('iss'),
    others: Object.entries(claims)
      .filter(([name]) => !KNOWN.has(name.toLowerCase()))
      .slice(0, 50)
      .map(([name, value]) => ({
        name: name.slice(0, 100),
        value: withMaskedNumbers(written(value)) ?? '',
      })),
  };
}

const KNOWN = new Set(
  [
    ...['Services', 'ServiceCodes', 'AuthorizationCode', 'OfferedBy', 'CoveredBy', 'HandledBy'],
    ...['DelegatedDate', 'ValidToDate', 'iss', 'exp', 'nbf'],
  ].map((name) => name.toLowerCase()),
);

const written = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 1000);

/** Older tokens have times of Norway as text. */
const writtenTime = (text: string): string | null =>
  readInstant(
    text
      .trim()
      .replace(/^(\d{2})\.(\d{2})\.(\d{4})/, '$3-$2-$1')
      .replace(' ', 'T'),
  );

const SERVICES = /([A-Za-z0-9_-]+?)[_,](\d{1,9})(?=$|[,;\s])/g;
const WITH_VALUE = /^\s*([A-Za-z0-9-]+)[_,](\d{1,9})[_,]([^=]+)=(.*)$/s;

/**
 * `K103_1`, `K103,1`, several of them in an array or in one text; and each value of the consent behind the service that it belongs to:
 * `K103_1_period=2017_06`.
 */
function servicesIn(value: unknown): ConsentToken['services'] {
  const texts = [value ?? []].flat().filter((one): one is string => typeof one === 'string');
  const services = new Map<string, ConsentToken['services'][number]>();
  const serviceOf = (code = '', edition = '') => {
    const name = `${code}/${edition}`;
    const found = services.get(name) ?? {
      serviceCode: code,
      serviceEdition: Number(edition),
      metadata: [],
    };
    services.set(name, found);
    return found;
  };
  for (const text of texts.flatMap((one) => (one.includes('=') ? one.split(';') : [one]))) {
    const [, code, edition, name, given = ''] = WITH_VALUE.exec(text) ?? [];
    if (name === undefined) for (const [, ...of] of text.matchAll(SERVICES)) serviceOf(...of);
    else
      serviceOf(code, edition).metadata.push({
        name,
        value: withMaskedNumbers(given.trim()) ?? '',
      });
  }
  return [...services.values()];
}

export async function giveUp(
  client: PlatformClient,
  code: string,
  signal?: AbortSignal,
): Promise<void> {
  await client.send('DELETE', { path: path.token(code), signal });
}

export async function logUse(
  client: PlatformClient,
  code: string,
  use: { readonly serviceCode: string; readonly serviceEdition: number; readonly at: string },
  signal?: AbortSignal,
): Promise<void> {
  const fields = {
    ServiceCode: use.serviceCode,
    ServiceEditionCode: use.serviceEdition,
    // Without a zone: a time of Norway.
    UsageDateTime: writeWallTime(wallTimeOf(use.at)),
  };
  await client.send('POST', { path: path.use(code), body: fields, signal });
}

/** Whether a refusal says that there is no such consent, or none any more. */
export function isOver(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'not-found' || (failure?.kind === 'refused' && failure.status === 403);
}
