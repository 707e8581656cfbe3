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
    what: 'Some of what you entered can’t be used',
    fix: 'Correct the marked fields.',
  },
  'sign-in-needed': {
    what: 'The platform did not accept the sign-in',
    fix: 'The certificate was not requested or not accepted. Test the connection to see which step fails.',
  },
  refused: {
    what: 'The server refused the request',
    fix: 'Read the server’s message, and try again when the problem is fixed.',
  },
  'not-found': {
    what: 'It no longer exists',
    fix: 'Someone else may have changed or removed it. Refresh to see the latest.',
  },
  conflict: {
    what: 'It conflicts with something that already exists',
    fix: 'Choose something else and try again.',
  },
  busy: { what: 'The server is busy', fix: 'Wait a moment and try again.' },
  certificate: {
    what: 'There is a problem with a certificate',
    fix: 'Check the connection and its certificate.',
  },
  unreachable: { what: 'Could not reach the server', fix: 'Check the network and try again.' },
  'unexpected-answer': {
    what: 'The server sent a response that Steward doesn’t understand',
    fix: 'Try again later. If it keeps happening, send the error ID to support.',
  },
  keychain: {
    what: 'The system’s keychain can’t be used',
    fix: 'Unlock the keychain and try again.',
  },
  file: { what: 'The file can’t be used', fix: 'Choose another file or folder.' },
  'outcome-unknown': {
    what: 'It may still have gone through',
    fix: 'The connection was lost after the request was sent. Check whether it was done before you try again.',
  },
  offline: { what: 'You are offline', fix: 'Connect to the network and try again.' },
  cancelled: {
    what: 'It was cancelled',
    fix: 'Nothing more will happen. Start again whenever you like.',
  },
  managed: {
    what: 'This is managed by your organisation',
    fix: 'Settings shows what is managed and by whom. They can change it.',
  },
  internal: {
    what: 'An error occurred in Steward',
    fix: 'Try again. If it keeps happening, send the error ID to support.',
  },
} satisfies Record<FailureKind, Saying>;

const signInNeeded = {
  certificate: kinds['sign-in-needed'],
  'machine-token': {
    what: 'The machine token was not issued or not accepted',
    fix: 'Check the client, its key and its scopes in the connection, then sign in again.',
  },
  person: { what: 'No one is signed in', fix: 'Sign in in the browser to continue.' },
  password: {
    what: 'The user name or password was not accepted',
    fix: 'Check both in the connection, then sign in again. Accounts are locked after several wrong attempts.',
  },
  'enterprise-user': {
    what: 'The enterprise user was not accepted',
    fix: 'Check its name, its secret and the certificate in the connection. After a rotation, the old secret no longer works.',
  },
  'enterprise-user-token': {
    what: 'The enterprise user was not signed in',
    fix: 'Check the user’s name and secret, the client and the exchange endpoint in the connection. After a rotation, the old secret no longer works.',
  },
  'pasted-token': {
    what: 'The token is missing or has expired',
    fix: 'Paste a new token to continue.',
  },
  none: {
    what: 'This part of the platform requires sign-in',
    fix: 'Use a connection that signs in.',
  },
} satisfies Record<SignInWay, Saying>;

const organisationNeeded: Saying = {
  what: 'This part of the platform is for organisations',
  fix: 'Use a connection that signs in with the organisation’s certificate or a machine token.',
};

const needs = {
  title: 'This needs three things. One is missing',
  key: 'API key',
  keyText: (resource: string) => `Its owner must have ordered “${resource}” for it.`,
  keyOwner: 'Its owner must be the organisation that signs in.',
  keyNone: 'The platform documents no requirement for the key.',
  keyHas: 'Steward can’t see what a key gives access to.',
  scope: 'Scope',
  scopeText: (scopes: string) => (scopes.includes(',') ? `One of ${scopes}.` : `${scopes}.`),
  scopeNone: 'The platform documents no scope for this.',
  scopeHas: (scope: string) => `This sign-in has ${scope}.`,
  scopeLacks: (scopes: string) => `This sign-in has only ${scopes}.`,
  scopeUnused: 'This sign-in method has no scopes.',
  right: 'Right',
  rightText: (part: string) => `The signed-in user must have rights to ${part} on the platform.`,
  rightHas: 'Someone who manages access can give it in the portal.',
  states: { missing: 'Missing', fine: 'In place', unknown: 'Unknown' },
  rights: {
    'access-manager':
      'The signed-in user must be access manager or main administrator of the party.',
    'rights-for-party': 'The signed-in user must hold a right for this organisation.',
    'held-rights': 'The signed-in user must hold every right of the role.',
    'service-register': 'Both parties must be in the service’s rights register.',
    'party-to-request':
      'Only those who made the request, or receive what it asks for, can do this.',
    'given-by-caller': 'Only what the organisation itself has given can be taken back.',
  } satisfies Record<DocumentedRight, string>,
};

/** Dates of the platform's documentation, wherever the reader is. */
const { date } = createFormats('en', 'UTC');
/** Beside the clock of this computer, in its own time zone. */
const { dateTime } = createFormats('en');

const instead = {
  portal: 'Use the portal instead.',
  'access-management': 'The platform’s new access management replaces it.',
  'access-groups': 'Access groups in the platform’s new access management replace it.',
  'open-metadata': 'The open metadata has the same information.',
  'dialogs-and-apps':
    'The platform’s dialogs replace reading, and each app’s own API replaces sending.',
  'resource-register': 'The platform’s resource register replaces it.',
  'owner-register': 'The platform’s register for resource owners replaces it.',
  'system-users': 'System users replace it.',
  'broker-api': 'The platform’s new API for file transfer replaces it.',
  'consent-site': 'The platform’s new consent solution replaces it.',
  tokens: 'Tokens for persons and machines replace it.',
  nothing: 'Nothing replaces it.',
} satisfies Record<Successor, string>;

/** The parts of the API, as they are called in a sentence. */
const parts: Readonly<Record<string, string>> = {
  organizations: 'look-ups of organisations',
  reportees: 'parties',
  'rights and roles': 'rights and roles',
  events: 'events',
  srr: 'the service rights register (SRR)',
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
    what: 'The server found no API key in the request',
    fix: 'Choose the API key for this environment in the connection.',
  },
  'api-key-not-authorized': {
    what: 'The API key does not give access to this',
    fix: 'Check that the key in the connection is not mistyped. If it is right, ask the platform’s owner to give it access to this service.',
  },
  'organisation-not-authenticated': {
    what: 'The organisation is not signed in',
    fix: 'The server did not get the certificate as a sign-in. Test the connection.',
  },
  'missing-scope': {
    what: 'The sign-in lacks a required scope',
    fix: 'Add the scope in the connection and sign in again. If the provider doesn’t grant it, ask the client’s administrator.',
  },
  'not-offered-any-more': {
    what: 'This service is no longer available here',
    fix: 'It may have been retired. Lists saved on this computer are still available.',
  },
  'incomplete-list': {
    what: 'The platform didn’t return the whole list',
    fix: 'What isn’t in it may still exist, so nothing was decided from it. Narrow what you ask for, or check on the platform’s own pages.',
  },
  'wrong-clock': {
    what: 'This computer’s clock is wrong',
    fix: 'It differs from the server’s clock by more than a week. Set the date and time, then try again.',
  },
  redirected: {
    what: 'The server redirects to another address',
    fix: 'Steward never sends a sign-in to another address. Check the base address of the connection.',
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
    fix: 'Check this computer’s date. If it is right, order a new certificate and import it.',
  },
  'not-yet-valid': {
    what: 'The certificate is not valid yet',
    fix: 'Check this computer’s date, or wait until the certificate becomes valid.',
  },
  'wrong-passphrase': {
    what: 'The passphrase is wrong',
    fix: 'Enter the passphrase that came with the file.',
  },
  'key-locked': {
    what: 'The private key has another passphrase',
    fix: 'The passphrase opens the file, but not the key that is needed. Enter the passphrase of that key.',
  },
  'two-passphrases': {
    what: 'The key and its certificate have different passphrases',
    fix: 'Save both with one passphrase in the program the file comes from. Or choose the certificate as a file of its own, this file as the key file, and enter the key’s passphrase.',
  },
  'no-private-key': {
    what: 'The file has no private key',
    fix: 'Export the certificate again with its private key, or choose the key file too.',
  },
  'several-keys': {
    what: 'The file has several keys that could be used',
    fix: 'Choose one of them.',
  },
  unreadable: {
    what: 'The file is not a certificate that Steward can read',
    fix: 'Choose a .p12, .pfx or .pem file.',
  },
  'unknown-encryption': {
    what: 'The file is encrypted in a way Steward can’t read',
    fix: 'Your passphrase may be right. Export the certificate again with AES-256. The details name the encryption it has now.',
  },
  'unknown-key': {
    what: 'The key in the file is of a kind Steward can’t use',
    fix: 'The file is not damaged. Ask for a certificate with an RSA key, or with a P-256 or P-384 key. The details name the kind it has now.',
  },
  'too-costly': {
    what: 'Opening the file would take too long',
    fix: 'The file is protected with an unusually high work factor. Export it again with normal settings.',
  },
  'not-for-client-authentication': {
    what: 'The certificate can’t be used to sign in',
    fix: 'Use an organisation certificate for authentication, not one for signing or encryption.',
  },
  weak: {
    what: 'Your own certificate is too weak',
    fix: 'Order a new one: an RSA key of 2048 bits or more, or an elliptic curve, signed with SHA-256 or newer. Nothing is wrong with the server’s certificate.',
  },
  'refused-by-server': {
    what: 'The server refused the certificate',
    fix: 'Check that the certificate belongs to this environment and has not been revoked.',
  },
  'server-unknown-issuer': {
    what: 'The issuer of the server’s certificate is not trusted',
    fix: 'If your organisation inspects traffic or uses its own issuer, add its CA file to the connection.',
  },
  'server-missing-intermediate': {
    what: 'The server leaves out the certificate of its issuer',
    fix: 'Tell the platform’s owner that the server must send its intermediate certificate. Until then, add that certificate to the CA file of the connection.',
  },
  'server-self-signed': {
    what: 'The server’s certificate is self-signed',
    fix: 'Check the address. If the server is your own, add its certificate as a CA file to the connection.',
  },
  'server-expired': {
    what: 'The server’s certificate has expired',
    fix: 'Check this computer’s date. If it is right, tell the platform’s owner.',
  },
  'server-not-yet-valid': {
    what: 'The server’s certificate is not valid yet',
    fix: 'Check this computer’s date.',
  },
  'server-wrong-host': {
    what: 'The server’s certificate belongs to another address',
    fix: 'Check the base address of the connection.',
  },
  'server-without-names': {
    what: 'The server’s certificate doesn’t list the addresses it is for',
    fix: 'Tell the platform’s owner: the certificate needs the address as a subject alternative name (SAN). A common name is not enough.',
  },
  'server-weak': {
    what: 'The server’s certificate is too weak to be trusted',
    fix: 'Tell the platform’s owner. Steward doesn’t accept weak certificates.',
  },
  'server-revoked': {
    what: 'The server’s certificate has been revoked',
    fix: 'Don’t continue. Tell the platform’s owner.',
  },
  'server-protocol-too-old': {
    what: 'The server offers only an outdated TLS version',
    fix: 'Check the base address. Steward requires TLS 1.2 or newer.',
  },
  'server-no-forward-secrecy': {
    what: 'The server offers no encryption with forward secrecy',
    fix: 'Tell the platform’s owner: Steward requires TLS 1.3, or TLS 1.2 with ECDHE or DHE. Without it, recorded traffic can be read once the server’s key is known.',
  },
  'server-untrusted': {
    what: 'The server’s certificate is not trusted',
    fix: 'Check the base address, and the CA file if the connection has one.',
  },
} satisfies Record<Of<'certificate'>['problem'], Saying>;

const unreachable = {
  'name-not-found': {
    what: 'Nothing answers at this address',
    fix: 'Check the base address and the network.',
  },
  refused: {
    what: 'The server does not accept connections',
    fix: 'Check the base address and its port.',
  },
  'timed-out': {
    what: 'The server did not respond in time',
    fix: 'Try again. If it keeps happening, check the network and the proxy.',
  },
  reset: {
    what: 'The connection was lost',
    fix: 'Try again. A firewall or proxy may be the cause.',
  },
  'proxy-refused': {
    what: 'The proxy did not open the connection',
    fix: 'Check that the address is that of an http proxy, and ask its administrator whether it allows connections to the platform.',
  },
  'proxy-unreachable': {
    what: 'The proxy does not respond',
    fix: 'Check its address and port: in the connection, or in the system if the connection uses the system’s proxy.',
  },
  'proxy-sign-in-needed': {
    what: 'The proxy requires sign-in',
    fix: 'In the connection, enter the proxy with its user name and password.',
  },
  'proxy-sign-in-refused': {
    what: 'The proxy refused the user name or password',
    fix: 'Check both: in the connection, or in the environment variable that sets the proxy.',
  },
  'proxy-sign-in-unsupported': {
    what: 'Steward can’t sign in to this proxy',
    fix: 'Steward signs in to proxies with a user name and password (Basic). Ask the proxy’s administrator to allow that, or to let the platform through without sign-in.',
  },
  'proxy-unsupported': {
    what: 'Steward can’t use this kind of proxy',
    fix: 'Steward uses http proxies only. In the connection, enter one or choose no proxy.',
  },
  'proxy-unreadable': {
    what: 'The system’s proxy is not a valid address',
    fix: 'Correct it in the system, for example to http://proxy.example.org:3128, or enter the proxy in the connection.',
  },
  'proxy-script': {
    what: 'The system’s proxy is set to a proxy script, or to what one answers',
    fix: 'Set it to the address of the proxy, for example http://proxy.example.org:3128, or remove it to use none. You can also enter the proxy in the connection.',
  },
  network: {
    what: 'This computer is not on a network',
    fix: 'Connect to the network and try again.',
  },
} satisfies Record<Of<'unreachable'>['problem'], Saying>;

const keychain = {
  absent: {
    what: 'This computer has no keychain service',
    fix: 'Install and start one, or use memory for this session.',
  },
  locked: { what: 'The keychain is locked', fix: 'Unlock it and try again.' },
  'timed-out': {
    what: 'The keychain is not responding',
    fix: 'Look for a question from the system behind other windows, then try again.',
  },
  damaged: {
    what: 'What is stored in the keychain is damaged',
    fix: 'Import the certificate or add the key again.',
  },
  refused: {
    what: 'The keychain refused access',
    fix: 'Allow Steward to use it, then try again.',
  },
  'too-large': {
    what: 'This is too large for the keychain',
    fix: 'Export the certificate without extra certificates.',
  },
  'key-lost': {
    what: 'A key that Steward needs is missing from the keychain',
    fix: 'Restore the keychain from a backup. Otherwise see “Data on this computer” in Settings, which shows what can’t be read and lets you continue without it.',
  },
  'other-place': {
    what: 'This certificate, key or password may not be used at this address',
    fix: 'Open the connection and save it. Steward then asks you to allow the address.',
  },
  'not-stored': {
    what: 'The keychain did not save it',
    fix: 'Try again. If it keeps happening, use memory for this session.',
  },
} satisfies Record<Of<'keychain'>['problem'], Saying>;

const file = {
  'not-found': { what: 'The file no longer exists', fix: 'Choose it again.' },
  'already-exists': { what: 'A file with that name already exists', fix: 'Choose another name.' },
  'not-permitted': {
    what: 'You don’t have access to this file or folder',
    fix: 'Choose another folder, or ask for access.',
  },
  'disk-full': { what: 'The disk is full', fix: 'Free up space and try again.' },
  'read-only': { what: 'The folder is read-only', fix: 'Choose another folder.' },
  'too-large': { what: 'The file is too large', fix: 'Choose another file.' },
  'not-a-file': { what: 'This is not a file', fix: 'Choose a file.' },
  'changed-meanwhile': { what: 'The file has changed', fix: 'Choose it again.' },
  'no-end': {
    what: 'The file is larger than it should be',
    fix: 'No part of it was saved. If the platform doesn’t say how large a file is, Steward takes 1 GB, or 10 GB in a file transfer.',
  },
  'wrong-passphrase': {
    what: 'The passphrase doesn’t open this file',
    fix: 'Enter the passphrase it was saved with. If you are sure of it, the file is damaged.',
  },
  'not-a-backup': {
    what: 'This file is not a Steward backup',
    fix: 'Choose a file that was saved with “Make a backup”.',
  },
  newer: {
    what: 'This file was saved by a newer version of Steward',
    fix: 'Install that version or a newer one, then try again.',
  },
  'no-dialog': {
    what: 'Could not open a window to choose a file',
    fix: 'Specify the file when you start the program.',
  },
  damaged: { what: 'The file is damaged', fix: 'Restore it from a backup.' },
  outdated: {
    what: 'The file is an older copy',
    fix: 'Restore the newer file. Steward doesn’t use the older one.',
  },
  'in-use': { what: 'Another program is using the file', fix: 'Close it there and try again.' },
  other: { what: 'The file could not be used', fix: 'Choose another file or folder.' },
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
  reference: 'Error ID',
  message: 'Message',
  copyDetails: 'Copy details',
  found: 'Problems found',
  support: 'Copy support report',
  supportCopied: 'Report copied to the clipboard',
  supportGone: 'This request is no longer in the log.',
  lookAtClock: ({ now, from, until }: { now: string; from: string; until: string }) =>
    `This computer’s clock shows ${dateTime(now)}. The certificate is valid from ${dateTime(from)} to ${dateTime(until)}. If the clock is wrong, set it and try again. If it is right, tell the platform’s owner.`,
  lookAtOwnDates: ({ now, from, until }: { now: string; from: string; until: string }) =>
    `This computer’s clock shows ${dateTime(now)}. Your certificate is valid from ${dateTime(from)} to ${dateTime(until)}. If the clock is wrong, set it and try again. If it is right, use a certificate that is valid now.`,
  unknownIssuer: {
    'server-unknown-issuer': (issuer: string) =>
      `It was issued by “${issuer}”. If your organisation inspects traffic or uses its own issuer, add the CA file of “${issuer}” to the connection.`,
    'server-missing-intermediate': (issuer: string) =>
      `Its certificate was issued by “${issuer}”. Tell the platform’s owner that the server must send that intermediate certificate. Until then, add the certificate of “${issuer}” to the CA file of the connection, or choose it as the CA file.`,
  },
  waitSeconds: (n: number) => `Try again in ${number('en', n)} s.`,
  waitOver: 'You can try again now.',
  authenticationNote:
    'Requests on behalf of the organisation carry ForceEIAuthentication, which makes the server ask for the certificate.',
  /** In place of a server that is busy. */
  tooMuchAtOnce: {
    what: 'Too much was asked of Steward at once',
    fix: 'If a question is open, answer it. Then try again.',
  },
  /** A link that leads away from the connection's host. */
  foreignLink: {
    what: (host: string) => `The link goes to ${host} and was not followed`,
    fix: 'Steward sends no data to other servers. If this is a former name of the platform, add it to the former host names of the connection.',
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
