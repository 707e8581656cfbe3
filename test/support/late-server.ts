// A server that asks for the certificate only after reading the query, as in the field: Debian's apache2.
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
import { createAuthority, type Issued } from '../platform/pki.ts';
import { endsWithUs } from './ends-with-us.ts';

const APACHE = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';

/** Whether the server program is on this computer. */
export const hasLateServer = () => existsSync(APACHE);

export interface LateServer {
  readonly address: string;
  readonly caFile: string;
  readonly client: Issued;
  readonly folder: string;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

export async function startLateServer(): Promise<LateServer> {
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
  const child = endsWithUs(
    spawn(APACHE, ['-d', folder, '-f', configuration, '-D', 'FOREGROUND'], {
      stdio: 'ignore',
    }),
  );
  await listening(port, child, folder).catch(async (error: unknown) => {
    await stopApache(child, folder);
    throw error;
  });
  return {
    folder,
    client,
    stop: () => stopApache(child, folder),
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
  const until = Date.now() + 15_000;
  while (!(await tryOnce())) {
    if (child.exitCode !== null)
      throw new Error(`apache2 ended: ${readFileSync(`${folder}/error.log`, 'utf8')}`);
    if (Date.now() > until) throw new Error('apache2 does not listen.');
    await new Promise((again) => setTimeout(again, 50));
  }
}

async function stopApache(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
