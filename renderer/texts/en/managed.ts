// English texts of managed settings.
import { number } from '../formats.ts';

export const managed = {
  title: 'Settled by your organisation',
  lead: (by: string) => `${by} has settled this for everybody who uses this computer.`,
  where: {
    linux:
      'It is read from the file managed.json in /etc/steward at each start, and cannot be changed here.',
    macos:
      'It is read from the file managed.json in /Library/Application Support/Steward at each start, and cannot be changed here.',
    windows:
      'It is read from the file managed.json in the folder Steward of ProgramData at each start, and cannot be changed here.',
  },
  free: 'Everything else is yours to choose.',
  untrustedTitle: 'Settings that do not count',
  untrusted: {
    owner: 'This file or folder does not belong to an administrator of this computer.',
    writable: 'Others than the administrators of this computer can change this file or folder.',
    link: 'This is a symbolic link, which may lead to a file of somebody else.',
    'not-readable': 'Steward could not find out who can change this file or folder.',
  },
  untrustedText:
    'A file with settings of an organisation is there, but anybody could have written it. Steward does not follow it. Tell whoever manages this computer.',
  facts: {
    organisation: 'Organisation',
    places: 'Connections lead to',
    providers: 'Sign-in through',
    proxy: 'Proxy',
    updates: 'Updates',
    off: 'Switched off',
    limits: 'At most',
  },
  alone: 'and to no other address',
  tls12: 'at most TLS 1.2',
  formerHosts: (hosts: string) => `also for links to ${hosts}`,
  providerKinds: { person: 'persons', 'machine-token': 'machine tokens' },
  proxies: {
    system: 'The one of the system, in every connection',
    none: 'None, in every connection',
    manual: (host: string, port: number) => `${host}:${String(port)}, in every connection`,
  },
  updatesAt: (address: string) => `Looked for at ${address}`,
  updatesOff: 'Not looked for',
  features: {
    'enterprise-users': 'Enterprise users',
    delegations: 'Roles and rights',
    'role-definitions': 'Local roles',
    'contact-information': 'Contact information',
    profile: 'Profile',
    reportees: 'Parties',
    messages: 'Message box',
    'message-export': 'Export of messages',
    'service-owner': 'Contact look-up',
    reference: 'Services, code lists and roles',
    explorer: 'Explorer',
  },
  limits: {
    clipboardSeconds: (n: number) => `${number('en', n)} seconds until the clipboard is cleared`,
    idleLockMinutes: (n: number) => `${number('en', n)} minutes without use until it is put away`,
    rotationPolicyDays: (n: number) => `${number('en', n)} days until a secret is overdue`,
  },
  /** Beside a field that cannot be changed. */
  by: (by: string) => `Settled by ${by}.`,
  atMost: (n: number, by: string) => `At most ${number('en', n)}, settled by ${by}.`,
  place: 'Place',
  choosePlace: 'Choose a place',
  placeHint: (by: string) => `${by} has settled where connections may lead.`,
  chooseProvider: 'Choose a provider',
  withoutProvider: 'None',
  providerHint: (by: string) => `${by} has settled whom one may sign in through.`,
  noProvider: (by: string) =>
    `${by} allows no provider for this way of signing in. Choose another.`,
  proxyLabel: 'Proxy',
  alsoFormer: (hosts: string, by: string) => `${by} has added ${hosts}.`,
  notAllowedTitle: 'This connection cannot be used here',
  notAllowed: (by: string) =>
    `${by} does not allow where it leads, for whom, or how it signs in. Nothing is sent through it. Change it, or remove it.`,
  offTitle: (screen: string) => `${screen}: switched off`,
  offText: (by: string) => `${by} has switched this off on this computer.`,
  showSettled: 'Show what is settled',
  leftTitle: 'What was begun before',
  leftText: 'These jobs rest. What they did stays done.',
  stop: 'Stop',
  remove: 'Take off the list',
  stopping: 'Could not stop the job',
  removing: 'Could not remove the job from the list',
};
