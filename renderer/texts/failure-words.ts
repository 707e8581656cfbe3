// Turns a Failure into text for a person: what happened, the server's words, the facts to report, and the one fix.
import type { SignInWay } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/result.ts';
import type { Saying } from './en/failures.ts';
import type { Texts } from './en.ts';

export type Way = SignInWay;

/** What the page can offer to do about a failure; the screen says how. */
export type Fix =
  | 'retry'
  | 'refresh'
  | 'open-connection'
  | 'former-hosts'
  | 'test-connection'
  | 'check-keychain'
  | 'sign-in';

/** One of the three different things that a refused call may lack. */
export interface Need {
  readonly label: string;
  /** What it is and what it must hold. */
  readonly text: string;
  /** What this connection has of it, as far as anybody can see. */
  readonly has: string;
  readonly state: 'missing' | 'fine' | 'unknown';
}

export interface FailureWords {
  readonly what: string;
  readonly advice: string;
  /** The server's own words, when it gave any: shown whole, never translated. */
  readonly serverSaid: string | undefined;
  /** Label and value of what is worth passing on. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly reference: string | undefined;
  /** API key, scope and right, when any of them may be what is missing. */
  readonly needs: readonly Need[];
  /** What was found wrong, in the server's words, e.g. the faults of a form. */
  readonly details: readonly string[];
  /** For those who want to know how it works underneath. */
  readonly note: string | undefined;
  readonly fix: Fix | undefined;
}

type Failures = Texts['failures'];

/** `way`: how the connection signs in, where it is known; a missing sign-in is mended differently for each. */
export function failureWords(failure: Failure, t: Texts, way?: SignInWay): FailureWords {
  const { what, fix } = sayingOf(failure, t.failures, way);
  const button = fixOf(failure, way);
  const advice = adviceIn(failure, t.failures) ?? fix;
  const off = switchedOffIn(failure, t.failures);
  return {
    what,
    advice: off !== undefined && isCalledRetired(failure) ? off : advice,
    serverSaid: sayingIn('reason' in failure ? failure.reason : undefined),
    facts: factsOf(failure, t),
    reference: 'reference' in failure ? given(failure.reference) : undefined,
    needs: way === 'none' ? [] : needsOf(failure, t.failures),
    details: failure.kind === 'refused' ? (failure.details ?? []) : [],
    note: noteOn(
      failure,
      off,
      button === 'test-connection' ? t.failures.authenticationNote : undefined,
    ),
    fix: button,
  };
}

/** What the failure itself says of what to do: how long to wait, or that the clock may be what is wrong (CLK-04). */
function adviceIn(failure: Failure, t: Failures): string | undefined {
  if (failure.kind === 'busy' && failure.retryAfterSeconds > 0)
    return t.waitSeconds(Math.ceil(failure.retryAfterSeconds));
  if (failure.kind !== 'certificate') return undefined;
  const { problem, issuer = '', dates } = failure;
  if (
    issuer !== '' &&
    (problem === 'server-unknown-issuer' || problem === 'server-missing-intermediate')
  )
    return t.unknownIssuer[problem](issuer);
  if (dates === undefined) return undefined;
  return problem.startsWith('server-') ? t.lookAtClock(dates) : t.lookAtOwnDates(dates);
}

/** What happened, what the server said and what to do, one after the other: where there is room for a line only. */
export function failureSentences(failure: Failure, t: Texts): string {
  const { what, serverSaid, advice } = failureWords(failure, t);
  return [what, serverSaid ?? '', advice]
    .filter((text) => text !== '')
    .map((text) => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`))
    .join(' ');
}

const isCalledRetired = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.cause === 'not-offered-any-more';

/** When the documentation says that an endpoint was switched off: the advice, or a note where the server says something else. */
const noteOn = (failure: Failure, off: string | undefined, otherwise: string | undefined) =>
  off === undefined || isCalledRetired(failure) ? otherwise : off;

function switchedOffIn(failure: Failure, t: Failures): string | undefined {
  if (failure.kind !== 'refused' || failure.switchedOff === undefined) return undefined;
  const { since, instead } = failure.switchedOff;
  return `${t.switchedOff(since)} ${t.instead[instead]}`;
}

const given = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

/** That the status was 200 is no word about what is wrong. */
const sayingIn = (reason: string | undefined): string | undefined =>
  reason === 'OK' ? undefined : given(reason);

function sayingOf(failure: Failure, t: Failures, way: SignInWay | undefined): Saying {
  if (needsSignIn(failure, way)) return t.signInNeeded.none;
  if (failure.kind === 'unexpected-answer' && failure.foreignHost !== undefined)
    return { what: t.foreignLink.what(failure.foreignHost), fix: t.foreignLink.fix };
  switch (failure.kind) {
    case 'sign-in-needed':
      return way === undefined ? t.kinds[failure.kind] : t.signInNeeded[way];
    case 'refused':
      return isForOrganisations(failure, way) ? t.organisationNeeded : t.causes[failure.cause];
    case 'certificate':
      return t.certificate[failure.problem];
    case 'unreachable':
      return t.unreachable[failure.problem];
    case 'keychain':
      return t.keychain[failure.problem];
    case 'file':
      return t.file[failure.problem];
    case 'invalid-input':
    case 'not-found':
    case 'conflict':
    case 'unexpected-answer':
    case 'outcome-unknown':
    case 'offline':
    case 'cancelled':
    case 'managed':
    case 'internal':
      return t.kinds[failure.kind];
    case 'busy':
      // What no server said, Steward says itself: to a page that calls or asks too much at once.
      return failure.status === undefined ? t.tooMuchAtOnce : t.kinds.busy;
  }
}

/** Who does not sign in has no key either, and needs none: whatever the server missed, the sign-in is what lacks. */
const needsSignIn = (failure: Failure, way: Way | undefined): boolean =>
  way === 'none' &&
  (failure.kind === 'sign-in-needed' ||
    (failure.kind === 'refused' && SIGN_IN_LACKS.includes(failure.cause)));
const SIGN_IN_LACKS: readonly Refused['cause'][] = [
  'api-key-missing',
  'api-key-not-authorized',
  'organisation-not-authenticated',
  'missing-scope',
];

/** Who does not sign in as an organisation meets this by what they asked for, not by a fault of the sign-in. */
const isForOrganisations = (failure: Refused, way: Way | undefined): boolean =>
  failure.cause === 'organisation-not-authenticated' &&
  way !== undefined &&
  way !== 'certificate' &&
  way !== 'machine-token';

type Refused = Extract<Failure, { kind: 'refused' }>;

function needsOf(failure: Failure, t: Failures): readonly Need[] {
  if (failure.kind !== 'refused' || failure.needs === undefined) return [];
  const { right, documentedRight } = failure.needs;
  const scope = scopeNeed(failure, failure.needs, t.needs);
  return [
    {
      label: t.needs.key,
      text: keyTextOf(failure.needs, t.needs),
      has: t.needs.keyHas,
      state: failure.cause === 'api-key-not-authorized' ? 'missing' : 'unknown',
    },
    scope,
    {
      label: t.needs.right,
      text:
        documentedRight === undefined
          ? t.needs.rightText(t.parts[right] ?? right)
          : t.needs.rights[documentedRight],
      has: t.needs.rightHas,
      state: 'unknown',
    },
  ];
}

function scopeNeed(
  { cause }: Refused,
  { scopes, granted }: NonNullable<Refused['needs']>,
  t: Failures['needs'],
): Need {
  const need = {
    label: t.scope,
    text: scopes.length === 0 ? t.scopeNone : t.scopeText(scopes.join(', ')),
  };
  if (granted === null) {
    const state = cause === 'missing-scope' ? 'missing' : 'fine';
    return { ...need, has: t.scopeUnused, state };
  }
  const name = (scope: string) => scope.replace(/^[^:]*:/, '').toLowerCase();
  const fits = granted.find((one) => scopes.some((scope) => name(scope) === name(one)));
  if (fits !== undefined) {
    // The provider may have granted fewer than were asked for: then the server says so.
    const state = cause === 'missing-scope' ? 'missing' : 'fine';
    return { ...need, has: t.scopeHas(fits), state };
  }
  const has = granted.length === 0 ? '' : t.scopeLacks(granted.join(', '));
  return { ...need, has, state: scopes.length === 0 ? 'fine' : 'missing' };
}

function keyTextOf(
  { keyResource, keyOwnerMustSignIn = false }: NonNullable<Refused['needs']>,
  t: Failures['needs'],
): string {
  const resource = keyResource === '' ? [] : [t.keyText(keyResource)];
  const said = [...resource, ...(keyOwnerMustSignIn ? [t.keyOwner] : [])];
  return said.length === 0 ? t.keyNone : said.join(' ');
}

function factsOf(failure: Failure, t: Texts): readonly (readonly [string, string])[] {
  const words = t.failures;
  const rows: [string, string | undefined][] = [];
  if ('status' in failure && failure.status !== undefined && failure.status > 0) {
    rows.push([words.status, String(failure.status)]);
  }
  if (failure.kind === 'refused' && failure.errorCode !== undefined) {
    rows.push([words.errorCode, String(failure.errorCode)]);
  }
  if (failure.kind === 'unreachable') rows.push([words.host, failure.host]);
  if (failure.kind === 'unexpected-answer') rows.push([words.field, failure.field]);
  if (failure.kind === 'certificate' || failure.kind === 'unreachable')
    rows.push([words.detail, failure.detail]);
  if (failure.kind === 'invalid-input') {
    for (const [field, problem] of Object.entries(failure.fields)) {
      rows.push([field, t.fields[problem]]);
    }
  }
  return rows.filter((row): row is [string, string] => given(row[1]) !== undefined);
}

function fixOf(failure: Failure, way: SignInWay | undefined): Fix | undefined {
  if (needsSignIn(failure, way)) return 'open-connection';
  switch (failure.kind) {
    case 'sign-in-needed':
      return way === undefined || way === 'certificate' ? 'test-connection' : 'sign-in';
    case 'refused':
      return isForOrganisations(failure, way) ? 'open-connection' : fixOfRefusal(failure.cause);
    case 'certificate':
      return OF_A_FILE.has(failure.problem) ? undefined : 'open-connection';
    case 'unreachable':
      return failure.problem.startsWith('proxy') ? 'open-connection' : 'retry';
    case 'keychain':
      return 'check-keychain';
    case 'not-found':
      return 'refresh';
    case 'unexpected-answer':
      return failure.foreignHost === undefined ? 'retry' : 'former-hosts';
    case 'busy':
    case 'offline':
    case 'cancelled':
    case 'internal':
      return 'retry';
    // A write that may have been done is never offered again by a button, and what a person typed only they can mend.
    case 'outcome-unknown':
    case 'invalid-input':
    case 'conflict':
    case 'managed':
    case 'file':
      return undefined;
  }
}

/** What a person mends where they gave the file. */
const OF_A_FILE: ReadonlySet<Extract<Failure, { kind: 'certificate' }>['problem']> = new Set([
  'wrong-passphrase',
  'no-private-key',
  'several-keys',
  'unreadable',
  'unknown-encryption',
  'unknown-key',
  'too-costly',
  'not-for-client-authentication',
]);

function fixOfRefusal(cause: Extract<Failure, { kind: 'refused' }>['cause']): Fix | undefined {
  switch (cause) {
    case 'api-key-missing':
    case 'api-key-not-authorized':
    case 'redirected':
    case 'missing-scope':
      return 'open-connection';
    case 'organisation-not-authenticated':
      return 'test-connection';
    case 'not-offered-any-more':
      return undefined;
    case 'incomplete-list':
    case 'wrong-clock':
    case 'other':
      return 'retry';
  }
}
