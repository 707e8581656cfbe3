// The saved connections and which one is chosen: one document, read by every part that needs a connection's facts.
import type { Connection } from '../../preload/contract/connections.ts';

/** A connection with what only main knows of it. */
export interface SavedConnection extends Connection {
  readonly extraCaPem: string | null;
}

export interface ConnectionBook {
  all(): readonly SavedConnection[];
  chosen(): string | null;
  /** Problem not-found when there is none. */
  find(id: string): SavedConnection;
  save(connection: SavedConnection): Promise<void>;
  remove(id: string): Promise<void>;
  choose(id: string | null): Promise<void>;
}
