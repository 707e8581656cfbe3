// English texts of managed settings.
import { number } from '../formats.ts';

export const managed = {
  title: 'Managed by your organisation',
  lead: (by: string) => `${by} manages these settings for everyone who uses this computer.`,
  where: {
    linux:
      'They come from the file managed.json in /etc/steward, which is loaded at each start, and can’t be changed here.',
    macos:
      'They come from the file managed.json in /Library/Application Support/Steward, which is loaded at each start, and can’t be changed here.',
    windows:
      'They come from the file managed.json in the Steward folder of ProgramData, which is loaded at each start, and can’t be changed here.',
  },
  free: 'You can change everything else.',
  untrustedTitle: 'Settings that are not used',
  untrusted: {
    owner: 'This file or folder does not belong to an administrator of this computer',
    writable:
      'People other than the administrators of this computer can change this file or folder',
    link: 'This is a symbolic link, which may lead to someone else’s file',
    'not-readable': 'Steward could not find out who can change this file or folder',
  },
  untrustedText:
    'There is a file with settings from an organisation, but anyone could have written it, so Steward doesn’t use it. Tell the administrator of this computer.',
  facts: {
    organisation: 'Organisation',
    places: 'Connections go to',
    providers: 'Sign-in through',
    proxy: 'Proxy',
    updates: 'Updates',
    notifications: 'Notifications',
    off: 'Switched off',
    limits: 'At most',
  },
  alone: 'and to no other address',
  tls12: 'at most TLS 1.2',
  formerHosts: (hosts: string) => `also for links to ${hosts}`,
  providerKinds: { person: 'people', 'machine-token': 'machine tokens' },
  proxies: {
    system: 'The system’s proxy, in all connections',
    none: 'No proxy, in all connections',
    manual: (host: string, port: number) => `${host}:${String(port)}, in all connections`,
  },
  updatesAt: (address: string) => `From ${address}`,
  updatesOff: 'Off',
  notificationsOn: 'On',
  notificationsOff: 'Off',
  features: {
    'enterprise-users': 'Enterprise users',
    delegations: 'Who has access',
    'role-definitions': 'Local roles',
    'contact-information': 'Contact information',
    consents: 'Consents',
    profile: 'Profile',
    reportees: 'Parties',
    messages: 'Messages',
    'message-export': 'Export of messages',
    'hand-over': 'Hand-over',
    'file-transfer': 'File transfer',
    lookups: 'Data look-up',
    'service-owner': 'Service owner',
    reference: 'Services, code lists and roles',
    explorer: 'Explorer',
  },
  limits: {
    clipboardSeconds: (n: number) => `${number('en', n)} seconds until the clipboard is cleared`,
    idleLockMinutes: (n: number) =>
      `${number('en', n)} minutes of inactivity until the session is cleared`,
    rotationPolicyDays: (n: number) => `${number('en', n)} days until a secret is overdue`,
  },
  /** Beside a field that cannot be changed. */
  by: (by: string) => `Managed by ${by}.`,
  atMost: (n: number, by: string) => `At most ${number('en', n)}. Managed by ${by}.`,
  place: 'Place',
  choosePlace: 'Choose a place',
  placeHint: (by: string) => `${by} manages where connections can go.`,
  chooseProvider: 'Choose a provider',
  withoutProvider: 'None',
  providerHint: (by: string) => `${by} manages which providers you can sign in through.`,
  noProvider: (by: string) =>
    `${by} allows no provider for this sign-in method. Choose another method.`,
  proxyLabel: 'Proxy',
  alsoFormer: (hosts: string, by: string) => `Added by ${by}: ${hosts}.`,
  notAllowedTitle: 'This connection can’t be used here',
  notAllowed: (by: string) =>
    `${by} doesn’t allow its address, its organisation or its sign-in method. Nothing is sent through it. Change it or remove it.`,
  offTitle: (screen: string) => `${screen}: switched off`,
  offText: (by: string) => `${by} has switched this off on this computer.`,
  showSettled: 'Show managed settings',
  leftTitle: 'Jobs started earlier',
  leftText: 'These jobs are paused. What they have done stays done.',
  stop: 'Stop',
  remove: 'Remove from list',
  stopping: 'Could not stop the job',
  removing: 'Could not remove the job from the list',
};
