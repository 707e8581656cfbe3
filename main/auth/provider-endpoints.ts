// An identity provider's endpoints: from its discovery document, checked against the issuer, or as typed in (AUT-07).
import type { identityProvider } from '../../preload/contract/connections.ts';
import type { z } from '../../preload/contract/schema.ts';
import type { ExchangeResponse } from '../http/exchange.ts';
import { unexpectedAnswer } from '../problems.ts';
import { readObject } from './token-endpoint.ts';

type IdentityProvider = z.infer<typeof identityProvider>;

export interface Endpoints {
  /** Exactly as the provider writes it: `iss` must be the same text. */
  readonly issuer: string;
  readonly authorize: URL;
  readonly token: URL;
  readonly keys: URL;
  readonly revocation: URL | undefined;
  readonly endSession: URL | undefined;
  /** Whether every authorization answer names its issuer (RFC 9207). */
  readonly answersNameIssuer: boolean;
}

const DISCOVERY = '.well-known/openid-configuration';

/** Problem unexpected-answer with the field that does not fit, or the failure of `get`. */
export async function endpointsOf(
  provider: IdentityProvider,
  get: (address: URL) => Promise<ExchangeResponse>,
): Promise<Endpoints> {
  if (provider.found === 'typed') return typedEndpoints(provider);
  const base = withoutSlash(provider.issuer);
  const answer = await get(new URL(`${base}/${DISCOVERY}`));
  const { status } = answer;
  const found = readObject(answer);
  const { issuer } = found;
  // A document of another issuer would send codes and tokens to that one (mix-up).
  if (typeof issuer !== 'string' || withoutSlash(issuer) !== base)
    throw unexpectedAnswer('The discovery document is of another issuer.', {
      status,
      field: 'issuer',
    });
  const optional = (name: string) =>
    found[name] === undefined || found[name] === null ? undefined : needed(name);
  const needed = (name: string): URL => {
    const address = secureAddress(found[name]);
    if (address !== undefined) return address;
    throw unexpectedAnswer('The discovery document has no usable address.', {
      status,
      field: name,
    });
  };
  return {
    issuer,
    authorize: needed('authorization_endpoint'),
    token: needed('token_endpoint'),
    keys: needed('jwks_uri'),
    revocation: optional('revocation_endpoint'),
    endSession: optional('end_session_endpoint'),
    answersNameIssuer: found['authorization_response_iss_parameter_supported'] === true,
  };
}

function typedEndpoints(typed: Extract<IdentityProvider, { found: 'typed' }>): Endpoints {
  const optional = (address: string | undefined) =>
    address === undefined ? undefined : new URL(address);
  return {
    issuer: typed.issuer,
    authorize: new URL(typed.authorizeEndpoint),
    token: new URL(typed.tokenEndpoint),
    keys: new URL(typed.jwksAddress),
    revocation: optional(typed.revocationEndpoint),
    endSession: optional(typed.endSessionEndpoint),
    answersNameIssuer: false,
  };
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

function secureAddress(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > 2000 || !URL.canParse(value)) return undefined;
  const address = new URL(value);
  const isPlain = address.username === '' && address.password === '' && address.hash === '';
  return address.protocol === 'https:' && isPlain ? address : undefined;
}
