// English texts of screens that a connection cannot use: why, what they require, and the way to get it.
import type { SignInWay } from '../../../preload/contract/connections.ts';
import { createFormats } from '../formats.ts';

/** In the reader's own time zone: when a person asked. */
const { date } = createFormats('en');

const organisation = 'This connection signs in as the organisation.';
const person = 'This connection signs in as a person.';
const user = 'This connection signs in as an enterprise user.';

export const limits = {
  title: 'Not available with this connection',
  offTitle: 'No longer offered by the platform',
  ways: {
    certificate: organisation,
    'machine-token': organisation,
    person,
    password: person,
    'enterprise-user': user,
    'enterprise-user-token': user,
    'pasted-token': 'This connection signs in with a pasted token.',
    none: 'This connection does not sign in.',
  } satisfies Record<SignInWay, string>,
  requires: (screen: string, what: string) => `${screen} ${what}.`,
  /** The beginning of what each requires. */
  screens: {
    'enterprise-users': 'Enterprise users require',
    delegations: 'Seeing who has access requires',
    'role-definitions': 'Local roles require',
    'contact-information': 'Contact information requires',
    profile: 'Profiles require',
    reportees: 'The list of parties requires',
    consents: 'Consents require',
    lookups: 'Data look-ups require',
    inbox: 'Messages require',
    'work-list': 'Messages require',
    archive: 'Messages require',
    trash: 'Messages require',
    'file-transfer': 'File transfer requires',
    'service-owner': 'Addresses of organisations require',
    'party-access': 'Looking up access requires',
    'service-rights': 'The register of rights requires',
    'owner-requests': 'Requests to users require',
    'owner-events': 'Events require',
  },
  signIns: {
    organisation: 'an organisation certificate or a machine token',
    user: 'a sign-in as a person or an enterprise user',
    'service-owner':
      'the certificate of an organisation that owns services, or a token with the serviceowner scope',
  },
  scope: (scope: string) => `the scope ${scope}, which this connection does not ask for`,
  apiKey: 'an API key, and this connection has none',
  off: (asked: string) => `The platform no longer offers this. Steward asked it on ${date(asked)}.`,
  expired: (name: string) => `The certificate ${name} has expired. The platform refuses it.`,
  documented:
    'According to its documentation, the platform refuses organisations here. If yours does not, open the screen anyway.',
  fixes: {
    way: 'Change the sign-in method',
    scopes: 'Change the scopes',
    apiKey: 'Choose an API key',
    certificate: 'Choose another certificate',
  },
  /** The way on from a group of which nothing works. */
  signInAs: {
    organisation: 'Use a certificate',
    user: 'Sign in as a person',
    'service-owner': 'Use a certificate',
  },
  tryAnyway: 'Open anyway',
  whatIsOffered: 'Show what the platform offers',
};
