// Which host names may be called at all: plain ASCII names and addresses as the URL parser leaves them (TLS-04).
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_NAME = 253;

/**
 * Whether `URL.hostname` is a host we talk to. The parser has folded case, full-width digits and unicode dots;
 * what is left and is still odd (trailing dot, empty label, blanks, per cent signs) is refused.
 */
export function isAcceptableHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isIPv6(hostname.slice(1, -1));
  if (isIPv4(hostname)) return true;
  if (hostname.length === 0 || hostname.length > LONGEST_NAME) return false;
  const labels = hostname.split('.');
  // A name that ends in digits only is an IP address some resolvers read in their own way.
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

/** The name as TLS and the resolver take it: IPv6 without its brackets. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

export function isLoopbackHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return isIPv4(host) && host.startsWith('127.');
}

/** Port of an https address; the parser leaves the usual one out. */
export function portOf(address: URL): number {
  return address.port === '' ? 443 : Number(address.port);
}

/** Addresses that lead into one's own network or to this computer (RFC 1918, 3927, 4193, 4291, 6598). */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

/** Names that are never public (RFC 6761, 6762, 8375, and what is reserved for private use). */
const OWN_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa|test|example|invalid)$/;

/** Whether a name that everybody can look up was answered with an address that nobody else can reach (LNK-07). */
export function leadsInside(hostname: string, address: string): boolean {
  if (isIP(bareHost(hostname)) !== 0 || !hostname.includes('.') || OWN_NAMES.test(hostname))
    return false;
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 0) return false;
  return PRIVATE.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}
