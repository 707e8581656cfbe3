// Where half files of ours may lie: what a killed program left of them is taken away at the next start (ATK-31).
import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from '../../preload/contract/schema.ts';
import type { Documents } from './documents.ts';

export interface Parts {
  /** A free path for a half file in this folder, noted before it is used. Problem file{...}. */
  in(folder: string): Promise<string>;
}

const noted = z.object({
  /** In the name of every part of this data folder: another program's parts, perhaps in use, are left alone. */
  mark: z.string().regex(/^[0-9a-f]{8}$/),
  folders: z.array(z.string()),
});

/** More folders than a person saves into between two starts; the oldest are forgotten. */
const MOST_FOLDERS = 200;

const nameOf = (mark: string) => `steward-${mark}${randomBytes(4).toString('hex')}.part`;

/** For folders that whoever uses them clears. */
export const unnotedParts: Parts = {
  in: async (folder) => path.join(folder, nameOf(randomBytes(4).toString('hex'))),
};

/** Takes away what is left of the time before. */
export async function openParts(documents: Pick<Documents, 'open'>): Promise<Parts> {
  const mark = randomBytes(4).toString('hex');
  const document = await documents.open('parts', noted, { mark, folders: [] });
  const before = document.value();
  for (const folder of before.folders) await sweep(folder, before.mark);
  if (before.folders.length > 0) await document.change((now) => ({ ...now, folders: [] }));
  return {
    async in(folder) {
      if (!document.value().folders.includes(folder))
        await document.change((now) => ({
          ...now,
          folders: [...now.folders, folder].slice(-MOST_FOLDERS),
        }));
      return path.join(folder, nameOf(document.value().mark));
    },
  };
}

/** What cannot be removed is left: it is half, and harms nothing. */
async function sweep(folder: string, mark: string): Promise<void> {
  const ours = new RegExp(`^steward-${mark}[0-9a-f]{8}\\.part$`);
  const isFolder = await lstat(folder).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  const names = isFolder ? await readdir(folder).catch(() => []) : [];
  for (const name of names)
    if (ours.test(name)) await rm(path.join(folder, name), { force: true }).catch(() => undefined);
}
