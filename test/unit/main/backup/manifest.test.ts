// Which files a backup may bring: those that a backup of the data folder has, and nothing beside or above it.
import { expect, it } from 'vitest';
import { isOfFolder } from '../../../../main/backup/manifest.ts';

it.each(['settings.json', 'journal.jsonl', `drafts/${'a'.repeat(32)}/b.draft`])('%s', (name) => {
  expect(isOfFolder(name)).toBe(true);
});

it.each([
  ...['../settings.json', '/etc/passwd', 'drafts/../../x', `drafts/${'a'.repeat(32)}/..`],
  ...['settings.json/x', 'settings.json.bad-1', 'drafts', 'drafts/mine', 'jobs\\..\\x'],
  // Made anew, or of this computer alone.
  ...['vault.log', 'format.json', 'steward.lock', 'parts.json', 'backups/1-2026', 'window/x'],
  ...['logs/steward.log', 'reference/aa', 'notes.txt', '', `drafts/${'a'.repeat(32)}/a b`],
])('not %s', (name) => {
  expect(isOfFolder(name)).toBe(false);
});
