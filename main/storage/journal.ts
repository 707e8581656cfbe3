// The journal of writes: append-only lines, hash-chained, the head anchored in the keychain.

export interface JournalEntry {
  readonly connection: string | null;
  readonly connectionName: string;
  readonly environment: 'production' | 'test' | 'none';
  readonly operation: string;
  readonly object: string;
}

export interface JournalLine extends JournalEntry {
  readonly number: number;
  readonly at: string;
  readonly who: string;
  /** Of a `begun` line none yet; the line that ends it carries the same `act`. */
  readonly outcome: 'begun' | 'done' | 'refused' | 'unknown';
  readonly detail: string;
  readonly act: string;
}

export interface JournalState {
  readonly state: 'whole' | 'damaged' | 'unanchored';
  readonly lines: number;
  readonly firstBadLine: number | null;
}

export interface Journal {
  /** Writes and syncs the intent; the answer ends it with an outcome. Problem file{...} means nothing was begun. */
  begin(
    entry: JournalEntry,
  ): Promise<{ end(outcome: 'done' | 'refused' | 'unknown', detail: string): Promise<void> }>;
  lines(): Promise<readonly JournalLine[]>;
  verify(): Promise<JournalState>;
}
