// What is read from a server's certificate besides the verdict of the TLS library.
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issuerOf, subjectOf } from '../../../../main/http/server-certificate.ts';
import { namedInKind, type StringKind, stringKinds } from '../../../support/certificate-files.ts';

const [COMMON_NAME, ORGANISATION_NAME] = ['2.5.4.3', '2.5.4.10'];

describe('the names of a server', () => {
  const names: readonly [StringKind, string, string, string][] = [
    ['UTF8String', COMMON_NAME, 'Blåbær, Øl & Sønn AS', 'Blåbær, Øl & Sønn AS'],
    ['BMPString', COMMON_NAME, 'Blåbær, Øl & Sønn AS', 'Blåbær, Øl & Sønn AS'],
    ['UniversalString', COMMON_NAME, 'Blåbær "Øl" <AS>; +', 'Blåbær "Øl" <AS>; +'],
    ['T61String', COMMON_NAME, 'Blåbær\\Øl', 'Blåbær\\Øl'],
    ['PrintableString', ORGANISATION_NAME, 'Issuer, Inc.', 'O=Issuer, Inc.'],
    ['UTF8String', COMMON_NAME, '#1 CA', '#1 CA'],
    ['UTF8String', COMMON_NAME, 'one\nCN=two', 'oneCN=two'],
  ];
  it.each(names)('(FLD-05) %s, %s: %j is shown as it is', (kind, oid, text, shown) => {
    const pem = namedInKind(kind, oid, stringKinds[kind][1](text));
    const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')));
    expect([subjectOf(certificate), issuerOf(certificate)]).toEqual([shown, shown]);
  });
});
