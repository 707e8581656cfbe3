// Opens one verified TLS connection, directly or through a proxy, and checks the server before it sees our certificate.
import { X509Certificate } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect as connectTls,
  type ConnectionOptions,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { bareHost, portOf } from './host-names.ts';
import { openTunnel, type Proxy } from './proxy.ts';
import {
  datesOf,
  hasNames,
  isRevoked,
  issuerOf,
  judgeChain,
  strangerOf,
  subjectOf,
  weaknessOf,
} from './server-certificate.ts';
import { certificateFailure, failureFrom, OWN } from './tls-problems.ts';

/** Where to, past which proxy, believing whom, and as whom. */
export interface Destination {
  readonly origin: string;
  readonly extraCaPem?: string | undefined;
  readonly highestTls: 'TLSv1.2' | 'TLSv1.3';
  readonly proxy?: Proxy | undefined;
}

export interface Secured {
  readonly socket: Socket;
  readonly protocol: string;
  /** Subject, issuer and last day of the server's certificate, on one line. */
  readonly server: string;
  readonly shown: ShownServer | undefined;
}

/** What a probe finds, in this order. A failure belongs to the step after the last one reported. */
export type ProbeStep = 'address' | 'tcp' | 'tls';
export type ProbeReport = (step: ProbeStep, detail: string, server?: ShownServer) => void;

/** What a server's certificate says of it. */
export interface ShownServer {
  /** Version of TLS; null where the handshake did not come so far. */
  readonly protocol: string | null;
  readonly subject: string;
  readonly issuer: string;
  readonly validTo: string;
}

const LOWEST_TLS = 'TLSv1.2';
/**
 * Only suites whose keys last as long as the connection (ATK-14): all of TLS 1.3, and of TLS 1.2 those that agree on keys by ECDHE or DHE. Said here, so
 * that no switch of Node changes them; CBC is left in for servers that know nothing newer. OpenSSL and BoringSSL both take these words.
 */
const SUITES = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE+AESGCM', 'ECDHE+CHACHA20', 'DHE+AESGCM', 'ECDHE+AES', 'DHE+AES'],
  ...['!aNULL', '!eNULL', '!PSK', '!SRP', '!kRSA'],
].join(':');
/** Node's 250 ms per address gives up on slow lines that would have answered. */
const PER_ADDRESS_MS = 2500;

/** Bundled roots always named, so that no environment variable adds to them, and the connection's own CA. */
function anchorsOf(to: Destination): string[] {
  return to.extraCaPem === undefined ? [...rootCertificates] : [...rootCertificates, to.extraCaPem];
}

/** The TLS side of a destination. Key and chain are passed apart, never as one file: that would trust the CAs in it (TLS-01). */
export function createContext(
  to: Destination,
  identity?: { readonly key: Secret; readonly certificateChainPem: string },
): SecureContext {
  return createSecureContext({
    ca: anchorsOf(to),
    // What a person has named is believed as it is: an authority below a root that nobody knows, too.
    allowPartialTrustChain: true,
    minVersion: LOWEST_TLS,
    maxVersion: to.highestTls,
    ciphers: SUITES,
    ...(identity && { key: identity.key.expose(), cert: identity.certificateChainPem }),
  });
}

/** A connection whose server is verified. Not one byte of a request has been written. Throws Problem. */
export async function connectSecurely(
  to: Destination,
  context: SecureContext,
  identity: boolean,
  signal: AbortSignal,
): Promise<Secured> {
  const tcp = await openTcp(to, signal, () => undefined);
  return handshake(tcp, to, context, identity, signal);
}

/** Looks at the server with a context that shows no certificate (TLS-10). Throws Problem when it is not to be trusted. */
export async function probeServer(
  to: Destination,
  context: SecureContext,
  signal: AbortSignal,
  report: ProbeReport,
  now: () => Date,
): Promise<void> {
  const tcp = await openTcp(to, signal, report);
  try {
    const found = await handshake(tcp, to, context, false, signal);
    report('tls', `${found.protocol}, ${found.server}`, found.shown);
    found.socket.destroySoon();
  } catch (error) {
    if (!(error instanceof BrokenHandshake) || !error.misses()) throw error;
    // Under TLS 1.2 a server that insists on a certificate breaks off before the library's verdict is out.
    const host = bareHost(new URL(to.origin).hostname);
    const problem = judgeChain(error.chain, host, separateAnchors(to), now());
    const server = describe(error.chain);
    if (problem !== undefined) {
      const known = { dates: datesOf(error.chain, now()), stranger: strangerIn(error.chain, to) };
      throw new Problem(certificateFailure(problem, server, known));
    }
    report('tls', server, shownServer(error.chain, null));
  }
}

/** One PEM per entry: an extra CA file may hold several. */
function separateAnchors(to: Destination): string[] {
  const blocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
  return anchorsOf(to).flatMap((pem) => pem.match(blocks) ?? []);
}

const strangerIn = (chain: readonly X509Certificate[], { extraCaPem }: Destination) =>
  strangerOf(chain, extraCaPem !== undefined);

/** A handshake that failed, with what the server had shown by then. */
class BrokenHandshake extends Problem {
  readonly chain: readonly X509Certificate[];

  constructor(
    error: unknown,
    to: Destination,
    identity: boolean,
    chain: readonly X509Certificate[],
  ) {
    const host = bareHost(new URL(to.origin).hostname);
    const shown = chain.length > 0;
    const detail = shown ? describe(chain) : undefined;
    // The library judges by the computer's own clock.
    const dates = datesOf(chain, new Date());
    const stranger = shown ? strangerIn(chain, to) : undefined;
    const failure = failureFrom(error, { host, identity, detail, dates, stranger, shown });
    const isCut = failure.kind === 'unreachable' && failure.problem === 'reset';
    // Cut off between its certificate and its welcome, a server has looked at ours and left without a word (TLS-08).
    super(
      identity && shown && isCut
        ? certificateFailure('refused-by-server', 'closed during the handshake')
        : failure,
    );
    this.chain = chain;
  }

  /** Whether the server broke off because it got no certificate. */
  misses(): boolean {
    const { failure } = this;
    if (this.chain.length === 0) return false;
    if (failure.kind === 'certificate') return failure.problem === 'missing';
    return failure.kind === 'unreachable' && failure.problem === 'reset';
  }
}

async function openTcp(to: Destination, signal: AbortSignal, report: ProbeReport): Promise<Socket> {
  signal.throwIfAborted();
  const address = new URL(to.origin);
  const host = bareHost(address.hostname);
  if (to.proxy === undefined) return openDirectly(host, portOf(address), signal, report);
  const socket = await openTunnel(to.proxy, host, portOf(address), signal);
  const through = `${to.proxy.host}:${to.proxy.port}`;
  report('address', `proxy ${through}`);
  report('tcp', `${host}:${portOf(address)} through ${through}`);
  return socket;
}

function openDirectly(
  host: string,
  port: number,
  signal: AbortSignal,
  report: ProbeReport,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: PER_ADDRESS_MS,
    });
    let address = isIP(host) === 0 ? '' : host;
    const stop = () => socket.destroy(signal.reason as Error);
    const fail = (error: Error) => {
      signal.removeEventListener('abort', stop);
      if (address !== '') report('address', address);
      reject(signal.aborted ? error : new Problem(failureFrom(error, { host, identity: false })));
    };
    signal.addEventListener('abort', stop, { once: true });
    socket.on('lookup', (error: Error | null, found: string) => {
      if (error === null && found !== '') address = found;
    });
    socket.once('error', fail);
    socket.once('connect', () => {
      signal.removeEventListener('abort', stop);
      socket.removeListener('error', fail);
      report('address', socket.remoteAddress ?? address);
      report('tcp', `${socket.remoteAddress ?? host}:${port}`);
      resolve(socket);
    });
  });
}

function handshake(
  tcp: Socket,
  to: Destination,
  context: SecureContext,
  identity: boolean,
  signal: AbortSignal,
): Promise<Secured> {
  const host = bareHost(new URL(to.origin).hostname);
  return new Promise((resolve, reject) => {
    let chain: readonly X509Certificate[] = [];
    const socket = startTls(tcp, host, context, () => chainOf(socket));
    const readChain = () => {
      if (chain.length === 0) chain = chainOf(socket);
    };
    const stop = () => socket.destroy(signal.reason as Error);
    const fail = (error: Error) => {
      signal.removeEventListener('abort', stop);
      tcp.destroy();
      reject(signal.aborted ? error : new BrokenHandshake(error, to, identity, chain));
    };
    // Both fire after the server's certificate came and before ours goes; which of them depends on the TLS library.
    socket.on('keylog', readChain);
    socket.on('OCSPResponse', (stapled: Buffer | null) => {
      readChain();
      if (isRevoked(stapled)) socket.destroy(refusal(OWN.revoked));
    });
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', stop);
      socket.removeListener('error', fail);
      socket.removeAllListeners('keylog');
      // While it is lent to nobody, an error only closes it.
      socket.on('error', () => undefined);
      const [protocol, sent] = [socket.getProtocol() ?? '', chainOf(socket)];
      resolve({ socket, protocol, server: describe(sent), shown: shownServer(sent, protocol) });
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

function startTls(
  tcp: Socket,
  host: string,
  context: SecureContext,
  chain: () => readonly X509Certificate[],
): TLSSocket {
  // Node's types know requestOCSP only at the socket, though connect() passes it on.
  const options: ConnectionOptions & { requestOCSP: boolean } = {
    socket: tcp,
    host,
    servername: isIP(host) === 0 ? host : '',
    secureContext: context,
    // Said explicitly: otherwise an environment variable switches it off (TLS-02).
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    requestOCSP: true,
    checkServerIdentity: (name, certificate) => {
      const [leaf] = chain();
      if (leaf !== undefined && !hasNames(leaf)) return refusal(OWN.nameless);
      // Without its subject, whose common name Node would take for a host where there is no other name.
      const named = { ...certificate, subject: { ...certificate.subject, CN: '' } };
      const wrongName = checkServerIdentity(name, named);
      if (wrongName !== undefined) return wrongName;
      return weaknessOf(chain()) === undefined ? undefined : refusal(OWN.weak);
    },
  };
  return connectTls(options);
}

function refusal(code: string): Error {
  return Object.assign(new Error('The certificate of the server is refused.'), { code });
}

function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<unknown>();
  let next: { raw?: Buffer; issuerCertificate?: unknown } | null = socket.getPeerCertificate(true);
  while (next?.raw !== undefined && !seen.has(next)) {
    seen.add(next);
    chain.push(new X509Certificate(next.raw));
    next = next.issuerCertificate as typeof next;
  }
  return chain;
}

function shownServer(
  [leaf]: readonly X509Certificate[],
  protocol: string | null,
): ShownServer | undefined {
  if (leaf === undefined) return undefined;
  const validTo = new Date(leaf.validTo).toISOString();
  return { protocol, subject: subjectOf(leaf), issuer: issuerOf(leaf), validTo };
}

function describe(chain: readonly X509Certificate[]): string {
  const [leaf] = chain;
  if (leaf === undefined) return 'no certificate';
  const until = new Date(leaf.validTo).toISOString().slice(0, 10);
  return `${subjectOf(leaf)}, issued by ${issuerOf(leaf)}, valid to ${until}`;
}
