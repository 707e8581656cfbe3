// The subject and the issuer of a certificate, as values and as text.
import { isUtf8 } from 'node:buffer';
import { type Der, part } from './password-encryption.ts';

export interface Attribute {
  readonly oid: string;
  readonly value: string;
}

const LABELS: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
};
const COMMON_NAME = '2.5.4.3';
const LAST_POINT = 0x10ffff;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const TELETEX_STRING = 20;
const UNIVERSAL_STRING = 28;
const BMP_STRING = 30;

/** Issuer and subject of an X.509 certificate, in the order of the file. */
export function namesOf(certificate: Der): { issuer: Attribute[]; subject: Attribute[] } {
  const body = part(certificate, 0);
  const withVersion = part(body, 0).universal ? 0 : 1;
  return {
    issuer: attributes(part(body, withVersion + 2)),
    subject: attributes(part(body, withVersion + 4)),
  };
}

function attributes(name: Der): Attribute[] {
  return name.children.flatMap((set) =>
    set.children.map((one) => ({ oid: part(one, 0).oid(), value: textOf(part(one, 1)) })),
  );
}

/** Every kind of string that a name may be (X.680), and the bytes that programs write into kinds that have no such signs. */
function textOf({ type, octets }: Der): string {
  return decoded(type, octets).toWellFormed().replace(UNPRINTABLE, '');
}

function decoded(type: number, octets: Buffer): string {
  if (type === BMP_STRING) return new TextDecoder('utf-16be').decode(octets);
  if (type === UNIVERSAL_STRING) return fromUtf32(octets);
  if (type === TELETEX_STRING || !isUtf8(octets)) return octets.toString('latin1');
  return octets.toString('utf8');
}

function fromUtf32(octets: Buffer): string {
  const points = Array.from({ length: octets.length >> 2 }, (_, at) => octets.readUInt32BE(4 * at));
  return points
    .map((point) => (point > LAST_POINT ? '\ufffd' : String.fromCodePoint(point)))
    .join('');
}

/** Most specific part first, as people read it. */
export const nameText = (name: readonly Attribute[]) =>
  name
    .map(({ oid, value }) => `${LABELS[oid] ?? oid}=${value}`)
    .reverse()
    .join(', ');

export const commonName = (name: readonly Attribute[]) =>
  name.findLast(({ oid }) => oid === COMMON_NAME)?.value ?? '';
