// Checks of certificates, TLS and the keychain through the program's own operations, on the Node and TLS of its host.
import { everythingOn } from '../platform/shape.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { toP12 } from '../platform/pki.ts';
import { startPlatform } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { hasLateServer, type LateServer, startLateServer } from '../support/late-server.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { type Check, type Finding, notPossible, passed, unlessWrong } from './finding.ts';
import type { Place, Running } from './place.ts';

const PASSPHRASE = 'three boats in a row';
const NO_APACHE = 'apache2 is not on this computer: no server here asks for a certificate late.';

export const connectionChecks: readonly Check<Place>[] = [
  {
    id: 'TLS-07',
    name: 'a certificate asked for late: TLS 1.2 renegotiates',
    find: late('TLSv1.2'),
  },
  {
    id: 'TLS-07',
    name: 'a certificate asked for late: TLS 1.3 fails and says what to do',
    find: late('TLSv1.3'),
  },
  {
    id: 'TLS-02',
    name: 'two-way TLS with a PKCS#12 of today (AES-256)',
    find: twoWay('certificateFile'),
  },
  {
    id: 'TLS-02',
    name: 'two-way TLS with an older PKCS#12 (triple DES)',
    find: twoWay('legacyCertificateFile'),
  },
  {
    id: 'VLT-01',
    name: 'the system’s keychain keeps a key over a restart, and gives it up',
    find: keychain,
  },
];

interface Server {
  readonly address: string;
  readonly caFile: string;
  readonly organisationNumber: string;
}

/** A connection by certificate; its id and those of its credentials. */
export async function connect(
  { call, pick }: Pick<Running, 'call' | 'pick'>,
  { address, caFile, organisationNumber }: Server,
  p12File: string,
  more: { readonly highestTls: string; readonly apiKey?: string; readonly passphrase?: string },
) {
  const certificate = await call<{ id: string }>('credentials.importCertificate', {
    name: 'Certificate',
    file: await pick('certificate', p12File),
    passphrase: more.passphrase ?? PASSPHRASE,
  });
  const key = { name: 'Key', key: more.apiKey ?? 'any-key' };
  const apiKey = await call<{ id: string }>('credentials.addApiKey', key);
  const connection = await call<{ id: string }>('connections.create', {
    name: 'Verified',
    environment: 'test',
    baseAddress: address,
    organisationNumber,
    organisationName: 'Fjordtrafikk AS',
    signIn: { way: 'certificate', certificate: certificate.id },
    apiKey: apiKey.id,
    highestTls: more.highestTls,
    language: 1044,
    mediaType: 'application/hal+json',
    proxy: { use: 'none' },
    formerHosts: [],
    extraCaFile: await pick('certificate-authority', caFile),
  });
  return { connection: connection.id, credentials: [certificate.id, apiKey.id] };
}

interface Tested {
  readonly passed: boolean;
  readonly steps: readonly {
    readonly step: string;
    readonly state: string;
    readonly detail?: string;
    readonly advice?: string;
  }[];
}

function late(highestTls: 'TLSv1.2' | 'TLSv1.3'): Check<Place>['find'] {
  return (place) =>
    withLateServer((server, p12) =>
      place.use({}, async (running) => {
        const { connection } = await connect(running, server, p12, { highestTls });
        const tested = await running.call<Tested>('connections.test', { connection });
        if (highestTls === 'TLSv1.2') {
          const list = await running.call('enterpriseUsers.list', { connection });
          const wrong = JSON.stringify(list).includes('late') ? [] : ['The list did not come.'];
          return unlessWrong(tested.passed ? wrong : failedSteps(tested), 'tested and read');
        }
        const advised = tested.steps.some(({ advice }) => advice === 'limit-tls-12');
        return unlessWrong(advised && !tested.passed ? [] : ['There was no advice.'], 'advised');
      }),
    );
}

const failedSteps = ({ steps }: Tested) =>
  steps
    .filter(({ state }) => state === 'failed')
    .map(({ step, detail }) => `${step} ${detail ?? ''}`);

async function withLateServer(
  act: (server: Server, p12File: string) => Promise<Finding>,
): Promise<Finding> {
  if (!hasLateServer()) return notPossible(NO_APACHE);
  const server: LateServer = await startLateServer();
  const folder = makeTempFolder('steward-verify-p12');
  try {
    const file = path.join(folder.path, 'client.p12');
    writeFileSync(file, toP12(server.client, PASSPHRASE, 'aes256'));
    return await act({ ...server, organisationNumber: '910514318' }, file);
  } finally {
    folder.remove();
    await server.stop();
  }
}

function twoWay(which: 'certificateFile' | 'legacyCertificateFile'): Check<Place>['find'] {
  return async (place) => {
    const platform = await startPlatform({ users: 2, switches: everythingOn });
    try {
      return await place.use({}, async (running) => {
        const { apiKey, passphrase } = platform;
        const more = { highestTls: 'TLSv1.3', apiKey, passphrase };
        const { connection } = await connect(running, platform, platform[which], more);
        const tested = await running.call<Tested>('connections.test', { connection });
        return unlessWrong(tested.passed ? [] : failedSteps(tested), 'tested');
      });
    } finally {
      await platform.stop();
    }
  };
}

/** On Linux in a session of its own; elsewhere in the person's keychain, where the entries have names nobody else has. */
async function keychain(place: Place): Promise<Finding> {
  const keyring = process.platform === 'linux' ? await startKeyring() : undefined;
  try {
    const options = { keychain: 'system', ...(keyring && { env: keyring.env }) } as const;
    return await keptOverARestart(place, options, keyring);
  } finally {
    await keyring?.stop();
  }
}

async function keptOverARestart(
  place: Place,
  options: { readonly keychain: 'system'; readonly env?: NodeJS.ProcessEnv },
  keyring: Keyring | undefined,
): Promise<Finding> {
  const platform = await startPlatform({ users: 2, switches: everythingOn });
  const folder = makeTempFolder('steward-verify-keychain');
  const { apiKey, passphrase } = platform;
  const again = { ...options, folder: folder.path };
  try {
    const made = await place.use(again, (running) =>
      connect(running, platform, platform.certificateFile, {
        highestTls: 'TLSv1.3',
        apiKey,
        passphrase,
      }),
    );
    const kept = (await keyring?.count('Steward')) ?? undefined;
    const wrong = await place.use(again, async ({ call }) => {
      const found: string[] = [];
      const { connection } = made;
      // Only with the key out of the keychain can it be tested.
      const tested = await call<Tested>('connections.test', { connection });
      if (!tested.passed) found.push(...failedSteps(tested));
      await call('connections.remove', { connection });
      for (const credential of made.credentials) await call('credentials.remove', { credential });
      return found;
    });
    const left = (await keyring?.count('Steward')) ?? undefined;
    if (kept !== undefined && left !== undefined && left >= kept) wrong.push('Entries are left.');
    const entries = kept === undefined ? '' : `, ${String(kept)} entries, then ${String(left)}`;
    return wrong.length === 0 ? passed(`kept over a restart${entries}`) : unlessWrong(wrong);
  } finally {
    folder.remove();
    await platform.stop();
  }
}
