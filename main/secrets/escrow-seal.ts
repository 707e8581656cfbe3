// Seals answers and vouches for records with the escrow key K, in the vault before anything is sent (OTS-01).
import { createHash, createHmac } from 'node:crypto';
import { constants, gunzipSync, inflateRawSync } from 'node:zlib';
import type { ExchangeResponse } from '../http/exchange.ts';
import { seal, unseal } from '../storage/sealed.ts';
import { type EscrowRecord, vouchedText } from './escrow-log.ts';
import type { Vault } from './vault.ts';
import { vaultKey } from './vault-key.ts';

type Sealed = NonNullable<EscrowRecord['sealed']>;

/** An answer as far as it was received, before gunzip. */
export interface KeptAnswer {
  readonly status: number;
  readonly encoding: string;
  /** False when the connection broke before the end. */
  readonly whole: boolean;
  readonly raw: Buffer;
}

export interface Sealer {
  /** Puts K into the vault and reads it back; from then on `seal` works without the keychain. */
  prepare(): Promise<void>;
  seal(id: string, answer: KeptAnswer): Sealed;
  /** Reads K when it is not in memory. False when there is none. Problem keychain{...} when the keychain cannot tell. */
  load(): Promise<boolean>;
  /** The record as K vouches for it; as it is while K is not in memory. */
  vouch(record: EscrowRecord): EscrowRecord;
  /** Whether a key that is in memory vouches for it. */
  isVouched(record: EscrowRecord): boolean;
  /** Undefined when its key is missing or the bytes are damaged. Problem keychain{...} when the keychain cannot tell. */
  open(id: string, sealed: Sealed): Promise<KeptAnswer | undefined>;
  /** Drops K from memory. */
  forget(): void;
}

const KEY = 'escrow/key';
/** What of K vouches for records: a key of its own, so that it seals nothing. */
const RECORDS = 'steward escrow records 1';
export const MOST_ANSWER_BYTES = 1024 * 1024;
const MOST_INFLATED_BYTES = 8 * 1024 * 1024;

/** `isUsed`: whether there are answers that only the present key opens. */
export function createSealer(vault: Vault, isUsed: () => boolean): Sealer {
  const keys = new Map<string, Buffer>();
  let current = '';

  const addKey = (key: Buffer) => {
    const name = createHash('sha256').update(key).digest('hex').slice(0, 16);
    keys.set(name, key);
    return name;
  };
  const load = async () => {
    const found = await vaultKey(vault, KEY, false);
    if (found) current = addKey(found);
    return found !== undefined;
  };
  const macOf = (record: EscrowRecord, name: string): EscrowRecord['mac'] => {
    const key = keys.get(name);
    if (!key) return undefined;
    const own = createHmac('sha256', key).update(RECORDS).digest();
    return { key: name, tag: createHmac('sha256', own).update(vouchedText(record)).digest('hex') };
  };
  return {
    async prepare() {
      current = addKey(await vaultKey(vault, KEY, true, async () => isUsed()));
    },
    load: async () => keys.has(current) || load(),
    vouch(record) {
      const mac = macOf(record, current);
      return mac ? { ...record, mac } : record;
    },
    isVouched: (record) =>
      record.mac !== undefined && macOf(record, record.mac.key)?.tag === record.mac.tag,
    seal(id, { raw, ...facts }) {
      const key = keys.get(current);
      if (!key) throw new Error('The escrow key was not prepared.');
      const head = Buffer.from(`${JSON.stringify(facts)}\n`, 'utf8');
      const bytes = Buffer.concat([head, raw.subarray(0, MOST_ANSWER_BYTES)]);
      return { key: current, data: seal(key, id, bytes).toString('base64') };
    },
    async open(id, sealed) {
      if (!keys.has(sealed.key)) await load();
      const key = keys.get(sealed.key);
      const bytes = key && unseal(key, id, Buffer.from(sealed.data, 'base64'));
      return bytes && readKept(bytes);
    },
    forget() {
      keys.clear();
      current = '';
    },
  };
}

function readKept(bytes: Buffer): KeptAnswer {
  const end = bytes.indexOf('\n');
  const facts = JSON.parse(bytes.subarray(0, end).toString('utf8')) as Omit<KeptAnswer, 'raw'>;
  return { ...facts, raw: bytes.subarray(end + 1) };
}

export function keptAnswer({ status, headers, raw, cut }: ExchangeResponse): KeptAnswer {
  return { status, encoding: headers['content-encoding'] ?? '', whole: cut !== true, raw };
}

/** The answer's content; the raw bytes when they cannot be inflated or their checksum is wrong. */
export function contentOf({ encoding, raw, whole }: KeptAnswer): Buffer {
  if (!/gzip/i.test(encoding)) return raw;
  // As much as there is of an incomplete answer.
  const finishFlush = whole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  try {
    return gunzipSync(raw, { maxOutputLength: MOST_INFLATED_BYTES, finishFlush });
  } catch {
    return raw;
  }
}

/**
 * The content for a person to read, also when its gzip checksum (RFC 1952) is wrong. The program never uses it: one changed
 * byte of a secret is another secret.
 */
export function legibleOf(answer: KeptAnswer): Buffer {
  const content = contentOf(answer);
  const { raw } = answer;
  if (content !== raw || raw[0] !== 0x1f || raw[1] !== 0x8b || raw[3] !== 0) return content;
  try {
    const limits = { maxOutputLength: MOST_INFLATED_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateRawSync(raw.subarray(10), limits);
  } catch {
    return raw;
  }
}
