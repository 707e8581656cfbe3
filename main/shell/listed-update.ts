// From a publisher's list, as electron-updater has parsed it, to the one file in it that is for this program.
import { z } from '../../preload/contract/schema.ts';
import { refusal } from '../updates/refusals.ts';
import type { PackageKind } from './package-kind.ts';
import type { ListedUpdate } from './shell.ts';

const listedFile = z.object({
  url: z.string(),
  sha512: z.string(),
  size: z.number().int().optional(),
});
type ListedFile = z.infer<typeof listedFile>;

const note = z.object({ version: z.string(), note: z.string().nullish() });
const list = z.object({
  version: z.string(),
  files: z.array(listedFile).min(1).max(20),
  releaseDate: z.union([z.string(), z.date()]).optional(),
  releaseNotes: z.union([z.string(), z.array(note).max(100)]).nullish(),
});

const ENDINGS: Readonly<Record<PackageKind, string>> = {
  ...{ nsis: '.exe', mac: '.zip', appimage: '.AppImage', deb: '.deb', rpm: '.rpm' },
};

/** Throws what zod throws where the list is none; Problem conflict{no-list} where it has no file for this program. */
export function listedUpdate(
  found: unknown,
  choose: (files: readonly ListedFile[]) => ListedFile | undefined,
): ListedUpdate {
  const { version, files, releaseDate, releaseNotes } = list.parse(found);
  const file = choose(files);
  if (file === undefined) throw refusal('no-list');
  return {
    ...{ version, file: file.url, bytes: file.size ?? null, sha512: file.sha512 },
    released: releaseDate instanceof Date ? releaseDate.toISOString() : (releaseDate ?? ''),
    notes: textOf(releaseNotes),
  };
}

function textOf(notes: z.infer<typeof list>['releaseNotes']): string {
  if (notes === null || notes === undefined) return '';
  if (typeof notes === 'string') return notes;
  return notes.map(({ version, note: text }) => `${version}\n${text ?? ''}`).join('\n\n');
}

/** As the library chooses: by ending, then by processor; a Mac that has files of its own processor takes no other. */
export function chosenFile(
  files: readonly ListedFile[],
  kind: PackageKind,
  arch: string,
): ListedFile | undefined {
  const ending = ENDINGS[kind].toLowerCase();
  const fitting = files.filter(({ url }) => url.toLowerCase().endsWith(ending));
  if (kind !== 'mac') return fitting.find(({ url }) => url.includes(arch)) ?? fitting[0];
  const own = fitting.filter(({ url }) => url.includes('arm64') === (arch === 'arm64'));
  return (own.length > 0 ? own : arch === 'arm64' ? fitting : [])[0];
}
