// The signature of an update list: one form, one name, a key that a root has named, and terms that end.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nameKey, signList } from '../../../../build/sign-lists.mjs';
import { readSignature, rootKeysIn } from '../../../../main/updates/list-signature.ts';

const pair = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const [root, publisher] = [pair(), pair()];
const now = new Date('2026-11-25T12:00:00.000Z');
const day = (n: number) => new Date(now.getTime() + n * 24 * 3600_000);
const asked = { name: 'latest-linux.yml', list: Buffer.from('version: 1.5.0\n') };
const named = nameKey({ root: root.privateKey, publicKey: publisher.publicKey, now });
const text = signList({ ...asked, privateKey: publisher.privateKey, named, now });
const read = (signature: string, given: { what?: typeof asked; roots?: string; at?: Date } = {}) =>
  readSignature(given.what ?? asked, signature, given.roots ?? root.publicKey, given.at ?? now);
const why = (...given: Parameters<typeof read>) => read(...given).why;

describe('UPD-04 a signature', () => {
  it('fits its list under its name, and tells its term', () => {
    expect(read(text)).toEqual({
      term: { issued: now.toISOString(), expires: day(180).toISOString() },
      key: { key: expect.stringMatching(/=$/) as unknown, until: day(400).toISOString() },
    });
  });

  it.each([
    ['blanks in it', text.replace('root ', 'root  ')],
    ['ends of line as on Windows', text.replaceAll('\n', '\r\n')],
    ['no end of its last line', text.trimEnd()],
    ['signs that are no base64 in it', text.replace(/list ..../, 'list !*!*')],
    ['no padding', text.replace(/=+\n$/, '\n')],
    ['something after it', `${text}AAAA\n`],
    ['a blank before it', ` ${text}`],
    ['a line missing', text.replace(/^expires .*\n/m, '')],
    ['a day that does not exist', text.replace(/^expires .{10}/m, 'expires 2030-99-99')],
    ['nothing at all', ''],
  ])('with %s is none, and never an error', (_, other) => {
    expect(why(other)).toBe('signature');
  });

  it('fits no other list, no other name, no other root and no key that none has named', () => {
    const other = { ...asked, list: Buffer.from('version: 1.5.1\n') };
    expect(why(text, { what: other })).toBe('signature');
    expect(why(text, { what: { ...asked, name: 'latest-mac.yml' } })).toBe('signature');
    expect(why(text, { roots: publisher.publicKey })).toBe('signature');
    const stranger = signList({ ...asked, privateKey: pair().privateKey, named, now });
    expect(why(stranger)).toBe('signature');
  });

  it('counts with any of several roots, so that a new one can take over', () => {
    expect(why(text, { roots: pair().publicKey + root.publicKey })).toBeUndefined();
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const rsa = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(rootKeysIn(root.publicKey + rsa)).toEqual([]);
    expect(why(text, { roots: rsa })).toBe('signature');
  });

  it('ATK-11 ends with its term, and with that of its key, at that very moment', () => {
    expect(why(text, { at: new Date(day(180).getTime() - 1) })).toBeUndefined();
    expect(why(text, { at: day(180) })).toBe('expired');
    const long = signList({ ...asked, privateKey: publisher.privateKey, named, now, days: 4000 });
    expect(why(long, { at: day(399) })).toBeUndefined();
    expect(why(long, { at: day(400) })).toBe('key-expired');
  });
});
