// The retry table: what may be repeated and by whom (RTY-03), and how long to wait between two tries.

/** What became of one try. */
export type Outcome =
  | { readonly kind: 'done' }
  /** The line failed and nothing was understood. */
  | { readonly kind: 'connection-fault' }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterSeconds?: number | undefined;
      /** The answer is not one of the API: a page to sign in at, or the way to it. */
      readonly signedOut?: boolean | undefined;
    };

/** What a call proves who we are with. */
export type Proof = 'certificate' | 'token' | 'none';

export type CallKind = 'read' | 'write';

interface Row {
  readonly kind: CallKind;
  readonly when:
    | 'connection-fault'
    | 'overloaded'
    | 'certificate-not-seen'
    | 'token-not-taken'
    | 'signed-out'
    | 'not-acceptable';
  /** Tries in all. */
  readonly tries: number;
  readonly why: string;
}

/** Nothing outside this table is ever repeated by the program. */
export const RETRY_TABLE: readonly Row[] = [
  {
    kind: 'read',
    when: 'connection-fault',
    tries: 3,
    why: 'Reading changes nothing.',
  },
  {
    kind: 'read',
    when: 'overloaded',
    tries: 3,
    why: '429, 502, 503 and 504 pass by themselves; Retry-After is obeyed.',
  },
  {
    kind: 'read',
    when: 'certificate-not-seen',
    tries: 2,
    why: 'The first call with a certificate can give 401 though all is right.',
  },
  {
    kind: 'write',
    when: 'certificate-not-seen',
    tries: 2,
    why: 'Only where 401 came from the door (RTY-05, ATK-23); a warm-up comes first.',
  },
  {
    kind: 'read',
    when: 'token-not-taken',
    tries: 2,
    why: 'A token or cookie may end before its time: then again with a fresh one.',
  },
  {
    kind: 'write',
    when: 'token-not-taken',
    tries: 2,
    why: 'Only where a harmless call with the same token is refused as well (ATK-23); then again with a fresh one.',
  },
  {
    kind: 'read',
    when: 'signed-out',
    tries: 2,
    why: 'An ended cookie shows as 302 or as a page. A write is not repeated: the person presses again.',
  },
  {
    kind: 'read',
    when: 'not-acceptable',
    tries: 2,
    why: 'Not every endpoint has an XML form (platform.md, Media types): JSON is asked for instead.',
  },
];

const OVERLOADED = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** A server that asks for a longer rest gets it: the person is told instead of kept waiting. */
const LONGEST_REST_SECONDS = 5;
const MOST_RETRY_AFTER_SECONDS = 600;
/** A month and more is no answer a person could wait for: a server's mistake. */
const ABSURD_SECONDS = 31 * 24 * 3600;

/** How many tries the table grants for an outcome; 1 when it does not speak of it. */
export function triesFor(kind: CallKind, outcome: Outcome, proof: Proof): number {
  const when = whenOf(outcome, proof);
  return RETRY_TABLE.find((row) => row.kind === kind && row.when === when)?.tries ?? 1;
}

/** The row of the table that an outcome falls under, if any. */
export function whenOf(outcome: Outcome, proof: Proof): Row['when'] | undefined {
  if (outcome.kind === 'done') return undefined;
  if (outcome.kind === 'connection-fault') return 'connection-fault';
  const { status, signedOut, retryAfterSeconds = 0 } = outcome;
  if (status === 401 && proof === 'certificate') return 'certificate-not-seen';
  if (status === 401 && proof === 'token') return 'token-not-taken';
  if (signedOut === true && proof === 'token') return 'signed-out';
  if (status === 406) return 'not-acceptable';
  const soon = retryAfterSeconds <= LONGEST_REST_SECONDS;
  return OVERLOADED.has(status) && soon ? 'overloaded' : undefined;
}

/** Full jitter below a doubling bound; Retry-After is a least. `tried` counts from 1. */
export function waitBefore(tried: number, outcome: Outcome, random: () => number): number {
  const bound = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1));
  const jittered = random() * bound;
  const asked = outcome.kind === 'status' ? (outcome.retryAfterSeconds ?? 0) * 1000 : 0;
  return asked + jittered;
}

/**
 * `Retry-After` in seconds: a number or a date, at most ten minutes. Undefined when it is missing, negative, absurd or
 * cannot be read; then our own waiting holds (RAT-02).
 */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,15}$/.test(text) ? Number(text) : secondsUntil(text, now);
  if (seconds === undefined || seconds < 0 || seconds > ABSURD_SECONDS) return undefined;
  return Math.min(seconds, MOST_RETRY_AFTER_SECONDS);
}

/** Only HTTP's own date form: Date.parse takes too much for a date. */
function secondsUntil(text: string, now: Date): number | undefined {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.ceil((time - now.getTime()) / 1000);
}
