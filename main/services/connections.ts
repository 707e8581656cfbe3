// Connections: kept in the book, bound to their credentials, and tested step by step with the exact reason of a failure.
import { randomUUID, X509Certificate } from 'node:crypto';
import {
  type Connection,
  connection as connectionShape,
  type ConnectionInput,
  credentialsOf,
  type TestStep,
} from '../../preload/contract/connections.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { Handlers, Notify } from '../../preload/contract/contract.ts';
import type { Failure, FieldProblem } from '../../preload/result.ts';
import type { Examination, PlatformApi, Verdict } from '../api.ts';
import type { CredentialBook } from '../credentials/credential-book.ts';
import { failureOf, Problem } from '../problem.ts';
import type { ConnectionBook, SavedConnection } from '../storage/connection-book.ts';
import type { FileHandles } from '../storage/files.ts';

export interface ConnectionsServiceNeeds {
  readonly book: ConnectionBook;
  readonly credentials: Pick<CredentialBook, 'list'>;
  readonly api: Pick<PlatformApi, 'examination' | 'drop'>;
  readonly handles: Pick<FileHandles, 'read' | 'name'>;
  readonly notify: Notify;
  /** Whether a one-time secret of this connection still waits for its person. */
  readonly openSecretsOf: (connection: string) => boolean;
}

const LARGEST_CA_FILE = 1024 * 1024;

export function connectionsService(needs: ConnectionsServiceNeeds): Handlers<'connections'> {
  const { book, credentials, api, notify, openSecretsOf } = needs;
  const view = () => ({ all: book.all().map(publicPart), chosen: book.chosen() });
  const changed = <T>(value: T): T => {
    notify('connectionsChanged', view());
    // A credential tells which connections use it.
    notify('credentialsChanged', [...credentials.list()]);
    return value;
  };
  const save = (saved: SavedConnection) => book.save(saved).then(() => changed(publicPart(saved)));

  return {
    list: async () => view(),
    async create(input) {
      const id = randomUUID();
      refuseUnfit(input, id, needs);
      return save({ ...fieldsOf(input), id, ...(await extraCaOf(input, undefined, needs)) });
    },
    async change({ connection, ...input }) {
      const before = book.find(connection);
      refuseUnfit(input, connection, needs);
      refuseMove(before, input);
      const extraCa = await extraCaOf(input, before, needs);
      api.drop(connection); // while the old address is still known
      return save({ ...fieldsOf(input), id: connection, ...extraCa });
    },
    async remove({ connection }) {
      book.find(connection);
      if (openSecretsOf(connection)) throw secretsWaiting();
      api.drop(connection);
      await book.remove(connection);
      return changed({});
    },
    async choose({ connection }) {
      await book.choose(connection);
      notify('connectionsChanged', view());
      return { chosen: connection };
    },
    test: ({ connection }, { signal, report }) =>
      runTest(book.find(connection), api.examination(connection), signal, report),
  };
}

/** Without what only main knows: the schema drops it. */
function publicPart(saved: SavedConnection): Connection {
  return connectionShape.parse(saved);
}

function fieldsOf(input: ConnectionInput): Omit<Connection, 'id' | 'extraCa'> {
  // One spelling of an address: what follows the host keeps no slash at its end.
  const baseAddress = input.baseAddress.replace(/\/+$/, '');
  return connectionShape.omit({ id: true, extraCa: true }).parse({ ...input, baseAddress });
}

/** Fields a schema cannot judge: names in use, credentials that do not exist or belong elsewhere. */
function refuseUnfit(
  input: ConnectionInput,
  id: string,
  { book, credentials }: ConnectionsServiceNeeds,
) {
  const others = book.all().filter((one) => one.id !== id);
  const sameName = (one: Connection) => one.name.toLowerCase() === input.name.toLowerCase();
  if (others.some(sameName)) throw invalid('name', 'name-in-use');
  const kinds = new Map(credentials.list().map((one) => [one.id, one.kind]));
  for (const [field, credential] of Object.entries(credentialsOf(input.signIn)))
    if (kinds.get(credential) !== KIND_OF[field]) throw invalid(field, 'not-a-choice');
  if (input.apiKey === null && input.signIn.way !== 'none') throw invalid('apiKey', 'required');
  if (input.apiKey !== null && kinds.get(input.apiKey) !== 'api-key')
    throw invalid('apiKey', 'not-a-choice');
  const password = input.proxy.use === 'manual' ? input.proxy.password : undefined;
  if (password !== undefined && kinds.get(password) !== 'proxy-password')
    throw invalid('proxy.password', 'not-a-choice');
  for (const other of others) refuseForeign(input, other);
}

const KIND_OF: Readonly<Record<string, Credential['kind']>> = {
  'signIn.certificate': 'certificate',
  'signIn.proof.certificate': 'certificate',
  'signIn.proof.key': 'private-key',
  'signIn.password': 'password',
};

type Place = Pick<Connection, 'environment' | 'baseAddress'>;

/**
 * A credential belongs to one environment, and in production to one origin (checks.md LNK-09): a mistyped or lured
 * address must not get the production key. Undefined when the two places may share a credential.
 */
function differenceOf(one: Place, other: Place): 'environment' | 'baseAddress' | undefined {
  if (one.environment !== other.environment) return 'environment';
  if (one.environment === 'test') return undefined;
  const same = new URL(one.baseAddress).origin === new URL(other.baseAddress).origin;
  return same ? undefined : 'baseAddress';
}

/** The field of a credential that both use, if they share one. */
function sharedWith(input: ConnectionInput, other: Connection): string | undefined {
  const others = new Set(Object.values(credentialsOf(other.signIn)));
  const own = Object.entries(credentialsOf(input.signIn));
  const shared = own.find(([, credential]) => others.has(credential))?.[0];
  if (shared !== undefined) return shared;
  return input.apiKey !== null && input.apiKey === other.apiKey ? 'apiKey' : undefined;
}

function refuseForeign(input: ConnectionInput, other: SavedConnection): void {
  const shared = sharedWith(input, other);
  const difference = shared === undefined ? undefined : differenceOf(input, other);
  if (shared === undefined || difference === undefined) return;
  const what = difference === 'environment' ? 'environment' : 'address';
  throw conflict(
    `The credential belongs to the connection "${other.name}", which has another ${what}.`,
    shared,
  );
}

/** A connection that moves takes no credential with it. */
function refuseMove(before: SavedConnection, input: ConnectionInput): void {
  if (sharedWith(input, before) === undefined) return;
  const difference = differenceOf(before, input);
  if (difference === undefined) return;
  throw conflict(
    'A credential is bound to its environment, and in production to its address. Choose the credentials of the new place, or make a new connection.',
    difference,
  );
}

type ExtraCa = Pick<SavedConnection, 'extraCa' | 'extraCaPem'>;

async function extraCaOf(
  { extraCaFile }: ConnectionInput,
  before: SavedConnection | undefined,
  { handles }: ConnectionsServiceNeeds,
): Promise<ExtraCa> {
  if (extraCaFile === undefined)
    return { extraCa: before?.extraCa ?? null, extraCaPem: before?.extraCaPem ?? null };
  if (extraCaFile === null) return { extraCa: null, extraCaPem: null };
  const bytes = await handles.read(extraCaFile, LARGEST_CA_FILE, 'extraCaFile');
  return { extraCa: handles.name(extraCaFile, 'extraCaFile'), extraCaPem: readAuthorities(bytes) };
}

/** Certificates of a PEM file, or the one of a DER file, as PEM; anything else in the file is left out. */
function readAuthorities(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  try {
    const certificates = (blocks ?? [bytes]).map((one) => new X509Certificate(one));
    return certificates.map((one) => one.toString()).join('');
  } catch (error) {
    const message = 'The file holds no certificate that can be read.';
    throw new Problem({ kind: 'certificate', problem: 'unreadable', detail: '', message }, error);
  }
}

const invalid = (field: string, problem: FieldProblem) =>
  new Problem({
    kind: 'invalid-input',
    message: 'A field was refused.',
    fields: { [field]: problem },
  });

const conflict = (message: string, field?: string) =>
  new Problem({ kind: 'conflict', message, reason: '', ...(field !== undefined && { field }) });

const secretsWaiting = () => conflict('A one-time secret of this connection is not settled yet.');

type StepName = TestStep['step'];
type Report = (progress: { steps: TestStep[] }) => void;
type Advice = NonNullable<TestStep['advice']>;

const STEPS: readonly StepName[] = [
  'address',
  'tcp',
  'server-certificate',
  'client-certificate',
  'api-key',
];
const STEP_OF_PROBE = { address: 'address', tcp: 'tcp', tls: 'server-certificate' } as const;

/** The list as it is shown; steps run in order, so the running one is the first that has not passed. */
function createStepList(report: Report) {
  let steps: TestStep[] = STEPS.map((step, at) => ({
    step,
    state: at === 0 ? 'running' : 'waiting',
    detail: '',
    failure: null,
    advice: null,
  }));
  const show = (next: TestStep[]) => {
    steps = next;
    report({ steps });
  };
  report({ steps });
  return {
    steps: () => steps,
    pass(step: StepName, detail: string) {
      const at = STEPS.indexOf(step);
      show(
        steps.map((one, i) => {
          if (i === at) return { ...one, state: 'passed', detail };
          return i === at + 1 ? { ...one, state: 'running' } : one;
        }),
      );
    },
    fail(failure: Failure, detail: string, advice: Advice) {
      show(
        steps.map((one) => {
          if (one.state === 'running') return { ...one, state: 'failed', detail, failure, advice };
          return one.state === 'waiting' ? { ...one, state: 'skipped' } : one;
        }),
      );
    },
  };
}

type StepList = ReturnType<typeof createStepList>;

async function runTest(
  connection: SavedConnection,
  examination: Examination,
  signal: AbortSignal,
  report: Report,
): Promise<{ passed: boolean; steps: TestStep[] }> {
  const list = createStepList(report);
  try {
    await examination.probe((step, detail) => {
      list.pass(STEP_OF_PROBE[step], detail);
    }, signal);
    await testSignIn(connection, examination, signal, list);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || failure.kind === 'cancelled') throw error;
    list.fail(failure, detailOf(failure), adviceFor(failure));
  }
  const steps = list.steps();
  return { passed: steps.every((one) => one.state === 'passed'), steps };
}

/** The last two steps: one call tells whether the certificate and then the key were taken. */
async function testSignIn(
  connection: SavedConnection,
  examination: Examination,
  signal: AbortSignal,
  list: StepList,
): Promise<void> {
  const first = await verdictOf(examination, signal);
  if ('failure' in first && !refusesCertificate(first.failure)) {
    list.pass('client-certificate', protocolOf(first));
    if (first.failure === null) list.pass('api-key', `${first.status} ${first.reason}`.trim());
    else list.fail(first.failure, detailOf(first.failure), adviceFor(first.failure));
    return;
  }
  const failure = 'error' in first ? failureOf(first.error) : first.failure;
  if (failure === undefined || failure === null || failure.kind === 'cancelled')
    throw errorOf(first);
  const canBeLate = connection.highestTls === 'TLSv1.3' && mayMeanLate(failure);
  if (canBeLate && (await worksUnder12(examination, signal))) {
    const detail = `${detailOf(failure)} (TLS 1.3); accepted with TLS 1.2`;
    list.fail(failure, detail, 'limit-tls-12');
    return;
  }
  // No call was made: the key is not among the credentials any more.
  const isKeyGone = 'error' in first && failure.kind === 'not-found';
  list.fail(failure, detailOf(failure), isKeyGone ? 'check-api-key' : adviceFor(failure));
}

type Tried = Verdict | { readonly error: unknown };

const errorOf = (tried: Tried): Error =>
  'error' in tried && tried.error instanceof Error ? tried.error : new Error('No verdict.');
const protocolOf = (tried: Tried) => ('protocol' in tried ? tried.protocol : '');

/** The first call with a certificate can give 401 though all is right (wire.md): it is asked a second time. */
async function verdictOf(
  examination: Examination,
  signal: AbortSignal,
  highestTls?: SavedConnection['highestTls'],
): Promise<Tried> {
  try {
    const first = await examination.ask(signal, highestTls);
    return first.status === 401 ? await examination.ask(signal, highestTls) : first;
  } catch (error) {
    return { error };
  }
}

/** Whether an answer means that the server does not know who we are. */
function refusesCertificate(failure: Failure | null): boolean {
  if (failure === null) return false;
  if (failure.kind === 'sign-in-needed') return true;
  if (failure.kind !== 'refused') return false;
  if (failure.cause === 'organisation-not-authenticated') return true;
  return failure.cause === 'other' && (failure.status === 401 || failure.status === 403);
}

/** A server that asks late answers 401 or 403 under TLS 1.3, or breaks off (stack.md 6). */
function mayMeanLate(failure: Failure): boolean {
  if (failure.kind === 'certificate') return failure.problem === 'refused-by-server';
  if (failure.kind === 'unreachable') return failure.problem === 'reset';
  return refusesCertificate(failure);
}

async function worksUnder12(examination: Examination, signal: AbortSignal): Promise<boolean> {
  const second = await verdictOf(examination, signal, 'TLSv1.2');
  return 'failure' in second && !refusesCertificate(second.failure);
}

/** The server's own words, or ours where it had none. */
function detailOf(failure: Failure): string {
  if (failure.kind === 'certificate' && failure.detail !== '')
    return `${failure.message} ${failure.detail}`;
  const status = 'status' in failure && failure.status !== undefined ? `${failure.status} ` : '';
  const reason = 'reason' in failure ? (failure.reason ?? '') : '';
  return reason === '' ? failure.message : `${status}${reason}`;
}

/** The one thing to do about a failure. */
function adviceFor(failure: Failure): Advice {
  switch (failure.kind) {
    case 'certificate':
      return CERTIFICATE_ADVICE[failure.problem] ?? 'choose-other-certificate';
    case 'unreachable':
      return UNREACHABLE_ADVICE[failure.problem];
    case 'refused':
      return REFUSED_ADVICE[failure.cause];
    case 'offline':
      return 'check-network';
    case 'sign-in-needed':
      return 'choose-other-certificate';
    case 'busy':
    case 'keychain':
      return 'try-later';
    case 'not-found':
    case 'unexpected-answer':
      return 'check-address';
    default:
      return 'ask-platform';
  }
}

type Problems<K extends Failure['kind']> = Extract<Failure, { kind: K }>;

const CERTIFICATE_ADVICE: Partial<Record<Problems<'certificate'>['problem'], Advice>> = {
  expired: 'renew-certificate',
  'not-yet-valid': 'check-clock',
  'server-unknown-issuer': 'add-ca-file',
  'server-self-signed': 'add-ca-file',
  'server-untrusted': 'add-ca-file',
  'server-expired': 'check-clock',
  'server-not-yet-valid': 'check-clock',
  'server-wrong-host': 'check-address',
  'server-weak': 'ask-platform',
  'server-revoked': 'ask-platform',
  'server-protocol-too-old': 'ask-platform',
};
const UNREACHABLE_ADVICE: Record<Problems<'unreachable'>['problem'], Advice> = {
  'name-not-found': 'check-address',
  refused: 'check-address',
  'timed-out': 'check-network',
  reset: 'try-later',
  'proxy-refused': 'check-proxy',
  'proxy-sign-in-needed': 'check-proxy',
  network: 'check-network',
};
const REFUSED_ADVICE: Record<Problems<'refused'>['cause'], Advice> = {
  'api-key-missing': 'check-api-key',
  'api-key-not-authorized': 'order-rights',
  'organisation-not-authenticated': 'choose-other-certificate',
  'missing-scope': 'order-rights',
  'not-offered-any-more': 'ask-platform',
  redirected: 'check-address',
  other: 'ask-platform',
};
