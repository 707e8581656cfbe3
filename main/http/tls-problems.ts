// Turns Node's connection error codes into the Failure a person can act on.
import { networkInterfaces } from 'node:os';
import type { Failure } from '../../preload/result.ts';
import { Problem } from '../problem.ts';
import { clockHint } from '../problems.ts';
import { bareHost, isLoopbackHost } from './host-names.ts';
import type { Stranger } from './server-certificate.ts';

type CertificateProblem = Extract<Failure, { kind: 'certificate' }>['problem'];
export type CertificateDates = NonNullable<Extract<Failure, { kind: 'certificate' }>['dates']>;
type UnreachableProblem = Extract<Failure, { kind: 'unreachable' }>['problem'];

/** Our own refusals, told apart from the library's by their codes. */
export const OWN = {
  nameless: 'STEWARD_SERVER_WITHOUT_NAMES',
  weak: 'STEWARD_SERVER_WEAK',
  revoked: 'STEWARD_SERVER_REVOKED',
  timedOut: 'STEWARD_TIMED_OUT',
} as const;

const SERVER: Readonly<Record<string, CertificateProblem>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'server-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'server-unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'server-unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'server-unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'server-unknown-issuer',
  CERT_HAS_EXPIRED: 'server-expired',
  CERT_NOT_YET_VALID: 'server-not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'server-wrong-host',
  ERR_TLS_CERT_ALTNAME_FORMAT: 'server-wrong-host',
  HOSTNAME_MISMATCH: 'server-wrong-host',
  IP_ADDRESS_MISMATCH: 'server-wrong-host',
  EE_KEY_TOO_SMALL: 'server-weak',
  CA_KEY_TOO_SMALL: 'server-weak',
  CA_MD_TOO_WEAK: 'server-weak',
  CERT_REVOKED: 'server-revoked',
  INVALID_CA: 'server-untrusted',
  INVALID_PURPOSE: 'server-untrusted',
  PATH_LENGTH_EXCEEDED: 'server-untrusted',
  CERT_SIGNATURE_FAILURE: 'server-untrusted',
  CERT_UNTRUSTED: 'server-untrusted',
  CERT_REJECTED: 'server-untrusted',
  CERT_CHAIN_TOO_LONG: 'server-untrusted',
  ERR_SSL_CERTIFICATE_VERIFY_FAILED: 'server-untrusted',
  [OWN.nameless]: 'server-without-names',
  [OWN.weak]: 'server-weak',
  [OWN.revoked]: 'server-revoked',
};

const NETWORK: Readonly<Record<string, UnreachableProblem>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EAI_FAIL: 'name-not-found',
  EAI_NODATA: 'name-not-found',
  EAI_NONAME: 'name-not-found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timed-out',
  [OWN.timedOut]: 'timed-out',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ENETUNREACH: 'network',
  EHOSTUNREACH: 'network',
  EHOSTDOWN: 'network',
  ENETDOWN: 'network',
  EADDRNOTAVAIL: 'network',
  EINVAL: 'network',
};

const OLD_PROTOCOL =
  /UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|NO_PROTOCOLS_AVAILABLE|VERSION_TOO_LOW/;
/** An alert a server sends when it does not like, or misses, the client's certificate. */
const CLIENT_REFUSED =
  /alert[_ ](handshake[_ ]failure|bad[_ ]certificate|unknown[_ ]ca|certificate[_ ](required|unknown|expired|revoked)|unsupported[_ ]certificate|access[_ ]denied|decrypt[_ ]error)/i;
/** What a server says that finds nothing it knows in what we offer; it has not shown its certificate then. */
const NOTHING_SHARED = /alert[_ ]handshake[_ ]failure/i;
const TLS_FAULT = /^(ERR_SSL_|EPROTO$)/;

const SENTENCES: Readonly<Record<string, string>> = {
  missing: 'The server asks for a client certificate and none was given.',
  'refused-by-server': 'The server did not accept the client certificate, or missed it.',
  weak: 'The client certificate is too weak.',
  'server-unknown-issuer': "The server's certificate is issued by an authority that is not known.",
  'server-missing-intermediate':
    'The server sends its certificate without the certificate of the authority that issued it.',
  'server-self-signed': "The server's certificate is signed by itself.",
  'server-expired': "The server's certificate has expired.",
  'server-not-yet-valid': "The server's certificate is not valid yet.",
  'server-wrong-host': "The server's certificate is for another host.",
  'server-without-names': "The server's certificate does not list the hosts it is for.",
  'server-weak': "The server's certificate is too weak.",
  'server-revoked': "The server's certificate is revoked.",
  'server-protocol-too-old': 'The server offers only TLS versions that are too old.',
  'server-no-forward-secrecy': 'The server offers no encryption with forward secrecy.',
  'server-untrusted': "The server's certificate cannot be trusted.",
  'name-not-found': 'The host name is not known.',
  refused: 'The host does not take connections on this port.',
  'timed-out': 'The host did not answer in time.',
  reset: 'The connection was cut off.',
  network: 'The host cannot be reached from this network.',
};

export interface Circumstance {
  readonly host: string;
  /** Whether a client certificate was offered. */
  readonly identity: boolean;
  /** What is known of the server's certificate, for the person. */
  readonly detail?: string | undefined;
  /** Of that of its certificates which is not in force now. */
  readonly dates?: CertificateDates | undefined;
  /** The issuer that is not known, where one is not. */
  readonly stranger?: Stranger | undefined;
  /** Whether the server had shown its certificate; before that, a refusal cannot be about ours. */
  readonly shown?: boolean | undefined;
}

/** The code of an error, or of the first of several (one per address tried). */
export function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

/** A fault of the line, not of what either side said: a read may be tried again. */
export function isConnectionFault(error: unknown): boolean {
  if (error instanceof Problem) {
    const { failure } = error;
    return failure.kind === 'unreachable' && isLineFault(failure.problem);
  }
  const problem = NETWORK[codeOf(error)];
  return problem !== undefined && isLineFault(problem);
}

/** Waiting again for what has already taken too long, or for a proxy that said no, helps nobody. */
function isLineFault(problem: UnreachableProblem): boolean {
  return problem !== 'timed-out' && !problem.startsWith('proxy-');
}

/** The Failure of an error of net, tls or http; a Problem's own failure is kept. */
export function failureFrom(error: unknown, where: Circumstance, online = isOnline): Failure {
  if (error instanceof Problem) return error.failure;
  const code = codeOf(error);
  const certificate = certificateProblemOf(error, code, where);
  if (certificate?.startsWith('server-') === true)
    return certificateFailure(certificate, where.detail ?? code, where);
  if (certificate !== undefined) return certificateFailure(certificate, code);
  const problem = NETWORK[code] ?? (TLS_FAULT.test(code) ? 'reset' : 'network');
  const netless = problem === 'name-not-found' || problem === 'network';
  if (netless && !isLoopbackHost(where.host) && !online())
    return { kind: 'offline', message: 'This computer has no network connection.' };
  return unreachable(where.host, problem);
}

const BY_THE_CLOCK: ReadonlySet<CertificateProblem> = new Set([
  'server-expired',
  'server-not-yet-valid',
]);

export function certificateFailure(
  verdict: CertificateProblem,
  detail: string,
  { dates, stranger }: Pick<Circumstance, 'dates' | 'stranger'> = {},
): Failure {
  const unknown = verdict === 'server-unknown-issuer' ? stranger : undefined;
  const problem = unknown?.problem ?? verdict;
  const outside = BY_THE_CLOCK.has(problem) ? dates : undefined;
  const message = SENTENCES[problem] ?? 'The certificate cannot be used.';
  return {
    kind: 'certificate',
    problem,
    detail: detail.slice(0, 300),
    ...(outside !== undefined && { dates: outside }),
    ...(unknown !== undefined && { issuer: unknown.issuer }),
    message: outside === undefined ? message : message + clockHint(outside),
  };
}

export function unreachable(host: string, problem: UnreachableProblem): Failure {
  const message = SENTENCES[problem] ?? 'The host cannot be reached.';
  return { kind: 'unreachable', host: bareHost(host), problem, message };
}

/**
 * The Failure of an error that came while our own key and certificates were put into a context: whatever it says, it is of ours, and
 * the server has seen none of them.
 */
export function ownCertificateFailure(error: unknown): Failure {
  const code = codeOf(error);
  const said = `${code} ${error instanceof Error ? error.message : ''}`;
  return certificateFailure(TOO_WEAK.test(said) ? 'weak' : 'unreadable', code);
}

const TOO_WEAK = /KEY_TOO_SMALL|MD_TOO_WEAK|too (weak|small)/i;

function certificateProblemOf(
  error: unknown,
  code: string,
  where: Circumstance,
): CertificateProblem | undefined {
  const known = SERVER[code];
  if (known !== undefined) return known;
  // The library has no code for some verdicts, only words.
  if (code === 'UNSPECIFIED')
    return TOO_WEAK.test(String(error)) ? 'server-weak' : 'server-untrusted';
  if (!TLS_FAULT.test(code)) return undefined;
  if (OLD_PROTOCOL.test(code)) return 'server-protocol-too-old';
  const said = `${code} ${error instanceof Error ? error.message : ''}`;
  if (TOO_WEAK.test(said)) return 'server-weak';
  if (!CLIENT_REFUSED.test(said)) return undefined;
  if (where.shown === false)
    return NOTHING_SHARED.test(said) ? 'server-no-forward-secrecy' : 'server-protocol-too-old';
  return where.identity ? 'refused-by-server' : 'missing';
}

/** False only when every interface of this computer is loopback. */
export function isOnline(): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some((one) => !one.internal));
}
