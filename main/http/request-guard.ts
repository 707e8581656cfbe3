// The one gate before a socket: exact origin, https, a plain host, no credential from outside (LNK-01, LNK-05, TLS-04).
import { isAcceptableHost } from './host-names.ts';
import type { ExchangeRequest } from './exchange.ts';

/** Set by the transport alone, from `credentials`, after the origin check; the rest would change what is on the line. */
const CREDENTIAL_HEADER =
  /^(api-?key|authorization|proxy-authorization|cookie|x-.*-(authentication|token|key))$/i;
const LINE_HEADER =
  /^(host|connection|transfer-encoding|content-length|upgrade|expect|te|trailer|proxy-.*)$/i;

/** Why a request may not be sent, or undefined. */
export function unsafeIn({
  route,
  address,
  headers,
  credentials,
}: ExchangeRequest): string | undefined {
  const bad = Object.keys(headers).find((h) => CREDENTIAL_HEADER.test(h) || LINE_HEADER.test(h));
  if (bad !== undefined) return `The header ${bad} is set by the transport only.`;
  if (address.protocol !== 'https:' || address.origin !== route.origin)
    return 'The address is not on the origin of its connection.';
  if (route.identity !== undefined && route.identity.origin !== route.origin)
    return 'The certificate belongs to another origin.';
  if (address.username !== '' || address.password !== '' || !isAcceptableHost(address.hostname))
    return 'The address cannot be used.';
  const plain = Object.keys(credentials ?? {}).find((name) => !CREDENTIAL_HEADER.test(name));
  return plain === undefined ? undefined : `The header ${plain} carries no credential.`;
}
