// Group E, bytes: packing, encodings, lengths and floods around a body.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Answer } from '../platform/call.ts';
import {
  fine,
  fineOrUnclear,
  honest,
  holdsSecret,
  http,
  unclear,
  type Expectation,
  type Fault,
  type Scene,
} from './fault.ts';

const withBody = ['O1', 'O2', 'O3', 'O4', 'O5'] as const;
const json = { 'Content-Type': 'application/json; charset=utf-8' };

/** A read of such an answer must fail, whatever it says. */
const unreadable: Expectation = { ...unclear, read: ['salvage', 'unknown', 'rejected', 'copy'] };

interface Change {
  readonly body?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The model acts; its answer goes out changed. `keeps`: whether the whole secret is in what goes out, `see` looks. */
function changed(
  id: string,
  title: string,
  expect: Expectation,
  change: (body: string, scene: Scene, answer: Answer) => Change,
  more: Partial<Fault> & { readonly keeps?: boolean | 'see' } = {},
): Fault {
  const { keeps = true, ...rest } = more;
  return {
    id,
    title,
    expect,
    operations: withBody,
    async onRequest(scene) {
      const answer = scene.act();
      const { body, headers = {} } = change(answer.body ?? '', scene, answer);
      if (keeps === true || (keeps === 'see' && holdsSecret(body ?? '', answer))) scene.delivered();
      await scene.say(honest(answer, headers, body ?? answer.body));
    },
    ...rest,
  };
}

/** The head is written by hand and the connection ends after the body. */
function raw(
  id: string,
  title: string,
  expect: Expectation,
  bytes: (body: string, scene: Scene) => Buffer | string,
  more: Partial<Fault> = {},
): Fault {
  return {
    id,
    title,
    expect,
    operations: withBody,
    async onRequest(scene) {
      const answer = scene.act();
      await scene.say(bytes(answer.body ?? '', scene));
      scene.hangUp();
    },
    ...more,
  };
}

/** Endless or huge: pieces are written only as fast as they are taken. */
function flood(
  id: string,
  title: string,
  head: string,
  piece: Buffer,
  pieces: number,
  more: Partial<Fault> = {},
): Fault {
  return {
    id,
    title,
    expect: unclear,
    async onRequest(scene) {
      scene.act();
      await scene.say(head);
      for (let i = 0; i < pieces && !scene.closed; i += 1) await scene.say(piece);
      scene.hangUp();
    },
    ...more,
  };
}

const zeros = Buffer.alloc(32 * 1024 * 1024);
const bombs = new Map<string, Buffer>();
/** Made once, when first needed: 64 MB of blanks 1 000:1, or packed twice. */
function bomb(kind: 'once' | 'twice'): Buffer {
  const known = bombs.get(kind);
  if (known) return known;
  const once = gzipSync(Buffer.concat([zeros, zeros]));
  const made = kind === 'once' ? once : gzipSync(gzipSync(Buffer.concat([zeros, zeros, zeros])));
  bombs.set(kind, made);
  return made;
}

const packers: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['zstd', zstdCompressSync],
];

const lengths: readonly ((body: Buffer) => Readonly<Record<string, string>>)[] = [
  (body) => ({ 'Content-Length': String(body.length - 20) }),
  (body) => ({ 'Content-Length': String(body.length + 20) }),
  () => ({ 'Content-Length': '-1' }),
  (body) => ({ 'Content-Length': String(body.length), 'content-length': String(body.length + 1) }),
  (body) => ({ 'Content-Length': `${body.length}x` }),
];

/** Every cut from the first byte to the one before the last; the number is an upper bound. */
export const cutPositions = 260;

export const byteFaults: readonly Fault[] = [
  changed(
    'E1',
    'JSON cut at every byte, the length fits the cut',
    unreadable,
    (body, scene) => {
      const bytes = Buffer.from(body, 'utf8');
      return { body: bytes.subarray(0, scene.variant % bytes.length) };
    },
    { variants: cutPositions, operations: ['O2', 'O3', 'O4', 'O5'], keeps: 'see' },
  ),
  changed('E2', 'text after the JSON', fineOrUnclear, (body) => ({ body: `${body}\nDone.` })),
  changed('E3', 'content type text/plain', fineOrUnclear, () => ({
    headers: { 'Content-Type': 'text/plain' },
  })),
  changed('E4', 'no content type', fineOrUnclear, () => ({ headers: { 'Content-Type': '' } })),
  changed(
    'E5',
    'HTML under a JSON type',
    unreadable,
    () => ({ body: '<html><body>Error</body></html>' }),
    { keeps: false },
  ),
  changed('E6', 'byte order mark', fineOrUnclear, (body) => ({ body: `\ufeff${body}` })),
  changed('E7', 'bytes that are no UTF-8 beside the secret', unreadable, (body) => ({
    body: Buffer.concat([
      Buffer.from(body.replace(/\{"UserName"/, '{"Note":"'), 'utf8').subarray(0, 10),
      Buffer.from([0xff, 0xfe, 0x22, 0x2c]),
      Buffer.from(body.slice(body.indexOf('"UserName"')), 'utf8'),
    ]),
  })),
  changed('E8', 'UTF-16', unreadable, (body) => ({ body: Buffer.from(body, 'utf16le') })),
  changed('E9', 'NUL signs between the parts', unreadable, (body) => ({
    body: body.replaceAll(',', '\0,'),
  })),
  changed('E10', 'gzip as it should be', fine, (body) => ({
    body: gzipSync(body),
    headers: { 'Content-Encoding': 'gzip' },
  })),
  changed(
    'E11',
    'gzip cut',
    unreadable,
    (body) => ({
      body: gzipSync(body).subarray(0, -30),
      headers: { 'Content-Encoding': 'gzip' },
    }),
    { keeps: false },
  ),
  // The check sum says that the bytes are not those that were sent: such a secret did not arrive.
  changed(
    'E12',
    'gzip with a wrong check sum',
    unreadable,
    (body) => {
      const packed = Buffer.from(gzipSync(body));
      packed.writeUInt32LE(0x12345678, packed.length - 8);
      return { body: packed, headers: { 'Content-Encoding': 'gzip' } };
    },
    { keeps: false },
  ),
  changed(
    'E13',
    'gzip bomb 1 000:1',
    unclear,
    () => ({ body: bomb('once'), headers: { ...json, 'Content-Encoding': 'gzip' } }),
    { keeps: false, prepare: () => void bomb('once') },
  ),
  changed(
    'E14',
    'gzip packed twice',
    unclear,
    () => ({ body: bomb('twice'), headers: { ...json, 'Content-Encoding': 'gzip, gzip' } }),
    { keeps: false, prepare: () => void bomb('twice') },
  ),
  changed(
    'E15',
    'br, deflate, zstd that nobody asked for',
    fineOrUnclear,
    (body, scene) => {
      const [name, pack] = packers[scene.variant] ?? packers[0] ?? ['', (b: Buffer) => b];
      return { body: pack(Buffer.from(body)), headers: { 'Content-Encoding': name } };
    },
    { variants: packers.length, keeps: false },
  ),
  changed('E16', 'plain text that says gzip', fineOrUnclear, () => ({
    headers: { 'Content-Encoding': 'gzip' },
  })),
  changed('E17', 'six encodings', fineOrUnclear, () => ({
    headers: { 'Content-Encoding': 'gzip, gzip, identity, br, gzip, deflate' },
  })),
  flood(
    'E18',
    'a body of 400 MB',
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${400 * 1024 * 1024}\r\n\r\n`,
    Buffer.alloc(256 * 1024, 0x20),
    1600,
  ),
  flood(
    'E19',
    'a body without end',
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x20), Buffer.from('\r\n')]),
    100_000,
  ),
  raw(
    'E20',
    'Content-Length too small, too big, negative, twice, no number',
    { ...unclear, secret: fineOrUnclear.secret },
    (body, scene) =>
      http(200, 'OK', { ...json, ...lengths[scene.variant]?.(Buffer.from(body)) }, body),
    { variants: lengths.length },
  ),
  raw('E21', 'a chunk size that is no number', unreadable, (body) =>
    http(200, 'OK', { ...json, 'Transfer-Encoding': 'chunked' }, `zz\r\n${body}\r\n0\r\n\r\n`),
  ),
  flood(
    'E22',
    '800 KB of headers',
    'HTTP/1.1 200 OK\r\n',
    Buffer.from(`X-A: ${'b'.repeat(8_000)}\r\n`),
    100,
  ),
  flood(
    'E23',
    '10 000 headers',
    `HTTP/1.1 200 OK\r\n`,
    Buffer.from('X-A: b\r\n'.repeat(1_000)),
    10,
  ),
  raw('E24', 'line breaks and folds in headers', fineOrUnclear, (body) => {
    const length = Buffer.byteLength(body);
    return `HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\n\tSet-Cookie: d\r\nContent-Type: application/json\r\nX-E: f\rg\r\nContent-Length: ${length}\r\n\r\n${body}`;
  }),
  raw('E25', 'not HTTP', unreadable, () => 'SSH-2.0-OpenSSH_9.2\r\n'),
];
