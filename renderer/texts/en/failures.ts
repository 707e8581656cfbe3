// English words for every failure that can cross the border: what it is, in plain words, and the one thing to do.
import type { SignInWay } from '../../../preload/contract/connections.ts';
import type { Failure, FailureKind } from '../../../preload/result.ts';
import { createFormats, number } from '../formats.ts';

type Of<K extends FailureKind> = Extract<Failure, { kind: K }>;

type DocumentedRight = NonNullable<NonNullable<Of<'refused'>['needs']>['documentedRight']>;
type Successor = NonNullable<Of<'refused'>['switchedOff']>['instead'];

/** `what` says it, `fix` says the one thing to do. */
export interface Saying {
  readonly what: string;
  readonly fix: string;
}

const kinds = {
  'invalid-input': {
    what: 'Something that was filled in cannot be used',
    fix: 'Correct the marked fields.',
  },
  'sign-in-needed': {
    what: 'The platform does not know who is calling',
    fix: 'The certificate was not asked for or not accepted as a sign-in. Test the connection to see which step fails.',
  },
  refused: {
    what: 'The server refused',
    fix: 'Read what the server said, and try again when it is put right.',
  },
  'not-found': {
    what: 'It is no longer there',
    fix: 'Someone else may have changed it. Refresh the list.',
  },
  conflict: {
    what: 'It is in conflict with what is already there',
    fix: 'Choose something else and try again.',
  },
  busy: { what: 'The server is busy', fix: 'Wait a little and try again.' },
  certificate: {
    what: 'There is something wrong with a certificate',
    fix: 'Look at the connection and its certificate.',
  },
  unreachable: { what: 'The server cannot be reached', fix: 'Check the network and try again.' },
  'unexpected-answer': {
    what: 'The server answered with something that cannot be understood',
    fix: 'Nothing on your side is known to be wrong. Try again later; if it stays, give the reference to support.',
  },
  keychain: {
    what: 'The system’s keychain cannot be used',
    fix: 'Unlock the keychain and try again.',
  },
  file: { what: 'The file cannot be used', fix: 'Choose another file or place.' },
  'outcome-unknown': {
    what: 'It may have been done',
    fix: 'The call was cut off after it was sent. Look at how things stand before you do it again.',
  },
  offline: { what: 'You are offline', fix: 'Connect to the network and try again.' },
  cancelled: { what: 'It was cancelled', fix: 'Nothing more happens. Do it again when you wish.' },
  managed: {
    what: 'Your organisation has settled this for this computer',
    fix: 'Settings shows what is settled, and by whom. They can change it.',
  },
  internal: {
    what: 'Steward failed',
    fix: 'This is a fault in the program. Try again; if it stays, give the reference to support.',
  },
} satisfies Record<FailureKind, Saying>;

const signInNeeded = {
  certificate: kinds['sign-in-needed'],
  'machine-token': {
    what: 'The machine token was not given or not accepted',
    fix: 'Look at what was answered; the client, its key and its scopes are set in the connection. Then sign in again.',
  },
  person: { what: 'Nobody is signed in', fix: 'Sign in in the browser to go on.' },
  password: {
    what: 'The user name or the password was not accepted',
    fix: 'Check both in the connection, then sign in again. Accounts lock after some wrong tries.',
  },
  'enterprise-user': {
    what: 'The enterprise user was not let in',
    fix: 'Check its name, its secret and the certificate in the connection. After a rotation the old secret no longer works.',
  },
  'enterprise-user-token': {
    what: 'The enterprise user was not signed in',
    fix: 'Check the user’s name and secret, the client and the exchange endpoint in the connection. After a rotation the old secret no longer works.',
  },
  'pasted-token': {
    what: 'There is no token, or it has ended',
    fix: 'Paste a new token to go on.',
  },
  none: {
    what: 'This part of the platform is not open',
    fix: 'Use a connection that signs in.',
  },
} satisfies Record<SignInWay, Saying>;

const organisationNeeded: Saying = {
  what: 'This part of the platform is for organisations',
  fix: 'Use a connection that signs in with the organisation’s certificate or a machine token.',
};

const needs = {
  title: 'Three different things are needed; one of them is missing',
  key: 'API key',
  keyText: (resource: string) => `Its owner must have ordered “${resource}” for the key.`,
  keyOwner: 'Its owner must be the organisation that signs in.',
  keyNone: 'The platform documents no resource of the key for this.',
  keyHas: 'Steward cannot see what a key opens.',
  scope: 'Scope',
  scopeText: (scopes: string) => `One of ${scopes}.`,
  scopeNone: 'The platform documents none for this.',
  scopeHas: (scope: string) => `This sign-in has ${scope}.`,
  scopeLacks: (scopes: string) => `This sign-in has only ${scopes}.`,
  scopeUnused: 'This way of signing in has no scopes.',
  right: 'Right',
  rightText: (part: string) =>
    `Who is signed in must have been given rights to ${part} on the platform.`,
  rightHas: 'Somebody with access management gives it in the portal.',
  states: { missing: 'Missing', fine: 'In place', unknown: 'Not known' },
  rights: {
    'access-manager': 'Who is signed in must be access manager or main administrator of the party.',
    'rights-for-party': 'Who is signed in must hold a right for this organisation.',
    'held-rights': 'Who is signed in must hold every right of the role.',
    'service-register': 'Both parties must stand in the rights register of the service.',
    'party-to-request': 'Only those who made the request or receive what it asks for may do this.',
    'given-by-caller': 'Only what the organisation itself has given can be taken away.',
  } satisfies Record<DocumentedRight, string>,
};

/** Dates of the platform's documentation, wherever the reader is. */
const { date } = createFormats('en', 'UTC');
/** Beside the clock of this computer, in its own time zone. */
const { dateTime } = createFormats('en');

const instead = {
  portal: 'It is done in the portal now.',
  'access-management': 'The platform’s new access management takes its place.',
  'open-metadata': 'The open metadata has the same.',
  nothing: 'Nothing takes its place.',
} satisfies Record<Successor, string>;

/** The parts of the API, as they are called in a sentence. */
const parts: Readonly<Record<string, string>> = {
  organizations: 'look-ups of organisations',
  reportees: 'reportees',
  'rights and roles': 'rights and roles',
  events: 'events',
  srr: 'the srr register',
  consents: 'consents',
  delegationrequests: 'requests for delegation',
  notifications: 'notifications',
  'service-owner role definitions': 'role definitions of service owners',
  'enterprise users': 'enterprise users',
  'consent tokens': 'consent tokens',
  'delegation requests': 'requests for delegation',
  'consent requests': 'requests for consent',
  'role definitions': 'role definitions',
  delegations: 'delegations',
  rights: 'rights',
  roles: 'roles',
  lookup: 'look-ups',
  'broker service': 'the broker service',
  profiles: 'profiles',
  'message list': 'the message list',
  messages: 'messages',
};

const causes = {
  'api-key-missing': {
    what: 'The server found no API key in the call',
    fix: 'Choose the API key of this environment in the connection.',
  },
  'api-key-not-authorized': {
    what: 'The API key does not give access to this',
    fix: 'Ask the platform’s owner to open this service for the key, or choose another key in the connection.',
  },
  'organisation-not-authenticated': {
    what: 'The organisation is not signed in',
    fix: 'The certificate did not reach the server as a sign-in. Test the connection.',
  },
  'missing-scope': {
    what: 'The sign-in lacks a scope that is needed',
    fix: 'Add the scope in the connection and sign in again. If the provider does not grant it, ask who administers the client.',
  },
  'not-offered-any-more': {
    what: 'This service no longer answers here',
    fix: 'The service may have been retired. What is saved on this computer stays available.',
  },
  'wrong-clock': {
    what: 'The clock of this computer is wrong',
    fix: 'It is more than a week away from the server’s. Set date and time, then try again.',
  },
  redirected: {
    what: 'The server sends the call to another place',
    fix: 'Steward never takes a sign-in to another address. Check the base address of the connection.',
  },
  other: kinds.refused,
} satisfies Record<Of<'refused'>['cause'], Saying>;

const certificate = {
  missing: {
    what: 'The certificate is missing',
    fix: 'Choose or import a certificate in the connection.',
  },
  expired: {
    what: 'The certificate has expired',
    fix: 'Check the date of this computer. If it is right, order a new certificate and import it.',
  },
  'not-yet-valid': {
    what: 'The certificate is not valid yet',
    fix: 'Check the date of this computer, or wait until the certificate becomes valid.',
  },
  'wrong-passphrase': {
    what: 'The passphrase is wrong',
    fix: 'Type the passphrase that came with the file.',
  },
  'no-private-key': {
    what: 'The file holds no private key',
    fix: 'Export the certificate again with its private key, or choose the key file too.',
  },
  'several-keys': {
    what: 'The file holds several private keys',
    fix: 'Export only the one certificate that is to be used.',
  },
  unreadable: {
    what: 'The file cannot be read as a certificate',
    fix: 'Choose a .p12, .pfx or .pem file.',
  },
  'too-costly': {
    what: 'Opening the file would take too long',
    fix: 'The file is protected with an unusually high work factor. Export it again with ordinary settings.',
  },
  'not-for-client-authentication': {
    what: 'The certificate may not be used to sign in',
    fix: 'Use an organisation certificate for authentication, not one for signing or encryption.',
  },
  'refused-by-server': {
    what: 'The server refused the certificate',
    fix: 'Check that the certificate belongs to this environment and has not been revoked.',
  },
  'server-unknown-issuer': {
    what: 'This computer does not know who issued the server’s certificate',
    fix: 'If your organisation inspects traffic or uses its own issuer, add its CA file to the connection.',
  },
  'server-self-signed': {
    what: 'The server’s certificate is signed by itself',
    fix: 'Check the address. If the server is your own, add its certificate as a CA file to the connection.',
  },
  'server-expired': {
    what: 'The server’s certificate has expired',
    fix: 'Check the date of this computer. If it is right, tell the platform’s owner.',
  },
  'server-not-yet-valid': {
    what: 'The server’s certificate is not valid yet',
    fix: 'Check the date of this computer.',
  },
  'server-wrong-host': {
    what: 'The server’s certificate belongs to another address',
    fix: 'Check the base address of the connection.',
  },
  'server-without-names': {
    what: 'The server’s certificate does not list the addresses it is for',
    fix: 'Tell the platform’s owner: the certificate needs the address as a subject alternative name (SAN). A common name is not enough.',
  },
  'server-weak': {
    what: 'The server’s certificate is too weak to be trusted',
    fix: 'Tell the platform’s owner. Steward does not lower its demands.',
  },
  'server-revoked': {
    what: 'The server’s certificate has been revoked',
    fix: 'Do not go on. Tell the platform’s owner.',
  },
  'server-protocol-too-old': {
    what: 'The server offers only an outdated TLS version',
    fix: 'Check the base address. Steward needs TLS 1.2 or newer.',
  },
  'server-no-forward-secrecy': {
    what: 'The server offers no encryption with forward secrecy',
    fix: 'Tell the platform’s owner: Steward needs TLS 1.3, or TLS 1.2 with ECDHE or DHE. Without it, recorded traffic can be read once the server’s key is known.',
  },
  'server-untrusted': {
    what: 'The server’s certificate cannot be trusted',
    fix: 'Check the base address, and the CA file if the connection has one.',
  },
} satisfies Record<Of<'certificate'>['problem'], Saying>;

const unreachable = {
  'name-not-found': {
    what: 'The address has no server behind it',
    fix: 'Check the base address and the network.',
  },
  refused: { what: 'Nothing answers at the address', fix: 'Check the base address and its port.' },
  'timed-out': {
    what: 'The server did not answer in time',
    fix: 'Try again. If it stays, check the network and the proxy.',
  },
  reset: {
    what: 'The connection was broken off',
    fix: 'Try again. A firewall or proxy on the way may be the cause.',
  },
  'proxy-refused': {
    what: 'The proxy refused',
    fix: 'Check the proxy settings of the connection.',
  },
  'proxy-sign-in-needed': {
    what: 'The proxy needs a sign-in',
    fix: 'Add the proxy’s user name and password to the connection.',
  },
  network: { what: 'This computer is not connected', fix: 'Connect to the network and try again.' },
} satisfies Record<Of<'unreachable'>['problem'], Saying>;

const keychain = {
  absent: {
    what: 'This computer has no keychain service',
    fix: 'Install and start one, or use memory for this session.',
  },
  locked: { what: 'The keychain is locked', fix: 'Unlock it and try again.' },
  'timed-out': {
    what: 'The keychain does not answer',
    fix: 'Look for a question from the system behind other windows, and try again.',
  },
  damaged: {
    what: 'What the keychain holds is damaged',
    fix: 'Import the certificate or add the key again.',
  },
  refused: { what: 'The keychain refused', fix: 'Allow Steward to use it, and try again.' },
  'too-large': {
    what: 'This is too large for the keychain',
    fix: 'Export the certificate without surplus certificates.',
  },
  'key-lost': {
    what: 'The keychain has lost a key of Steward',
    fix: 'Restore the keychain from a backup. Otherwise see Settings, Data on this computer: it says what cannot be read, and lets you start again without it.',
  },
  'other-place': {
    what: 'Nobody has allowed this credential to go there',
    fix: 'Open the connection and save it: Steward then asks you, and names the place.',
  },
  'not-stored': {
    what: 'The keychain did not keep what it was given',
    fix: 'Try again. If it stays, use memory for this session.',
  },
} satisfies Record<Of<'keychain'>['problem'], Saying>;

const file = {
  'not-found': { what: 'The file is no longer there', fix: 'Choose it again.' },
  'already-exists': { what: 'There is already a file with that name', fix: 'Choose another name.' },
  'not-permitted': {
    what: 'This computer does not allow it',
    fix: 'Choose another place, or ask for access.',
  },
  'disk-full': { what: 'The disk is full', fix: 'Make room and try again.' },
  'read-only': { what: 'The place can only be read', fix: 'Choose another place.' },
  'too-large': { what: 'The file is too large', fix: 'Choose another file.' },
  'not-a-file': { what: 'This is not a file', fix: 'Choose a file.' },
  'changed-meanwhile': { what: 'The file was changed meanwhile', fix: 'Choose it again.' },
  'no-dialog': {
    what: 'No window can be opened to choose a file',
    fix: 'Give the file when starting the program.',
  },
  damaged: { what: 'The file is damaged', fix: 'Take it from a backup.' },
  outdated: {
    what: 'The file is an older copy',
    fix: 'Put the newer file back. Steward does not use the older one.',
  },
  'in-use': { what: 'Another program is using the file', fix: 'Close it there and try again.' },
  other: { what: 'The file could not be used', fix: 'Choose another file or place.' },
} satisfies Record<Of<'file'>['problem'], Saying>;

export const failures = {
  kinds,
  signInNeeded,
  organisationNeeded,
  needs,
  parts,
  causes,
  switchedOff: (since: string) =>
    `According to the platform’s documentation this was switched off on ${date(since)}.`,
  instead,
  certificate,
  unreachable,
  keychain,
  file,
  serverSaid: 'The server said',
  status: 'Status',
  errorCode: 'Error code',
  field: 'Field',
  host: 'Server',
  detail: 'Detail',
  time: 'Time',
  reference: 'Reference',
  message: 'Message',
  copyDetails: 'Copy details',
  found: 'What was found',
  support: 'Copy report for support',
  supportCopied: 'The report is on the clipboard',
  supportGone: 'There is no record of this call any more.',
  lookAtClock: ({ now, from, until }: { now: string; from: string; until: string }) =>
    `The clock of this computer says ${dateTime(now)}. The certificate is valid from ${dateTime(from)} to ${dateTime(until)}. If the clock is wrong, set it right and try again. If it is right, tell the platform’s owner.`,
  waitSeconds: (n: number) => `Try again in ${number('en', n)} s.`,
  waitOver: 'You can try again now.',
  authenticationNote:
    'Calls on behalf of the organisation carry ForceEIAuthentication, which asks the server for the certificate.',
  /** A link that leads away from the connection's host. */
  foreignLink: {
    what: (host: string) => `The link leads to ${host}, and was not followed`,
    fix: 'Nothing of yours is sent to another host. If this is a former name of the platform, add it to the former host names of the connection.',
  },
  fixes: {
    retry: 'Try again',
    refresh: 'Refresh',
    'open-connection': 'Open the connection',
    'former-hosts': 'Former host names',
    'test-connection': 'Test the connection',
    'check-keychain': 'Check the keychain again',
    'sign-in': 'Sign in',
  },
};
