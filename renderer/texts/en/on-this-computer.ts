// English words of what Steward keeps on this computer, and taking it off.
import { counted, number, plural } from '../formats.ts';

export const onThisComputer = {
  title: 'Data on this computer',
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
  damage: {
    title: 'Damaged data',
    check: 'Check again',
    checking: 'Could not check the data on this computer',
    none: 'No damage was found.',
    journal: 'The activity journal is damaged',
    lost: {
      'one-time-secrets': (n: number) =>
        `The key of new secrets is lost: ${counted('en', n, 'answer', 'answers')} cannot be read`,
      'form-drafts': (n: number) =>
        `The key of form drafts is lost: ${counted('en', n, 'draft', 'drafts')} cannot be read`,
      jobs: (n: number) =>
        `The key of jobs is lost: the rows of ${counted('en', n, 'job', 'jobs')} cannot be read`,
    },
    lostText:
      'The keychain no longer has it. Restore the keychain from a backup if you have one. Otherwise give up what cannot be read, so that Steward can start again with a new key.',
    giveUp: 'Give up…',
    giveUpAction: 'Give up and make a new key',
    giveUpFailed: 'Could not make a new key',
    ask: 'Give up what cannot be read?',
    cannotBeRead: 'Cannot be read',
    sealed: {
      'one-time-secrets': (n: number) => counted('en', n, 'answer', 'answers'),
      'form-drafts': (n: number) => counted('en', n, 'form draft', 'form drafts'),
      jobs: (n: number) => counted('en', n, 'job', 'jobs'),
    },
    consequence: {
      'one-time-secrets':
        'The outcome of these rotations becomes unknown: rotate the secrets of these users again. The file is kept beside the new one, and opens only with the old key.',
      'form-drafts':
        'The files of the drafts are kept beside the new ones, and open only with the old key.',
      jobs: 'The files of the jobs are kept beside the new ones, and open only with the old key. These jobs can then only be removed from the list.',
    },
    drafts: (n: number) => `${counted('en', n, 'draft file', 'draft files')} cannot be read`,
    draftsText:
      'Steward does not know which message they belong to. They are kept in the folder “drafts”.',
    setAside:
      'It could not be read. Steward started without it and keeps it beside the new file. Nothing in it was deleted.',
  },
  check: {
    title: 'Check everything',
    action: 'Check everything',
    cancel: 'Cancel',
    checking: 'Could not check everything',
    checkingStore: (store: string) => `Could not check “${store}”`,
    hint: 'Reads everything that Steward keeps on this computer and repairs what it can. Nothing that cannot be read is deleted.',
    stores: {
      documents: 'Settings and documents',
      journal: 'Activity journal',
      vault: 'Keychain',
      escrow: 'One-time secrets',
      jobs: 'Jobs',
      drafts: 'Form drafts',
      copy: 'Offline copy',
    },
    progress: (store: string, n: number, of: number) =>
      `${store} (${number('en', n)} of ${number('en', of)})`,
    read: (n: number) => `${number('en', n)} read`,
    result: (repaired: number, left: number) =>
      repaired + left === 0
        ? 'Everything is in order.'
        : `${number('en', repaired)} repaired. ${counted('en', left, 'item needs', 'items need')} your attention.`,
    readOnly: 'Nothing can be written to the data folder, so damage was left as it is.',
    kinds: {
      damaged: 'Damaged',
      missing: 'Missing',
      unreadable: 'Cannot be read',
      orphaned: 'Not in use',
      'set-aside': 'Set aside',
    },
    concerns: (whom: string) => `(${whom})`,
    repairedHere: 'Repaired.',
    repairedKept: (file: string) => `Repaired. What was damaged is kept as ${file}.`,
    left: {
      damaged: 'It could not be repaired now. Restart Steward, then check again.',
      missing: 'Restore it from a backup.',
      unreadable:
        'Its key may be lost. Restore the keychain from a backup if you have one. Otherwise give it up under “Damaged data”.',
      orphaned: 'No connection or job uses it. Keep it until you know that nobody needs it.',
      'set-aside': 'A damaged file from earlier. Take what you need from it, then remove it.',
      keychain: 'Restore the keychain from a backup. Otherwise add it again, or rotate the secret.',
      copy: 'Download the offline copy again.',
      job: 'Restore the file from a backup, or remove the job from the list.',
    },
  },
  removal: 'Take Steward off this computer',
  removalHint:
    'At the platform nothing changes: certificates, keys and tokens stay valid until they are revoked there.',
  heldJobs: 'A job is running. Stop it or let it finish first.',
  heldSecrets: 'A new secret has not been confirmed as stored.',
  held: 'Something is still running, or is not saved. Nothing was removed.',
  goes: 'Goes',
  stays: 'Stays',
  attempted: 'Could not remove the data',
  folderFailed: 'Could not load the details of the data folder',
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
  closing: 'Could not close Steward',
};
