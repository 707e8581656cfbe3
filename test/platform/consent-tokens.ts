// Consent tokens (section 5): JWS with RS256 that live 30 seconds, the key that signs them and its publication.
import {
  createHash,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { issuer, type Consent, type ConsentControl, type SpoiltToken } from './consents.ts';
import type { Acts } from './door.ts';
import { selfSigned } from './pki.ts';
import type { Shape } from './shape.ts';
import { localTime } from './timestamps.ts';

interface SigningKey {
  readonly kid: string;
  /** Thumbprint of its certificate. */
  readonly x5t: string;
  readonly privateKey: KeyObject;
  readonly published: JsonWebKey;
}

export interface ConsentKeys {
  /** A token for a given consent. */
  tokenFor(consent: Consent, shape: Shape): string;
  readonly published: readonly JsonWebKey[];
  readonly control: Pick<ConsentControl, 'rotateKey' | 'spoilToken'>;
}

export const tokenSeconds = 30;

/** Keys take a while: each is made once per process, when one so far down is first needed. */
const pool: SigningKey[] = [];

export function createConsentKeys(now: () => Date): ConsentKeys {
  let taken = 0;
  const nextKey = (): SigningKey => {
    const key = pool[taken] ?? newKey();
    pool[taken] = key;
    taken += 1;
    return key;
  };
  let keys: readonly SigningKey[] = [];
  let spoilt: SpoiltToken | undefined;
  // The one that signs, and the one that will.
  const all = (): readonly SigningKey[] => (keys = keys.length > 0 ? keys : [nextKey(), nextKey()]);
  return {
    tokenFor(consent, shape) {
      const how = spoilt;
      spoilt = undefined;
      const [current] = how === 'unknown-key' ? [nextKey()] : all();
      const at = Math.floor(now().getTime() / 1000) - (how === 'expired' ? 3600 : 0);
      return current ? signed(current, shape, claimsOf(consent, shape, at), how) : '';
    },
    get published() {
      return all().map(({ published }) => published);
    },
    control: {
      rotateKey(before = 'kept') {
        keys = [nextKey(), ...(before === 'kept' ? all() : [])];
      },
      spoilToken: (how) => void (spoilt = how),
    },
  };
}

function newKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSigned(privateKey, publicKey, issuer);
  const thumbprint = createHash('sha1').update(certificate).digest();
  const [kid, x5t] = [thumbprint.toString('hex').toUpperCase(), thumbprint.toString('base64url')];
  const { kty = '', e = '', n = '' } = publicKey.export({ format: 'jwk' });
  const x5c = [certificate.toString('base64')];
  return { kid, x5t, privateKey, published: { kty, e, use: 'sig', kid, x5t, x5c, n } };
}

/** Seconds since 1970, or a text as older samples have it. */
function dateOf(at: Date, { tokenDates, zonelessTimes }: Shape): number | string {
  if (tokenDates === 'seconds') return Math.floor(at.getTime() / 1000);
  const [day = '', time = ''] = localTime(at, 0, zonelessTimes).split('T');
  return `${tokenDates === 'dots' ? day.split('-').toReversed().join('.') : day} ${time}`;
}

function claimsOf(consent: Consent, shape: Shape, at: number): object {
  const joint = shape.tokenServices === 'comma' ? ',' : '_';
  // Each value of the request has an entry of its own, behind that of its service.
  const services = consent.resources.flatMap(({ code, edition, metadata }) => {
    const values = shape.tokenMetadata ? Object.entries(metadata) : [];
    const own = `${code}${joint}${edition}`;
    return [own, ...values.map(([name, value]) => `${own}${joint}${name}=${value}`)];
  });
  const isList = shape.tokenServices === 'ServiceCodes';
  return {
    [isList ? 'ServiceCodes' : 'Services']:
      isList || services.length !== 1 ? services : services[0],
    AuthorizationCode: consent.id,
    OfferedBy: consent.offeredBy,
    CoveredBy: consent.coveredBy,
    ...(consent.handledBy === undefined ? {} : { HandledBy: consent.handledBy }),
    DelegatedDate: dateOf(consent.changed, shape),
    ValidToDate: dateOf(consent.validTo, shape),
    iss: issuer,
    exp: at + tokenSeconds,
    nbf: at,
  };
}

function signed(
  { kid, x5t, privateKey }: SigningKey,
  { tokenHeader }: Shape,
  claims: object,
  how?: SpoiltToken,
): string {
  const isBare = how === 'no-signature';
  const key = { alg: 'RS256', ...(tokenHeader === 'kid' ? { kid } : {}), x5t };
  const header = { ...(isBare ? { alg: 'none' } : key), typ: 'JWT' };
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (isBare) return `${text}.`;
  const bytes = sign('RSA-SHA256', Buffer.from(text), privateKey);
  if (how === 'signature') bytes[0] = (bytes[0] ?? 0) ^ 1;
  return `${text}.${bytes.toString('base64url')}`;
}

/** Open, as all metadata: a key set, and a document that leads to it. */
export const consentKeyActs = (keys: ConsentKeys) =>
  ({
    'consents.jwk': ({ shape }) =>
      shape.jwk === 'array' ? keys.published : { keys: keys.published },
    'consents.wellKnown': ({ links }) => ({
      issuer,
      jwks_uri: links.to('/api/metadata/jwk'),
      response_types_supported: ['token'],
    }),
  }) satisfies Partial<Acts>;
