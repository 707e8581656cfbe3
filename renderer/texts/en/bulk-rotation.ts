// English texts of a bulk rotation: the steps before it runs, and where its secrets are while it does.
import { number } from '../formats.ts';

const secrets = (n: number): string => (n === 1 ? '1 secret' : `${number('en', n)} secrets`);

export const bulkRotation = {
  steps: { choose: 'Choose', destination: 'Destination', review: 'Review' },
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
    title: 'Where do the new secrets go?',
    file: 'Encrypted file',
    fileText: 'One age file protected by a passphrase. Updated every 50 users or 30 seconds.',
    keychain: 'System keychain of this computer',
    keychainText: 'Each secret stays in the keychain until you have stored it elsewhere.',
    choose: 'Choose file…',
    chooseFailed: 'Could not choose the file',
    noFile: 'No file chosen',
    test: 'Test and continue',
    testing: 'Writing and reading a test entry…',
    failed: 'Could not use this destination, so nothing was rotated',
  },
  review: {
    title: (n: number) => `Rotate ${secrets(n)}?`,
    organisation: 'Organisation',
    environment: 'Environment',
    users: 'Users',
    destination: 'Destination',
    tested: 'tested',
    warning:
      'The current secrets are replaced. Systems that sign in with them will fail until they get the new ones. This cannot be undone.',
    go: (n: number) => `Rotate ${secrets(n)}`,
    failed: 'Could not start the job, so nothing was rotated',
  },

  safe: {
    file: 'New secrets are held in the keychain and written to the encrypted file every 50 users or 30 seconds.',
    keychain: 'Each new secret is saved to the system keychain as soon as it is rotated.',
  },
  mayLeave: 'You can pause the job, quit Steward and resume later.',
  background: 'Run in background',
  decide: {
    refused: 'Nothing was rotated for this user.',
    unknown:
      'The secret may have been rotated. If it was, the new one is lost. Rotating again is always safe.',
    standsStill: 'Pause the job to decide.',
    rotateAgain: 'Rotate again',
    oldWorks: 'Old secret still works',
  },
};
