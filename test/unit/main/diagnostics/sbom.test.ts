// The bill of materials as main reads it: installed files that may be missing, damaged or wrong.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSbom } from '../../../../main/diagnostics/sbom.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const BILL = 'bill-of-materials.cdx.json';
const LIBRARY = { name: 'zod', version: '4.6.7', licence: 'MIT', notice: 'MIT License' };

function inFolder(files: Readonly<Record<string, string>>) {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return createSbom({ folder });
}
const damaged = { failure: { kind: 'file', problem: 'damaged' } };

describe('what is inside this build', () => {
  it('is what the notices say, without fields that nobody asked for', async () => {
    const text = JSON.stringify([{ ...LIBRARY, more: true }]);
    expect(await inFolder({ 'notices.json': text }).components()).toEqual([LIBRARY]);
  });

  it('is empty in a copy that was never built, which has no bill either', async () => {
    for (const folder of [tempFolder(), path.join(tempFolder(), 'nowhere')]) {
      const nothing = createSbom({ folder });
      expect(await nothing.components()).toEqual([]);
      await expect(nothing.bill()).rejects.toMatchObject({ failure: { kind: 'not-found' } });
    }
  });

  it.each([
    ['no JSON', '[{'],
    ['no list', '{}'],
    ['a library without a version', '[{"name":"a","licence":"MIT","notice":""}]'],
  ])('is a damaged file where the notices are %s', async (_what, text) => {
    await expect(inFolder({ 'notices.json': text }).components()).rejects.toMatchObject(damaged);
  });

  it('PAR-01 is not read where it is larger than anything that was made with a build', async () => {
    const large = `[${' '.repeat(8 * 1024 * 1024)}]`;
    const read = inFolder({ 'notices.json': large, [BILL]: large });
    await expect(read.components()).rejects.toMatchObject(damaged);
    await expect(read.bill()).rejects.toMatchObject(damaged);
  });

  it('saves the bill of materials byte by byte, and nothing that is none', async () => {
    const text = '{ "bomFormat":"CycloneDX",\n "specVersion":"1.6", "components":[] }\n';
    expect(Buffer.from(await inFolder({ [BILL]: text }).bill()).toString()).toBe(text);
    await expect(inFolder({ [BILL]: '{"bomFormat":"SPDX"}' }).bill()).rejects.toMatchObject(
      damaged,
    );
  });

  it('is a damaged installation where a folder stands in its place', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'notices.json'));
    await expect(createSbom({ folder }).components()).rejects.toMatchObject(damaged);
  });
});
