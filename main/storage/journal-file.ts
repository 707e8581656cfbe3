// The file of the journal: what may be appended, when it counts as damaged, and how a new one replaces it.
import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  asideEnding,
  type Disk,
  errorCode,
  fileProblemOf,
  fileTrouble,
  readInPieces,
  readPiecesBack,
  renamePatiently,
  syncFolder,
} from './disk.ts';
import {
  type Chain,
  type ChainLine,
  firstNotReached,
  type Head,
  type ChainReading,
  readBackwards,
  readChain,
  sealLine,
  START,
} from './hash-chain.ts';
import type { Anchor, KnownHead } from './journal-anchor.ts';
import { JournalTally, UNCONFIRMED } from './journal-tally.ts';
import { givenLines } from './log-codecs.ts';
import { continueLog, isChanged, type LogFile, openAppendFile } from './log-file.ts';
import { serial } from '../serial.ts';
import type { StoreCheck } from './store-check.ts';

export type NewLine = Omit<ChainLine, 'number' | 'keyed'>;

/** `confirmed`: the key vouches for it, or this process wrote it, or the journal had no key yet. */
export type ReadLine = ChainLine & { readonly confirmed: boolean };

export interface JournalState {
  readonly state: 'whole' | 'damaged' | 'unanchored';
  readonly lines: number;
  readonly firstBadLine: number | null;
  /** How many lines nobody vouches for. */
  readonly unconfirmed: number;
}

export interface JournalFile {
  /** Reads and checks the file with what the keychain says now, and notes in it what was found and done about it. */
  open(): Promise<void>;
  /** Whether reading it takes so long that the start does not wait for it. */
  isLong(): Promise<boolean>;
  /** Appends and syncs. Problem file{...}: then the line is not there. */
  append(line: NewLine): Promise<void>;
  /** As they are where somebody vouches for them, the newest first, a piece of the file at a time. Problem file{changed-meanwhile}. */
  newest(signal?: AbortSignal): AsyncGenerator<readonly ReadLine[]>;
  /** How many lines there are but for intents that have an end. */
  acts(): number;
  openIntents(): readonly ChainLine[];
  state(): JournalState;
  verify(): Promise<JournalState>;
  /** The same; a damaged file is kept beside a new one, as at the start. */
  check(run: StoreCheck): Promise<void>;
  close(): Promise<void>;
}

export interface JournalFileOptions {
  readonly folder: string;
  readonly anchor: Anchor;
  readonly now: () => Date;
  readonly disk: Disk;
  /** A line by Steward itself about its journal. */
  readonly note: (operation: string, object: string, detail: string) => NewLine;
}

/** Bytes: some 10 000 lines, which take a tenth of a second. */
const LONG = 5 * 1024 * 1024;

/** All that is known of the file; changed only by one step at a time. */
interface State {
  head: Head;
  tally: JournalTally;
  damage: number | null;
  /** The file as this process knows it; another length means that somebody else wrote or cut. */
  log: LogFile<string>;
}

export function createJournalFile(options: JournalFileOptions): JournalFile {
  const { anchor } = options;
  const file = path.join(options.folder, 'journal.jsonl');
  const log = logBehind(file, START, Buffer.alloc(0), options);
  const state: State = {
    head: START,
    tally: new JournalTally(),
    damage: null,
    log,
  };
  const one = serial();
  const closed = new AbortController();
  const report = (): JournalState => ({
    state: state.damage !== null ? 'damaged' : isAnchored(state, anchor) ? 'whole' : 'unanchored',
    lines: state.head.count,
    firstBadLine: state.damage,
    unconfirmed: state.tally.unconfirmed(),
  });
  const verify = () =>
    one(async () => {
      const { bad } = await verifyNow(file, state, options);
      if (bad !== null) state.damage ??= bad;
      return report();
    });
  return {
    open: () => one(() => openNow(file, state, options, closed.signal)),
    isLong: () =>
      stat(file).then(
        ({ size }) => size > LONG,
        () => false,
      ),
    append: (line) => one(() => append(file, state, line, options)),
    async *newest(signal) {
      const { head, tally } = state;
      if (head.count === 0) return;
      try {
        const pieces = readPiecesBack(file, head.bytes);
        for await (const lines of readBackwards(pieces, head, signal))
          yield lines.map((line) => ({ ...line, confirmed: !tally.isUnconfirmed(line.number) }));
      } catch (error) {
        if (signal?.aborted === true) throw error;
        // What is not there as it was written is damage, and verifying tells where it begins.
        await verify();
        throw isNoFile(error) ? fileTrouble('changed-meanwhile', error) : fileProblemOf(error);
      }
    },
    acts: () => state.head.count - state.tally.hidden(),
    openIntents: () => state.tally.openIntents(),
    state: report,
    verify,
    check: (run) =>
      one(async () => {
        const { bad, lines } = await verifyNow(file, state, options, run.signal);
        run.read(lines);
        if (bad === null) return;
        state.damage ??= bad;
        // The new file says so itself, in its first line.
        const found = { kind: 'damaged', what: path.basename(file) } as const;
        await run.repair(found, () => restart(file, state, bad, options), { notesItself: true });
      }),
    close() {
      // A start that still reads it stops there: it has changed nothing yet.
      closed.abort();
      return one(() => anchor.settle());
    },
  };
}

async function verifyNow(
  file: string,
  state: State,
  { anchor }: JournalFileOptions,
  signal?: AbortSignal,
): Promise<{ readonly bad: number | null; readonly lines: number }> {
  await anchor.settle();
  const { readable, ...read } = await checkChain(file, anchor, { written: state, signal });
  const bad = readable ? firstBad(read, anchor, state) : 1;
  return { bad, lines: read.chain.head.count };
}

/** What stands in the file, and what is known of it from elsewhere. */
interface Found {
  readonly chain: Chain;
  /** What the keychain says of the end. */
  readonly known: KnownHead | undefined;
  /** What is behind the end that this process knows of, as far as a write of its own could reach. */
  readonly behind: Buffer;
}

interface Checking extends Pick<ChainReading, 'visit' | 'signal'> {
  readonly written?: Pick<State, 'head'> | undefined;
}

async function checkChain(
  file: string,
  anchor: Anchor,
  { written, ...how }: Checking,
): Promise<Found & { readonly readable: boolean }> {
  const known = await anchor.known();
  const hashesOf = [known, written?.head].flatMap((head) => head?.count ?? []);
  const reading = { key: anchor.key(), hashesOf, ...how };
  try {
    const chain = await readChain(readInPieces(file), reading);
    const behind = written ? await readBehind(file, written.head.bytes) : NOTHING;
    return { chain, known, behind, readable: true };
  } catch (error) {
    if (!isNoFile(error)) throw fileProblemOf(error);
    const chain = await readChain([], reading);
    const readable = errorCode(error) === 'ENOENT';
    return { chain, known, behind: NOTHING, readable };
  }
}

/** Nothing is there, or a folder. */
const isNoFile = (error: unknown) => ['ENOENT', 'EISDIR'].includes(errorCode(error) ?? '');

const NOTHING = Buffer.alloc(0);

async function readBehind(file: string, from: number): Promise<Buffer> {
  for await (const piece of readInPieces(file, from)) return piece;
  return NOTHING;
}

function isAnchored({ head, tally }: State, anchor: Anchor): boolean {
  return anchor.key() !== undefined && anchor.holds() && tally.lastKeyed === head.count;
}

async function openNow(
  file: string,
  state: State,
  options: JournalFileOptions,
  signal: AbortSignal,
): Promise<void> {
  const { anchor, note } = options;
  // Opened once more, when the keychain answers: nobody else may have written since.
  const { found } = state.tally;
  const written = found === undefined ? undefined : state;
  const tally = new JournalTally(found);
  const visit = (line: ChainLine) => {
    tally.add(line);
  };
  const { readable, ...read } = await checkChain(file, anchor, { written, visit, signal });
  const { chain } = read;
  const bad = readable ? firstBad(read, anchor, written) : 1;
  if (anchor.keyIsMissing()) await anchor.makeKey();
  if (bad !== null) {
    await restart(file, state, bad, options);
    return;
  }
  state.head = chain.head;
  tally.found ??= chain.head.count;
  state.tally = tally;
  state.log = logBehind(file, chain.head, chain.unfinished, options);
  await coverUnkeyed(file, state, options);
  if (chain.unfinished.length > 0) {
    // A kill in the middle of a write: its act was not begun, or its end is unknown. Nothing that was synced is cut.
    const cut = note(
      'journal.cut',
      `unfinished last line of ${String(chain.unfinished.length)} bytes`,
      '',
    );
    await append(file, state, cut, options);
  }
  if (state.head.count > 0) anchor.moveTo(state.head);
}

/** Lines are written behind this head, in place of what is unfinished behind it. None is read by its number. */
function logBehind(
  file: string,
  { bytes: end }: Head,
  behind: Buffer,
  { disk }: JournalFileOptions,
): LogFile<string> {
  const appended = openAppendFile(file, { disk, foreign: 'refused', folderSync: 'tried' });
  return continueLog(appended, givenLines, { places: [], end, behind });
}

/**
 * Keyed lines that say what the unkeyed ones at the end are. Those of this process, and those of a journal that had no key yet, are taken
 * in. Any others may be of a session without a keychain, or of anybody who can write to the folder: they stay unconfirmed (ATK-12).
 */
async function coverUnkeyed(
  file: string,
  state: State,
  options: JournalFileOptions,
): Promise<void> {
  const { lastKeyed: end, found = 0 } = state.tally;
  if (!options.anchor.key() || end === state.head.count) return;
  const first = end + 1;
  const unconfirmed = end === 0 ? 0 : Math.max(0, found - end);
  const loose = state.head.count - end - unconfirmed;
  if (unconfirmed > 0) {
    const which = `lines ${String(first)} to ${String(found)}`;
    await write(file, state, options.note(UNCONFIRMED, which, ''), options);
  }
  if (loose === 0) return;
  const what = `${String(loose)} lines written without a keychain`;
  await write(file, state, options.note('journal.anchored', what, ''), options);
}

/** The first line that is not as it was written, by the chain, by the keychain and by what this process wrote itself. */
function firstBad(
  { chain, known, behind }: Found,
  anchor: Anchor,
  written?: Pick<State, 'head' | 'log'>,
): number | null {
  if (chain.firstBad !== null) return chain.firstBad;
  // Keyed lines and a keychain that answers without the key: nothing in them can be relied upon any more.
  if (anchor.keyIsMissing() && chain.firstKeyed !== null) return chain.firstKeyed;
  for (const head of [known, written?.head]) {
    const bad = head ? firstNotReached(chain, head) : null;
    if (bad !== null) return bad;
  }
  if (!written) return null;
  return written.log.isLeftover(behind) ? null : written.head.count + 1;
}

/** Keeps the damaged file under another name and begins a new one that says so in its first line (AUD-05). */
async function restart(
  file: string,
  state: State,
  bad: number,
  options: JournalFileOptions,
): Promise<string | undefined> {
  const { length, sum } = await sumOf(file);
  const aside = file + asideEnding(options.now());
  const empty = length === 0;
  if (empty) await rm(file, { force: true });
  else
    await renamePatiently(file, aside, options.disk).catch((error: unknown) => {
      throw fileProblemOf(error);
    });
  await syncFolder(options.folder, options.disk).catch(() => undefined);
  const detail = `first bad line ${String(bad)}, SHA-256 of the file ${sum}`;
  state.damage = bad;
  state.head = START;
  state.tally = new JournalTally(0);
  state.log = logBehind(file, START, Buffer.alloc(0), options);
  const what = empty ? 'the file was gone' : `old file ${path.basename(aside)}`;
  await write(file, state, options.note('journal.restarted', what, detail), options);
  await options.anchor.settle();
  return empty ? undefined : path.basename(aside);
}

/** A keyed line vouches for all before it that no other one names, so that these are named first. */
async function append(
  file: string,
  state: State,
  line: NewLine,
  options: JournalFileOptions,
): Promise<void> {
  await coverUnkeyed(file, state, options);
  await write(file, state, line, options);
}

async function write(
  file: string,
  state: State,
  line: NewLine,
  options: JournalFileOptions,
): Promise<void> {
  const seal = () => {
    const key = options.anchor.key();
    const full = { number: state.head.count + 1, ...line, keyed: key !== undefined };
    return { sealed: sealLine(state.head, full, key), full };
  };
  let next = seal();
  try {
    await state.log.append([next.sealed.text]);
  } catch (error) {
    if (!isChanged(error)) throw error;
    await restart(file, state, await firstChanged(file, state, options), options);
    next = seal();
    await state.log.append([next.sealed.text]);
  }
  state.head = next.sealed.head;
  state.tally.add(next.full);
  options.anchor.moveTo(state.head);
}

async function firstChanged(
  file: string,
  state: State,
  { anchor }: JournalFileOptions,
): Promise<number> {
  const { readable, ...read } = await checkChain(file, anchor, { written: state });
  const bad = readable ? firstBad({ ...read, known: undefined }, anchor, state) : null;
  return bad ?? state.head.count + 1;
}

/** Of a folder in the file's place nothing is read, and it is not empty. */
async function sumOf(file: string): Promise<{ readonly length: number; readonly sum: string }> {
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const piece of readInPieces(file)) {
      hash.update(piece);
      length += piece.length;
    }
  } catch (error) {
    if (errorCode(error) === 'EISDIR') length = Infinity;
    else if (errorCode(error) !== 'ENOENT') throw fileProblemOf(error);
  }
  return { length, sum: hash.digest('hex') };
}
