// The services known by `code/edition`, and which of those needed have yet to be asked for.
import type { Right } from '../../preload/contract/role-definitions.ts';
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import { isServiceCode, isServiceEdition } from '../../preload/contract/rules.ts';

export interface Reference {
  readonly code: string;
  readonly edition: number;
}
/** The services that rights are to. */
export const servicesIn = (
  rights: readonly Pick<Right, 'serviceCode' | 'serviceEdition'>[],
): readonly Reference[] =>
  rights.flatMap(({ serviceCode: code, serviceEdition: edition }) =>
    edition === null ? [] : [{ code, edition }],
  );

/** Null: the platform's list does not have it. */
export type KnownServices = ReadonlyMap<string, ServiceSummary | null>;

export const NOTHING_KNOWN: KnownServices = new Map();
export const keyOf = ({ code, edition }: Reference): string => `${code}/${edition}`;

/** `K107/1` as a person types it. */
export function serviceIn(typed: string): Reference | undefined {
  const [, code = '', edition = ''] = /^\s*(\S+?)\s*\/\s*(\d{1,9})\s*$/.exec(typed) ?? [];
  const service = { code, edition: Number(edition) };
  return canBe(service) ? service : undefined;
}

export const withAnswer = (
  known: KnownServices,
  asked: readonly Reference[],
  found: readonly (ServiceSummary | null)[],
): KnownServices =>
  new Map([...known, ...asked.map((one, at) => [keyOf(one), found[at] ?? null] as const)]);

export const namesIn = (known: KnownServices): ReadonlyMap<string, string> =>
  new Map([...known].flatMap(([key, one]) => (one === null ? [] : [[key, one.name] as const])));

/** Each once, as they came; `odd` can be no service at all: asked for with others, it would have all of them refused. */
export function notKnown(
  known: KnownServices,
  needed: readonly Reference[],
): { readonly wanted: readonly Reference[]; readonly odd: readonly Reference[] } {
  const news = new Map(
    needed.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one] as const),
  );
  const all = [...news.values()].map(({ code, edition }) => ({ code, edition }));
  return { wanted: all.filter(canBe), odd: all.filter((one) => !canBe(one)) };
}

const canBe = ({ code, edition }: Reference): boolean =>
  isServiceCode(code) && isServiceEdition(edition);
