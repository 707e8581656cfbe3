// The format of a secret in the keychain: account names, one entry, or chunks with a manifest.
import { createHash, randomBytes } from 'node:crypto';
import { z } from '../../preload/contract/schema.ts';
import { LARGEST_ENTRY, keychainTrouble } from './keychain.ts';

/** Raised when a change makes older programs misread an entry; part of every account name, so that versions never mix. */
const FORMAT = 1;
/** Larger than any key with its chain: a keychain is not for files. */
const LARGEST_TEXT = 512 * 1024;

const gen = z.string().regex(/^[0-9a-f]{16}$/);
const sum = {
  length: z.number().int().min(0),
  /** Over account, generation and text, so that a value of another name, or an incomplete one, is refused. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};
export const generation = z.object({
  gen,
  chunks: z
    .number()
    .int()
    .min(0)
    .max(LARGEST_TEXT / LARGEST_ENTRY),
});
/** One complete copy of a value in chunks, which are never written twice. */
export type Generation = z.infer<typeof generation>;

const sealedGeneration = generation.extend(sum);
export type SealedGeneration = z.infer<typeof sealedGeneration>;

const manifest = sealedGeneration.extend({
  steward: z.literal(FORMAT),
  /** The generation that it replaced; used when the newer one is damaged and the older one still exists. */
  previous: sealedGeneration.optional(),
});
export type Manifest = z.infer<typeof manifest>;

/** A value that fits its entry. */
const whole = z.object({
  steward: z.literal(FORMAT),
  gen,
  ...sum,
  value: z.string(),
  /** The chunks that it replaced, which may still exist. */
  previous: generation.optional(),
});
export type Whole = z.infer<typeof whole>;

/** The entry under the account of a name. */
export type Head = Manifest | Whole;

export const isWhole = (head: Head): head is Whole => 'value' in head;

/** Fixed names of Steward; every other name has a random id in it. */
export const FIXED_NAMES: readonly string[] = [
  'escrow/key',
  'journal-key',
  'journal-anchor',
  'copies',
  'form-drafts',
  'job-rows',
];

const hashOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 32);

/** A hash, so that the system's keychain program shows nothing of the name (SAR-10); it includes the folder's id (ATK-01). */
export const accountIn = (folder: string, name: string): string =>
  `v${String(FORMAT)}.${folder}.${hashOf(name)}`;

export const canaryIn = (folder: string): string => `v${String(FORMAT)}.${folder}.canary`;

export const chunkAccount = (account: string, generation: string, index: number) =>
  `${account}.${generation}.${String(index)}`;

export const newGeneration = () => randomBytes(8).toString('hex');

/** The value as ASCII: the library cuts at NUL (SAR-04). */
export function toText(value: string): string {
  if (!value.isWellFormed()) {
    throw keychainTrouble('refused', undefined, 'The value is not valid Unicode text.');
  }
  const text = Buffer.from(value, 'utf8').toString('base64');
  if (text.length > LARGEST_TEXT) throw keychainTrouble('too-large');
  return text;
}

export const fromText = (text: string) => Buffer.from(text, 'base64').toString('utf8');

/** Splits a text into chunks of one entry each: Windows takes 2560 bytes. */
export const toChunks = (text: string): string[] =>
  text.match(new RegExp(`.{1,${String(LARGEST_ENTRY)}}`, 'g')) ?? [];

const sumOf = (account: string, generation: string, text: string) =>
  createHash('sha256').update(`${account}\n${generation}\n${text}`).digest('hex');

/** Includes account and generation, so that chunks of another name or generation are refused. */
export function seal(
  account: string,
  generation: string,
  chunks: readonly string[],
): SealedGeneration {
  const text = chunks.join('');
  const sha256 = sumOf(account, generation, text);
  return { gen: generation, chunks: chunks.length, length: text.length, sha256 };
}

/** The value as one entry, or undefined when it is too large for that. */
export function writeWhole(
  account: string,
  text: string,
  previous: Generation | undefined,
): string | undefined {
  const generation = newGeneration();
  const head: Whole = {
    steward: FORMAT,
    gen: generation,
    length: text.length,
    sha256: sumOf(account, generation, text),
    value: text,
    ...(previous && { previous }),
  };
  const written = JSON.stringify(head);
  return written.length <= LARGEST_ENTRY ? written : undefined;
}

/** The text of a value in one entry; undefined when the entry is damaged. */
export function textOf(account: string, head: Whole): string | undefined {
  const fits =
    head.length === head.value.length && head.sha256 === sumOf(account, head.gen, head.value);
  return fits ? head.value : undefined;
}

export function writeManifest(now: SealedGeneration, previous: SealedGeneration | undefined) {
  const made: Manifest = { steward: FORMAT, ...now, ...(previous && { previous }) };
  return JSON.stringify(made);
}

/** Undefined when it is not an entry of Steward, or of another format. */
export function readHead(text: string): Head | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return whole.safeParse(value).data ?? manifest.safeParse(value).data;
  } catch {
    return undefined;
  }
}

export function isOfAnotherFormat(text: string): boolean {
  try {
    const found = JSON.parse(text) as { steward?: unknown } | null;
    return typeof found?.steward === 'number' && found.steward !== FORMAT;
  } catch {
    return false;
  }
}

/** Every generation of this head whose chunks may exist. */
export const generationsOf = (head: Head | undefined): Generation[] => {
  if (!head) return [];
  const named = isWhole(head) ? [head.previous] : [head, head.previous];
  return named.flatMap((one) => (one ? [bare(one)] : []));
};

export const bare = ({ gen: name, chunks }: Generation): Generation => ({ gen: name, chunks });
