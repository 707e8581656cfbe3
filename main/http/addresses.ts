// Builds the address of a documented entry point, and knows which credentials its path may have (LNK-06).
import { leavesItsPlace } from '../../preload/contract/rules.ts';

/** Of a list each value is a parameter of its own: `status=a&status=b`. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface AddressParts {
  /** Below the base address, beginning with `api/`, parts already encoded. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** Flags without a value: `ForceEIAuthentication` must come without `=` (platform.md, Signing in). */
  readonly flags?: readonly string[] | undefined;
}

const PATH = /^api\/[A-Za-z0-9._~!$&'()*+,;=:@%/-]+$/;

/**
 * A path, or what is below one, with each value as one part of it: encoded`api/${who}/messages/${message}`. What the platform
 * lists may have any sign.
 */
export const encoded = (
  texts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string => String.raw({ raw: texts }, ...values.map(encodeURIComponent));

/** The value that one part of an address stands for; undefined where it is not encoded as it must be. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Throws TypeError when the path is none of ours: a mistake in this program, never input. */
export function addressOf(base: string, { path, query, flags }: AddressParts): URL {
  if (!PATH.test(path) || path.includes('//') || leavesItsPlace(path))
    throw new TypeError('Not a path of the API.');
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) => pairsOf(name, value));
  const search = [...pairs, ...(flags ?? [])].join('&');
  return new URL(`${base.replace(/\/+$/, '')}/${path}${search === '' ? '' : `?${search}`}`);
}

const pairsOf = (name: string, value: Query[string]): readonly string[] =>
  [value ?? []].flat().map((one) => `${encodeName(name)}=${encodeURIComponent(one)}`);

/** `$skip` and `$filter` are documented with a bare dollar sign. */
const encodeName = (name: string) => encodeURIComponent(name).replace(/^%24/, '$');

/** What a path may be shown of us: nothing, the API key alone, or all that the way of signing in has. Least first. */
export type Shown = 'nothing' | 'api-key' | 'all';

/** `path` as in AddressParts, or the part of a link below the base address. */
export function shownTo(path: string): Shown {
  const [, area = '', rest = ''] = path.toLowerCase().split(/[/?]/);
  if (area === 'metadata') return 'nothing';
  if (area === 'authentication') {
    // One source asks for the key, another exempts the call: the key alone is the less that works.
    return rest === 'authenticatewithpassword' ? 'api-key' : 'nothing';
  }
  return 'all';
}

/** Adds what a query lacks; what is there stays as it is written. */
export function withQuery(address: URL, { query, flags }: Omit<AddressParts, 'path'>): URL {
  const present = new Set(
    address.search
      .slice(1)
      .split('&')
      .map((pair) => pair.split('=', 1)[0]?.toLowerCase()),
  );
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    present.has(name.toLowerCase()) ? [] : pairsOf(name, value),
  );
  const missing = (flags ?? []).filter((flag) => !present.has(flag.toLowerCase()));
  const added = [...pairs, ...missing].join('&');
  if (added === '') return address;
  return new URL(`${address.href}${address.search === '' ? '?' : '&'}${added}`);
}
