// A server over two-way TLS that discards what it is sent and gives a file of noise: only the other side is measured.
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

export interface SinkOptions {
  /** As fast as it can where nothing is said. */
  readonly mibPerSecond?: number;
  /** Of the file that waits for everybody. */
  readonly fileMib?: number;
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

const FILE = {
  FileReference: '9c1185a5-c5e9-4c9c-9b2b-1c7a3bd2a9d1',
  FileName: 'measured.zip',
  FileStatus: 'Uploaded',
  ServiceCode: '1',
  ServiceEdtionCode: 1,
  Sender: '974760673',
  SendersReference: 'measured',
  SentDate: '2026-01-01T12:00:00',
};

function json(value: object): string {
  const body = JSON.stringify(value);
  return (
    'HTTP/1.1 200 OK\r\ncontent-type: application/hal+json\r\n' +
    `content-length: ${String(body.length)}\r\n\r\n${body}`
  );
}

/** A file for a party has this path; */
const DOWNLOAD = /\/brokerservice\/inbox\/[^/ ]+\/download/;

/** What is answered to one request, but for a file. */
function answerTo(head: string, fileMib: number): string {
  const [method = '', target = ''] = head.split(' ', 2);
  const path = target.split('?')[0] ?? '';
  if (/\/brokerservice\/outbox$/.test(path)) return json(FILE);
  if (method !== 'GET') return TAKEN;
  if (!path.includes('/brokerservice/inbox')) return json(MESSAGE);
  const isMore = target.includes('skip=');
  const file = { ...FILE, FileSize: fileMib * MIB };
  return json({ _links: {}, _embedded: { files: isMore ? [] : [file] } });
}

/** One block of noise after the other, as fast as the socket takes them. */
async function give(socket: TLSSocket, mib: number): Promise<void> {
  socket.write(
    'HTTP/1.1 200 OK\r\ncontent-type: application/zip\r\n' +
      `content-length: ${String(mib * MIB)}\r\n\r\n`,
  );
  for (let sent = 0; sent < mib && !socket.destroyed; sent += 1)
    await new Promise<void>((resolve) => {
      // Called with an error, too, where the other side has gone.
      socket.write(NOISE, () => {
        resolve();
      });
    });
}
const noiseAt = (_: unknown, at: number) => (at * 2_654_435_761) >>> 24;
const NOISE = Buffer.from(Uint8Array.from({ length: 1024 * 1024 }, noiseAt));

/**
 * Counts the bodies of the requests on one connection. A server of HTTP would take half as long again as curl takes to send,
 * and what it measured would be itself.
 */
function listen(
  socket: TLSSocket,
  { mibPerSecond, fileMib = 1 }: SinkOptions,
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
    if (DOWNLOAD.test(head.split('\r\n', 1)[0] ?? '')) void give(socket, fileMib);
    else socket.write(answerTo(head, fileMib));
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
  options: SinkOptions,
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
  const tls = { key: server.keyPem, cert: server.chainPem, ca: authority.certificatePem };
  const listener = createServer({ ...tls, requestCert: true, rejectUnauthorized: true });
  const open = new Set<TLSSocket>();
  listener.on('secureConnection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    listen(socket, options, (upload) => (uploads = [...uploads, upload]));
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
