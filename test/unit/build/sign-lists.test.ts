// Signing the update lists of a release: only lists whose files are there and whole, in the form the program accepts.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serializeToYaml } from 'builder-util';
import { describe, expect, it } from 'vitest';
import { makeKey, nameKeyFile, signLists } from '../../../build/sign-lists.mjs';
import { readSignature } from '../../../main/updates/list-signature.ts';
import { root } from '../../support/imports.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { listOf, type Published } from '../../support/update-desk.ts';

async function release(published: Partial<Published> = {}) {
  const folder = tempFolder('steward-packages');
  const content = Buffer.from('a package');
  const put = (name: string, bytes: string | Buffer) => {
    writeFileSync(path.join(folder, name), bytes);
  };
  put('Steward-1.5.0.deb', content);
  put('latest-linux.yml', listOf({ version: '1.5.0', content, ...published }));
  const keyFile = path.join(tempFolder(), 'publisher.pem');
  const rootFile = path.join(tempFolder(), 'root.pem');
  const publicFile = await makeKey(keyFile);
  const rootPublic = readFileSync(await makeKey(rootFile), 'utf8');
  await nameKeyFile({ rootFile, publicFile });
  const isSigned = (name = 'latest-linux.yml') => existsSync(path.join(folder, `${name}.sig`));
  return { folder, content, put, keyFile, publicFile, rootFile, rootPublic, isSigned };
}

describe('UPD-04 signing the lists of a release', () => {
  it('makes signatures that the program takes, for that list and no other', async () => {
    const { folder, keyFile, rootPublic, put, content } = await release();
    put('latest-mac.yml', listOf({ version: '1.5.0', content }));
    expect(await signLists({ keyFile, folder })).toEqual(['latest-linux.yml', 'latest-mac.yml']);
    const name = 'latest-linux.yml';
    const list = readFileSync(path.join(folder, name));
    const signature = readFileSync(path.join(folder, `${name}.sig`), 'latin1');
    const why = (asked: Parameters<typeof readSignature>[0]) =>
      readSignature(asked, signature, rootPublic, new Date()).why;
    expect(why({ name, list })).toBeUndefined();
    expect(why({ name: 'latest-mac.yml', list })).toBe('signature');
    expect(why({ name, list: list.subarray(1) })).toBe('signature');
  });

  it('signs the lists of every channel, as the packager writes them, words for people and all', async () => {
    const { folder, keyFile, put, content } = await release();
    const sha512 = createHash('sha512').update(content).digest('base64');
    const file = 'Steward-1.5.0.deb';
    const written = serializeToYaml({
      version: '1.5.0',
      files: [{ url: file, sha512, size: content.length, blockMapSize: 3 }],
      ...{ path: file, sha512, releaseDate: '2030-02-28T09:00:00.000Z' },
      releaseNotes: 'Better.\nfiles: none\n\n- "and" more',
    });
    put('beta-linux-arm64.yml', written);
    put('alpha.yml', written);
    put('notes.yml', 'not a list');
    expect(await signLists({ keyFile, folder })).toEqual([
      ...['alpha.yml', 'beta-linux-arm64.yml', 'latest-linux.yml'],
    ]);
  });

  it('takes nothing else for a list', async () => {
    const { folder, keyFile, put, content } = await release();
    const list = listOf({ version: '1.5.0', content });
    for (const wrong of [
      list.replace('version: 1.5.0', 'version: *x'),
      `${list}\nversion: 1.5.1\n`,
      list.replace('    size', '\tsize'),
      list.replace('  - url', '    url'),
    ]) {
      put('latest-linux.yml', wrong);
      await expect(signLists({ keyFile, folder })).rejects.toThrow('latest-linux.yml');
    }
  });

  it('needs no library: the job that has the key installs none', () => {
    const text = readFileSync(path.join(root, 'build/sign-lists.mjs'), 'utf8');
    const imported = [...text.matchAll(/(?:\bfrom|\bimport\()\s*'([^']+)'/g)].map(
      ([, name]) => name,
    );
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  });

  it('makes a key that only its owner reads, and never over another', async () => {
    const { keyFile, publicFile } = await release();
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(keyFile, 'utf8')).toContain('PRIVATE KEY');
    expect(readFileSync(publicFile, 'utf8')).toContain('PUBLIC KEY');
    await expect(makeKey(keyFile)).rejects.toThrow('EEXIST');
  });

  it('does not sign with a key that others may read, or that is of another kind', async () => {
    const { folder, keyFile, isSigned } = await release();
    chmodSync(keyFile, 0o640);
    await expect(signLists({ keyFile, folder })).rejects.toThrow('Others may read');
    chmodSync(keyFile, 0o600);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await expect(signLists({ keyFile, folder })).rejects.toThrow('no Ed25519 key');
    expect(isSigned()).toBe(false);
  });

  it('ATK-11 does not sign with a key that no root has named, or only another, or whose term has ended', async () => {
    const { folder, keyFile, publicFile, rootFile, isSigned } = await release();
    const named = readFileSync(`${keyFile}.named`, 'utf8');
    const later = new Date(Date.now() + 401 * 24 * 3600_000);
    await expect(signLists({ keyFile, folder, now: later })).rejects.toThrow('has ended');
    writeFileSync(`${keyFile}.named`, named.replace(/key ..../, 'key AAAA'));
    await expect(signLists({ keyFile, folder })).rejects.toThrow('names another key');
    rmSync(`${keyFile}.named`);
    await expect(signLists({ keyFile, folder })).rejects.toThrow('has to name this key');
    expect(isSigned()).toBe(false);
    await nameKeyFile({ rootFile, publicFile });
    await signLists({ keyFile, folder });
    expect(isSigned()).toBe(true);
  });

  it.each([
    ['is not there', { file: 'Steward-1.5.1.deb' }, 'is not there'],
    ['is another one', { promised: Buffer.from('b package') }, 'has not the hash'],
    ['has another length', { bytes: 8 }, 'not as long'],
    ['lies elsewhere', { file: '../Steward-1.5.0.deb' }, 'no plain file name'],
    ['is of a web installer', { more: 'packages: {}' }, 'web installer'],
  ])('signs nothing where a file %s', async (_name, published, message) => {
    const { folder, keyFile, isSigned } = await release(published);
    await expect(signLists({ keyFile, folder })).rejects.toThrow(message);
    expect(isSigned()).toBe(false);
  });

  it('signs nothing where one of several lists is wrong, or of another version', async () => {
    const { folder, keyFile, put, content, isSigned } = await release();
    put('latest.yml', listOf({ version: '1.4.9', file: 'Steward-1.5.0.deb', content }));
    await expect(signLists({ keyFile, folder })).rejects.toThrow('different versions');
    put('latest.yml', listOf({ version: '1.5.0', content, bytes: 1 }));
    await expect(signLists({ keyFile, folder })).rejects.toThrow('not as long');
    expect(isSigned()).toBe(false);
    await expect(signLists({ keyFile, folder: tempFolder() })).rejects.toThrow('no list');
  });
});
