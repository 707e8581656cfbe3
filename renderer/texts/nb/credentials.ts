// Norwegian texts of credentials: certificates, API keys and proxy passwords.
import type { credentials as en } from '../en/credentials.ts';
import { number } from '../formats.ts';

export const credentials: typeof en = {
  heading: 'Sertifikater og nøkler',
  importCertificate: 'Importer sertifikat',
  importCertificateAsk: 'Importer sertifikat …',
  addApiKey: 'Legg til API-nøkkel',
  addApiKeyAsk: 'Legg til API-nøkkel …',
  addProxyPassword: 'Legg til proxypassord',
  addPassword: 'Legg til passord',
  importPrivateKey: 'Importer privat nøkkel',
  emptyTitle: 'Ingen sertifikater eller nøkler ennå',
  emptyText: 'For å logge inn trenger en tilkobling et virksomhetssertifikat og en API-nøkkel.',
  kinds: {
    certificate: 'Virksomhetssertifikat',
    'api-key': 'API-nøkkel',
    'proxy-password': 'Proxypassord',
    password: 'Passord',
    'private-key': 'Privat nøkkel',
  },
  columns: {
    name: 'Navn',
    kind: 'Type',
    facts: 'Detaljer',
    usedBy: 'Brukes av',
    expiry: 'Utløp',
  },
  notUsed: 'Brukes ikke',
  memoryOnly: 'Bare denne økten',
  memoryOnlyText: 'Ligger bare i minnet. Forsvinner når du avslutter Steward.',
  inKeychain: 'I systemets nøkkelring',
  masked: (lastFour) => `••••${lastFour}`,
  daysLeft: (n) => `${number('nb', n)} ${n === 1 ? 'dag' : 'dager'} igjen`,
  expiresToday: 'Utløper i dag',
  expired: 'Utløpt',
  notYetValid: 'Ikke gyldig ennå',
  expiryTitle: {
    'within-60-days': (n) => `Utløper om ${number('nb', n)} dager`,
    'within-30-days': (n) => `Utløper om ${number('nb', n)} dager`,
    'within-7-days': (n) =>
      n === 0 ? 'Utløper i dag' : `Utløper om ${number('nb', n)} ${n === 1 ? 'dag' : 'dager'}`,
    expired: () => 'Utløpt',
    'not-yet-valid': () => 'Ikke gyldig ennå',
  },
  expiryText: {
    'within-60-days': 'Planlegg et nytt. Bestillingen kan ta noen uker.',
    'within-30-days': 'Bestill et nytt nå.',
    'within-7-days':
      'Bestill og importer et nytt før den tid. Innloggingen slutter å virke straks det utløper.',
    expired:
      'Plattformen avviser det. Erstatt det med et nytt sertifikat i alle tilkoblinger som bruker det.',
    'not-yet-valid': 'Kontroller datoen på maskinen, eller vent til det blir gyldig.',
  },
  facts: {
    subject: 'Subjekt',
    commonName: 'Utstedt til',
    organisationNumber: 'Org.nummer',
    issuer: 'Utsteder',
    serialNumber: 'Serienummer',
    fingerprint: 'SHA-256',
    validFrom: 'Gyldig fra',
    validTo: 'Gyldig til',
    keyType: 'Nøkkel',
    chain: 'Kjede',
    added: 'Lagt til',
    kept: 'Lagret',
    usedBy: 'Brukes av',
    key: 'Nøkkel',
  },
  copyFingerprint: 'Kopier fingeravtrykket',
  noOrganisationNumber: 'Ikke i sertifikatet',
  remove: 'Fjern',
  removeTitle: (name) => `Fjerne ${name}?`,
  removeConsequence: 'Det fjernes fra nøkkelringen på denne maskinen. Du kan ikke angre.',
  removeUsed: (names) => `${names} kan ikke logge inn før du har valgt noe annet.`,
  removeConflict: 'En ny hemmelighet for en tilkobling som bruker dette, venter fortsatt på deg.',
  removed: (name) => `${name} er fjernet.`,
  added: (name) => `«${name}» er lagret i nøkkelringen.`,
  addedToMemory: (name) => `«${name}» beholdes til du avslutter Steward.`,
  replacing: {
    ask: 'Erstatt …',
    action: 'Erstatt',
    title: (name) => `Erstatt ${name}`,
    everywhere: (name, n) =>
      n === 1
        ? `«${name}» blir erstattet i denne tilkoblingen:`
        : `«${name}» blir erstattet i alle ${number('nb', n)} tilkoblinger på én gang:`,
    purposes: {
      'signIn.certificate': 'brukes til innlogging',
      'signIn.password': 'passord ved innlogging',
      'signIn.proof.certificate': 'signerer tokenforespørsler',
      'signIn.proof.key': 'signerer tokenforespørsler',
      apiKey: 'API-nøkkel i alle kall',
      'proxy.password': 'proxypassord',
    },
    done: (from, to) => `«${to}» har erstattet «${from}».`,
    failed: 'Kunne ikke erstatte',
  },
  form: {
    file: 'Sertifikatfil',
    fileHint: '.p12 eller .pfx med privat nøkkel, eller .pem, .crt eller .p7b.',
    keyFile: 'Fil med privat nøkkel',
    keyFileHint: 'Bare hvis nøkkelen ligger i en egen fil.',
    passphrase: 'Passordfrase',
    passphraseHint: 'Brukes én gang for å åpne filen, og lagres ikke.',
    passphraseProblems: {
      'wrong-passphrase': () => 'Feil passordfrase. Prøv igjen.',
      'key-locked': (names) =>
        names === ''
          ? 'Denne åpner noe annet i filen, men ikke den private nøkkelen. Skriv inn nøkkelens egen passordfrase.'
          : `Denne åpner ikke den private nøkkelen til «${names}». Skriv inn nøkkelens egen passordfrase.`,
      'two-passphrases': () =>
        'Nøkkelen og sertifikatet har ulike passordfraser. Lagre begge med én passordfrase i programmet filen kommer fra. Eller velg sertifikatet som egen fil, denne filen som nøkkelfil, og skriv inn nøkkelens passordfrase.',
    },
    chooseKey: 'Velg hva du vil bruke',
    keyChoice: (name, keyType, validTo, issuer) =>
      [name, keyType, validTo && `gyldig til ${validTo}`, issuer && `utstedt av ${issuer}`]
        .filter((text) => text !== '')
        .join(', '),
    /** Of a file with several. */
    taken: (name, validTo) =>
      `Filen har flere sertifikater. «${name}», som er gyldig til ${validTo}, blir brukt. Ikke brukt:`,
    leftOut: {
      'other-use': (name) => `${name}: ikke for innlogging`,
      weak: (name) => `${name}: for svakt`,
      expired: (name) => `${name}: utløpt`,
      'not-yet-valid': (name) => `${name}: ikke gyldig ennå`,
      locked: (name) => `${name}: nøkkelen har en annen passordfrase`,
    },
    outside: {
      expired: (date) =>
        `Det utløp ${date}. Velg et annet sertifikat. Hvis datoen ikke stemmer, kontrollerer du klokken på maskinen.`,
      'not-yet-valid': (date) =>
        `Det gjelder fra ${date}. Bruk det da, eller velg et annet. Hvis datoen ikke stemmer, kontrollerer du klokken på maskinen.`,
    },
    name: 'Navn',
    nameHint: 'Vises bare i Steward.',
    look: 'Åpne',
    import: 'Importer',
    inside: 'Detaljer om sertifikatet',
    key: 'API-nøkkel',
    keyHint: 'Lim inn nøkkelen. Deretter vises den maskert.',
    password: 'Passord',
    privateKeyHint: 'En .pem- eller .key-fil med en RSA-nøkkel på minst 2048 biter.',
    keyPassphraseHint: 'Bare hvis filen er kryptert. Brukes én gang, og lagres ikke.',
    add: 'Legg til',
  },
  attempted: {
    inspect: 'Kunne ikke åpne sertifikatfilen',
    import: 'Kunne ikke importere sertifikatet',
    addKey: 'Kunne ikke legge til API-nøkkelen',
    addPassword: 'Kunne ikke legge til passordet',
    importKey: 'Kunne ikke importere den private nøkkelen',
    remove: 'Kunne ikke fjerne det',
    file: 'Kunne ikke åpne filen',
  },
};
