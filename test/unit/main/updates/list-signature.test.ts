// The signature of an update list: one signature, one encoding, one kind of key, one name.
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signatureFits, signedBytes } from '../../../../main/updates/list-signature.ts';

const pair = (kind: 'ed25519') => {
  const { privateKey, publicKey } = generateKeyPairSync(kind, {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKey, publicKey };
};
const publisher = pair('ed25519');
const asked = { name: 'latest-linux.yml', list: Buffer.from('version: 1.5.0\n') };
const signed = sign(null, signedBytes(asked.name, asked.list), publisher.privateKey);
const text = signed.toString('base64');
const fits = (signature: string, key = publisher.publicKey, what = asked) =>
  signatureFits(what, signature, key);

describe('UPD-04 a signature', () => {
  it('fits its list under its name, with and without the end of its line', () => {
    for (const end of ['', '\n', '\r\n']) expect(fits(`${text}${end}`)).toBe(true);
  });

  it.each([
    ['blanks in it', `${text.slice(0, 40)} ${text.slice(40)}`],
    ['a line break in it', `${text.slice(0, 40)}\n${text.slice(40)}`],
    ['signs that are no base64 in it', `${text.slice(0, 40)}!*${text.slice(40)}`],
    ['no padding', text.replace(/=+$/, '')],
    ['something after it', `${text}\nAAAA`],
    ['a blank before it', ` ${text}`],
    ['two ends of line', `${text}\n\n`],
    ['more bytes', Buffer.concat([signed, Buffer.from([0])]).toString('base64')],
    ['fewer bytes', signed.subarray(1).toString('base64')],
    ['nothing at all', ''],
  ])('with %s is none, and never an error', (_, other) => {
    expect(fits(other)).toBe(false);
  });

  it('fits no other list, no other name and no other key', () => {
    expect(fits(text, undefined, { ...asked, list: Buffer.from('version: 1.5.1\n') })).toBe(false);
    expect(fits(text, undefined, { ...asked, name: 'latest-mac.yml' })).toBe(false);
    expect(fits(text, pair('ed25519').publicKey)).toBe(false);
  });

  it('of a key of another kind fits nothing, however right it is', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 512,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    // 512 bits, so that it is as long as a signature by Ed25519.
    const other = sign(null, signedBytes(asked.name, asked.list), privateKey).toString('base64');
    expect(other).toHaveLength(88);
    expect(fits(other, publicKey)).toBe(false);
  });
});
