// Norwegian (bokmål) texts of the one-time secret window and of attempts that must be resolved.
import type { oneTimeSecrets as en } from '../en/one-time-secrets.ts';
import { number } from '../formats.ts';

export const oneTimeSecrets: typeof en = {
  title: 'Ny hemmelighet',
  keptTitle: 'Hemmelighet i nøkkelringen',
  cannotKeep: 'Systemets nøkkelring er ikke klar',
  hidden: 'Skjult ved skjermdeling',
  userName: 'Brukernavn',
  environment: 'Miljø',
  made: { create: 'Opprettet', rotateSecret: 'Rotert' },
  masked: 'Hemmeligheten er skjult',
  value: 'Hemmeligheten',
  show: 'Vis',
  hide: 'Skjul',
  copy: 'Kopier',
  copied: 'Kopiert',
  clears: (seconds) => `Utklippstavlen tømmes om ${number('nb', seconds)} s`,
  cleared: 'Utklippstavlen er tømt',
  stillThere: 'Utklippstavlen har fått nytt innhold og ble ikke rørt',
  once: 'Plattformen viser hemmeligheten bare én gang. Du kan ikke hente den igjen.',
  store: {
    create: (time) =>
      `Lagre den i hemmelighetsforvalteren før du lukker vinduet. Opprettet kl. ${time}.`,
    rotateSecret: (time) =>
      `Lagre den i hemmelighetsforvalteren før du lukker vinduet. Rotert kl. ${time}.`,
  },
  keptMeanwhile: {
    keychain: 'Fram til da ligger den i systemets nøkkelring.',
    memory: 'Fram til da ligger den bare i minnet, og går tapt hvis du avslutter Steward.',
    'sealed-file': 'Fram til da ligger den i en kryptert fil på denne maskinen.',
    nowhere: '',
  },
  check: {
    ask: 'Sjekk at den virker',
    checking: 'Logger inn med den …',
    works: 'Hemmeligheten virker: Plattformen logget inn brukeren.',
    fails: 'Plattformen godtok ikke hemmeligheten.',
    note: 'En ny bruker kan logge inn først når den har fått rettigheter. Den gamle hemmeligheten virker uansett ikke lenger.',
    attempted: 'Kunne ikke sjekke hemmeligheten',
  },
  keep: 'Behold i systemets nøkkelring',
  takeOff: 'Jeg har lagret den et annet sted. Fjern den fra denne maskinen',
  keeping: 'Den blir i systemets nøkkelring når du trykker Ferdig.',
  connection: 'Tilkobling',
  save: 'Lagre kryptert fil …',
  saved: (name) => `Lagret som ${name}`,
  stored: 'Jeg har lagret hemmeligheten',
  done: 'Ferdig',
  goesLater:
    'Kunne ikke fjerne hemmeligheten fra nøkkelringen. Den står fortsatt i listen, og Steward prøver igjen ved neste start.',
  showFailed: 'Kunne ikke vise hemmeligheten',
  copyFailed: 'Kunne ikke kopiere hemmeligheten',
  endFailed: 'Kunne ikke lukke hemmeligheten',

  file: {
    title: 'Lagre kryptert fil',
    failed: 'Kunne ikke lagre den krypterte filen',
    text: 'Filen er i age-formatet. Alle age-verktøy åpner den med passordfrasen.',
    passphrase: 'Passordfrase',
    again: 'Gjenta passordfrasen',
    hint: 'Minst 12 tegn. Uten den kan filen ikke åpnes.',
    differ: 'Passordfrasene er ikke like.',
    go: 'Velg hvor den skal lagres …',
    cancel: 'Avbryt',
  },

  box: {
    waiting: 'Den nye hemmeligheten er ikke lagret ennå',
    waitingText: 'Den ligger trygt på denne maskinen til du har lagret den.',
    open: 'Åpne hemmeligheten …',
    unknown: 'Kan være rotert',
    unknownCreate: 'Kan være opprettet',
    unknownText:
      'Plattformen svarte ikke. Hvis hemmeligheten ble rotert, virker ikke den gamle lenger, og den nye er tapt. Det er alltid trygt å rotere på nytt.',
    again: 'Roter på nytt …',
    unknownCreateText:
      'Plattformen svarte ikke. Hvis brukeren ble opprettet, er hemmeligheten tapt og må roteres.',
    openJob: 'Avklar i jobben …',
    oldWorks: 'Jeg har sjekket: Den gamle virker fortsatt',
    unclear: 'Svaret må sjekkes',
    unclearText:
      'Plattformen sendte et uventet svar, som er tatt vare på her. Den nye hemmeligheten kan stå i det.',
    look: 'Vis svaret …',
    probe: 'Sjekk hos plattformen',
    probeFailed: 'Kunne ikke sjekke hos plattformen',
    found: {
      'exists-created-since':
        'Brukeren ble opprettet, men hemmeligheten kom ikke fram. Roter hemmeligheten.',
      'exists-older': 'Brukeren finnes, men er eldre enn dette forsøket.',
      'not-there': 'Brukeren ble ikke opprettet. Du kan prøve igjen.',
      'cannot-tell': 'Plattformen kan ikke si det. Prøv igjen senere.',
    },
    drop: 'Merk som avklart',
    dropFailed: 'Kunne ikke avklare dette',
  },
  look: {
    title: 'Svar fra plattformen',
    text: 'Finn hemmeligheten i svaret og lagre den. Alle som ser dette skjermbildet, ser også hemmeligheten.',
    answer: 'Svar',
    showFailed: 'Kunne ikke vise svaret',
    show: 'Vis svaret',
    hide: 'Skjul',
    close: 'Lukk',
    drop: 'Jeg har det jeg trenger',
  },
};
