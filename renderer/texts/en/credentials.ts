// English texts of credentials: certificates, API keys and proxy passwords.
import type { Credential } from '../../../preload/contract/credentials.ts';
import type { Purpose } from '../../../preload/contract/used-credentials.ts';
import { counted, number } from '../formats.ts';

export const credentials = {
  heading: 'Certificates and keys',
  importCertificate: 'Import certificate',
  importCertificateAsk: 'Import certificate…',
  addApiKey: 'Add API key',
  addApiKeyAsk: 'Add API key…',
  addProxyPassword: 'Add proxy password',
  addPassword: 'Add password',
  importPrivateKey: 'Import private key',
  emptyTitle: 'No certificates or keys yet',
  emptyText: 'To sign in, a connection needs an organisation certificate and an API key.',
  kinds: {
    certificate: 'Organisation certificate',
    'api-key': 'API key',
    'proxy-password': 'Proxy password',
    password: 'Password',
    'private-key': 'Private key',
  } satisfies Record<Credential['kind'], string>,
  columns: { name: 'Name', kind: 'Kind', facts: 'Details', usedBy: 'Used by', expiry: 'Expiry' },
  notUsed: 'Not used',
  memoryOnly: 'This session only',
  memoryOnlyText: 'Kept in memory only. Gone when you quit Steward.',
  inKeychain: 'In the system’s keychain',
  masked: (lastFour: string) => `••••${lastFour}`,
  daysLeft: (n: number) => `${counted('en', n, 'day', 'days')} left`,
  expiresToday: 'Expires today',
  expired: 'Expired',
  notYetValid: 'Not valid yet',
  expiryTitle: {
    'within-60-days': (n: number) => `Expires in ${number('en', n)} days`,
    'within-30-days': (n: number) => `Expires in ${number('en', n)} days`,
    'within-7-days': (n: number) =>
      n === 0 ? 'Expires today' : `Expires in ${counted('en', n, 'day', 'days')}`,
    expired: () => 'Has expired',
    'not-yet-valid': () => 'Not valid yet',
  },
  expiryText: {
    'within-60-days': 'Plan for a new one. Ordering can take some weeks.',
    'within-30-days': 'Order a new one now.',
    'within-7-days':
      'Order and import a new one before then. Sign-in stops working the moment it expires.',
    expired:
      'The platform rejects it. Replace it with a new certificate in every connection that uses it.',
    'not-yet-valid': 'Check the date of this computer, or wait until it becomes valid.',
  },
  facts: {
    subject: 'Subject',
    commonName: 'Issued to',
    organisationNumber: 'Org. number',
    issuer: 'Issuer',
    serialNumber: 'Serial number',
    fingerprint: 'SHA-256',
    validFrom: 'Valid from',
    validTo: 'Valid to',
    keyType: 'Key',
    chain: 'Chain',
    added: 'Added',
    kept: 'Stored',
    usedBy: 'Used by',
    key: 'Key',
  },
  copyFingerprint: 'Copy the fingerprint',
  noOrganisationNumber: 'Not in the certificate',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeConsequence: 'It is removed from the keychain of this computer. You can’t undo this.',
  removeUsed: (names: string) => `${names} can’t sign in until you choose another one.`,
  removeConflict: 'A new secret of a connection that uses this is still waiting for you.',
  removed: (name: string) => `${name} has been removed.`,
  added: (name: string) => `“${name}” saved to the keychain.`,
  addedToMemory: (name: string) => `“${name}” is kept until you quit Steward.`,
  replacing: {
    ask: 'Replace…',
    action: 'Replace',
    title: (name: string) => `Replace ${name}`,
    everywhere: (name: string, n: number) =>
      n === 1
        ? `The new one replaces “${name}” in this connection:`
        : `The new one replaces “${name}” in all ${number('en', n)} connections at once:`,
    purposes: {
      'signIn.certificate': 'used to sign in',
      'signIn.password': 'password for sign-in',
      'signIn.proof.certificate': 'signs token requests',
      'signIn.proof.key': 'signs token requests',
      apiKey: 'API key in every call',
      'proxy.password': 'proxy password',
    } satisfies Record<Purpose, string>,
    done: (from: string, to: string) => `“${to}” has replaced “${from}”.`,
    failed: 'Could not replace it',
  },
  form: {
    file: 'Certificate file',
    fileHint: '.p12 or .pfx with its private key, or .pem, .crt or .p7b.',
    keyFile: 'Private key file',
    keyFileHint: 'Only if the key is in a separate file.',
    passphrase: 'Passphrase',
    passphraseHint: 'Used once to open the file, and not stored.',
    /** At the field of the passphrase. Names are of certificates; none where the key stands alone. */
    passphraseProblems: {
      'wrong-passphrase': () => 'Wrong passphrase. Try again.',
      'key-locked': (names: string) =>
        names === ''
          ? 'This opens something else in the file, but not the private key. Enter the key’s own passphrase.'
          : `This does not open the private key of “${names}”. Enter that key’s own passphrase.`,
      'two-passphrases': () =>
        'The key and its certificate have different passphrases. Save both with one passphrase in the program the file comes from. Or choose the certificate as a file of its own, this file as the key file, and enter the key’s passphrase.',
    },
    chooseKey: 'Choose which one to use',
    keyChoice: (name: string, keyType: string, validTo: string, issuer: string) =>
      [name, keyType, validTo && `valid to ${validTo}`, issuer && `issued by ${issuer}`]
        .filter((text) => text !== '')
        .join(', '),
    /** Of a file with several. */
    taken: (name: string, validTo: string) =>
      `The file has several certificates. “${name}”, valid to ${validTo}, will be used. Not used:`,
    leftOut: {
      'other-use': (name: string) => `${name}: not for signing in`,
      weak: (name: string) => `${name}: too weak`,
      expired: (name: string) => `${name}: has expired`,
      'not-yet-valid': (name: string) => `${name}: not valid yet`,
      locked: (name: string) => `${name}: its key has another passphrase`,
    },
    outside: {
      expired: (date: string) =>
        `It expired on ${date}. Choose another certificate. If the date is wrong, check this computer’s clock.`,
      'not-yet-valid': (date: string) =>
        `It becomes valid on ${date}. Use it then, or choose another. If the date is wrong, check this computer’s clock.`,
    },
    name: 'Name',
    nameHint: 'Shown in Steward only.',
    look: 'Open',
    import: 'Import',
    inside: 'Certificate details',
    key: 'API key',
    keyHint: 'Paste the key. After this it is shown masked.',
    password: 'Password',
    privateKeyHint: 'A .pem or .key file with an RSA key of 2048 bits or more.',
    keyPassphraseHint: 'Only if the file is encrypted. Used once, and not stored.',
    add: 'Add',
  },
  attempted: {
    inspect: 'Could not open the certificate file',
    import: 'Could not import the certificate',
    addKey: 'Could not add the API key',
    addPassword: 'Could not add the password',
    importKey: 'Could not import the private key',
    remove: 'Could not remove it',
    file: 'Could not open the file',
  },
};
