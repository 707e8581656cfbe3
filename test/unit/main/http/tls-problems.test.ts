// Maps codes of net and tls to failures a person can act on; this computer is never offline towards itself.
import { describe, expect, it } from 'vitest';
import { failureFrom, isConnectionFault } from '../../../../main/http/tls-problems.ts';
import { Problem } from '../../../../main/problem.ts';

const error = (code: string, message = 'words with a S3cr3t') =>
  Object.assign(new Error(message), { code });
const at = (host: string, identity = false) => ({ host, identity });

describe('no network', () => {
  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])(
    '%s without any interface is offline',
    (code) => {
      expect(failureFrom(error(code), at('api.example.no'), () => false).kind).toBe('offline');
      expect(failureFrom(error(code), at('api.example.no'), () => true).kind).toBe('unreachable');
    },
  );

  it('a loopback host is never offline, and a refused connection proves a network', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(failureFrom(error('ENETUNREACH'), at(host), () => false).kind).toBe('unreachable');
    expect(failureFrom(error('ECONNREFUSED'), at('api.example.no'), () => false)).toMatchObject({
      problem: 'refused',
    });
  });
});

it('the errors of several addresses count as the first', () => {
  const both = new AggregateError([error('ECONNREFUSED'), error('ETIMEDOUT')]);
  expect(failureFrom(both, at('h'), () => true)).toMatchObject({ problem: 'refused' });
});

it('alerts about the certificate are told from other TLS faults, in the words of either TLS library', () => {
  const refused = [
    error('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
    error('ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'),
    error('ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE'),
    error('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'),
    error('EPROTO', 'write EPROTO 00:error:ssl3_read_bytes:sslv3 alert handshake failure'),
  ];
  for (const one of refused) {
    expect(failureFrom(one, at('h', true))).toMatchObject({
      kind: 'certificate',
      problem: 'refused-by-server',
    });
    expect(failureFrom(one, at('h', false))).toMatchObject({
      kind: 'certificate',
      problem: 'missing',
    });
  }
  expect(
    failureFrom(error('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), at('h', true)),
  ).toMatchObject({
    kind: 'unreachable',
    problem: 'reset',
  });
});

it('LOG-06 the words of an error never reach the failure; a Problem keeps its own', () => {
  for (const code of ['ECONNRESET', 'ERR_SSL_X', 'UNSPECIFIED', 'WHATEVER'])
    expect(JSON.stringify(failureFrom(error(code), at('h')))).not.toContain('S3cr3t');
  const problem = new Problem({ kind: 'cancelled', message: 'm' });
  expect(failureFrom(problem, at('h'))).toBe(problem.failure);
});

it('RTY-03 only faults of the line count as connection faults', () => {
  expect(
    ['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ENOTFOUND'].every((code) =>
      isConnectionFault(error(code)),
    ),
  ).toBe(true);
  expect(
    ['STEWARD_TIMED_OUT', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', 'X'].some((code) =>
      isConnectionFault(error(code)),
    ),
  ).toBe(false);
});
