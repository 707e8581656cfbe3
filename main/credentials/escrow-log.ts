// The escrow's records on disk: framed with length and CRC, torn tail cut, damage set aside, unknown version left alone (OTS-10).
import { crc32 } from 'node:zlib';
import { z } from '../../preload/contract/schema.ts';
import { Problem } from '../problem.ts';
import type { AppendFile } from '../storage/append-file.ts';

/** What an attempt is about; repeated in every record, so that one damaged record never hides an attempt. */
const facts = z.object({
  connection: z.string(),
  environment: z.enum(['production', 'test']),
  userName: z.string(),
  operation: z.enum(['create', 'rotateSecret']),
  job: z.string().nullable(),
  /** Where the escrow key and the secret go; `memory` ends with the session. */
  vault: z.enum(['system', 'memory']),
  session: z.string(),
});
export type Facts = z.infer<typeof facts>;

const record = z.object({
  id: z.string(),
  at: z.string(),
  step: z.enum([
    'intent', // written and synced before anything is sent
    'not-sent', // over: no byte of the call left this computer
    'refused', // over: the server surely did not act
    'answer', // the sealed answer
    'unclear', // the sealed answer is not what was asked for
    'unknown', // no usable answer came
    'stored', // the secret is in the vault
    'done', // the attempt ended; the secret waits for a person
    'kept', // a person lets it stay in the keychain
    'again', // a person will rotate again; the next stored attempt ends this one
    'renamed', // the user has another name now
    'closed', // nothing is owed any more; the vault may forget it
    'gone', // and has forgotten it
  ]),
  facts,
  /** base64 of the sealed answer, and which key opens it. */
  sealed: z.object({ key: z.string(), data: z.string() }).optional(),
});
export type EscrowRecord = z.infer<typeof record>;

const HEADER = Buffer.from('STWESCRO', 'latin1');
const VERSION = 1;
const START = HEADER.length + 2;
/** Not valid UTF-8, so that it occurs in no payload. */
const MARKER = Buffer.from([0xfe, 0xff, 0xc1, 0xe5]);
const FRAME = MARKER.length + 8;
const LARGEST = 4 * 1024 * 1024;

export type Contents =
  | { readonly state: 'unknown-version' }
  | {
      readonly state: 'readable';
      readonly records: readonly EscrowRecord[];
      /** Where the whole records end; what is behind was torn off by a crash. */
      readonly end: number;
      /** Something that once was whole is not any more. */
      readonly damaged: boolean;
    };

export const emptyLog = (): Buffer => {
  const version = Buffer.alloc(2);
  version.writeUInt16BE(VERSION);
  return Buffer.concat([HEADER, version]);
};

export function frame(value: EscrowRecord): Buffer {
  const payload = Buffer.from(JSON.stringify(value), 'utf8');
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(payload.length, 0);
  numbers.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([MARKER, numbers, payload]);
}

export function readLog(bytes: Buffer): Contents {
  const start = emptyLog();
  if (bytes.length < START && start.subarray(0, bytes.length).equals(bytes))
    return { state: 'readable', records: [], end: 0, damaged: false };
  const known = bytes.subarray(0, START).equals(start);
  const found = readRecords(bytes, known ? START : 0);
  if (known) return { state: 'readable', ...found };
  // A damaged beginning is not another version: our own records behind it prove that.
  const ours = bytes.length >= START && bytes.readUInt16BE(HEADER.length) === VERSION;
  if (ours && found.records.length > 0) return { state: 'readable', ...found, damaged: true };
  return { state: 'unknown-version' };
}

function readRecords(bytes: Buffer, from: number) {
  const records: EscrowRecord[] = [];
  let at = from;
  let end = from;
  let damaged = false;
  while (at < bytes.length) {
    const next = recordAt(bytes, at);
    if (next === 'broken') {
      const marker = bytes.indexOf(MARKER, at + 1);
      // A whole frame with a wrong sum is damage even at the end: a torn append is too short.
      damaged ||= isWholeFrame(bytes, at);
      if (marker < 0) break;
      at = marker;
      continue;
    }
    damaged ||= at !== end;
    records.push(next.value);
    at = next.end;
    end = at;
  }
  return { records, end, damaged };
}

function recordAt(bytes: Buffer, at: number): 'broken' | { value: EscrowRecord; end: number } {
  if (!isWholeFrame(bytes, at)) return 'broken';
  const end = at + FRAME + bytes.readUInt32BE(at + 4);
  const payload = bytes.subarray(at + FRAME, end);
  if (crc32(payload) !== bytes.readUInt32BE(at + 8)) return 'broken';
  try {
    const value = record.safeParse(JSON.parse(payload.toString('utf8')));
    return value.success ? { value: value.data, end } : 'broken';
  } catch {
    return 'broken';
  }
}

function isWholeFrame(bytes: Buffer, at: number): boolean {
  if (bytes.length < at + FRAME || bytes.compare(MARKER, 0, 4, at, at + 4) !== 0) return false;
  const length = bytes.readUInt32BE(at + 4);
  return length <= LARGEST && bytes.length >= at + FRAME + length;
}

/** The log of one process: reads once, appends in order. */
export interface EscrowLog {
  readonly records: readonly EscrowRecord[];
  /** Name of the file that damaged bytes were set aside in. */
  readonly setAside: string | undefined;
  /** On the disk, in this order and all together, when it resolves. */
  append(...values: readonly EscrowRecord[]): Promise<void>;
  /** Only these stay. Refused by the caller while anything is open. */
  rewrite(values: readonly EscrowRecord[]): Promise<void>;
  /** Throws when there is less than this free. */
  needRoom(bytes: number): Promise<void>;
  readonly size: number;
}

export const unknownVersion = () =>
  new Problem({
    kind: 'file',
    problem: 'damaged',
    message:
      'The file with one-time secrets was written by another version of Steward. It is left as it is; secrets cannot be made or rotated until that version has been used to finish them.',
  });

/** Cuts a torn tail, sets damaged bytes aside. Throws Problem file{damaged} for an unknown version and touches nothing. */
export async function openEscrowLog(file: AppendFile, now: () => Date): Promise<EscrowLog> {
  const bytes = await file.read();
  const contents = readLog(bytes);
  if (contents.state === 'unknown-version') throw unknownVersion();
  let setAside: string | undefined;
  if (contents.damaged) {
    setAside = await file.setAside(bytes, now());
    await file.replace(Buffer.concat([emptyLog(), ...contents.records.map(frame)]));
  } else if (bytes.length > contents.end) {
    await file.cut(contents.end);
  }
  const size = contents.damaged ? (await file.read()).length : contents.end;
  return writable(file, contents.records, size, setAside);
}

function writable(
  file: AppendFile,
  found: readonly EscrowRecord[],
  length: number,
  setAside: string | undefined,
): EscrowLog {
  let records = [...found];
  let size = length;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    get records() {
      return records;
    },
    get size() {
      return size;
    },
    setAside,
    append: (...values) =>
      inTurn(async () => {
        const bytes = Buffer.concat([...(size === 0 ? [emptyLog()] : []), ...values.map(frame)]);
        await file.append(bytes);
        size += bytes.length;
        records.push(...values);
      }),
    rewrite: (values) =>
      inTurn(async () => {
        const bytes = Buffer.concat([emptyLog(), ...values.map(frame)]);
        await file.replace(bytes);
        size = bytes.length;
        records = [...values];
      }),
    needRoom: (bytes) => needRoom(file, bytes),
  };
}

async function needRoom(file: AppendFile, bytes: number): Promise<void> {
  if ((await file.free()) >= bytes) return;
  throw new Problem({
    kind: 'file',
    problem: 'disk-full',
    message: 'The disk is too full to keep a new secret safely. Nothing was sent.',
  });
}
