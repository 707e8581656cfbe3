// The places and providers that a connection form offers: the organisation's alone, else those of a file.
import type { Connection } from '../../preload/contract/connections.ts';
import type { ManagedPlace, ManagedProvider } from '../../preload/contract/managed.ts';
import { comparable, placeAt } from '../../preload/contract/managed-rules.ts';
import type { KnownPlaces, PlacesFile } from '../../preload/contract/places.ts';
import { isSameWords, plainBaseAddress } from '../../preload/contract/rules.ts';
import { managed } from './managed.svelte.ts';
import { session } from './session.svelte.ts';

interface Offered<T> {
  readonly all: readonly T[];
  /** Who says so. */
  readonly by: string;
  /** Nothing else may be typed. */
  readonly only: boolean;
}
export type OfferedPlaces = Offered<ManagedPlace>;

/** What is settled wins over what a file offers. */
function offeredOf<K extends 'places' | 'providers'>(
  name: K,
): Offered<NonNullable<PlacesFile[K]>[number]> | undefined {
  const settled = managed.settings?.[name];
  if (settled !== undefined) return { all: settled, by: managed.by, only: true };
  const file = knownPlaces.kept?.file;
  const offered = file?.[name];
  return file === undefined || offered === undefined
    ? undefined
    : { all: offered, by: file.name, only: false };
}

export const knownPlaces = {
  /** The file that was taken, whatever counts here. */
  get kept(): KnownPlaces | null {
    return session.start?.places ?? null;
  },
  /** Of the file, as far as it counts here: undefined where the organisation settles the places. */
  get offered(): PlacesFile | undefined {
    return managed.settings?.places === undefined ? this.kept?.file : undefined;
  },
  get places(): OfferedPlaces | undefined {
    return offeredOf('places');
  },
  get providers(): Offered<ManagedProvider> | undefined {
    return offeredOf('providers');
  },
  placeAt(baseAddress: string): ManagedPlace | undefined {
    return placeAt({ places: [...(this.places?.all ?? [])] }, baseAddress);
  },
  /** The place that it was made from, where that has another address now. */
  movedOf({
    place,
    baseAddress,
  }: Pick<Connection, 'place' | 'baseAddress'>): ManagedPlace | undefined {
    if (place === undefined || place === '' || !URL.canParse(baseAddress)) return undefined;
    const now = this.offered?.places?.find(({ name }) => isSameWords(name, place));
    if (now === undefined) return undefined;
    const plain = (address: string) => comparable(plainBaseAddress(address));
    return plain(now.baseAddress) === plain(baseAddress) ? undefined : now;
  },
};
