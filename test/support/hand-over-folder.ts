// A small hand-over as a folder: two lists, their pages, a message with a file, a manifest and sums.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HandOverManifest, PartManifest } from '../../main/hand-over/finish.ts';
import { link, linkTo, pageOf } from '../../main/hand-over/pages.ts';
import { toCsv } from '../../main/storage/csv.ts';

const MESSAGE = 'messages/2026-11-02 Brev å';
/** Of a name that stands otherwise in an address. */
export const ATTACHMENT = `${MESSAGE}/Vedtak & 'A' 100 %#1.pdf`;

const part = (of: Partial<PartManifest> & Pick<PartManifest, 'part'>): PartManifest => ({
  state: 'complete',
  since: null,
  why: '',
  readAs: 'Own connection',
  onPlatform: 2,
  here: 2,
  gone: 0,
  missing: [],
  tables: [],
  successors: [],
  ...of,
});

export const PARTS: readonly PartManifest[] = [
  part({ part: 'users', tables: [{ file: 'users/users.csv', workbook: null, rows: 2 }] }),
  part({
    part: 'messages',
    onPlatform: 1,
    here: 1,
    tables: [{ file: 'messages/messages.csv', workbook: null, rows: 1 }],
  }),
  part({ part: 'journal', state: 'not-read', onPlatform: null, here: 0 }),
];

const page = (...bodies: readonly string[]) =>
  pageOf({ locale: 'en', title: 'Page', body: bodies.join('\n') });

export type Files = Record<string, string | Buffer>;

/** By path within the folder, without manifest and sums. */
export const handOverFiles = (): Files => ({
  'index.html': page(
    link(linkTo('users/index.html', 0), 'Users'),
    link(linkTo('messages/index.html', 0), 'Messages'),
    link('manifest.json', 'Manifest'),
    link('SHA256SUMS', 'Sums'),
    link('#missing', 'Missing'),
    link('https://example.org/a?b#c', 'Elsewhere'),
    link('mailto:post@example.org', 'Somebody'),
    // Of a sender: no link, whatever it says.
    '<p>Write <b>a</b> href="nowhere.html" there.</p>',
  ),
  'users/index.html': page(link('../index.html', 'All'), link('users.csv', 'CSV')),
  // Rows with what ends a row elsewhere.
  'users/users.csv': toCsv([
    ['Name', 'Note'],
    ['Kari', 'says "no";\r\nand "yes"'],
    ['Ola', '\n'],
  ]),
  'messages/index.html': page(link(linkTo(`${MESSAGE}/message.html`, 1), 'Brev')),
  'messages/messages.csv': toCsv([['Subject'], ['Brev']], { complete: false }),
  [`${MESSAGE}/message.html`]: page(
    link('../../index.html', 'All'),
    link(linkTo(path.posix.basename(ATTACHMENT), 0), 'Vedtak'),
  ),
  [ATTACHMENT]: Buffer.alloc(300_000, 'pdf'),
});

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

export const manifestOf = (
  files: Files,
  changes: Partial<HandOverManifest> = {},
): HandOverManifest => ({
  format: 'steward-hand-over-1',
  program: 'Steward 0.0.0',
  environment: 'test',
  platform: 'https://platform.example/',
  organisation: { number: '910514318', name: 'Fjordtrafikk AS' },
  state: 'finished',
  begun: '2026-11-26T20:00:00.000Z',
  // In Norway the next day has begun.
  ended: '2026-11-26T23:30:00.000Z',
  complete: true,
  parts: [...PARTS],
  files: Object.keys(files).length,
  bytes: Object.values(files).reduce((sum, one) => sum + Buffer.byteLength(one), 0),
  ...changes,
});

export function put(root: string, within: string, content: string | Buffer): void {
  mkdirSync(path.join(root, path.dirname(within)), { recursive: true });
  writeFileSync(path.join(root, within), content);
}

/** Writes it as a run does at its end: files, manifest, and the sums of all of them. */
export function writeHandOver(
  root: string,
  {
    files = handOverFiles(),
    manifest = {},
  }: { readonly files?: Files; readonly manifest?: Partial<HandOverManifest> } = {},
): string {
  const all: Files = {
    ...files,
    'manifest.json': JSON.stringify(manifestOf(files, manifest)),
  };
  for (const [within, content] of Object.entries(all)) put(root, within, content);
  put(root, 'manifest.jsonl', '{"the run": "itself"}\n');
  put(root, '.unfinished/half.pdf', 'half');
  const lines = Object.entries(all).map(([within, content]) => `${sha256(content)}  ${within}\n`);
  put(root, 'SHA256SUMS', lines.join(''));
  return root;
}
