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
      'Requires the certificate file and an API key. Gives access to what the organisation itself may do.',
    'machine-token':
      'Requires a client at the token provider. Gives access to what its scopes and the API key allow.',
    person:
      'Requires a client at the identity provider. Gives access to what the person who signs in may do.',
    password:
      'Requires a portal user. Gives access to messages and services of security level 1 only.',
    'enterprise-user':
      'Requires the user’s secret and the certificate. Gives access to what the user has rights to.',
    'enterprise-user-token':
      'Requires the user’s name and secret and a client at the token provider. Gives access to what the user has rights to.',
    'pasted-token':
      'Requires a token from elsewhere. Gives access to what it allows until it expires. Never stored.',
    none: 'Requires nothing, not even an API key. Gives access to the open metadata only.',
  } satisfies Record<SignInWay, string>,
  otherWays: 'Other sign-in methods…',
  fields: {
    tokenEndpoint: 'Token endpoint',
    audience: 'Audience',
    audienceHint: 'The name the provider gave itself when you registered the client.',
    clientId: 'Client ID',
    clientIdHint: 'The client you registered for Steward.',
    resource: 'Resource',
    resourceHint: 'Only if the provider asks for it.',
    exchangeEndpoint: 'Exchange endpoint',
    exchangeEndpointHint:
      'Exchanges the machine token and the user’s name and secret for a token of the user.',
    exchangeToCheckHint: 'Only to check the new secret of an enterprise user after a rotation.',
    proof: 'The client authenticates with',
    proofs: { certificate: 'Certificate', 'registered-key': 'Registered key' },
    key: 'Private key',
    chooseKey: 'Choose a private key…',
    keyId: 'Key ID',
    keyIdHint: 'The “kid” you got from the provider when you registered the key.',
    found: 'Provider addresses',
    foundWays: { discovery: 'Automatic', typed: 'Entered by you' },
    issuer: 'Issuer',
    issuerHint: {
      discovery: 'The other addresses are loaded automatically from the provider.',
      typed: 'Exactly as in the provider’s tokens.',
    },
    authorizeEndpoint: 'Authorization endpoint',
    jwksAddress: 'Signing keys (JWKS) address',
    revocationEndpoint: 'Revocation endpoint',
    endSessionEndpoint: 'End-session endpoint',
    acrValues: 'Sign-in level (acr_values)',
    acrValuesHint: 'For example Level3. Leave empty to let the provider decide.',
    callbackPath: 'Callback path',
    callbackPathHint: 'Only if the provider checks it, for example /callback.',
    rarely: 'Rarely needed',
    userName: 'User name',
    password: 'Password',
    choosePassword: 'Choose…',
    secret: 'Secret of the enterprise user',
    pastedHint: 'Paste the token after you save, and again each time you start Steward.',
    level1: 'Gives access to security level 1 only.',
    noKey: 'Calls carry no API key, no certificate and no token.',
  },
  states: {
    ready: 'Ready',
    needed: 'Signed out',
    'under-way': 'Signing in…',
    'signed-in': 'Signed in',
    ended: 'Sign-in expired',
    'open-only': 'Open data only',
  } satisfies Record<SignInState['state'], string>,
  stateText: {
    ready: {
      certificate: 'The certificate is presented with each call.',
      other: 'Signs in automatically with the first call.',
    },
    needed: {
      person: 'Sign in with your browser to continue.',
      'pasted-token': 'Paste a token to continue.',
      other: 'Sign in to continue.',
    },
  },
  facts: {
    who: 'Signed in as',
    how: 'Method',
    level: 'Security level',
    since: 'Since',
    left: 'Time left',
    scopes: 'Scopes',
  },
  kinds: { organisation: 'organisation', person: 'person', 'enterprise-user': 'enterprise user' },
  unknownLevel: 'Unknown',
  noEnd: 'Unknown',
  renews: 'renewed automatically',
  left: {
    minutes: (minutes: number, seconds: string) => `${minutes}:${seconds} min`,
    hours: (n: number) => counted('en', n, 'hour', 'hours'),
    over: 'Expired',
  },
  timeLeft: (time: string) => `${time} left`,
  noScopes: 'This sign-in method has no scopes.',
  noneGranted: 'No scopes were granted.',
  begin: 'Sign in',
  beginAgain: 'Sign in again',
  signOut: 'Sign out',
  paste: 'Paste token…',
  pasteTitle: 'Paste token',
  token: 'Token',
  tokenHint:
    'Without “Bearer”. Kept in memory until you quit Steward, and sent to the base address only.',
  usePasted: 'Use the token',
  steps: {
    discovering: 'Finding the provider’s addresses…',
    'browser-opened': 'Continue in your browser. Steward waits for up to five minutes.',
    'answer-came': 'Received the response…',
    verifying: 'Verifying the response…',
  },
  beginning: 'Signing in…',
  cancel: 'Cancel',
  signedIn: (name: string) => `Signed in with ${name}.`,
  signedOut: {
    yes: 'Signed out, here and at the provider.',
    no: 'Signed out here. The provider didn’t confirm that it ended the sign-in.',
    'not-offered': 'Signed out.',
  },
  attempted: {
    begin: 'Could not sign in',
    signOut: 'Could not sign out',
    paste: 'Could not use the token',
    look: 'Could not load the sign-in status',
  },
  barTitle: 'Signed out.',
  barText: 'Lists reload after you sign in. Repeat the change you had started.',
};
