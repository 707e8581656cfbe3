// How one secret lies in the keychain: account names, chunks, and the manifest that says which generation counts.
import { createHash, randomBytes } from 'node:crypto';
import { z } from '../../preload/contract/schema.ts';
import { LARGEST_ENTRY, keychainTrouble } from './keychain.ts';

/** Raised when a change makes older programs misread an entry; part of every account name, so that versions never mix. */
export const FORMAT = 1;
/** More than any key with its chain; a keychain is no file store. */
const LARGEST_TEXT = 512 * 1024;

const generation = z.object({
  gen: z.string().regex(/^[0-9a-f]{16}$/),
  chunks: z
    .number()
    .int()
    .min(0)
    .max(LARGEST_TEXT / LARGEST_ENTRY),
});
/** One complete copy of a value: its chunks are never written twice. */
export type Generation = z.infer<typeof generation>;

const sealedGeneration = generation.extend({
  length: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SealedGeneration = z.infer<typeof sealedGeneration>;

const manifest = sealedGeneration.extend({
  steward: z.literal(FORMAT),
  /** What it replaced; tried when the newer one is damaged before the older one was taken away. */
  previous: sealedGeneration.optional(),
});
export type Manifest = z.infer<typeof manifest>;

/** What Steward knows of one name without asking the keychain; `vault.json` is a list of these. */
export const vaultEntry = z.object({
  name: z.string(),
  /** A manifest was seen in the keychain; without one the entry is a first attempt. */
  stored: z.boolean(),
  /** Its removal was begun. */
  removing: z.boolean(),
  /** Every generation of which chunks may be in the keychain, noted before the first chunk is written. */
  generations: z.array(generation),
});
export type VaultEntry = z.infer<typeof vaultEntry>;

/** Nothing of the name shows in the system's keychain program (SAR-10); the same name always gives the same account. */
export function accountOf(name: string): string {
  return `v${FORMAT}.${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

export const chunkAccount = (account: string, gen: string, index: number) =>
  `${account}.${gen}.${index}`;

export const newGeneration = () => randomBytes(8).toString('hex');

/** The value as ASCII pieces that fit one entry each; the library cuts at NUL (SAR-04) and Windows at 2560 bytes. */
export function toChunks(value: string): string[] {
  if (!value.isWellFormed()) {
    throw keychainTrouble('refused', undefined, 'The value is not valid Unicode text.');
  }
  const text = Buffer.from(value, 'utf8').toString('base64');
  if (text.length > LARGEST_TEXT) throw keychainTrouble('too-large');
  return text.match(new RegExp(`.{1,${LARGEST_ENTRY}}`, 'g')) ?? [];
}

export const fromChunks = (chunks: readonly string[]) =>
  Buffer.from(chunks.join(''), 'base64').toString('utf8');

/** Tied to account and generation, so that chunks of another name or generation never pass. */
export function seal(account: string, gen: string, chunks: readonly string[]): SealedGeneration {
  const text = chunks.join('');
  const sha256 = createHash('sha256').update(`${account}\n${gen}\n${text}`).digest('hex');
  return { gen, chunks: chunks.length, length: text.length, sha256 };
}

export function writeManifest(now: SealedGeneration, previous: SealedGeneration | undefined) {
  const whole: Manifest = { steward: FORMAT, ...now, ...(previous && { previous }) };
  return JSON.stringify(whole);
}

/** Undefined when it is not one of ours, or of a format we do not know. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
