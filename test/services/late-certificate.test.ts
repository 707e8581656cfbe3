// A server that asks for the certificate only after reading the query: Debian's apache2, as in the field.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAuthority } from '../platform/pki.ts';
import { connectionTo, openConnectionDesk } from '../support/connection-desk.ts';

const APACHE = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';

interface Apache {
  readonly address: string;
  readonly caFile: string;
  readonly client: { readonly keyPem: string; readonly chainPem: string };
  readonly folder: string;
  readonly process: ChildProcess;
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

async function startApache(): Promise<Apache> {
  if (!existsSync(APACHE))
    throw new Error('apache2 is missing: build/setup.mjs installs it (package apache2-bin).');
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-apache-'));
  // The server's workers give up root and must still read what they serve.
  chmodSync(folder, 0o755);
  const root = await createAuthority('Late root');
  const [server, client] = await Promise.all([
    root.issue({ name: 'localhost', hosts: ['localhost'] }),
    root.issue({ name: 'Fjordtrafikk AS', organisationNumber: '910514318' }),
  ]);
  const file = (name: string, content: string) => {
    const full = path.join(folder, name);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content, { mode: 0o644 });
    return full;
  };
  const port = await freePort();
  file('root.pem', root.certificatePem);
  file('server.pem', server.chainPem);
  file('server.key', server.keyPem);
  file(
    'htdocs/api/enterpriseusers',
    '[{"UserName":"late","Created":null,"OwnerOrgNo":"910514318"}]',
  );
  const configuration = file('httpd.conf', configurationFor(folder, port));
  // In the foreground: the process started here is the server itself, stopped by its own id.
  const child = spawn(APACHE, ['-d', folder, '-f', configuration, '-D', 'FOREGROUND'], {
    stdio: 'ignore',
  });
  await listening(port, child, folder).catch(async (error: unknown) => {
    await stopApache(child, folder);
    throw error;
  });
  return {
    ...{ folder, client, process: child },
    address: `https://localhost:${port}`,
    caFile: path.join(folder, 'root.pem'),
  };
}

function configurationFor(folder: string, port: number): string {
  const modules = ['mpm_event', 'authz_core', 'headers', 'socache_shmcb', 'ssl'].map(
    (name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`,
  );
  return `${modules.join('\n')}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/httpd.pid
ErrorLog ${folder}/error.log
Mutex file:${folder}
DocumentRoot ${folder}/htdocs
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
SSLEngine on
SSLProtocol -all +TLSv1.2 +TLSv1.3
SSLCertificateFile ${folder}/server.pem
SSLCertificateKeyFile ${folder}/server.key
SSLCACertificateFile ${folder}/root.pem
<Directory ${folder}/htdocs>
  Require all granted
  ForceType application/hal+json
</Directory>
<Location /api/enterpriseusers>
  SSLVerifyClient require
  SSLVerifyDepth 2
</Location>
`;
}

async function listening(port: number, child: ChildProcess, folder: string): Promise<void> {
  const tryOnce = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null)
        throw new Error(`apache2 ended: ${readFileSync(`${folder}/error.log`, 'utf8')}`);
      if (!(await tryOnce())) throw new Error('apache2 does not listen yet.');
    },
    { timeout: 15_000, interval: 50 },
  );
}

let apache: Apache | undefined;
const running = (): Apache => {
  if (apache === undefined) throw new Error('apache2 did not start.');
  return apache;
};
beforeAll(async () => {
  apache = await startApache();
});
afterAll(async () => {
  if (apache !== undefined) await stopApache(apache.process, apache.folder);
});

async function stopApache(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}

async function openDesk(highestTls: 'TLSv1.2' | 'TLSv1.3') {
  const { client, address, caFile } = running();
  const desk = await openConnectionDesk({
    certificates: { certificate: client },
    apiKeys: { key: 'any' },
  });
  const extraCaFile = desk.handles.issue(caFile);
  const input = connectionTo(address, { extraCaFile, highestTls });
  const { id } = await desk.service.create(input, desk.call);
  return { ...desk, id };
}

describe('TLS-07 a certificate that is asked for late', () => {
  it('TLS-07 works under TLS 1.2, where the server renegotiates, with body and on a warm connection', async () => {
    const desk = await openDesk('TLSv1.2');
    try {
      const talk = await desk.api.conversation(desk.id);
      const list = await talk.read({ path: 'api/enterpriseusers' });
      expect(list).toMatchObject([{ UserName: 'late' }]);
      await talk.warmUp();
      expect(await desk.test(desk.id)).toMatchObject({ passed: true });
    } finally {
      desk.stop();
    }
  });

  it('TLS-07 fails under TLS 1.3; the connection test finds out why and says what to do', async () => {
    const desk = await openDesk('TLSv1.3');
    try {
      const { passed, steps } = await desk.test(desk.id);
      expect(passed).toBe(false);
      expect(steps[3]).toMatchObject({
        step: 'client-certificate',
        state: 'failed',
        advice: 'limit-tls-12',
        failure: { kind: 'refused', status: 403 },
      });
      expect(steps[3]?.detail).toContain('accepted with TLS 1.2');
      expect(steps[4]).toMatchObject({ step: 'api-key', state: 'skipped' });
    } finally {
      desk.stop();
    }
  });
});
