// The file of the journal: what may be appended, when it counts as damaged, and how a new one replaces it.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  asideEnding,
  type Disk,
  errorCode,
  fileProblemOf,
  readOrdinaryFile,
  renamePatiently,
  syncFolder,
} from './disk.ts';
import {
  type Chain,
  type ChainLine,
  firstNotReached,
  type Head,
  readChain,
  readChainInSteps,
  sealLine,
  START,
} from './hash-chain.ts';
import type { Anchor, KnownHead } from './journal-anchor.ts';
import { givenLines } from './log-codecs.ts';
import { continueLog, isChanged, type LogFile, openAppendFile } from './log-file.ts';
import { serial } from '../serial.ts';
import type { StoreCheck } from './store-check.ts';

export type NewLine = Omit<ChainLine, 'number' | 'keyed'>;

export interface JournalState {
  readonly state: 'whole' | 'damaged' | 'unanchored';
  readonly lines: number;
  readonly firstBadLine: number | null;
  /** How many lines nobody vouches for. */
  readonly unconfirmed: number;
}

/** `confirmed`: the key vouches for it, or this process wrote it, or the journal had no key yet. */
export type ReadLine = ChainLine & { readonly confirmed: boolean };

export interface JournalFile {
  /** Reads and checks the file with what the keychain says now, and notes in it what was found and done about it. */
  open(): Promise<void>;
  /** Appends and syncs. Problem file{...}: then the line is not there. */
  append(line: NewLine): Promise<void>;
  lines(): readonly ReadLine[];
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

/** All that is known of the file; changed only by one step at a time. */
interface State {
  head: Head;
  lines: ChainLine[];
  damage: number | null;
  /** How many lines were there when this process opened the file; what is behind them it wrote itself. Undefined before. */
  found: number | undefined;
  /** The file as this process knows it; another length means that somebody else wrote or cut. */
  log: LogFile<string>;
}

export function createJournalFile(options: JournalFileOptions): JournalFile {
  const { anchor } = options;
  const file = path.join(options.folder, 'journal.jsonl');
  const log = logBehind(file, START, Buffer.alloc(0), options);
  const state: State = { head: START, lines: [], damage: null, found: undefined, log };
  const one = serial();
  const report = (): JournalState => ({
    state: state.damage !== null ? 'damaged' : isAnchored(state, anchor) ? 'whole' : 'unanchored',
    lines: state.lines.length,
    firstBadLine: state.damage,
    unconfirmed: unconfirmedIn(state).size,
  });
  return {
    open: () => one(() => openNow(file, state, options)),
    append: (line) => one(() => append(file, state, line, options)),
    lines() {
      const unconfirmed = unconfirmedIn(state);
      return state.lines.map((line) => ({ ...line, confirmed: !unconfirmed.has(line.number) }));
    },
    state: report,
    verify: () =>
      one(async () => {
        const { bad } = await verifyNow(file, state, options);
        if (bad !== null) state.damage ??= bad;
        return report();
      }),
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
    close: () => one(() => anchor.settle()),
  };
}

async function verifyNow(
  file: string,
  state: State,
  { anchor }: JournalFileOptions,
  signal?: AbortSignal,
): Promise<{ readonly bad: number | null; readonly lines: number }> {
  await anchor.settle();
  const { bytes, readable } = await readBytes(file);
  const chain = await readChainInSteps(bytes, anchor.key(), signal);
  const known = believed(await anchor.known(), chain);
  const bad = readable ? firstBad(chain, known, anchor, { ...state, bytes }) : 1;
  return { bad, lines: chain.lines.length };
}

function isAnchored({ lines }: State, anchor: Anchor): boolean {
  return anchor.key() !== undefined && anchor.holds() && lines.at(-1)?.keyed !== false;
}

async function openNow(file: string, state: State, options: JournalFileOptions): Promise<void> {
  const { anchor, note } = options;
  const { bytes, readable } = await readBytes(file);
  const chain = readChain(bytes, anchor.key());
  const known = await anchor.known();
  // Opened once more, when the keychain answers: nobody else may have written since.
  const written = state.found === undefined ? undefined : { ...state, bytes };
  const bad = readable ? firstBad(chain, believed(known, chain), anchor, written) : 1;
  if (anchor.keyIsMissing()) await anchor.makeKey();
  if (bad !== null) {
    await restart(file, state, bad, options);
    return;
  }
  state.head = chain.head;
  state.lines = [...chain.lines];
  state.found ??= chain.lines.length;
  state.log = logBehind(file, chain.head, bytes, options);
  await coverUnkeyed(file, state, options);
  if (chain.unfinished > 0) {
    // A kill in the middle of a write: its act was not begun, or its end is unknown. Nothing that was synced is cut.
    const cut = note(
      'journal.cut',
      `unfinished last line of ${String(chain.unfinished)} bytes`,
      '',
    );
    await append(file, state, cut, options);
  }
  if (known && !believed(known, chain)) {
    const what = 'the keychain remembered the end of another data folder’s record';
    await append(file, state, note('journal.anchored', what, ''), options);
  }
  if (state.head.count > 0) anchor.moveTo(state.head);
}

/** Lines are written behind this head, in place of what is unfinished behind it. None is read by its number. */
function logBehind(
  file: string,
  { bytes: end }: Head,
  bytes: Buffer,
  { disk }: JournalFileOptions,
): LogFile<string> {
  const appended = openAppendFile(file, { disk, foreign: 'refused', folderSync: 'tried' });
  return continueLog(appended, givenLines, { places: [], end, bytes });
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
  if (!options.anchor.key() || state.lines.at(-1)?.keyed !== false) return;
  const end = lastKeyed(state.lines);
  const unconfirmed = [...unconfirmedIn(state)].filter((number) => number > end);
  const loose = state.lines.length - end - unconfirmed.length;
  const [first] = unconfirmed;
  if (first !== undefined) {
    const which = `lines ${String(first)} to ${String(unconfirmed.at(-1))}`;
    await write(file, state, options.note(UNCONFIRMED, which, ''), options);
  }
  if (loose === 0) return;
  const what = `${String(loose)} lines written without a keychain`;
  await write(file, state, options.note('journal.anchored', what, ''), options);
}

/** A keyed line of this operation names those before it that nobody vouches for: `lines 5 to 8`. */
const UNCONFIRMED = 'journal.unconfirmed';

/** The number of the last line that has a key; 0 where none has. */
const lastKeyed = (lines: readonly ChainLine[]) =>
  lines.findLast((line) => line.keyed)?.number ?? 0;

/** Lines without a key in a journal that has one: named as such by a keyed line, or at the end and not of this process. */
function unconfirmedIn({ lines, found = 0 }: Pick<State, 'lines' | 'found'>): ReadonlySet<number> {
  const end = lastKeyed(lines);
  const numbers = new Set<number>();
  if (end === 0) return numbers;
  for (const { keyed, operation, object } of lines) {
    const [, from, to] = /^lines (\d+) to (\d+)$/.exec(object) ?? [];
    if (!keyed || operation !== UNCONFIRMED) continue;
    for (let number = Number(from); number <= Number(to); number++) numbers.add(number);
  }
  for (let number = end + 1; number <= found; number++) numbers.add(number);
  return numbers;
}

/**
 * What the keychain says of the end. All data folders once wrote it under one name: taken over from there, it counts only
 * when this journal has been there (ATK-01); each line has its own keyed sum besides.
 */
function believed(known: KnownHead | undefined, chain: Chain): KnownHead | undefined {
  const isOthers = known?.mayBeAnothers && firstNotReached(chain, known) !== null;
  return isOthers ? undefined : known;
}

/** The first line that is not as it was written, by the chain, by the keychain and by what this process wrote itself. */
function firstBad(
  chain: Chain,
  known: KnownHead | undefined,
  anchor: Anchor,
  written?: Pick<State, 'head' | 'log'> & { readonly bytes: Buffer },
): number | null {
  if (chain.firstBad !== null) return chain.firstBad;
  // Keyed lines and a keychain that answers without the key: nothing in them can be relied upon any more.
  const keyed = chain.lines.find((line) => line.keyed);
  if (anchor.keyIsMissing() && keyed) return keyed.number;
  for (const head of [known, written?.head]) {
    const bad = head ? firstNotReached(chain, head) : null;
    if (bad !== null) return bad;
  }
  if (!written) return null;
  const { head, log, bytes } = written;
  return log.isLeftover(bytes.subarray(head.bytes)) ? null : head.count + 1;
}

/** Keeps the damaged file under another name and begins a new one that says so in its first line (AUD-05). */
async function restart(
  file: string,
  state: State,
  bad: number,
  options: JournalFileOptions,
): Promise<string | undefined> {
  const { bytes, readable } = await readBytes(file);
  const aside = file + asideEnding(options.now());
  const empty = readable && bytes.length === 0;
  if (empty) await rm(file, { force: true });
  else
    await renamePatiently(file, aside, options.disk).catch((error: unknown) => {
      throw fileProblemOf(error);
    });
  await syncFolder(options.folder, options.disk).catch(() => undefined);
  const sum = createHash('sha256').update(bytes).digest('hex');
  const detail = `first bad line ${String(bad)}, SHA-256 of the file ${sum}`;
  state.damage = bad;
  state.head = START;
  state.lines = [];
  state.found = 0;
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
  state.lines.push(next.full);
  options.anchor.moveTo(state.head);
}

async function firstChanged(
  file: string,
  state: State,
  { anchor }: JournalFileOptions,
): Promise<number> {
  const { bytes } = await readBytes(file);
  const chain = readChain(bytes, anchor.key());
  return firstBad(chain, undefined, anchor, { ...state, bytes }) ?? state.head.count + 1;
}

async function readBytes(file: string): Promise<{ bytes: Buffer; readable: boolean }> {
  try {
    return { bytes: await readOrdinaryFile(file), readable: true };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { bytes: Buffer.alloc(0), readable: true };
    if (errorCode(error) === 'EISDIR') return { bytes: Buffer.alloc(0), readable: false };
    throw fileProblemOf(error);
  }
}
