// English words of the settings about new versions.
import { number } from '../formats.ts';
import type { UpdateRefusal, UpdatesState } from '../../../preload/contract/updates.ts';

type Off = Extract<UpdatesState, { state: 'off' }>['why'];

const off: Readonly<Record<Off, string>> = {
  'no-address':
    'Steward looks for new versions only where you tell it to. Without an address it asks nobody.',
  managed: 'Your organisation sees to new versions itself. Steward does not look for any.',
  'no-key':
    'This build carries no key of its publisher, so a new version could not be told from a false one. Steward does not look for any.',
  'not-installed':
    'This copy of Steward is not an installed program that can replace itself. A new version is put here as this one was.',
};

const refusals: Readonly<Record<UpdateRefusal, string>> = {
  off: 'Looking for new versions is switched off.',
  'nothing-found': 'No new version has been found yet. Look for one first.',
  'not-downloaded': 'Nothing has been downloaded. Download the new version first.',
  address: 'The address does not begin with https. Nobody was asked.',
  'no-list':
    'There is no list of versions for this system at the address. Check the address, or ask whoever publishes Steward for you.',
  redirected: 'The server sends the call on to another address, which Steward does not follow.',
  unsigned: 'The list of versions has no signature. Nothing was downloaded.',
  signature:
    'The list of versions is not signed by the publisher of this program. Nothing was downloaded. Tell whoever publishes Steward for you.',
  expired:
    'The publisher’s word for this list has ended, as if somebody held a newer one back. Nothing was downloaded. Look at the clock of this computer, or ask whoever publishes Steward for you.',
  'key-expired':
    'The list is signed with a key that counts no more. Nothing was downloaded. Look at the clock of this computer, or ask whoever publishes Steward for you.',
  older: 'The list offers a version that is older than this one. Nothing was downloaded.',
  replayed:
    'The list is older than one that Steward has seen before, as if somebody held a new version back. Nothing was downloaded.',
  'pre-release': 'The list offers a version that is still being tried out. Nothing was downloaded.',
  system: 'The new version needs a newer version of the operating system.',
  file: 'The file was not the one that the list names. It was removed. Download it again.',
  publisher: 'The file is not signed by the publisher of this program. It was removed.',
  place:
    'Steward cannot replace its own file: its folder is full or may not be written. Move the program, or ask whoever put it there.',
};

export const updates = {
  title: 'New versions',
  address: 'Address',
  addressHint:
    'A folder on an https server with the packages and their signed lists. Leave it empty to look nowhere.',
  addressManaged: (by: string) => `Settled by ${by}.`,
  noAddress: 'None',
  save: 'Save',
  off,
  idle: 'Steward has not looked since it was started.',
  lookedAt: (when: string) => `The last list that counted came ${when}.`,
  longAgo: (days: number) =>
    `For ${number('en', days)} days no list that counts has come. Where there is a network, somebody may be holding one back: ask whoever publishes Steward for you.`,
  longAgoTitle: 'Nobody knows whether this version is the newest',
  current: (version: string) => `Steward ${version} is the newest version.`,
  checked: (when: string) => `Looked ${when}.`,
  look: 'Look for a new version',
  lookAgain: 'Look again',
  failed: {
    looking: 'Could not look for a new version',
    downloading: 'Could not download the new version',
  },
  found: (version: string) => `Steward ${version} can be downloaded`,
  downloaded: (version: string) => `Steward ${version} is ready to be installed`,
  facts: (released: string, size: string) => [released, size].filter(Boolean).join(' · '),
  notes: 'What is new',
  noNotes: 'The publisher says nothing about it.',
  download: 'Download',
  downloading: 'Downloading the new version',
  amount: (done: string, all: string) => (all === '' ? done : `${done} of ${all}`),
  cancel: 'Cancel',
  install: 'Install…',
  installTitle: (version: string) => `Install Steward ${version}?`,
  installText: 'Steward ends, the new version takes its place and starts.',
  installAction: 'End and install',
  installFailed: 'Could not install the new version',
  heldText:
    'Something would be lost: a job that runs, a change under way, a secret that nobody has put away, or a draft that is not saved.',
  heldAction: 'Install all the same',
  installing: 'Installing the new version',
  notInstalledTitle: (version: string) => `Steward ${version} was not installed`,
  notInstalled:
    'The installation was cancelled, or it failed. Download the new version again to retry, and allow it when the system asks for an administrator.',
  refusedTitle: 'No new version was taken',
  refusals,
  hint: 'A new version can be installed',
};
