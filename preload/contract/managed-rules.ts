// What managed settings allow: main enforces it, and the page shows what main will refuse, without their schemas.
import type { ConnectionInput } from './connections.ts';
import { plainBaseAddress } from './rules.ts';
import { isMachineSignIn } from './used-credentials.ts';
import type { ManagedFeature, ManagedPlace, ManagedProvider, ManagedSettings } from './managed.ts';

/** What is off, with what cannot be without it: messages are exported from the message box. */
export function switchedOff(settings: ManagedSettings | null): ReadonlySet<ManagedFeature> {
  const off = new Set(settings?.off ?? []);
  if (off.has('messages')) off.add('message-export');
  return off;
}

/** An address as it is compared: parsed, without a slash at its end. */
export function comparable(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** The first two places with one name, or one address. */
export function placesTwice(
  places: readonly ManagedPlace[],
):
  | { readonly field: 'name' | 'baseAddress'; readonly before: number; readonly at: number }
  | undefined {
  const seen = new Map<string, number>();
  for (const [at, place] of places.entries()) {
    for (const [field, value] of [
      ['name', place.name.toLowerCase()],
      ['baseAddress', comparable(place.baseAddress)],
    ] as const) {
      const key = `${field} ${value}`;
      const before = seen.get(key);
      if (before !== undefined) return { field, before, at };
      seen.set(key, at);
    }
  }
  return undefined;
}

/** The first provider with the name or the address of another one of its kind. */
export function providersTwice(
  providers: readonly ManagedProvider[],
): { readonly field: string; readonly at: number } | undefined {
  const seen = new Set<string>();
  for (const [at, one] of providers.entries()) {
    const address = one.kind === 'person' ? one.issuer : one.tokenEndpoint;
    for (const [field, value] of [
      ['name', one.name.toLowerCase()],
      [one.kind === 'person' ? 'issuer' : 'tokenEndpoint', comparable(address)],
    ] as const) {
      const key = `${one.kind} ${field} ${value}`;
      if (seen.has(key)) return { field, at };
      seen.add(key);
    }
  }
  return undefined;
}

/** The settled place with this base address; undefined where nothing is settled, too. */
export function placeAt(
  settings: Pick<ManagedSettings, 'places'> | null,
  baseAddress: string,
): ManagedPlace | undefined {
  if (!URL.canParse(baseAddress)) return undefined;
  const plain = (address: string) => comparable(plainBaseAddress(address));
  return settings?.places?.find((place) => plain(place.baseAddress) === plain(baseAddress));
}

export type ConnectionFacts = Pick<
  ConnectionInput,
  'environment' | 'baseAddress' | 'organisationNumber' | 'signIn'
>;

/** The first field of a connection that is settled otherwise, by its path; undefined where it may be so. */
export function settledOtherwise(
  settings: ManagedSettings,
  { environment, baseAddress, organisationNumber, signIn }: ConnectionFacts,
): string | undefined {
  const { places } = settings;
  const place = placeAt(settings, baseAddress);
  if (places !== undefined && place === undefined) return 'baseAddress';
  if (place !== undefined && place.environment !== environment) return 'environment';
  const own = settings.organisationNumber;
  if (own !== undefined && own !== organisationNumber) return 'organisationNumber';
  return otherProvider(settings, signIn);
}

function otherProvider(
  { providers }: ManagedSettings,
  signIn: ConnectionInput['signIn'],
): string | undefined {
  if (providers === undefined) return undefined;
  if (isMachineSignIn(signIn)) {
    const { tokenEndpoint, exchangeEndpoint } = signIn;
    const known = providers.flatMap((one) =>
      one.kind === 'machine-token' && isOneOf([one.tokenEndpoint], tokenEndpoint) ? [one] : [],
    );
    if (known.length === 0) return 'signIn.tokenEndpoint';
    if (exchangeEndpoint === undefined) return undefined;
    const exchanges = known.flatMap((one) => one.exchangeEndpoint ?? []);
    return isOneOf(exchanges, exchangeEndpoint) ? undefined : 'signIn.exchangeEndpoint';
  }
  if (signIn.way !== 'person') return undefined;
  const { provider } = signIn;
  const issuers = providers.flatMap((one) => (one.kind === 'person' ? [one.issuer] : []));
  if (!isOneOf(issuers, provider.issuer)) return 'signIn.provider.issuer';
  const foreign = provider.found === 'typed' ? foreignEndpoint(provider) : undefined;
  return foreign === undefined ? undefined : `signIn.provider.${foreign}`;
}

const isOneOf = (known: readonly string[], address: string) =>
  known.some((one) => comparable(one) === comparable(address));

type Provider = Extract<ConnectionInput['signIn'], { way: 'person' }>['provider'];

/** Addresses typed in beside a settled issuer are its own, or anybody could put another provider behind its name. */
function foreignEndpoint(provider: Extract<Provider, { found: 'typed' }>): string | undefined {
  const { origin } = new URL(provider.issuer);
  return ENDPOINTS.find((name) => {
    const address = provider[name];
    return address !== undefined && new URL(address).origin !== origin;
  });
}
const ENDPOINTS = [
  'authorizeEndpoint',
  'tokenEndpoint',
  'jwksAddress',
  'revocationEndpoint',
  'endSessionEndpoint',
] as const;
