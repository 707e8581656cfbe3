// English texts of the one-time secret window and of attempts that must be resolved.
import { number } from '../formats.ts';

export const oneTimeSecrets = {
  title: 'New secret',
  keptTitle: 'Kept secret',
  cannotKeep: 'The system keychain is not ready',
  hidden: 'Hidden from screen sharing',
  userName: 'User name',
  environment: 'Environment',
  made: { create: 'Created', rotateSecret: 'Rotated' },
  masked: 'The secret is hidden',
  value: 'The secret',
  show: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  copied: 'Copied',
  clears: (seconds: number) => `Clipboard will be cleared in ${number('en', seconds)} s`,
  cleared: 'Clipboard cleared',
  stillThere: 'The clipboard has new content and was left alone',
  once: 'The platform shows this secret only once. You can’t get it again.',
  store: {
    create: (time: string) =>
      `Store it in your secret manager before you close this window. Created at ${time}.`,
    rotateSecret: (time: string) =>
      `Store it in your secret manager before you close this window. Rotated at ${time}.`,
  },
  keptMeanwhile: {
    keychain: 'Until then, it is kept in the system keychain.',
    memory: 'Until then, it is kept in memory only and is lost if you quit Steward.',
    'sealed-file': 'Until then, it is kept in an encrypted file on this computer.',
    nowhere: '',
  },
  check: {
    ask: 'Check that it works',
    checking: 'Signing in with it…',
    works: 'The secret works: the platform signed the user in.',
    fails: 'The platform did not accept the secret.',
    note: 'A new user can sign in only after it has been given rights. Either way, the old secret no longer works.',
    attempted: 'Could not check the secret',
  },
  keep: 'Keep in system keychain',
  takeOff: 'I have stored it elsewhere. Remove it from this computer',
  keeping: 'It stays in the system keychain when you press Done.',
  connection: 'Connection',
  save: 'Save encrypted file…',
  saved: (name: string) => `Saved as ${name}`,
  stored: 'I have stored the secret',
  done: 'Done',
  goesLater:
    'Could not remove the secret from the keychain. It stays in the list, and Steward tries again the next time it starts.',
  showFailed: 'Could not show the secret',
  copyFailed: 'Could not copy the secret',
  endFailed: 'Could not close the secret',

  file: {
    title: 'Save encrypted file',
    failed: 'Could not save the encrypted file',
    text: 'The file is in the age format. Any age tool can open it with the passphrase.',
    passphrase: 'Passphrase',
    again: 'Repeat passphrase',
    hint: 'At least 12 characters. Without it, the file can’t be opened.',
    differ: 'The passphrases don’t match.',
    go: 'Choose where to save…',
    cancel: 'Cancel',
  },

  box: {
    waiting: 'The new secret is not stored yet',
    waitingText: 'It is kept safe on this computer until you store it.',
    open: 'Open the secret…',
    unknown: 'May have been rotated',
    unknownCreate: 'May have been created',
    unknownText:
      'The platform did not respond. If the secret was rotated, the old one no longer works and the new one is lost. It is always safe to rotate again.',
    again: 'Rotate again…',
    unknownCreateText:
      'The platform did not respond. If the user was created, its secret is lost and must be rotated.',
    openJob: 'Resolve in the job…',
    oldWorks: 'I checked: the old secret still works',
    unclear: 'The response needs attention',
    unclearText:
      'The platform sent an unexpected response, which is kept here. The new secret may be in it.',
    look: 'Show the response…',
    probe: 'Check with the platform',
    probeFailed: 'Could not check with the platform',
    found: {
      'exists-created-since':
        'The user was created, but its secret did not arrive. Rotate the secret.',
      'exists-older': 'The user exists, but is older than this attempt.',
      'not-there': 'The user was not created. You can try again.',
      'cannot-tell': 'The platform can’t tell. Try again later.',
    },
    drop: 'Mark as resolved',
    dropFailed: 'Could not resolve this',
  },
  look: {
    title: 'Response from the platform',
    text: 'Find the secret in the response and store it. Anyone who sees this screen sees the secret too.',
    answer: 'Response',
    showFailed: 'Could not show the response',
    show: 'Show the response',
    hide: 'Hide',
    close: 'Close',
    drop: 'I have what I need',
  },
};
