// English words of the one-time secret window and of attempts that must be settled.
export const oneTimeSecrets = {
  title: 'New secret',
  hidden: 'Hidden from screen sharing',
  userName: 'User name',
  environment: 'Environment',
  masked: 'The secret is hidden',
  value: 'The secret',
  show: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  copied: 'Copied',
  clears: (seconds: number) => `Clipboard is cleared in ${String(seconds)} s`,
  cleared: 'Clipboard is cleared',
  stillThere: 'Something else is on the clipboard now; it was left alone',
  hidesItself: (seconds: number) => `Hides itself in ${String(seconds)} s`,
  once: 'The platform gives this secret out once. It cannot be fetched again.',
  store: {
    create: (time: string) =>
      `Store it in your secret manager before you close this window. Created at ${time}.`,
    rotateSecret: (time: string) =>
      `Store it in your secret manager before you close this window. Rotated at ${time}.`,
  },
  keptMeanwhile: {
    keychain: 'Until then it is safe in the system keychain.',
    memory: 'Until then it is in memory only: it is gone if Steward ends.',
    'sealed-file': 'Until then it is sealed in a file on this computer.',
    nowhere: '',
  },
  keep: 'Keep in system keychain',
  kept: 'Kept in the system keychain',
  save: 'Save encrypted file…',
  saved: (name: string) => `Saved as ${name}`,
  stored: 'I have stored the secret',
  done: 'Done',
  noAnswer: 'That did not work',

  file: {
    title: 'Save encrypted file',
    text: 'The file is in the age format. Any age tool opens it with the passphrase.',
    passphrase: 'Passphrase',
    again: 'Passphrase once more',
    hint: 'At least 12 characters. Without it the file cannot be opened.',
    short: 'At least 12 characters.',
    differ: 'The two are not alike.',
    go: 'Choose place and save…',
    cancel: 'Cancel',
  },

  banner: {
    waiting: (n: number) =>
      n === 1 ? '1 secret is not stored yet.' : `${String(n)} secrets are not stored yet.`,
    waitingText: 'They are safe on this computer. Open each one and store it.',
    open: 'Open',
    openNext: 'Open the first',
  },
  box: {
    waiting: 'The new secret is not stored yet',
    waitingText: 'It is safe on this computer until you have stored it.',
    open: 'Open the secret…',
    unknown: 'May have been rotated',
    unknownCreate: 'May have been created',
    unknownText:
      'No answer arrived. If the platform did it, the old secret no longer works and the new one is lost. Rotating again is always safe.',
    again: 'Rotate again…',
    oldWorks: 'Checked: the old one still works',
    unclear: 'The answer needs a look',
    unclearText:
      'An answer arrived and is kept, but it is not what was expected. The new secret may be in it.',
    look: 'Look at the answer…',
    probe: 'Ask the platform',
    found: {
      'exists-created-since': 'It was created. Its secret did not arrive: rotate it.',
      'exists-older': 'It exists, but is older than this attempt.',
      'not-there': 'It was not created. You can try again.',
      'cannot-tell': 'The platform does not tell. Try later.',
    },
    drop: 'Settled',
  },
  look: {
    title: 'The kept answer',
    text: 'Look for the secret in it and store it. Whoever sees this page sees it too.',
    answer: 'Answer',
    show: 'Show the answer',
    hide: 'Hide',
    close: 'Close',
    drop: 'I have what I need',
  },
};
