// The system proxy where there is no browser engine to ask: from the environment variables that Unix programs read.
import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { noProxyIn } from '../../preload/contract/rules.ts';
import { decoded } from '../http/addresses.ts';
import { bareHost, portOf } from '../http/host-names.ts';
import {
  placeOfProxy,
  type Proxy,
  proxyAt,
  scriptAsProxy,
  unreadableProxy,
  unsupportedProxy,
} from '../http/proxy.ts';
import { Secret } from '../secret.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Of several that say something, the first counts: one that is empty says nothing. */
const PROXY = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
const EXCEPTIONS = ['NO_PROXY', 'no_proxy'];

/**
 * The proxy for an https address, or undefined for a direct line: never because a variable is not understood. Problem
 * unreachable{proxy-unsupported, proxy-unreadable, proxy-script}.
 */
export function proxyFromVariables(address: URL, env: Variables): Proxy | undefined {
  const name = PROXY.find((one) => isGiven(env[one]));
  const given = name === undefined ? undefined : env[name];
  if (name === undefined || given === undefined || isExcepted(address, env)) return undefined;
  if (noProxyIn(given) !== undefined && !SOCKS.test(given)) throw scriptAsProxy(name);
  // Not by the URL parser: a password as people type it may hold any of its marks, and CORP\kari is a user name.
  const [, scheme = 'http', pair, place = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:(.*)@)?([^@]*?)\/?$/is.exec(given.trim()) ?? [];
  // SOCKS and proxies over TLS are not offered (see README); the connection's own setting can name another.
  if (scheme.toLowerCase() !== 'http') throw unsupportedProxy(`${name} (${scheme.toLowerCase()})`);
  const proxy = proxyAt(place);
  if (proxy === undefined) throw unreadableProxy(name);
  return { ...proxy, ...signInFrom(pair, placeOfProxy(proxy)) };
}

/** That is an address, of a kind that is said. */
const SOCKS = /^\s*socks[a-z0-9]*:/i;

const isGiven = (value: string | undefined) => value !== undefined && value !== '';

/** `user:password`, either of them percent-encoded or not. */
function signInFrom(pair: string | undefined, place: string): Pick<Proxy, 'userName' | 'password'> {
  if (pair === undefined || pair === '') return {};
  const [, userName = '', password = ''] = /^([^:]*):?(.*)$/s.exec(pair) ?? [];
  return {
    userName: decoded(userName) ?? userName,
    ...(password !== '' && { password: new Secret(decoded(password) ?? password, place) }),
  };
}

function isExcepted(address: URL, env: Variables): boolean {
  const given = EXCEPTIONS.map((name) => env[name]).find(isGiven) ?? '';
  const entries = given
    .toLowerCase()
    .split(/[\s,;|]+/)
    .filter(Boolean);
  return entries.some((entry) => covers(entry, bareHost(address.hostname), portOf(address)));
}

/** `name`, `.name`, `*.name`, `10.0.0.0/8` or `*`; each but a range of addresses may have a port, or `https://` in front. */
function covers(entry: string, host: string, port: number): boolean {
  const plain = entry.replace(/^[a-z]+:\/\//, '').replace(/\/$/, '');
  const [, given = plain, entryPort] =
    isIP(plain) === 6 ? [] : (/^(.*?)(?::(\d+))?$/.exec(plain) ?? []);
  if (entryPort !== undefined && Number(entryPort) !== port) return false;
  const name = bareName(given);
  if (name.includes('*')) return globOf(name).test(host);
  const [network = '', bits] = name.split('/');
  if (isIP(network) !== 0) return isWithin(network, bits, host);
  const suffix = domainToASCII(name.replace(/^\./, ''));
  if (suffix === '' || isIP(host) !== 0) return false;
  return host === suffix || host.endsWith(`.${suffix}`);
}

const bareName = (name: string) => name.replace(/^\[(.*)\]/, '$1').replace(/\.$/, '');

const globOf = (name: string) =>
  new RegExp(`^${name.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replace(/\*+/g, '.*')}$`);

/** Addresses are compared as addresses: IPv6 has many ways to write one. */
function isWithin(network: string, bits: string | undefined, host: string): boolean {
  const family = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  const most = family(network) === 'ipv6' ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (isIP(host) === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > most) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family(network));
  return list.check(host, family(host));
}
