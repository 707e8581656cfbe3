// What a backup says of itself: the shapes of its manifest and of its part of the keychain, and where they stand in it.
import { z } from '../../preload/contract/schema.ts';
import { placeOf } from '../storage/folder-places.ts';

/** The form of backups that this Steward makes, and the newest that it reads. */
export const BACKUP_FORM = 1;
/** Names within the file, which is a tar once it is decrypted. */
export const MANIFEST = 'manifest.json';
export const KEYCHAIN = 'keychain.json';
export const DATA = 'data/';
/** Larger ones were not made by Steward. */
export const MOST_MANIFEST = 64 * 1024 * 1024;
export const MOST_KEYCHAIN = 256 * 1024 * 1024;

const sum = z.object({
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Read in backups of other forms as well. */
export const anyManifest = z.object({
  steward: z.literal('backup'),
  /** Of the backup. */
  form: z.number().int().min(1),
  /** Of the data folder in it. */
  folderForm: z.number().int().min(1),
});

export const manifest = anyManifest.extend({
  program: z.string(),
  made: z.string(),
  counts: z.object({
    connections: z.number().int(),
    credentials: z.number().int(),
    secrets: z.number().int(),
    jobs: z.number().int(),
  }),
  /** What of the keychain is in it, and how many entries the keychain could not give. */
  keychain: sum.extend({ entries: z.number().int(), lost: z.number().int() }),
  files: z.array(sum.extend({ name: z.string().refine(isOfFolder) })),
});
export type BackupManifest = z.infer<typeof manifest>;

export const keychainPart = z.array(z.object({ name: z.string().min(1), value: z.string() }));

/** The vault's list and the form are made anew where a backup is brought back: they are about one folder's entries and its place. */
export const MADE_ANEW: readonly string[] = ['vault.log', 'format.json'];

/** Whether a file of this name, with `/` in it, is one that a backup has: nothing else is ever written (ATK-16). */
export function isOfFolder(name: string): boolean {
  const [first = '', ...rest] = name.split('/');
  if (MADE_ANEW.includes(first)) return false;
  const place = placeOf(first);
  if (place?.backedUp !== true || place.name !== first) return false;
  const isBelow = place.holds !== undefined;
  if (!isBelow) return rest.length === 0;
  return (
    rest.length > 0 &&
    place.holds?.test(rest[0] ?? '') === true &&
    rest.every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^\.+$/.test(part))
  );
}
