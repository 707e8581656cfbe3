// Places that a file hands out: what is in it and what it changes, taking it when a person said so, and forgetting it.
import type { Checks, Handlers, Notify } from '../../preload/contract/contract.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { ManagedProvider } from '../../preload/contract/managed.ts';
import { comparable } from '../../preload/contract/managed-rules.ts';
import {
  type KnownPlaces,
  knownPlaces,
  type MovedConnection,
  type PlacesFile,
} from '../../preload/contract/places.ts';
import { isSameWords, plainBaseAddress } from '../../preload/contract/rules.ts';
import { z } from '../../preload/contract/schema.ts';
import { LARGEST_PLACES_FILE, readPlacesFile } from '../file-formats/places-file.ts';
import type { Policy } from '../policy/policy.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import type { Document, Documents } from '../storage/documents.ts';
import type { FileHandles } from '../storage/files.ts';

const kept = z.object({ known: knownPlaces.nullable() });
export type KeptPlaces = z.infer<typeof kept>;

export function openPlaces(documents: Documents): Promise<Document<KeptPlaces>> {
  return documents.open('places', kept, { known: null });
}

export interface PlacesServiceNeeds {
  readonly places: Document<KeptPlaces>;
  readonly connections: Pick<ConnectionStore, 'all'>;
  readonly files: Pick<FileHandles, 'read'>;
  readonly policy: Pick<Policy, 'allowPlaces'>;
  readonly notify: Notify;
  readonly now: () => Date;
}

export function placesService(needs: PlacesServiceNeeds): Handlers<'places'> {
  const { places: document, connections, files, policy, notify, now } = needs;
  const known = () => document.value().known;
  const keep = async (next: KnownPlaces | null) => {
    await document.change(() => ({ known: next }));
    notify('placesChanged', { known: next });
  };
  return {
    known: async () => ({ known: known() }),
    async read({ file: handle }) {
      const file = readPlacesFile(await files.read(handle, LARGEST_PLACES_FILE));
      const before = known()?.file;
      return {
        file,
        places: compared(before?.places, file.places, ({ name }) => name),
        providers: compared(before?.providers, file.providers, keyOf),
        moved: movedBy(file, connections.all()),
      };
    },
    async take(file) {
      policy.allowPlaces();
      const next = { file, taken: now().toISOString() };
      await keep(next);
      return { known: next, moved: movedBy(file, connections.all()) };
    },
    async forget() {
      await keep(null);
      return {};
    },
  };
}

/** Where the organisation settles the places nobody is asked in vain. */
export const placesChecks = ({ policy }: Pick<PlacesServiceNeeds, 'policy'>): Checks<'places'> => ({
  take: () => {
    policy.allowPlaces();
  },
});

const keyOf = ({ kind, name }: ManagedProvider) => `${kind} ${name}`;

/** The file's own in its order, then those that go. One is the same while its name is. */
function compared<T extends object>(
  before: readonly T[] = [],
  after: readonly T[] = [],
  key: (one: T) => string,
) {
  const same = (one: T) => (other: T) => isSameWords(key(one), key(other));
  const comes = after.map((one) => {
    const old = before.find(same(one)) ?? null;
    const state =
      old === null ? 'new' : JSON.stringify(old) === JSON.stringify(one) ? 'same' : 'changed';
    return { state, before: old, after: one } as const;
  });
  const goes = before.filter((one) => !after.some(same(one)));
  return [...comes, ...goes.map((one) => ({ state: 'gone', before: one, after: null }) as const)];
}

/** Connections that were made from a place of this name, and lead elsewhere than it does in the file. */
const movedBy = ({ places = [] }: PlacesFile, all: readonly Connection[]): MovedConnection[] =>
  all.flatMap(({ id, name, place: from, baseAddress }) => {
    const place = places.find((one) => from !== undefined && isSameWords(one.name, from));
    if (place === undefined) return [];
    const to = plainBaseAddress(place.baseAddress);
    return comparable(to) === comparable(baseAddress)
      ? []
      : [{ connection: id, name, place: place.name, from: baseAddress, to }];
  });
