// The endpoint for machine tokens: really verifies an assertion signed by an organisation (RFC 7523), returns a token.
import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { organisationIn } from './authentication.ts';
import type { Answer } from './call.ts';
import type { Identity, MachineClient } from './identity.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const longestLife = 120;
/** Seconds by which the clocks of platform and client may differ. */
const skew = 10;

export interface TokenEndpointParts {
  readonly identity: Identity;
  readonly now: () => Date;
  /** What `aud` must be, to the letter. */
  readonly audience: () => string;
  readonly rootPem: string;
  /** Issuing certificates that callers need not send. */
  readonly intermediatePems: readonly string[];
  readonly signingKey: KeyObject;
}

export interface TokenRequest {
  readonly method: string;
  readonly contentType: string;
  readonly body: string;
}

/** A refusal in the form of RFC 6749. */
class Refused extends Error {
  constructor(
    readonly error: string,
    readonly words: string,
    readonly status = 400,
  ) {
    super(words);
  }
}

export function createTokenEndpoint(parts: TokenEndpointParts) {
  /** `client jti`: an assertion counts once, for as long as the platform runs. */
  const used = new Set<string>();

  return async (request: TokenRequest): Promise<Answer> => {
    try {
      const claims = await verified(parts, assertionOf(request));
      const once = `${claims.client.id} ${claims.jti}`;
      if (used.has(once)) throw new Refused('invalid_grant', 'The jti was used before.');
      used.add(once);
      return json(200, 'OK', await tokenFor(parts, claims));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return oauthError(error.status, error.error, error.words);
    }
  };
}

/** `{error, error_description}` (RFC 6749, 5.2). */
export function oauthError(status: number, error: string, words: string): Answer {
  const reason = status === 401 ? 'Unauthorized' : 'Bad Request';
  return json(status, reason, { error, error_description: words });
}

const json = (status: number, reason: string, value: unknown): Answer => ({
  status,
  reason,
  headers: { 'Content-Type': 'application/json; charset=utf-8', Pragma: 'no-cache' },
  body: JSON.stringify(value),
});

function assertionOf({ method, contentType, body }: TokenRequest): string {
  if (method !== 'POST') throw new Refused('invalid_request', 'Only POST is allowed here.');
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    throw new Refused('invalid_request', 'The body must be form-encoded.');
  }
  const form = new URLSearchParams(body);
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) throw new Refused('invalid_request', `${name} comes twice.`);
  }
  const wanted = form.get('grant_type');
  if (wanted === null) throw new Refused('invalid_request', 'grant_type is missing.');
  if (wanted !== grantType) {
    throw new Refused('unsupported_grant_type', 'Only the JWT bearer grant is supported.');
  }
  const assertion = form.get('assertion') ?? '';
  if (assertion === '') throw new Refused('invalid_request', 'assertion is missing.');
  return assertion;
}

interface Claims {
  readonly client: MachineClient;
  readonly scopes: readonly string[];
  readonly jti: string;
  readonly resource: string | undefined;
  /** Whom the token stands for. */
  readonly organisation: string;
}

interface Signer {
  readonly key: KeyObject;
  /** Organisation of the certificate, or client of the registered key. */
  readonly organisation?: string | undefined;
  readonly clientId?: string;
}

async function verified(parts: TokenEndpointParts, assertion: string): Promise<Claims> {
  const signer = signerOf(parts, assertion);
  const payload = await payloadOf(parts, assertion, signer.key);
  const life = Number(payload.exp) - Number(payload.iat);
  if (life > longestLife || life <= 0) {
    throw new Refused('invalid_grant', `exp must be at most ${longestLife} seconds after iat.`);
  }
  if (Number(payload.iat) > parts.now().getTime() / 1000 + skew) {
    throw new Refused('invalid_grant', 'iat lies in the future.');
  }
  const client = parts.identity.clients.get(payload.iss ?? '');
  if (client === undefined) throw new Refused('invalid_client', 'The client is unknown.', 401);
  const own =
    signer.clientId === client.id ||
    (signer.clientId === undefined && signer.organisation === client.organisation);
  if (!own) {
    const what = signer.clientId === undefined ? 'certificate' : 'key';
    throw new Refused('invalid_client', `The ${what} does not belong to the client.`, 401);
  }
  return {
    client,
    scopes: scopesOf(payload, client),
    jti: payload.jti ?? '',
    resource: resourceOf(payload),
    organisation: consumerOf(payload, client),
  };
}

/** The client's own organisation, or the customer that a supplier names. */
function consumerOf(payload: JWTPayload, { customers, organisation }: MachineClient): string {
  const consumer = payload['consumer_org'];
  if (consumer === undefined) return organisation;
  if (typeof consumer === 'string' && customers.has(consumer)) return consumer;
  throw new Refused('invalid_grant', 'The consumer_org has not delegated to the client.');
}

function scopesOf(payload: JWTPayload, client: MachineClient): readonly string[] {
  const text = payload['scope'];
  const scopes = typeof text === 'string' ? text.split(' ').filter((scope) => scope !== '') : [];
  if (scopes.length === 0) throw new Refused('invalid_scope', 'The claim scope is missing.');
  const foreign = scopes.filter((scope) => !client.scopes.has(scope));
  if (foreign.length > 0) {
    throw new Refused('invalid_scope', `The client does not hold the scope ${foreign.join(' ')}.`);
  }
  return scopes;
}

function resourceOf(payload: JWTPayload): string | undefined {
  const resource = payload['resource'];
  if (resource === undefined) return undefined;
  if (typeof resource === 'string' && URL.canParse(resource)) return resource;
  throw new Refused('invalid_target', 'resource must be one absolute address.');
}

async function payloadOf(
  parts: TokenEndpointParts,
  assertion: string,
  key: KeyObject,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(assertion, key, {
      algorithms: ['RS256'],
      requiredClaims: ['aud', 'iss', 'iat', 'exp', 'jti'],
      clockTolerance: skew,
      currentDate: parts.now(),
    });
    if (payload.aud !== parts.audience()) {
      throw new Refused('invalid_grant', `aud must be ${parts.audience()}.`);
    }
    if (payload.jti === '') throw new Refused('invalid_grant', 'The jti is empty.');
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw new Refused('invalid_grant', `The assertion is not valid: ${error.message}.`);
  }
}

/** The key that the header names: of a certificate (`x5c`) or a registered one (`kid`), never both. */
function signerOf(parts: TokenEndpointParts, assertion: string): Signer {
  const { alg, x5c, kid } = headerOf(assertion);
  if (alg !== 'RS256') throw new Refused('invalid_grant', 'Only RS256 is accepted.');
  if ((x5c === undefined) === (kid === undefined)) {
    throw new Refused('invalid_grant', 'The header needs either x5c or kid.');
  }
  if (kid !== undefined) {
    const known = typeof kid === 'string' ? parts.identity.keys.get(kid) : undefined;
    if (known === undefined) throw new Refused('invalid_client', 'The kid is not registered.', 401);
    return { key: createPublicKey(known.publicPem), clientId: known.clientId };
  }
  const leaf = trusted(parts, certificatesOf(x5c));
  return { key: leaf.publicKey, organisation: organisationIn(leaf.subject) };
}

function headerOf(assertion: string): Readonly<Record<string, unknown>> {
  try {
    return { ...decodeProtectedHeader(assertion) };
  } catch {
    throw new Refused('invalid_grant', 'The assertion is no JWT.');
  }
}

function certificatesOf(x5c: unknown): readonly X509Certificate[] {
  const texts = Array.isArray(x5c) ? (x5c as unknown[]) : [];
  if (texts.length === 0) throw new Refused('invalid_grant', 'x5c must list certificates.');
  return texts.map((text) => {
    if (typeof text !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
      throw new Refused('invalid_grant', 'x5c must hold base64 of DER.');
    }
    try {
      return new X509Certificate(Buffer.from(text, 'base64'));
    } catch {
      throw new Refused('invalid_grant', 'x5c holds no certificate.');
    }
  });
}

/** The leaf, when a chain leads from it to the platform's authority and every link of it is valid today. */
function trusted(parts: TokenEndpointParts, shown: readonly X509Certificate[]): X509Certificate {
  const root = new X509Certificate(parts.rootPem);
  const known = parts.intermediatePems.map((pem) => new X509Certificate(pem));
  const issuers = [...shown.slice(1), ...known].filter((certificate) => certificate.ca);
  const now = parts.now().getTime();
  const leaf = shown[0] as X509Certificate;
  let link: X509Certificate | undefined = leaf;
  for (let depth = 0; link !== undefined && depth < 5; depth += 1) {
    const present: X509Certificate = link;
    if (now < Date.parse(present.validFrom) || now > Date.parse(present.validTo)) {
      throw new Refused('invalid_client', 'The certificate is not valid at this time.', 401);
    }
    if (isFrom(present, root)) return leaf;
    link = issuers.find((issuer) => isFrom(present, issuer));
  }
  throw new Refused('invalid_client', 'The certificate is of an unknown issuer.', 401);
}

const isFrom = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

async function tokenFor(parts: TokenEndpointParts, claims: Claims): Promise<object> {
  const { identity, now, audience, signingKey } = parts;
  const { client, scopes, resource, organisation } = claims;
  const seconds = identity.control.machineTokenSeconds;
  const issued = Math.floor(now().getTime() / 1000);
  const token = await new SignJWT({ scope: scopes.join(' '), client_id: client.id })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
    .setIssuer(audience())
    .setSubject(organisation)
    .setJti(claims.jti)
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .setAudience(resource ?? 'platform')
    .sign(signingKey);
  identity.control.machineTokensFor.push(organisation);
  identity.addToken(token, { organisation, scopes: new Set(scopes) }, seconds);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: seconds,
    scope: scopes.join(' '),
  };
}
