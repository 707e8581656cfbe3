// The result of every call across the border: a value, or a failure the screen can explain. Nothing is thrown.
import { z } from './contract/schema.ts';

/** Why a field was refused; the page has a sentence for each in every language. */
export const fieldProblem = z.enum([
  'required',
  'too-long',
  'too-many',
  'control-characters',
  'not-a-number',
  'out-of-range',
  'not-a-choice',
  'wrong-type',
  'web-page', // it has the name of a table
  'no-headings', // of a table: no line at its top, or more than one
  'other-workbook', // XLS, ODS, or one with a password
  'unknown-field',
  'organisation-number',
  'base-address',
  'user-name',
  'unknown-handle',
  'name-in-use',
  'same-as-before',
  'passphrase-too-short',
  'server-address',
  'host-name',
  'proxy-script', // a PAC script, or its address
  'proxy-answer', // of such a script: PROXY name:port; DIRECT
  'proxy-kind', // SOCKS, or over TLS
  'proxy-direct', // no proxy at all
  'scope',
  'party',
  'resource-id',
  'exactly-one',
  'e-mail',
  'mobile-number',
  'identity-number',
  'time',
  'xml',
  'encoding', // it says that it is in one charset, and is in another
  'file-name',
  'app-or-service',
  'colon',
  'holds-identity-number',
  'not-given-directly',
  'other-place', // a credential that belongs to another environment or address
  'no-certificate',
  'expired', // a certificate that is kept
  'twice', // of a list in a file, or a field of it
  'json', // what should be JSON
  'not-utf-8',
  'managed-file', // a file of managed settings where one of places is asked for
  'not-yet-valid',
  // Settled by the organisation for this computer.
  'managed',
]);
export type FieldProblem = z.infer<typeof fieldProblem>;

export const certificateProblem = z.enum([
  // the client certificate
  'missing',
  'expired',
  'not-yet-valid',
  'wrong-passphrase',
  'key-locked', // the passphrase opens something of the file, and not the key that is needed
  'two-passphrases', // of the key and of its certificate
  'no-private-key',
  'several-keys',
  'unreadable',
  'unknown-encryption',
  'unknown-key',
  'too-costly',
  'not-for-client-authentication',
  'weak',
  'refused-by-server',
  // the server's certificate
  'server-unknown-issuer',
  'server-missing-intermediate',
  'server-self-signed',
  'server-expired',
  'server-not-yet-valid',
  'server-wrong-host',
  'server-without-names',
  'server-weak',
  'server-revoked',
  'server-protocol-too-old',
  'server-no-forward-secrecy',
  'server-untrusted',
]);

/** One of several in a file: a key with its certificate, or a key alone. */
export const certificateChoice = z.object({
  /** Its place in the file, from 1. */
  number: z.number().int(),
  name: z.string(),
  keyType: z.string(),
  issuer: z.string().optional(),
  validFrom: z.string().optional(),
  validTo: z.string().optional(),
});
export type CertificateChoice = z.infer<typeof certificateChoice>;

export const unreachableProblem = z.enum([
  'name-not-found',
  'refused',
  'timed-out',
  'reset',
  'proxy-refused',
  'proxy-unreachable',
  'proxy-sign-in-needed',
  'proxy-sign-in-refused',
  'proxy-sign-in-unsupported', // it takes no user name and password
  'proxy-unsupported', // of another kind than Steward uses
  'proxy-unreadable', // what the system has is no address
  'proxy-script', // what the system has is a PAC script, or an answer of one
  'network',
]);

export const keychainProblem = z.enum([
  'absent',
  'locked',
  'timed-out',
  'damaged',
  'refused',
  'too-large',
  'not-stored',
  'other-place', // nobody has allowed a credential for where it would go
  'key-lost', // a key of ours; what it sealed cannot be read
]);

export const fileProblem = z.enum([
  'not-found',
  'already-exists',
  'not-permitted',
  'disk-full',
  'read-only',
  'too-large',
  'not-a-file',
  'changed-meanwhile',
  'no-end', // what comes is longer than is taken where nobody says how long it is
  'no-dialog',
  'damaged',
  'wrong-passphrase', // of a file that is encrypted
  'not-a-backup',
  'newer', // made by a newer Steward
  'outdated', // an older copy has taken the place of one of ours
  'in-use',
  'other',
]);

/** What the documentation asks for beyond a right to the part of the API itself. */
export const documentedRight = z.enum([
  'access-manager',
  'rights-for-party',
  'held-rights',
  'service-register',
  'party-to-request',
  'given-by-caller',
]);

/** What the documentation names in place of what is no longer offered, or will not be. */
export const successor = z.enum([
  'portal',
  'access-management',
  'access-groups',
  'open-metadata',
  'dialogs-and-apps',
  'resource-register',
  'owner-register',
  'system-users',
  'broker-api',
  'consent-site',
  'tokens',
  'nothing',
]);

/** Since when the documentation counts an endpoint among those that are no longer offered. */
export const switchedOff = z.object({ since: z.string(), instead: successor });

const message = z.string(); // plain English, safe to show and to log: no secret, no address with a query
const reference = z.string(); // correlates what is shown with the log
const status = z.number().int();
/** The server's own words: the reason phrase or ErrorMessage (platform.md, Errors); never dropped. */
const reason = z.string();

export const failure = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('invalid-input'),
    message,
    fields: z.record(z.string(), fieldProblem),
  }),
  z.object({ kind: z.literal('sign-in-needed'), message, status, reason, reference }),
  z.object({
    kind: z.literal('refused'),
    message,
    status,
    reason,
    reference,
    /** The causes that the platform documents, so that the page can say what to do. */
    cause: z.enum([
      'api-key-missing',
      'api-key-not-authorized',
      'organisation-not-authenticated',
      'missing-scope',
      'not-offered-any-more',
      'redirected',
      'incomplete-list', // of which only a part came, and all had to be known
      'wrong-clock', // this computer's is too far from the server's
      'other',
    ]),
    errorCode: z.number().int().optional(),
    /** What a body said in several sentences, e.g. the faults of a form; at most 50 of at most 500 signs. */
    details: z.array(z.string()).optional(),
    /** What a 403 or a missing scope leaves open: three different things, any of which may be missing. */
    needs: z
      .object({
        /** The API resource that the key must hold; empty where none is documented. */
        keyResource: z.string(),
        /** The key's owner must be the organisation that signs in. */
        keyOwnerMustSignIn: z.boolean().optional(),
        /** Any one of these scopes; none where none is documented. */
        scopes: z.array(z.string()),
        /** The scopes this connection has, where that is known. */
        granted: z.array(z.string()).nullable(),
        /** The part of the API whose right the caller must have been given by a person. */
        right: z.string(),
        documentedRight: documentedRight.optional(),
      })
      .optional(),
    switchedOff: switchedOff.optional(),
  }),
  z.object({ kind: z.literal('not-found'), message, reason: reason.optional() }),
  z.object({ kind: z.literal('conflict'), message, reason, field: z.string().optional() }),
  z.object({
    kind: z.literal('busy'),
    message,
    retryAfterSeconds: z.number(),
    status: status.optional(),
    reason: reason.optional(),
  }),
  z.object({
    kind: z.literal('certificate'),
    message,
    problem: certificateProblem,
    detail: z.string(),
    /** Of a certificate, a server's or ours, that is not in force by this computer's clock: either of the two may be wrong (CLK-04). */
    dates: z.object({ now: z.string(), from: z.string(), until: z.string() }).optional(),
    /** Name of the issuer of a server's certificate that nobody knows. */
    issuer: z.string().optional(),
    /** Of a file with several of which one has to be chosen, by its number (`keyNumber`). */
    choices: z.array(certificateChoice).optional(),
  }),
  z.object({
    kind: z.literal('unreachable'),
    message,
    host: z.string(),
    problem: unreachableProblem,
    /** What a proxy answered. */
    status: status.optional(),
    reason: reason.optional(),
    /** The ways of signing in that a proxy takes, or the setting that names it. */
    detail: z.string().optional(),
  }),
  z.object({
    kind: z.literal('unexpected-answer'),
    message,
    status,
    reference,
    reason: reason.optional(),
    field: z.string().optional(),
    /** A link was not followed because it leads to this host, which is not the connection's. */
    foreignHost: z.string().optional(),
  }),
  z.object({ kind: z.literal('keychain'), message, problem: keychainProblem }),
  z.object({ kind: z.literal('file'), message, problem: fileProblem }),
  /** The organisation has switched it off on this computer, or allows other values only. */
  z.object({ kind: z.literal('managed'), message, by: z.string() }),
  /** A write was cut off after it was sent: it may have been done. */
  z.object({ kind: z.literal('outcome-unknown'), message, reference }),
  z.object({ kind: z.literal('offline'), message }),
  z.object({ kind: z.literal('cancelled'), message }),
  z.object({ kind: z.literal('internal'), message, reference }),
]);
export type Failure = z.infer<typeof failure>;
export type FailureKind = Failure['kind'];
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };
