// Attacks by a server with weak TLS, on the whole program: a certificate without hosts, encryption that is read later.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TlsOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, createAuthority, type Issued } from '../platform/pki.ts';
import { namelessServer } from '../support/bad-certificates.ts';
import { openReading } from '../support/open-reading.ts';
import { type RawServer, startRawServer } from '../support/raw-server.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

const world = openReading({ users: 1, messages: 0 });
let root: Authority;
let good: Issued;
const servers: RawServer[] = [];
beforeAll(async () => {
  root = await createAuthority('Attacks');
  good = await root.issue({ name: 'localhost', hosts: ['localhost'] });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

interface Weak {
  readonly server: Issued;
  readonly rootPem: string;
  readonly tls: TlsOptions;
}
const TLS12: TlsOptions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' };
const ofRoot = (tls: TlsOptions = {}) => ({
  server: good,
  rootPem: root.certificatePem,
  tls: { ...TLS12, ...tls },
});

/** A connection to a server of this kind, and what became of a reading and of the connection's test. */
async function asked({ server, rootPem, tls }: Weak) {
  const raw = await startRawServer({
    server,
    asks: true,
    tls,
    act: (request) => request.answer(200, 'OK', { 'content-type': 'application/json' }, '{}'),
  });
  servers.push(raw);
  const caFile = path.join(tempFolder(), 'ca.pem');
  writeFileSync(caFile, rootPem);
  const { client, app } = world().steward;
  const connection = await world().connect({
    name: `Weak ${String(servers.length)}`,
    baseAddress: `${raw.origin}/`,
    extraCaFile: app.handleFor(caFile),
    highestTls: 'TLSv1.3',
  });
  const read = await client.enterpriseUsers.list({ connection });
  const { steps } = await valueOf(client.connections.test({ connection }));
  const step = steps.find((one) => one.step === 'server-certificate');
  return { raw, failure: read.ok ? undefined : read.failure, step };
}

describe('ATK-14 a server', () => {
  it.each<readonly [string, string, () => Weak]>([
    [
      'whose certificate has a common name only',
      'server-without-names',
      () => ({ ...namelessServer(), tls: TLS12 }),
    ],
    [
      'whose certificate has a common name only, under TLS 1.3',
      'server-without-names',
      () => ({ ...namelessServer(), tls: { minVersion: 'TLSv1.3' } }),
    ],
    [
      'whose certificate names an e-mail address that looks like a host',
      'server-without-names',
      () => ({ ...namelessServer('a", DNS:localhost, x@example.com'), tls: TLS12 }),
    ],
    [
      'that exchanges keys by RSA alone',
      'server-no-forward-secrecy',
      () => ofRoot({ ciphers: 'AES256-GCM-SHA384:AES128-GCM-SHA256:AES256-SHA:AES128-SHA' }),
    ],
    [
      'that insists on a certificate of ours and has a common name only',
      'server-without-names',
      () => ({
        ...namelessServer(),
        tls: { ...TLS12, requestCert: true, rejectUnauthorized: true },
      }),
    ],
  ])('ATK-14 %s is refused as %s, and hears nothing', async (what, problem, make) => {
    const { raw, failure, step } = await asked(make());
    const said = failure?.kind === 'certificate' ? failure.problem : (failure?.kind ?? 'answered');
    tell('ATK-14', `a server ${what}`, `${said}, ${String(raw.requests.length)} requests`);
    expect(failure).toMatchObject({ kind: 'certificate', problem });
    expect(step).toMatchObject({ failure: { kind: 'certificate', problem } });
    expect(raw.requests).toHaveLength(0);
    expect(raw.handshakes.filter((name) => name !== null)).toEqual([]);
  });

  it.each<readonly [string, TlsOptions]>([
    ['ECDHE', { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }],
    ['ECDHE in the older mode', { ciphers: 'ECDHE-RSA-AES256-SHA384' }],
    ['DHE', { ciphers: 'DHE-RSA-AES256-GCM-SHA384', dhparam: 'auto' }],
    ['TLS 1.3', { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' }],
  ])('is taken with %s', async (_what, tls) => {
    const { raw, step } = await asked(ofRoot(tls));
    expect(step).toMatchObject({ failure: null });
    expect(raw.requests.length).toBeGreaterThan(0);
  });
});
