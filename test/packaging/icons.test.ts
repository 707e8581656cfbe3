// The committed icons are what build/mark.mjs draws, in the sizes that each system asks for.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { markFiles } from '../../build/mark.mjs';
import { root } from '../support/imports.ts';

const drawn = markFiles();
const committed = (name: string) => readFileSync(path.join(root, 'build', name));

it('every icon is as `node build/mark.mjs` writes it', () => {
  expect(
    readdirSync(path.join(root, 'build/icons'))
      .map((name) => `icons/${name}`)
      .sort(),
  ).toEqual([...drawn.keys()].filter((name) => name.startsWith('icons/')).sort());
  for (const [name, bytes] of drawn) {
    const same = pictures(committed(name)).equals(pictures(bytes));
    expect(same, `build/${name}: run node build/mark.mjs`).toBe(true);
  }
});

it('the systems find the sizes they ask for', () => {
  const icon = committed('icon.ico');
  const sizes = Array.from({ length: icon.readUInt16LE(4) }, (_, i) => icon[6 + 16 * i] || 256);
  expect(sizes).toEqual(expect.arrayContaining([16, 32, 48, 256]));
  const apple = committed('icon.icns');
  expect(apple.readUInt32BE(4)).toBe(apple.length);
  expect(widthOf(committed('icon.png'))).toBe(1024);
  for (const [name] of drawn) {
    const size = /^icons\/(\d+)x\1\.png$/.exec(name)?.[1];
    if (size !== undefined) expect(widthOf(committed(name))).toBe(Number(size));
  }
});

const widthOf = (png: Buffer) => png.readUInt32BE(16);

/** A file with the data of its PNGs unpacked: two versions of Node may compress the same picture differently. */
function pictures(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = bytes.indexOf('IDAT'); at >= 0; at = bytes.indexOf('IDAT', at + 4)) {
    parts.push(inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4))));
  }
  return parts.length > 0 ? Buffer.concat(parts) : bytes;
}
