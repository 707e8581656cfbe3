// Consent tokens (section 5): JWS with RS256 that live 30 seconds, the key that signs them and its publication.
import {
  generateKeyPairSync,
  randomBytes,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import type { Call, Route } from './call.ts';
import { issuer, type Consent, type ConsentControl, type SpoiltToken } from './consents.ts';
import { represent } from './representation.ts';
import type { Shape } from './shape.ts';

interface SigningKey {
  readonly kid: string;
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

/** Keys are new in each process, and made when the first is needed. */
export function createConsentKeys(now: () => Date): ConsentKeys {
  let keys: readonly SigningKey[] = [];
  let spoilt: SpoiltToken | undefined;
  const all = (): readonly SigningKey[] => (keys = keys.length > 0 ? keys : [newKey()]);
  return {
    tokenFor(consent, shape) {
      const how = spoilt;
      spoilt = undefined;
      const [current] = how === 'unknown-key' ? [newKey()] : all();
      const at = Math.floor(now().getTime() / 1000) - (how === 'expired' ? 3600 : 0);
      return current ? signed(current, claimsOf(consent, shape, at), how) : '';
    },
    get published() {
      return all().map(({ published }) => published);
    },
    control: {
      rotateKey(before = 'kept') {
        keys = [newKey(), ...(before === 'kept' ? all() : [])];
      },
      spoilToken: (how) => void (spoilt = how),
    },
  };
}

function newKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(10).toString('hex').toUpperCase();
  const published = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid };
  return { kid, privateKey, published };
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

function claimsOf(consent: Consent, shape: Shape, at: number): object {
  const joint = shape.tokenServices === 'comma' ? ',' : '_';
  const services = consent.resources.map(({ code, edition }) => `${code}${joint}${edition}`);
  const isList = shape.tokenServices === 'ServiceCodes';
  return {
    [isList ? 'ServiceCodes' : 'Services']:
      isList || services.length !== 1 ? services : services[0],
    AuthorizationCode: consent.id,
    OfferedBy: consent.offeredBy,
    CoveredBy: consent.coveredBy,
    ...(consent.handledBy === undefined ? {} : { HandledBy: consent.handledBy }),
    DelegatedDate: seconds(consent.changed),
    ValidToDate: seconds(consent.validTo),
    iss: issuer,
    exp: at + tokenSeconds,
    nbf: at,
  };
}

function signed({ kid, privateKey }: SigningKey, claims: object, how?: SpoiltToken): string {
  const isBare = how === 'no-signature';
  const header = isBare ? { alg: 'none', typ: 'JWT' } : { alg: 'RS256', typ: 'JWT', kid };
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (isBare) return `${text}.`;
  const bytes = sign('RSA-SHA256', Buffer.from(text), privateKey);
  if (how === 'signature') bytes[0] = (bytes[0] ?? 0) ^ 1;
  return `${text}.${bytes.toString('base64url')}`;
}

/** Open, as all metadata. Their form is not documented: a key set, and a document that leads to it. */
export function consentKeyRoutes(keys: ConsentKeys): readonly Route[] {
  const open = { method: 'GET', needs: 'nobody', apiKey: false } as const;
  const json = (call: Call, value: unknown) =>
    represent(call, value, { name: 'Key', types: ['json'] });
  return [
    {
      ...open,
      operation: 'consents.jwk',
      path: 'metadata/jwk',
      act: (call) =>
        json(call, call.shape.jwk === 'array' ? keys.published : { keys: keys.published }),
    },
    {
      ...open,
      operation: 'consents.wellKnown',
      path: 'metadata/well-known',
      act: (call) =>
        json(call, {
          issuer,
          jwks_uri: call.links.to('/api/metadata/jwk'),
          id_token_signing_alg_values_supported: ['RS256'],
        }),
    },
  ];
}
