// English texts of signing in: the methods, their fields, the state of a sign-in, and what can be done about it.
import type { SignInWay } from '../../../preload/contract/connections.ts';
import type { SignInState } from '../../../preload/contract/sign-in.ts';
import { counted } from '../formats.ts';

export const signIn = {
  title: 'Sign-in',
  ways: {
    certificate: 'Organisation certificate',
    'machine-token': 'Machine token',
    person: 'Person, in the browser',
    password: 'User name and password',
    'enterprise-user': 'Enterprise user with certificate',
    'enterprise-user-token': 'Enterprise user by machine token',
    'pasted-token': 'Pasted token',
    none: 'No sign-in',
  } satisfies Record<SignInWay, string>,
  /** In a column of a list. */
  shortWays: {
    certificate: 'Certificate',
    'machine-token': 'Machine token',
    person: 'Person',
    password: 'Password',
    'enterprise-user': 'Enterprise user',
    'enterprise-user-token': 'Enterprise user',
    'pasted-token': 'Pasted token',
    none: 'No sign-in',
  } satisfies Record<SignInWay, string>,
  about: {
    certificate:
      'Needs the certificate file and an API key, and opens what the organisation itself may do.',
    'machine-token':
      'Needs a client at the token provider, and opens what its scopes and the API key allow the organisation.',
    person:
      'Needs a client at the identity provider and somebody to sign in, and opens what that person may do.',
    password:
      'Needs a user of the portal, and opens only messages and services of security level 1.',
    'enterprise-user':
      'Needs the user’s secret and the certificate, and opens what the user has been given rights to.',
    'enterprise-user-token':
      'Requires the user’s name and secret and a client at the token provider. Gives access to what the user has been given rights to.',
    'pasted-token':
      'Needs a token that you got elsewhere, and opens what it allows until it ends. It is never stored.',
    none: 'Needs nothing, not even an API key, and opens only the open metadata.',
  } satisfies Record<SignInWay, string>,
  otherWays: 'Other ways of signing in…',
  fields: {
    tokenEndpoint: 'Token endpoint',
    audience: 'Audience',
    audienceHint: 'What the provider calls itself, as it told you when the client was registered.',
    clientId: 'Client id',
    clientIdHint: 'Of the client that was registered for this program.',
    resource: 'Resource',
    resourceHint: 'Only where the provider asks for it.',
    exchangeEndpoint: 'Exchange endpoint',
    exchangeEndpointHint:
      'Where the machine token and the user’s name and secret are exchanged for the user’s token.',
    exchangeToCheckHint: 'Only to check the new secret of an enterprise user after a rotation.',
    proof: 'The client proves itself with',
    proofs: { certificate: 'Certificate', 'registered-key': 'Registered key' },
    key: 'Private key',
    chooseKey: 'Choose a private key…',
    keyId: 'Key id',
    keyIdHint: 'The “kid” the provider gave the key when it was registered.',
    found: 'Addresses of the provider',
    foundWays: { discovery: 'Found by itself', typed: 'Typed in' },
    issuer: 'Issuer',
    issuerHint: {
      discovery: 'The other addresses are read from its discovery document.',
      typed: 'Exactly as it stands in the provider’s tokens.',
    },
    authorizeEndpoint: 'Authorization endpoint',
    jwksAddress: 'Address of the signing keys (JWKS)',
    revocationEndpoint: 'Revocation endpoint',
    endSessionEndpoint: 'End-session endpoint',
    acrValues: 'Level of the sign-in (acr_values)',
    acrValuesHint: 'For example Level3. Empty lets the provider decide.',
    callbackPath: 'Path of the answer',
    callbackPathHint: 'Only where the provider compares it, for example /callback.',
    rarely: 'Rarely needed',
    userName: 'User name',
    password: 'Password',
    choosePassword: 'Choose a password…',
    secret: 'Secret of the enterprise user',
    pastedHint: 'Paste the token after saving, and again after each start of Steward.',
    level1: 'Opens only what needs security level 1.',
    noKey: 'Calls carry no API key, no certificate and no token.',
  },
  states: {
    ready: 'Ready',
    needed: 'Signed out',
    'under-way': 'Signing in…',
    'signed-in': 'Signed in',
    ended: 'The sign-in has ended',
    'open-only': 'Open data only',
  } satisfies Record<SignInState['state'], string>,
  stateText: {
    ready: {
      certificate: 'The certificate is shown with each call.',
      other: 'Signs in by itself at the first call.',
    },
    needed: {
      person: 'Sign in in the browser to go on.',
      'pasted-token': 'Paste a token to go on.',
      other: 'Sign in to go on.',
    },
  },
  facts: {
    who: 'Who',
    how: 'How',
    level: 'Security level',
    since: 'Since',
    left: 'Time left',
    scopes: 'Scopes',
  },
  kinds: { organisation: 'organisation', person: 'person', 'enterprise-user': 'enterprise user' },
  unknownLevel: 'Not told',
  noEnd: 'Nobody tells',
  renews: 'renews itself',
  left: {
    minutes: (minutes: number, seconds: string) => `${minutes}:${seconds} min`,
    hours: (n: number) => counted('en', n, 'hour', 'hours'),
    over: 'It has ended',
  },
  noScopes: 'This way of signing in has no scopes.',
  noneGranted: 'None were granted.',
  begin: 'Sign in',
  beginAgain: 'Sign in again',
  signOut: 'Sign out',
  paste: 'Paste token…',
  pasteTitle: 'Paste token',
  token: 'Token',
  tokenHint:
    'Without “Bearer”. It is kept in memory until Steward ends, and sent only to the base address.',
  usePasted: 'Use the token',
  steps: {
    discovering: 'Looking for the provider’s addresses…',
    'browser-opened': 'Go on in the browser. This waits for five minutes at most.',
    'answer-came': 'The answer came…',
    verifying: 'Checking the answer…',
  },
  beginning: 'Signing in…',
  cancel: 'Cancel',
  signedIn: (name: string) => `Signed in at ${name}.`,
  signedOut: {
    yes: 'Signed out. The provider has revoked the sign-in too.',
    no: 'Signed out here. The provider could not be reached or did not revoke the sign-in.',
    'not-offered': 'Signed out.',
  },
  attempted: {
    begin: 'Signing in',
    signOut: 'Signing out',
    paste: 'Taking the token',
    look: 'Reading the state of the sign-in',
  },
  barTitle: 'Signed out.',
  barText:
    'What you see and typed stays. Reading goes on after the sign-in, a change you press again.',
};
