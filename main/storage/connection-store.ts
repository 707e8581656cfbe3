// The saved connections and which one is chosen: one document, read by every part that needs a connection's facts.
import { type Connection, connection } from '../../preload/contract/connections.ts';
import { id, z } from '../../preload/contract/schema.ts';
import type { Documents } from './documents.ts';
import { notFound } from '../problems.ts';

/** A connection with the facts that only main knows. */
export interface SavedConnection extends Connection {
  readonly extraCaPem: string | null;
}

export interface ConnectionStore {
  /** Sorted by name. */
  all(): readonly SavedConnection[];
  chosen(): string | null;
  /** Problem not-found when there is none. */
  find(id: string): SavedConnection;
  /** Adds it, or replaces the one with its id. */
  save(connection: SavedConnection): Promise<void>;
  /** These besides all others, in one write: a kill leaves none of them, or all. */
  addAll(connections: readonly SavedConnection[]): Promise<void>;
  /** Each of these as `to` makes it, in one write: a kill leaves all as before, or all new. */
  changeAll(ids: readonly string[], to: (one: SavedConnection) => SavedConnection): Promise<void>;
  /** When the chosen one is removed, none is chosen. Problem not-found. */
  remove(id: string): Promise<void>;
  /** Problem not-found. */
  choose(id: string | null): Promise<void>;
}

/** Without what only main knows: the schema drops it. */
export const publicPart = (saved: SavedConnection): Connection => connection.parse(saved);

/** All of them as the page knows them. */
export const shownConnections = (store: Pick<ConnectionStore, 'all' | 'chosen'>) => ({
  all: store.all().map(publicPart),
  chosen: store.chosen(),
});

const schema = z.object({
  all: z.array(connection.extend({ extraCaPem: z.string().nullable() })),
  chosen: id.nullable(),
});

export async function openConnectionStore({
  documents,
}: {
  readonly documents: Documents;
}): Promise<ConnectionStore> {
  const document = await documents.open('connections', schema, { all: [], chosen: null });
  const find = (wanted: string): SavedConnection => {
    const found = document.value().all.find((one) => one.id === wanted);
    if (found !== undefined) return found;
    throw notFound('There is no such connection.');
  };

  return {
    all: () => document.value().all.toSorted((a, b) => a.name.localeCompare(b.name)),
    chosen: () => document.value().chosen,
    find,
    async addAll(connections) {
      await document.change(({ all, chosen }) => ({ all: [...all, ...connections], chosen }));
    },
    async save(connection) {
      await document.change(({ all, chosen }) => ({
        all: [...all.filter((one) => one.id !== connection.id), connection],
        chosen,
      }));
    },
    async changeAll(ids, to) {
      await document.change(({ all, chosen }) => ({
        all: all.map((one) => (ids.includes(one.id) ? to(one) : one)),
        chosen,
      }));
    },
    async remove(gone) {
      find(gone);
      await document.change(({ all, chosen }) => ({
        all: all.filter((one) => one.id !== gone),
        chosen: chosen === gone ? null : chosen,
      }));
    },
    async choose(wanted) {
      if (wanted !== null) find(wanted);
      await document.change(({ all }) => ({ all, chosen: wanted }));
    },
  };
}
