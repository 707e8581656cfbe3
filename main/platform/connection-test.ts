// The test of a connection, step by step from the address to the API key, with the exact reason of a failure.
import type { SignInWay, TestStep } from '../../preload/contract/connections.ts';
import { certificateOf } from '../../preload/contract/used-credentials.ts';
import type { Failure } from '../../preload/result.ts';
import type { Examination } from './api.ts';
import type { Verdict } from './requests.ts';
import { leadsInside } from '../http/host-names.ts';
import { failureOf } from '../problem.ts';
import type { SavedConnection } from '../storage/connection-store.ts';

type StepName = TestStep['step'];
type Report = (progress: { steps: TestStep[] }) => void;
type Advice = NonNullable<TestStep['advice']>;

const REACHING: readonly StepName[] = ['address', 'tcp', 'server-certificate'];

/** What can be tried depends on how the connection signs in. */
function stepsFor(way: SignInWay): readonly StepName[] {
  switch (way) {
    case 'certificate':
      return [...REACHING, 'client-certificate', 'api-key'];
    case 'none':
      return [...REACHING, 'open-data'];
    case 'machine-token':
    case 'pasted-token':
    case 'person':
    case 'password':
    case 'enterprise-user':
    case 'enterprise-user-token':
      return [...REACHING, 'sign-in', 'api-key'];
  }
}

const STEP_OF_PROBE = { address: 'address', tcp: 'tcp', tls: 'server-certificate' } as const;

/** The list as it is shown; steps run in order, so the running one is the first that has not passed. */
function createStepList(names: readonly StepName[], report: Report) {
  let steps: TestStep[] = names.map((step, index) => ({
    step,
    state: index === 0 ? 'running' : 'waiting',
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
    pass(
      step: StepName,
      detail: string,
      { warning, certificate }: Pick<TestStep, 'warning' | 'certificate'> = {},
    ) {
      const index = names.indexOf(step);
      show(
        steps.map((one, i) => {
          if (i === index) {
            const more = { ...(warning && { warning }), ...(certificate && { certificate }) };
            return { ...one, state: 'passed', detail, ...more };
          }
          return i === index + 1 ? { ...one, state: 'running' } : one;
        }),
      );
    },
    fail(failure: Failure, detail: string, advice: Advice | null) {
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

/** Runs the steps in order and reports the whole list each time one changes. Problem cancelled; a failed step is a value. */
export async function testConnection(
  connection: SavedConnection,
  examination: Examination,
  signal: AbortSignal,
  report: Report,
): Promise<{ passed: boolean; steps: TestStep[] }> {
  const list = createStepList(stepsFor(connection.signIn.way), report);
  try {
    await examination.probe((step, detail, certificate) => {
      const warning = warningOn(connection, step, detail);
      list.pass(STEP_OF_PROBE[step], detail, { warning, certificate });
    }, signal);
    await testSignIn(connection, examination, signal, list);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || failure.kind === 'cancelled') throw error;
    list.fail(failure, detailOf(failure), adviceTo(connection, failure));
  }
  const steps = list.steps();
  return { passed: steps.every((one) => one.state === 'passed'), steps };
}

/**
 * A warning and no refusal: many organisations answer public names by addresses of their own. Only in production, where nobody
 * has said that the platform is another than the public one. Through a proxy nothing is looked up here.
 */
function warningOn(
  { baseAddress, environment }: SavedConnection,
  step: keyof typeof STEP_OF_PROBE,
  found: string,
): TestStep['warning'] {
  if (step !== 'address' || environment === 'test') return undefined;
  return leadsInside(new URL(baseAddress).hostname, found) ? 'inside' : undefined;
}

/** The steps after the server is known. */
function testSignIn(
  connection: SavedConnection,
  examination: Examination,
  signal: AbortSignal,
  list: StepList,
): Promise<void> {
  switch (connection.signIn.way) {
    case 'certificate':
      return testCertificate(connection, examination, signal, list);
    case 'none':
      return testLast(connection, examination, signal, list, 'open-data');
    default:
      return testTokenOrCookie(connection, examination, signal, list);
  }
}

/** Gets a token or cookie for real: whatever its provider says no with is the step's failure. */
async function testTokenOrCookie(
  connection: SavedConnection,
  examination: Examination,
  signal: AbortSignal,
  list: StepList,
): Promise<void> {
  await examination.signIn(signal);
  list.pass('sign-in', '');
  await testLast(connection, examination, signal, list, 'api-key');
}

async function testLast(
  connection: SavedConnection,
  examination: Examination,
  signal: AbortSignal,
  list: StepList,
  step: StepName,
): Promise<void> {
  const { failure, status, reason } = await examination.send(signal);
  if (failure === null) list.pass(step, `${status} ${reason}`.trim());
  else list.fail(failure, detailOf(failure), adviceTo(connection, failure));
}

/** The last two steps: one call tells whether the certificate and then the key were taken. */
async function testCertificate(
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

/** The first call with a certificate can give 401 though all is right (platform.md, Signing in): it is asked a second time. */
async function verdictOf(
  examination: Examination,
  signal: AbortSignal,
  highestTls?: SavedConnection['highestTls'],
): Promise<Tried> {
  try {
    const first = await examination.send(signal, highestTls);
    return first.status === 401 ? await examination.send(signal, highestTls) : first;
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

/** A server that asks late answers 401 or 403 under TLS 1.3, or breaks off (platform.md, Signing in). */
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

/**
 * As the connection signs in: who uses no certificate is not told to choose another one, and who gave a CA file needs another one. Null
 * where the words of the failure itself say more.
 */
function adviceTo({ signIn, extraCaPem }: SavedConnection, failure: Failure): Advice | null {
  const advice = adviceFor(failure);
  if (advice === 'add-ca-file' && extraCaPem !== null) return 'check-ca-file';
  if (advice !== 'choose-other-certificate' || signIn.way === 'certificate') return advice;
  if (failure.kind === 'certificate') return certificateOf(signIn) === undefined ? null : advice;
  return failure.kind === 'sign-in-needed' && 'password' in signIn ? 'check-user' : null;
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
  weak: 'renew-certificate',
  'not-yet-valid': 'check-clock',
  'server-unknown-issuer': 'add-ca-file',
  'server-missing-intermediate': 'add-intermediate',
  'server-self-signed': 'add-ca-file',
  'server-untrusted': 'add-ca-file',
  'server-expired': 'check-clock',
  'server-not-yet-valid': 'check-clock',
  'server-wrong-host': 'check-address',
  'server-without-names': 'ask-platform',
  'server-weak': 'ask-platform',
  'server-revoked': 'ask-platform',
  'server-protocol-too-old': 'ask-platform',
  'server-no-forward-secrecy': 'ask-platform',
};
const UNREACHABLE_ADVICE: Record<Problems<'unreachable'>['problem'], Advice> = {
  'name-not-found': 'check-address',
  refused: 'check-address',
  'timed-out': 'check-network',
  reset: 'try-later',
  'proxy-refused': 'check-proxy',
  'proxy-unreachable': 'check-proxy',
  'proxy-sign-in-needed': 'check-proxy',
  'proxy-sign-in-refused': 'check-proxy',
  'proxy-sign-in-unsupported': 'check-proxy',
  'proxy-unsupported': 'check-proxy',
  'proxy-unreadable': 'check-proxy',
  'proxy-script': 'check-proxy',
  network: 'check-network',
};
const REFUSED_ADVICE: Record<Problems<'refused'>['cause'], Advice> = {
  'api-key-missing': 'check-api-key',
  'api-key-not-authorized': 'order-rights',
  'organisation-not-authenticated': 'choose-other-certificate',
  'missing-scope': 'order-rights',
  'not-offered-any-more': 'ask-platform',
  redirected: 'check-address',
  'incomplete-list': 'ask-platform',
  'wrong-clock': 'check-clock',
  other: 'ask-platform',
};
