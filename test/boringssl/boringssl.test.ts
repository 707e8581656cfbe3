// The built terminal on BoringSSL, Electron's library, in Bun: what Node.js with OpenSSL cannot show.
// Bun is not Electron: its HTTP and threads are its own, it has no ends, window or keychain of Electron's, and `--self-test` does not run
// in it, because its https server does not tell which certificate a client showed. The parts of that test are tried here instead.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { createAuthority } from '../platform/pki.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { everythingOn } from '../platform/shape.ts';
import { createWorkshop } from '../support/certificate-files.ts';
import { root } from '../support/imports.ts';
import { startRawServer } from '../support/raw-server.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { badServers, judgeInventory, takeInventory } from '../verify/runtime-checks.ts';
import { runBun } from './bun.ts';

let platform: Platform;
beforeAll(async () => {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  platform = await startPlatform({ users: 3, seed: 7, switches: everythingOn });
});
afterAll(() => platform.stop());

/** Bun shows no certificate of a server that it has refused; who issued the last one cannot be told from none. Electron shows it. */
const IN_BUN: Readonly<Record<string, string>> = {
  'missing intermediate': 'certificate/server-unknown-issuer',
};

interface Line {
  readonly ok: boolean;
  readonly value: unknown;
  readonly failure?: { readonly kind: string; readonly problem?: string; readonly detail?: string };
}
interface Tested {
  readonly passed: boolean;
  readonly steps: readonly {
    readonly step: string;
    readonly state: string;
    readonly certificate?: { readonly protocol: string | null };
    readonly failure: { readonly kind: string; readonly problem?: string } | null;
  }[];
}

async function steward(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await runBun(
    [path.join(root, 'dist/main/terminal.js'), ...args, '--keychain', 'memory'],
    env,
  );
  const lines = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  return { code, lines, err };
}

const variables = (highest: string) => ({
  STEWARD_BASE_ADDRESS: platform.address,
  STEWARD_ORGANISATION_NUMBER: platform.organisationNumber,
  STEWARD_CERTIFICATE: platform.certificateFile,
  STEWARD_CERTIFICATE_PASSPHRASE: platform.passphrase,
  STEWARD_API_KEY: platform.apiKey,
  STEWARD_CA: platform.caFile,
  STEWARD_ENVIRONMENT: 'test',
  STEWARD_HIGHEST_TLS: highest,
});

describe('on BoringSSL', () => {
  it('is BoringSSL', async () => {
    const { out } = await runBun(['-e', 'console.log(process.versions.boringssl ?? "")']);
    expect(out.trim()).toMatch(/^[0-9a-f]{10,}$/);
  });

  it.each(['TLSv1.3', 'TLSv1.2'])(
    '%s both ways: the connection passes its test, and its list is read (TLS-02)',
    async (highest) => {
      const { code, lines, err } = await steward(
        [
          ...['call', 'connections.test', '{"connection":"env"}'],
          ...['then', 'enterpriseUsers.list', '{"connection":"env"}'],
        ],
        variables(highest),
      );
      const [tested, listed] = lines;
      const { passed, steps } = (tested?.value ?? {}) as Tested;
      expect([err.replaceAll(/^\{.*\n/gm, ''), passed]).toEqual(['', true]);
      const spoken = steps.map(({ certificate }) => certificate?.protocol).filter(Boolean);
      expect(spoken).toEqual([highest]);
      expect(code).toBe(0);
      expect((listed?.value as { users: unknown[] }).users).toHaveLength(3);
    },
  );

  it('imports a PKCS#12 in its thread, and tells a wrong passphrase', async () => {
    const give = (passphrase: string) =>
      JSON.stringify({ name: 'C', file: `@${platform.certificateFile}`, passphrase });
    const right = await steward([
      'call',
      'credentials.importCertificate',
      give(platform.passphrase),
    ]);
    expect([right.code, right.lines[0]?.ok]).toEqual([0, true]);
    const wrong = await steward(['call', 'credentials.importCertificate', give('another')]);
    expect(wrong.lines[0]?.failure).toMatchObject({ problem: 'wrong-passphrase' });
  });

  it('says of each raw server what it says on OpenSSL, but that one between is missing: Bun shows no chain (TLS-03)', async () => {
    const told: string[] = [];
    const wanted: string[] = [];
    for (const { name, options, caPem, said } of [...(await badServers()), await dheOnly()]) {
      const server = await startRawServer(options);
      try {
        const file = path.join(tempFolder(), 'authority.pem');
        writeFileSync(file, caPem);
        const { lines } = await steward([
          ...[
            'call',
            'connections.create',
            JSON.stringify(connectionTo(name, server.origin, file)),
          ],
          ...['then', 'connections.test', '{"connection":"$1.id"}'],
          ...['--to', new URL(server.origin).host],
        ]);
        const { steps = [] } = (lines[1]?.value ?? {}) as Partial<Tested>;
        const failure = steps.find(({ state }) => state === 'failed')?.failure;
        told.push(
          `${name}: ${failure?.kind ?? 'nothing'}/${failure?.problem ?? JSON.stringify(lines)}`,
        );
        wanted.push(`${name}: ${IN_BUN[name] ?? said}`);
      } finally {
        await server.stop();
      }
    }
    expect(told).toEqual(wanted);
    expect(told.length).toBeGreaterThanOrEqual(8);
  });

  it.each([
    ['brainpoolP256r1', 'brainpoolP256r1'],
    ['rsa-pss', 'RSA-PSS'],
    ['ed448', 'Ed448'],
  ] as const)(
    'ELC-10 a PKCS#12 with a key of the kind %s is told by its name',
    async (key, detail) => {
      const folder = tempFolder();
      const shop = createWorkshop(folder);
      shop.issue('own', { key });
      const file = path.join(folder, 'own.p12');
      writeFileSync(file, shop.pkcs12({ of: 'own' }));
      const given = { name: 'C', file: `@${file}`, passphrase: 'passphrase' };
      const { lines } = await steward([
        'call',
        'credentials.importCertificate',
        JSON.stringify(given),
      ]);
      expect(lines[0]?.failure).toMatchObject({ problem: 'unknown-key', detail });
    },
  );

  it('has the cryptography that the program needs (INS-15)', async () => {
    const { out, err } = await runBun([
      '-e',
      `console.log(JSON.stringify((${takeInventory.toString()})()))`,
    ]);
    expect(err).toBe('');
    expect(judgeInventory(JSON.parse(out) as Parameters<typeof judgeInventory>[0])).toMatchObject({
      result: 'passed',
    });
  });
});

const connectionTo = (name: string, baseAddress: string, file: string) => ({
  ...{ name, baseAddress, environment: 'test', organisationNumber: '910514318' },
  ...{ organisationName: 'Fjordtrafikk AS', signIn: { way: 'none' }, apiKey: null },
  ...{ highestTls: 'TLSv1.3', language: 1044, mediaType: 'application/hal+json' },
  ...{ proxy: { use: 'none' }, formerHosts: [], extraCaFile: `@${file}` },
});

/** A server that Node.js accepts: BoringSSL has no DHE. */
async function dheOnly(): Promise<Awaited<ReturnType<typeof badServers>>[number]> {
  const authority = await createAuthority('Root of the old');
  const server = await authority.issue({ name: 'localhost', hosts: ['localhost'] });
  const tls = { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256' } as const;
  return {
    name: 'DHE only',
    options: { server, tls: { ...tls, dhparam: 'auto' } },
    caPem: authority.certificatePem,
    said: 'certificate/server-no-forward-secrecy',
  };
}
