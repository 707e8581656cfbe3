// Checks of the runtime's TLS library: what the program needs of it, and what is said of its failures.
import path from 'node:path';
import { _electron } from 'playwright-core';
import { createAuthority } from '../platform/pki.ts';
import { weakServer } from '../support/bad-certificates.ts';
import { type RawOptions, startRawServer } from '../support/raw-server.ts';
import { writeFileSync } from 'node:fs';
import { type Check, type Finding, unlessWrong } from './finding.ts';
import type { Place } from './place.ts';

const DAY_MS = 86_400_000;

export const runtimeChecks: readonly Check<Place>[] = [
  {
    id: 'INS-15',
    name: 'the runtime’s cryptography has what the program needs',
    find: inventory,
  },
  {
    id: 'TLS-03',
    name: 'each failure of TLS is said for what it is',
    find: failures,
  },
];

interface Inventory {
  /** By what it is: null where it works, else what is wrong. */
  readonly needed: Readonly<Record<string, string | null>>;
  readonly chacha: boolean;
  readonly library: string;
}

/** With values that standards give, so that a wrong answer is no success. Runs in main: it may use nothing around it. */
export function takeInventory(): Inventory {
  const crypto = process.getBuiltinModule('node:crypto');
  const attempt = (work: () => boolean): string | null => {
    try {
      return work() ? null : 'gives another result';
    } catch (error) {
      return (error as { code?: string }).code ?? 'throws';
    }
  };
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const needed = {
    // Case 14 of the mode's specification.
    'AES-256-GCM': attempt(() => {
      const cipher = crypto.createCipheriv('aes-256-gcm', Buffer.alloc(32), Buffer.alloc(12));
      const sealed = Buffer.concat([cipher.update(Buffer.alloc(16)), cipher.final()]);
      const all = hex(sealed) + hex(cipher.getAuthTag());
      return all === 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919';
    }),
    'AES-256-GCM refuses a changed byte': attempt(() => {
      const opened = crypto.createDecipheriv('aes-256-gcm', Buffer.alloc(32), Buffer.alloc(12));
      opened.setAuthTag(Buffer.alloc(16));
      opened.update(Buffer.alloc(16));
      try {
        opened.final();
        return false;
      } catch {
        return true;
      }
    }),
    // RFC 8032, test 1.
    Ed25519: attempt(() => {
      const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
      const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
      const key = crypto.createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
      const signature = crypto.sign(null, Buffer.alloc(0), key);
      const own = crypto.createPublicKey(key);
      const starts = hex(signature).startsWith('e5564300c360ac729086e2cc806e828a84877f1eb8e5d974');
      return (
        starts &&
        crypto.verify(null, Buffer.alloc(0), own, signature) &&
        !crypto.verify(null, Buffer.from('x'), own, signature)
      );
    }),
    // RFC 7914, section 12.
    scrypt: attempt(() => {
      const options = { N: 1024, r: 8, p: 16, maxmem: 64 * 1024 * 1024 };
      const key = crypto.scryptSync('password', 'NaCl', 64, options);
      return hex(key).startsWith('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830');
    }),
    // RFC 7914, section 11.
    'PBKDF2 with SHA-256': attempt(() =>
      hex(crypto.pbkdf2Sync('passwd', 'salt', 1, 64, 'sha256')).startsWith(
        '55ac046e56e3089fec1691',
      ),
    ),
    // RFC 4231, case 2.
    'HMAC with SHA-256': attempt(() =>
      crypto
        .createHmac('sha256', 'Jefe')
        .update('what do ya want for nothing?')
        .digest('hex')
        .startsWith('5bdcc146bf60754e6a042426089575c7'),
    ),
  };
  const chacha = crypto.getCiphers().includes('chacha20-poly1305');
  return { needed, chacha, library: process.versions.openssl };
}

async function inventory({ shell }: Place): Promise<Finding> {
  const found = shell === 'electron' ? await inElectron() : takeInventory();
  return judgeInventory(found);
}

export function judgeInventory({ needed, chacha, library }: Inventory): Finding {
  const wrong = Object.entries(needed).filter(([, why]) => why !== null);
  return unlessWrong(
    wrong.map(([name, why]) => `${name}: ${why ?? ''}`),
    `${Object.keys(needed).join(', ')}; ChaCha20-Poly1305 is ${chacha ? '' : 'not '}there; ${library}`,
  );
}

async function inElectron(): Promise<Inventory> {
  const electron = await _electron.launch({
    args: [path.join(import.meta.dirname, '../../test/verify/empty.cjs')],
  });
  try {
    return await electron.evaluate(takeInventory);
  } finally {
    await electron.close();
  }
}

export interface Bad {
  readonly name: string;
  readonly options: RawOptions;
  /** Of the authority that the connection trusts. */
  readonly caPem: string;
  /** What the program has to say: the kind and problem of its failure. */
  readonly said: string;
}

/** One server for each failure; every connection trusts its authority, so that the failure is the only one. */
export async function badServers(): Promise<readonly Bad[]> {
  const root = await createAuthority('Verified root');
  const caPem = root.certificatePem;
  const hosts = ['localhost', '127.0.0.1'];
  const now = Date.now();
  const issue = (more: { hosts?: readonly string[]; notBefore?: Date; notAfter?: Date } = {}) =>
    root.issue({ name: 'localhost', hosts, ...more });
  const before = (days: number) => new Date(now - days * DAY_MS);
  const good = await issue();
  const below = await (
    await root.issueAuthority('Verified issuing')
  ).issue({ name: 'localhost', hosts });
  const own = weakServer({ selfSigned: true });
  const other = await createAuthority('Another root');
  return [
    {
      name: 'expired',
      options: { server: await issue({ notBefore: before(30), notAfter: before(2) }) },
      caPem,
      said: 'certificate/server-expired',
    },
    {
      name: 'not yet valid',
      options: { server: await issue({ notBefore: before(-5), notAfter: before(-30) }) },
      caPem,
      said: 'certificate/server-not-yet-valid',
    },
    {
      name: 'self-signed',
      options: { server: own.server },
      caPem,
      said: 'certificate/server-self-signed',
    },
    {
      name: 'unknown issuer',
      options: { server: below },
      caPem: other.certificatePem,
      said: 'certificate/server-unknown-issuer',
    },
    {
      name: 'missing intermediate',
      options: { server: { ...below, chainPem: below.certificatePem } },
      caPem,
      said: 'certificate/server-missing-intermediate',
    },
    {
      name: 'wrong name',
      options: { server: await issue({ hosts: ['elsewhere.example'] }) },
      caPem,
      said: 'certificate/server-wrong-host',
    },
    {
      name: 'no cipher in common',
      options: {
        server: good,
        tls: { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:AES256-SHA' },
      },
      caPem,
      said: 'certificate/server-no-forward-secrecy',
    },
    ...(['TLSv1.2', 'TLSv1.3'] as const).map((version) => ({
      name: `certificate required, ${version}`,
      options: {
        server: good,
        tls: {
          requestCert: true,
          rejectUnauthorized: true,
          ca: caPem,
          minVersion: version,
          maxVersion: version,
        },
      },
      caPem,
      said: 'certificate/missing',
    })),
  ];
}

interface Tested {
  readonly steps: readonly {
    readonly state: string;
    readonly failure: { readonly kind: string; readonly problem?: string } | null;
  }[];
}

async function failures(place: Place): Promise<Finding> {
  const servers = await badServers();
  return place.use({}, async ({ call, pick, folder }) => {
    const wrong: string[] = [];
    for (const { name, options, caPem, said } of servers) {
      const server = await startRawServer(options);
      try {
        const file = path.join(folder, 'authority.pem');
        writeFileSync(file, caPem);
        const { id: connection } = await call<{ id: string }>('connections.create', {
          name,
          environment: 'test',
          baseAddress: server.origin,
          organisationNumber: '910514318',
          organisationName: 'Fjordtrafikk AS',
          signIn: { way: 'none' },
          apiKey: null,
          highestTls: 'TLSv1.3',
          language: 1044,
          mediaType: 'application/hal+json',
          proxy: { use: 'none' },
          formerHosts: [],
          extraCaFile: await pick('certificate-authority', file),
        });
        const { steps } = await call<Tested>('connections.test', { connection });
        const failure = steps.find(({ state }) => state === 'failed')?.failure;
        const got = failure ? `${failure.kind}/${failure.problem ?? ''}` : 'nothing';
        if (got !== said) wrong.push(`${name}: ${got} instead of ${said}`);
      } finally {
        await server.stop();
      }
    }
    return unlessWrong(wrong, servers.map(({ name }) => name).join(', '));
  });
}
