// Applies managed settings and the places of a file to the draft of a connection; a person fills in the rest.
import type {
  ManagedPlace,
  ManagedProvider,
  ManagedSettings,
} from '../../../preload/contract/managed.ts';
import { placeAt } from '../../../preload/contract/managed-rules.ts';
import type { PlacesFile } from '../../../preload/contract/places.ts';
import { type Draft, hostsIn } from './draft.ts';

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

/**
 * As it begins where a file offers places: at the only one, or with the name of the one that its address is of. `isNew`: nothing of it was
 * made before.
 */
export function offeredDraft(draft: Draft, file: PlacesFile | undefined, isNew: boolean): Draft {
  const places = file?.places ?? [];
  const only = isNew && places.length === 1 ? places[0] : undefined;
  if (only !== undefined)
    return { ...draft, ...atOffered(draft, only, undefined, file?.providers) };
  const here = placeAt({ places }, draft.baseAddress);
  return draft.place === '' && here !== undefined ? { ...draft, place: here.name } : draft;
}

/** The fields that come with a place of a file. What was typed beside them stays. */
export function atOffered(
  draft: Draft,
  place: ManagedPlace,
  before: ManagedPlace | undefined,
  providers: readonly ManagedProvider[] = [],
): Partial<Draft> {
  const [person, ...people] = providers.filter((one) => one.kind === 'person');
  const [machine, ...machines] = providers.filter((one) => one.kind === 'machine-token');
  const isOnly = machine !== undefined && machines.length === 0;
  return {
    ...atPlace(draft, place, before),
    place: place.name,
    formerHosts: [...new Set([...othersHosts(draft, before), ...place.formerHosts])].join('\n'),
    // Where there is one alone it is filled in.
    ...(person !== undefined && people.length === 0 && draft.issuer === ''
      ? { issuer: person.issuer }
      : {}),
    ...(isOnly && draft.tokenEndpoint === '' ? { tokenEndpoint: machine.tokenEndpoint } : {}),
    ...(isOnly && draft.exchangeEndpoint === ''
      ? { exchangeEndpoint: machine.exchangeEndpoint ?? '' }
      : {}),
  };
}

/** The fields of an address that is typed in place of one that was offered. */
export const awayFrom = (draft: Draft, before: ManagedPlace | undefined): Partial<Draft> => ({
  // One that nobody made up goes with its place.
  name: draft.name === before?.name ? '' : draft.name,
  place: '',
  environment: '',
  baseAddress: 'https://',
  formerHosts: othersHosts(draft, before).join('\n'),
});

const othersHosts = ({ formerHosts }: Draft, place: ManagedPlace | undefined): string[] =>
  hostsIn(formerHosts).filter((host) => place?.formerHosts.includes(host) !== true);

/** Those that may be chosen; undefined where any address may be typed in. */
export function providersFor(
  providers: readonly ManagedProvider[] | undefined,
  field: 'issuer' | 'tokenEndpoint' | 'exchangeEndpoint',
): readonly { readonly name: string; readonly address: string }[] | undefined {
  return providers?.flatMap((one) => {
    if (one.kind === 'person')
      return field === 'issuer' ? [{ name: one.name, address: one.issuer }] : [];
    const address = field === 'issuer' ? undefined : one[field];
    return address === undefined ? [] : [{ name: one.name, address }];
  });
}
