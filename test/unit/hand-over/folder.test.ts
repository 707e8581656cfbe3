// The folder of a hand-over at its beginning: what may stand in it already.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { beginHandOver, openHandOver } from '../../../main/hand-over/folder.ts';
import { LINES } from '../../../main/messages/folder-lines.ts';
import { temporaryBeside } from '../../../main/storage/disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const head = {
  begun: '2026-11-29T09:00:00.000Z',
  environment: 'test' as const,
  platform: 'https://here.example',
  organisation: { number: '910514318', name: 'Fjordtrafikk AS' },
};
const needs = {
  now: () => new Date(),
  mark: async () => undefined,
  keyFor: async () => Buffer.alloc(32, 7).toString('base64url'),
};

it('begins where a kill has left no more than the half of its beginning, of which nothing stays', async () => {
  const root = tempFolder('steward-hand-over');
  writeFileSync(temporaryBeside(path.join(root, LINES)), '{"format":');
  await beginHandOver(root, head, needs.keyFor);
  const folder = await openHandOver(root, needs);
  await folder.tidy();
  expect(readdirSync(root)).toEqual([LINES]);
});

it('begins nowhere beside what is not its own', async () => {
  const root = tempFolder('steward-hand-over');
  writeFileSync(path.join(root, '.mine.tmp'), 'mine');
  await expect(beginHandOver(root, head, needs.keyFor)).rejects.toMatchObject({
    failure: { kind: 'conflict', field: 'folder' },
  });
  expect(readdirSync(root)).toEqual(['.mine.tmp']);
});
