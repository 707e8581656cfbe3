// English texts of a bulk rotation: the steps before it runs, and where its secrets are while it does.
import { number } from '../formats.ts';

const secrets = (n: number): string => (n === 1 ? '1 secret' : `${number('en', n)} secrets`);

const newSecrets = (n: number): string =>
  n === 1 ? '1 new secret is' : `${number('en', n)} new secrets are`;

export const bulkRotation = {
  steps: { choose: 'Users', review: 'Destination and review' },
  step: (n: number, of: number) => `Step ${number('en', n)} of ${number('en', of)}`,
  back: 'Back',
  next: 'Next',
  cancel: 'Cancel',
  close: 'Close',

  choose: {
    title: 'Rotate secrets',
    text: 'Each selected user gets a new secret, one at a time.',
    ticked: (n: number, of: number) => `${number('en', n)} of ${number('en', of)} selected`,
    overdue: 'Select overdue',
    none: 'Select none',
    list: 'Users to rotate',
    open: 'unresolved',
  },
  destination: {
    title: 'Where to store it',
    file: 'Encrypted file',
    fileText:
      'One encrypted file (age format), protected by a passphrase. You choose where to save it when you start. Updated every 50 users or 30 seconds.',
    keychain: 'System keychain of this computer',
    keychainText: 'Each secret stays in the keychain until you have stored it elsewhere.',
    testing: 'Writing and reading a test entry…',
  },
  review: {
    title: (n: number) => `Rotate ${secrets(n)}?`,
    organisation: 'Organisation',
    environment: 'Environment',
    users: 'New secret for',
    warning:
      'The current secret of each user stops working. Systems that use it can’t sign in until they get the new one. You can’t undo this.',
    go: (n: number) => `Rotate ${secrets(n)}`,
    failed: {
      choosing: 'Could not choose the file, so nothing was rotated',
      testing: 'Could not use this destination, so nothing was rotated',
      starting: 'Could not start the job, so nothing was rotated',
    },
  },

  safe: {
    file: 'New secrets are held in the keychain and written to the encrypted file every 50 users or 30 seconds.',
    keychain: 'Each new secret is saved to the system keychain as soon as it is rotated.',
    inMemory:
      'New secrets are in memory only until they are written to the encrypted file, every 50 users or 30 seconds. Don’t quit Steward before the job is done.',
  },
  mayLeave: 'You can pause the job, quit Steward and resume later.',
  background: 'Run in background',
  after: {
    inFile: (n: number) => `${newSecrets(n)} in the encrypted file`,
    inKeychain: (n: number) => `${newSecrets(n)} in the system keychain of this computer`,
    handOver: 'Hand over the file',
    handOverText: 'Send the passphrase another way. Any age tool opens the file with it.',
    enter: 'Enter each new secret in the system that uses it',
    enterText: 'Open a user in the list to show the secret.',
    owners: 'Tell the owners of the systems',
    ownersText: 'The old secrets no longer work.',
    copyUsers: 'Copy the list of users',
    copyFailed: 'Could not copy the list of users',
    message: (organisation: string) =>
      `New secrets for enterprise users of ${organisation}. The old secrets no longer work:`,
    check: 'Check that the new secrets work',
    checkHere: 'Open a user and its secret to check it, or see that the systems can sign in again.',
    checkThere: 'See that the systems can sign in again.',
    open: (n: number) =>
      n === 1
        ? 'Resolve 1 user that needs attention'
        : `Resolve ${number('en', n)} users that need attention`,
    showOpen: 'Show only these',
  },
  decide: {
    refused: 'Nothing was rotated for this user.',
    unknown:
      'The secret may have been rotated. If it was, the new one is lost. Rotating again is always safe.',
    standsStill: 'Pause the job to decide.',
    rotateAgain: 'Rotate again',
    oldWorks: 'Old secret still works',
  },
};
