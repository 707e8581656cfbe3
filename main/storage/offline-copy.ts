// A copy of many documents on this computer: put in place whole or not at all, each document known by its hash.

/** Where a document stands and what is known of it without reading it. */
export interface KeptEntry {
  /** ISO instant at which the platform last gave it. */
  readonly at: string;
  /** Of its JSON text: 32 hexadecimal digits of SHA-256. */
  readonly hash: string;
  readonly bytes: number;
  /** What its owner wants to know without reading it; plain JSON. */
  readonly facts: unknown;
  /** When the version before it came; null where none is kept. */
  readonly before: string | null;
}
export interface KeptDocument {
  readonly value: unknown;
  readonly at: string;
}

/** The last copy that was put in place. */
export interface OfflineCopy {
  /** What its owner put down with it; null where there is no copy. */
  readonly head: unknown;
  keys(): Iterable<string>;
  entry(key: string): KeptEntry | undefined;
  /** Undefined where there is none, and where it is damaged: then it counts as damaged from now on. */
  read(key: string, was?: 'now' | 'before'): Promise<KeptDocument | undefined>;
  /** Bytes on the disk, of a run that rests too. */
  bytes(): Promise<number>;
  /** Keys whose documents were found damaged and are gone. */
  readonly damaged: readonly string[];
  /** Names of files that were set aside. */
  readonly setAside: readonly string[];
  /** Reads every document once; damaged files are set aside, what is whole of them is kept. */
  verify(signal: AbortSignal): Promise<void>;
  /** What a run that was neither committed nor abandoned was begun with; undefined where there is none. */
  readonly left: unknown;
  /** Drops a run that was left. One run at a time. */
  begin(about: unknown): Promise<CopyRun>;
  /** Goes on with the run that was left, with all that it had written down. */
  resume(): Promise<CopyRun>;
  /** Everything, the run too. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

/** A copy in the making. Nothing of it is seen in the copy before `commit`. Every method throws Problem file{...}. */
export interface CopyRun {
  readonly about: unknown;
  /** Of this run alone. */
  entry(key: string): KeptEntry | undefined;
  /** Of this run, else of the copy. */
  read(key: string): Promise<KeptDocument | undefined>;
  /** On the disk soon: what is lost by a kill is only put again. An unchanged document is not written again. */
  put(key: string, value: unknown, facts?: unknown): Promise<'new' | 'changed' | 'unchanged'>;
  /** Put down, so that it is listed; the version of the copy stays. */
  fail(key: string, why: unknown): Promise<void>;
  failures(): readonly { readonly key: string; readonly why: unknown }[];
  /** Keys that are new or other than in the copy. */
  changes(): readonly { readonly key: string; readonly how: 'new' | 'changed' }[];
  /** Puts the copy in place: what was put, and of the copy before whatever `keeps` says yes to. */
  commit(head: unknown, keeps: (key: string) => boolean): Promise<void>;
  /** All that was put is on the disk; the run can be resumed, also by another process. */
  rest(): Promise<void>;
  abandon(): Promise<void>;
}
