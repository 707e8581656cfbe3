// Reads the first section of the changelog: what is new in the newest version, for update lists and releases.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const file = path.join(root, 'build/guide/changelog.md');

/** Plain text, without the heading of the version: it is shown as it is. Throws when the first section is another version's. */
export function newestNotes(version, changelog = readFileSync(file, 'utf8')) {
  const [, newest = ''] = changelog.split(/^## /m);
  if (!newest.startsWith(`[${version}]`)) {
    throw new Error(`build/guide/changelog.md begins with another version than ${version}.`);
  }
  return newest
    .replace(/^.*\n/, '')
    .replaceAll(/^#+ /gm, '')
    .replaceAll('**', '')
    .replaceAll(/\n {2}(?=\S)/g, ' ')
    .trim();
}

if (process.argv[1] === import.meta.filename) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  process.stdout.write(`${newestNotes(version)}\n`);
}
