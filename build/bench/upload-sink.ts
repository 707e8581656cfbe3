// A server that discards what is uploaded to it over two-way TLS, so that a benchmark measures only the sender.
import { createServer, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createAuthority, toP12 } from '../../test/platform/pki.ts';

export interface SinkFiles {
  readonly address: string;
  readonly caFile: string;
  /** PKCS#12, as a person imports it. */
  readonly certificateFile: string;
  readonly passphrase: string;
  /** The same as PEM: key and chain in one file, as curl takes it. */
  readonly pemFile: string;
  readonly organisationNumber: string;
}

/** What came since the last question, and what it cost the server. */
export interface Received {
  readonly uploads: readonly {
    readonly bytes: number;
    /** From the head of the request to its last byte. */
    readonly seconds: number;
    /** Of the clock of this computer: when the first byte of the body and the last one came. */
    readonly from: number;
    readonly to: number;
  }[];
  readonly cpuSeconds: number;
}

/** As fast as it can where nothing is said. */
export interface SinkSpeed {
  readonly mibPerSecond?: number;
}

const MIB = 1024 * 1024;
const SHORTEST_REST_MS = 2;
const TAKEN =
  'HTTP/1.1 201 Created\r\nlocation: /api/my/messages/a1/attachments/1\r\ncontent-length: 0\r\n\r\n';
const PASSPHRASE = 'measured';
const ORGANISATION = '974760673';
const MESSAGE = {
  MessageId: 'a1',
  Subject: 'Measured',
  Status: 'Utfylling',
  Type: 'FormTask',
  ServiceCode: '1',
  ServiceEdition: 1,
  LastChangedDateTime: '2026-01-01T12:00:00',
  _links: {},
};

const BODY = JSON.stringify(MESSAGE);
const ANSWER =
  'HTTP/1.1 200 OK\r\ncontent-type: application/hal+json\r\n' +
  `content-length: ${String(BODY.length)}\r\n\r\n${BODY}`;

/**
 * Counts the bodies of the requests on one connection. A server of HTTP would take half as long again as curl takes to send,
 * and what it measured would be itself.
 */
function listen(
  socket: TLSSocket,
  { mibPerSecond }: SinkSpeed,
  tell: (upload: Received['uploads'][number]) => void,
): void {
  let head = '';
  let left: number | undefined;
  let [bytes, begun] = [0, 0];
  socket.on('data', (chunk: Buffer) => {
    let came = chunk.length;
    if (left === undefined) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      bytes = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      begun = performance.now();
      came = head.length - end - 4;
      left = bytes;
    }
    left -= came;
    if (left > 0) {
      if (mibPerSecond !== undefined) rest(socket, { begun, came: bytes - left, mibPerSecond });
      return;
    }
    const now = performance.now();
    const [from, to] = [performance.timeOrigin + begun, performance.timeOrigin + now];
    if (head.startsWith('POST')) tell({ bytes, seconds: (now - begun) / 1000, from, to });
    socket.write(head.startsWith('POST') ? TAKEN : ANSWER);
    [head, left] = ['', undefined];
  });
}

/** Takes nothing more until what came is no more than its speed allows. */
function rest(
  socket: TLSSocket,
  {
    begun,
    came,
    mibPerSecond,
  }: { readonly begun: number; readonly came: number; readonly mibPerSecond: number },
): void {
  const early = (came / MIB / mibPerSecond) * 1000 - (performance.now() - begun);
  if (early < SHORTEST_REST_MS) return;
  socket.pause();
  setTimeout(() => socket.resume(), early);
}

export async function startSink(
  folder: string,
  speed: SinkSpeed,
): Promise<{
  readonly files: SinkFiles;
  readonly received: () => Received;
  readonly stop: () => void;
}> {
  const authority = await createAuthority('Measured root');
  const [server, client] = await Promise.all([
    authority.issue({ name: '127.0.0.1', hosts: ['127.0.0.1'] }),
    authority.issue({ name: 'Measured', organisationNumber: ORGANISATION }),
  ]);
  let uploads: Received['uploads'] = [];
  let cpu = process.cpuUsage();
  const options = { key: server.keyPem, cert: server.chainPem, ca: authority.certificatePem };
  const listener = createServer({ ...options, requestCert: true, rejectUnauthorized: true });
  const open = new Set<TLSSocket>();
  listener.on('secureConnection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    listen(socket, speed, (upload) => (uploads = [...uploads, upload]));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const file = (name: string, content: string | Buffer) => {
    const at = path.join(folder, name);
    writeFileSync(at, content, { mode: 0o600 });
    return at;
  };
  return {
    files: {
      address: `https://127.0.0.1:${String(port)}`,
      caFile: file('ca.pem', authority.certificatePem),
      certificateFile: file('client.p12', toP12(client, PASSPHRASE, 'aes256')),
      passphrase: PASSPHRASE,
      pemFile: file('client.pem', client.keyPem + client.chainPem),
      organisationNumber: ORGANISATION,
    },
    received() {
      const { user, system } = process.cpuUsage(cpu);
      cpu = process.cpuUsage();
      const found = { uploads, cpuSeconds: (user + system) / 1e6 };
      uploads = [];
      return found;
    },
    stop() {
      listener.close();
      for (const socket of open) socket.destroy();
    },
  };
}
