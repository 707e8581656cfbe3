// Applies the managed settings to the draft of a connection before a person fills in the rest.
import type { ManagedPlace, ManagedSettings } from '../../../preload/contract/managed.ts';
import type { Draft } from './draft.ts';

/** For a connection that is new or was made before; what is settled shows as it counts. */
export function settledDraft(
  draft: Draft,
  settings: ManagedSettings | null,
  isNew: boolean,
): Draft {
  if (settings === null) return draft;
  const { places = [], providers, organisationNumber, proxy } = settings;
  const only = isNew && places.length === 1 ? places[0] : undefined;
  const begun = only === undefined ? draft : { ...draft, ...atPlace(draft, only, undefined) };
  return {
    ...begun,
    ...(isNew && organisationNumber !== undefined && { organisationNumber }),
    ...(isNew && providers !== undefined && { found: 'discovery' as const }),
    ...(proxy !== undefined && { proxyUse: proxy.use }),
    ...(proxy?.use === 'manual' && {
      proxyHost: proxy.host,
      proxyPort: String(proxy.port),
      // They were given for another proxy, and are not sent to this one because somebody saves the form (ATK-07).
      ...(!leadsThrough(draft, proxy) && { proxyUser: '', proxyPassword: '' }),
    }),
  };
}

const leadsThrough = (
  { proxyUse, proxyHost, proxyPort }: Draft,
  { host, port }: { readonly host: string; readonly port: number },
): boolean =>
  proxyUse === 'manual' &&
  proxyHost.trim().toLowerCase() === host.toLowerCase() &&
  Number(proxyPort) === port;

/** The fields that come with a place. A name that nobody made up is the place's; TLS is not raised. */
export function atPlace(
  { name, highestTls }: Draft,
  place: ManagedPlace,
  before: ManagedPlace | undefined,
): Pick<Draft, 'name' | 'environment' | 'baseAddress' | 'highestTls'> {
  const isNamed = name.trim() !== '' && name !== before?.name;
  return {
    name: isNamed ? name : place.name,
    environment: place.environment,
    baseAddress: place.baseAddress,
    highestTls: place.highestTls === 'TLSv1.2' ? 'TLSv1.2' : highestTls,
  };
}

/** Those that may be chosen; undefined where any address may be typed in. */
export function providersFor(
  settings: ManagedSettings | null,
  field: 'issuer' | 'tokenEndpoint' | 'exchangeEndpoint',
): readonly { readonly name: string; readonly address: string }[] | undefined {
  return settings?.providers?.flatMap((one) => {
    if (one.kind === 'person')
      return field === 'issuer' ? [{ name: one.name, address: one.issuer }] : [];
    const address = field === 'issuer' ? undefined : one[field];
    return address === undefined ? [] : [{ name: one.name, address }];
  });
}
