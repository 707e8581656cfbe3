// English words of what Steward keeps on this computer, and taking it off.
import { counted, plural } from '../formats.ts';

export const onThisComputer = {
  title: 'On this computer',
  place: 'Data folder',
  places: {
    windows: '%APPDATA%\\Steward',
    macos: '~/Library/Application Support/Steward',
    linux: '~/.local/share/steward',
  },
  placeHint: 'The usual place, unless Steward was started with another one.',
  form: 'Form of the folder',
  backups: 'Backups',
  noBackups: 'None yet',
  backup: (form: string, when: string) => `${when} (form ${form})`,
  backupsHint:
    'Backups are made before a newer Steward changes the form of the folder; the last three are kept, in the folder “backups”.',
  removal: 'Take Steward off this computer',
  removalHint:
    'At the platform nothing changes: certificates, keys and tokens stay valid until they are revoked there.',
  heldJobs: 'A job is running. Stop it or let it finish first.',
  heldSecrets: 'A new secret has not been confirmed as stored.',
  held: 'Something is still running, or is not saved. Nothing was removed.',
  goes: 'Goes',
  stays: 'Stays',
  attempted: 'Removing',
  secrets: {
    ask: 'Remove secrets…',
    title: 'Remove all secrets from this computer?',
    goes: 'Certificates, keys, passwords, kept secrets and sign-ins in the keychain, and what is sealed by them: drafts of forms, jobs and saved lists of users.',
    stays: 'Connections, settings, downloaded reference data and the record of what was done.',
    consequence:
      'This cannot be taken back. A kept secret that is stored nowhere else is lost. At the platform nothing is revoked.',
    action: 'Remove secrets',
    doneTitle: 'Steward has removed its secrets',
  },
  everything: {
    ask: 'Remove everything…',
    title: 'Remove everything that Steward has kept here?',
    goes: 'All secrets in the keychain, and everything in the data folder: connections, settings, drafts, jobs, backups, downloaded reference data and the record of what was done.',
    stays: 'Files that you saved yourself. The program, until it is uninstalled.',
    consequence:
      'This cannot be taken back. Save the activity journal first if it must be kept. At the platform nothing is revoked.',
    action: 'Remove everything',
    doneTitle: 'Steward has removed everything it kept here',
  },
  removed: (n: number) =>
    n === 0
      ? 'There was nothing in the keychain.'
      : `${counted('en', n, 'secret was', 'secrets were')} taken out of the keychain.`,
  shared: 'Also remove what earlier versions stored for all data folders together',
  sharedHint:
    'Other data folders of this account may need it: one that has not been opened with this version could no longer read its drafts, jobs and kept answers.',
  sharedLeft: (n: number) =>
    `${counted('en', n, 'entry', 'entries')} that earlier versions stored for all data folders together ${plural('en', n, { one: 'is', other: 'are' })} still in the keychain.`,
  left: (names: string) => `Left in the data folder, because Steward did not make it: ${names}.`,
  next: 'You can uninstall Steward now. Certificates and keys that are no longer to be used must be revoked at the platform.',
  close: 'Close Steward',
  closing: 'Closing Steward',
};
