// English texts of a bulk rotation: the steps before it runs, and where its secrets are while it does.
import { counted, number, plural } from '../formats.ts';

const secrets = (n: number): string => counted('en', n, 'secret', 'secrets');

const newSecrets = (n: number): string => counted('en', n, 'new secret is', 'new secrets are');

const of = (n: number, one: string, other: string): string => plural('en', n, { one, other });

const oldSecrets = (n: number): string =>
  of(n, 'The old secret no longer works', 'The old secrets no longer work');

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
    title: (n: number) => of(n, 'Where to store the new secret', 'Where to store the new secrets'),
    file: 'Encrypted file',
    fileText: (n: number) =>
      `One encrypted file (age format), protected by a passphrase. You choose where to save it when you start.${of(n, '', ' Updated every 50 users or 30 seconds.')}`,
    keychain: 'This computer, encrypted',
    keychainText: (n: number) =>
      `${of(n, 'The', 'Each')} secret stays on this computer until you have stored it elsewhere.`,
    testing: 'Writing and reading a test entry…',
  },
  review: {
    title: (n: number) => `Rotate ${secrets(n)}?`,
    organisation: 'Organisation',
    environment: 'Environment',
    users: 'New secret for',
    warning: (n: number) =>
      `The current secret ${of(n, '', 'of each user ')}stops working. Systems that use it can’t sign in until they get the new one. You can’t undo this.`,
    go: (n: number) => `Rotate ${secrets(n)}`,
    failed: {
      choosing: 'Could not choose the file, so nothing was rotated',
      testing: 'Could not use this destination, so nothing was rotated',
      starting: 'Could not start the job, so nothing was rotated',
    },
  },

  safe: {
    file: (n: number) =>
      of(
        n,
        'The new secret is kept on this computer and written to the encrypted file.',
        'New secrets are kept on this computer and written to the encrypted file every 50 users or 30 seconds.',
      ),
    keychain: (n: number) =>
      `${of(n, 'The', 'Each')} new secret is saved on this computer, encrypted, as soon as it is rotated.`,
    inMemory: (n: number) =>
      of(
        n,
        'The new secret is in memory only until it is written to the encrypted file. Don’t quit Steward before the job is done.',
        'New secrets are in memory only until they are written to the encrypted file, every 50 users or 30 seconds. Don’t quit Steward before the job is done.',
      ),
  },
  mayLeave: 'You can pause the job, quit Steward and resume later.',
  background: 'Run in background',
  after: {
    inFile: (n: number) => `${newSecrets(n)} in the encrypted file`,
    inKeychain: (n: number) => `${newSecrets(n)} on this computer, encrypted`,
    handOver: 'Hand over the file',
    handOverText:
      'Send the passphrase another way. The file can be opened with it in any program that reads age files.',
    enter: (n: number) => `Enter ${of(n, 'the', 'each')} new secret in the system that uses it`,
    enterText: (n: number) => `Open ${of(n, 'the', 'a')} user in the list to show the secret.`,
    owners: (n: number) => of(n, 'Tell the owner of the system', 'Tell the owners of the systems'),
    ownersText: (n: number) => `${oldSecrets(n)}.`,
    copyUsers: 'Copy the list of users',
    copyFailed: 'Could not copy the list of users',
    message: (n: number, organisation: string) =>
      `${of(n, 'New secret for an enterprise user', 'New secrets for enterprise users')} of ${organisation}. ${oldSecrets(n)}:`,
    check: (n: number) =>
      of(n, 'Check that the new secret works', 'Check that the new secrets work'),
    checkHere: (n: number) =>
      of(
        n,
        'Open the user and its secret to check it, or check that the system can sign in.',
        'Open a user and its secret to check it, or check that the systems can sign in.',
      ),
    checkThere: (n: number) => `Check that the ${of(n, 'system', 'systems')} can sign in.`,
    open: (n: number) =>
      `Resolve ${counted('en', n, 'user that needs attention', 'users that need attention')}`,
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
