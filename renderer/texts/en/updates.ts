// English words of the settings about new versions.
import { number } from '../formats.ts';
import type { UpdateRefusal, UpdatesState } from '../../../preload/contract/updates.ts';

type Off = Extract<UpdatesState, { state: 'off' }>['why'];

const off: Readonly<Record<Off, string>> = {
  'no-address':
    'Steward checks for new versions only at the address you enter. Without an address, it doesn’t check.',
  managed: 'Your organisation handles new versions. Steward doesn’t check for any.',
  'no-key':
    'This build has no publisher key, so Steward can’t verify new versions and doesn’t check for any.',
  'not-installed':
    'This copy of Steward can’t update itself. Install a new version the same way as this one.',
};

const refusals: Readonly<Record<UpdateRefusal, string>> = {
  off: 'Checking for new versions is switched off.',
  'nothing-found': 'No new version has been found yet. Check for one first.',
  'not-downloaded': 'Nothing has been downloaded. Download the new version first.',
  address: 'The address must start with https. Nothing was sent.',
  'no-list':
    'The address has no list of versions for this system. Check the address, or ask whoever distributes Steward in your organisation.',
  redirected: 'The server redirects to another address. Steward doesn’t follow redirects.',
  unsigned: 'The list of versions has no signature. Nothing was downloaded.',
  signature:
    'The list of versions is not signed by Steward’s publisher. Nothing was downloaded. Tell whoever distributes Steward in your organisation.',
  expired:
    'The list of versions has expired. Someone may be holding back a newer one. Nothing was downloaded. Check this computer’s clock, or ask whoever distributes Steward in your organisation.',
  'key-expired':
    'The list is signed with an expired key. Nothing was downloaded. Check this computer’s clock, or ask whoever distributes Steward in your organisation.',
  future:
    'The list of versions has a date in the future. Nothing was downloaded. Check this computer’s clock, or ask whoever distributes Steward in your organisation.',
  older: 'The list offers an older version than this one. Nothing was downloaded.',
  replayed:
    'The list is older than one Steward has seen before. Someone may be holding back a new version. Nothing was downloaded.',
  'pre-release': 'The list offers a pre-release version. Nothing was downloaded.',
  system: 'The new version requires a newer version of the operating system.',
  file: 'The file does not match the list of versions, so it was deleted. Download it again.',
  publisher: 'The file is not signed by Steward’s publisher, so it was deleted.',
  place:
    'Steward can’t replace its own file, because its folder is full or read-only. Move the program, or ask whoever installed it.',
};

export const updates = {
  title: 'New versions',
  address: 'Address',
  addressHint:
    'A folder on an https server with the packages and their signed lists. Leave empty to turn update checks off.',
  addressManaged: (by: string) => `Managed by ${by}.`,
  noAddress: 'None',
  save: 'Save',
  off,
  idle: 'Not checked since Steward was started.',
  lookedAt: (when: string) => `The last valid list is from ${when}.`,
  longAgo: (days: number) =>
    `No valid list of versions for ${number('en', days)} days. If you have been online, someone may be holding it back. Ask whoever distributes Steward in your organisation.`,
  longAgoTitle: 'This version may not be the newest',
  current: (version: string) => `Steward ${version} is the newest version.`,
  checked: (when: string) => `Checked ${when}.`,
  look: 'Check for new version',
  lookAgain: 'Check again',
  failed: {
    looking: 'Could not check for a new version',
    downloading: 'Could not download the new version',
  },
  found: (version: string) => `Steward ${version} is available`,
  downloaded: (version: string) => `Steward ${version} is ready to install`,
  facts: (released: string, size: string) => [released, size].filter(Boolean).join(' · '),
  notes: 'What’s new',
  noNotes: 'No release notes.',
  download: 'Download',
  downloading: 'Downloading the new version…',
  amount: (done: string, all: string) => (all === '' ? done : `${done} of ${all}`),
  cancel: 'Cancel',
  install: 'Install…',
  installTitle: (version: string) => `Install Steward ${version}?`,
  installText: 'Steward quits, the new version is installed, and Steward starts again.',
  installAction: 'Quit and install',
  installFailed: 'Could not install the new version',
  heldText:
    'Something is still in progress: a running job, a change being sent, a secret that is not stored, or an unsaved draft.',
  heldAction: 'Install anyway',
  notInstalledTitle: (version: string) => `Steward ${version} was not installed`,
  notInstalled:
    'The installation was cancelled or failed. Download the new version again to retry, and give permission when the system asks for an administrator.',
  refusedTitle: 'The new version was not accepted',
  refusals,
  hint: 'A new version is available',
};
