// English texts of what Steward stores on this computer, and removing it.
import { counted, number } from '../formats.ts';

export const onThisComputer = {
  title: 'Data on this computer',
  place: 'Data folder',
  places: {
    windows: '%APPDATA%\\Steward',
    macos: '~/Library/Application Support/Steward',
    linux: '~/.local/share/steward',
  },
  namedPlace: 'The folder that Steward was started with (--data)',
  form: 'Format version',
  backups: 'Backups',
  noBackups: 'None',
  backup: (form: string, when: string) => `${when} (format ${form})`,
  backupsHint:
    'A backup is made before a newer version of Steward changes the format. The last three are kept in the folder “backups”.',
  damage: {
    title: 'Damaged data',
    check: 'Check again',
    checking: 'Could not check the data on this computer',
    none: 'No damage found.',
    journal: 'The activity journal is damaged',
    lost: {
      'one-time-secrets': (n: number) =>
        `The key of new secrets is lost: ${counted('en', n, 'response', 'responses')} can’t be read`,
      'form-drafts': (n: number) =>
        `The key of form drafts is lost: ${counted('en', n, 'draft', 'drafts')} can’t be read`,
      jobs: (n: number) =>
        `The key of jobs is lost: the rows of ${counted('en', n, 'job', 'jobs')} can’t be read`,
    },
    lostText:
      'The key is no longer in the keychain. Restore the keychain from a backup if you have one. Otherwise continue without what can’t be read. Steward then creates a new key.',
    giveUp: 'Continue without it…',
    giveUpAction: 'Create a new key',
    giveUpFailed: 'Could not create a new key',
    ask: 'Continue without what can’t be read?',
    cannotBeRead: 'Can’t be read',
    sealed: {
      'one-time-secrets': (n: number) => counted('en', n, 'response', 'responses'),
      'form-drafts': (n: number) => counted('en', n, 'form draft', 'form drafts'),
      jobs: (n: number) => counted('en', n, 'job', 'jobs'),
    },
    consequence: {
      'one-time-secrets':
        'The outcome of these rotations will be unknown, so rotate the secrets of these users again. The old file is kept next to the new one, and can be opened only with the old key.',
      'form-drafts':
        'The old draft files are kept next to the new ones, and can be opened only with the old key.',
      jobs: 'The old job files are kept next to the new ones, and can be opened only with the old key. All you can do with these jobs then is remove them from the list.',
    },
    drafts: (n: number) => `${counted('en', n, 'draft file', 'draft files')} can’t be read`,
    draftsText:
      'Steward doesn’t know which message they belong to. They are kept in the folder “drafts”.',
    setAside:
      'This file could not be read. Steward started without it and keeps it next to the new file. Nothing in it was deleted.',
  },
  check: {
    title: 'Full check',
    action: 'Check everything',
    cancel: 'Cancel',
    checking: 'Could not check everything',
    checkingStore: (store: string) => `Could not check “${store}”`,
    hint: 'Checks everything Steward stores on this computer and repairs what it can. Nothing is deleted, even if it can’t be read.',
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
    read: (n: number) => `${number('en', n)} checked`,
    result: (repaired: number, left: number) =>
      repaired + left === 0
        ? 'Everything is in order.'
        : `${number('en', repaired)} repaired. ${counted('en', left, 'item needs', 'items need')} your attention.`,
    readOnly: 'The data folder is read-only, so nothing was repaired.',
    kinds: {
      damaged: 'Damaged',
      missing: 'Missing',
      unreadable: 'Can’t be read',
      orphaned: 'Not in use',
      'set-aside': 'Set aside',
    },
    concerns: (whom: string) => `(${whom})`,
    repairedHere: 'Repaired.',
    repairedKept: (file: string) => `Repaired. What was damaged is kept as ${file}.`,
    left: {
      damaged: 'Could not be repaired now. Restart Steward, then check again.',
      missing: 'Restore it from a backup.',
      unreadable:
        'Its key may be lost. Restore the keychain from a backup if you have one. Otherwise continue without it under “Damaged data”.',
      orphaned: 'Not used by any connection or job. Keep it until you know that it isn’t needed.',
      'set-aside': 'A damaged file from earlier. Copy what you need from it, then delete it.',
      keychain: 'Restore the keychain from a backup. Otherwise add it again, or rotate the secret.',
      copy: 'Download the offline copy again.',
      job: 'Restore the file from a backup, or remove the job from the list.',
    },
  },
  removal: 'Remove Steward from this computer',
  removalHint:
    'Nothing changes on the platform. Certificates, keys and tokens stay valid until they are revoked there.',
  heldJobs: 'A job is running. Stop it or let it finish first.',
  heldSecrets: 'A new secret has not been confirmed as stored.',
  held: 'Something is still running or unsaved. Nothing was removed.',
  goes: 'Removed',
  stays: 'Kept',
  attempted: 'Could not remove the data',
  folderFailed: 'Could not load the details of the data folder',
  secrets: {
    ask: 'Remove secrets…',
    title: 'Remove all secrets from this computer?',
    goes: 'Certificates, keys, passwords, kept secrets and sign-ins in the keychain, and what is encrypted with them: form drafts, jobs and saved user lists.',
    stays: 'Connections, settings, the offline copy and the activity journal.',
    consequence:
      'You can’t undo this. Kept secrets that are stored nowhere else are lost. Nothing is revoked on the platform.',
    action: 'Remove secrets',
    doneTitle: 'All secrets were removed',
  },
  everything: {
    ask: 'Remove everything…',
    title: 'Remove everything Steward stores on this computer?',
    goes: 'All secrets in the keychain, and everything in the data folder: connections, settings, drafts, jobs, backups, the offline copy and the activity journal.',
    stays: 'Files you saved yourself, and the program until you uninstall it.',
    consequence:
      'You can’t undo this. Export the activity journal first if you need to keep it. Nothing is revoked on the platform.',
    action: 'Remove everything',
    doneTitle: 'Everything Steward stored here was removed',
  },
  removed: (n: number) =>
    n === 0
      ? 'The keychain had no secrets to remove.'
      : `${counted('en', n, 'secret was', 'secrets were')} removed from the keychain.`,
  left: (names: string) => `Left in the data folder, because Steward didn’t create it: ${names}.`,
  next: 'You can now uninstall Steward. Revoke certificates and keys that should no longer be used on the platform.',
  close: 'Close Steward',
  closing: 'Could not close Steward',
};
