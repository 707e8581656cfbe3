// A hand-over as one encrypted file: what comes out of it is the folder, and what is given up leaves nothing.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Decrypter } from 'age-encryption';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { writeArchive } from '../../../main/hand-over/archive.ts';
import { realDisk } from '../../../main/storage/disk.ts';
import { openSink } from '../../../main/storage/file-streams.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const PASSPHRASE = 'correct horse battery';
const LARGE = Buffer.alloc(3 * 1024 * 1024, 'Kari Steinvåg ');

function handedOver() {
  const folder = path.join(tempFolder(), 'Fjordtrafikk AS');
  mkdirSync(path.join(folder, 'messages'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>Hei på deg');
  writeFileSync(path.join(folder, 'messages/kart.pdf'), LARGE);
  return folder;
}

async function archive(folder: string, signal = new AbortController().signal) {
  const into = tempFolder();
  const target = path.join(into, 'hand-over.zip.age');
  const sink = await openSink(target, {}, realDisk);
  const steps: number[] = [];
  const report = ({ bytes }: { readonly bytes: number }) => void steps.push(bytes);
  const age = { workFactor: 8 };
  const written = writeArchive({ folder, passphrase: PASSPHRASE, sink, signal, report, age });
  return { into, target, steps, written };
}

it('holds every file of the folder, and nothing of it in the clear', async () => {
  const { target, steps, written } = await archive(handedOver());
  await written;
  const file = readFileSync(target);
  expect(file.includes('Steinvåg')).toBe(false);
  expect(file.includes('kart.pdf')).toBe(false);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(PASSPHRASE);
  const files = unzipSync(await decrypter.decrypt(file));
  expect(Object.keys(files).sort()).toEqual(['index.html', 'messages/kart.pdf']);
  expect(Buffer.from(files['messages/kart.pdf'] ?? []).equals(LARGE)).toBe(true);
  expect(steps.at(-1)).toBeGreaterThan(LARGE.length);
  expect(steps.length).toBeGreaterThan(5);
});

it('that is given up, or cannot be read, leaves no file', async () => {
  const ended = new AbortController();
  ended.abort(new Error('given up'));
  const given = await archive(handedOver(), ended.signal);
  await expect(given.written).rejects.toThrow('given up');
  expect(readdirSync(given.into)).toEqual([]);
  const nowhere = await archive(path.join(tempFolder(), 'gone'));
  await expect(nowhere.written).rejects.toMatchObject({
    failure: { kind: 'file', problem: 'not-found' },
  });
  expect(readdirSync(nowhere.into)).toEqual([]);
});
