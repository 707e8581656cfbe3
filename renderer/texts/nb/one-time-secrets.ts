// Norwegian (bokmål) words of the one-time secret window and of attempts that must be settled.
import type { oneTimeSecrets as en } from '../en/one-time-secrets.ts';

export const oneTimeSecrets: typeof en = {
  title: 'Ny hemmelighet',
  keptTitle: 'Hemmelighet i nøkkelringen',
  cannotKeep: 'Systemets nøkkelring er ikke klar',
  hidden: 'Skjult ved skjermdeling',
  userName: 'Brukernavn',
  environment: 'Miljø',
  masked: 'Hemmeligheten er skjult',
  value: 'Hemmeligheten',
  show: 'Vis',
  hide: 'Skjul',
  copy: 'Kopier',
  copied: 'Kopiert',
  clears: (seconds) => `Utklippstavlen tømmes om ${String(seconds)} s`,
  cleared: 'Utklippstavlen er tømt',
  stillThere: 'Noe annet er på utklippstavlen nå; det fikk stå',
  once: 'Plattformen gir ut hemmeligheten bare én gang. Den kan ikke hentes igjen.',
  store: {
    create: (time) =>
      `Lagre den i hemmelighetsforvalteren før du lukker vinduet. Opprettet kl. ${time}.`,
    rotateSecret: (time) =>
      `Lagre den i hemmelighetsforvalteren før du lukker vinduet. Rotert kl. ${time}.`,
  },
  keptMeanwhile: {
    keychain: 'Så lenge er den trygg i systemets nøkkelring.',
    memory: 'Så lenge er den bare i minnet: den er borte hvis Steward avsluttes.',
    'sealed-file': 'Så lenge er den forseglet i en fil på denne maskinen.',
    nowhere: '',
  },
  check: {
    ask: 'Sjekk at den virker',
    checking: 'Logger inn med den én gang …',
    works: 'Den virker: Plattformen logget inn brukeren.',
    fails: 'Plattformen logget ikke inn brukeren med den.',
    note: 'En ny bruker slipper inn først når den har fått rettigheter, og den gamle hemmeligheten er uansett død.',
    attempted: 'Å sjekke hemmeligheten',
  },
  keep: 'Behold i systemets nøkkelring',
  takeOff: 'Lagret et annet sted: fjern den fra denne maskinen',
  keeping: 'Den blir i systemets nøkkelring når du trykker Ferdig.',
  connection: 'Tilkobling',
  save: 'Lagre kryptert fil …',
  saved: (name) => `Lagret som ${name}`,
  stored: 'Jeg har lagret hemmeligheten',
  done: 'Ferdig',
  goesLater:
    'Nøkkelringen slapp ikke hemmeligheten. Den står fortsatt i listen, og Steward prøver igjen ved neste start.',
  noAnswer: 'Det gikk ikke',

  file: {
    title: 'Lagre kryptert fil',
    text: 'Filen er i age-formatet. Alle age-verktøy åpner den med passordfrasen.',
    passphrase: 'Passordfrase',
    again: 'Passordfrasen en gang til',
    hint: 'Minst 12 tegn. Uten den kan filen ikke åpnes.',
    differ: 'De to er ikke like.',
    go: 'Velg sted og lagre …',
    cancel: 'Avbryt',
  },

  box: {
    waiting: 'Den nye hemmeligheten er ikke lagret ennå',
    waitingText: 'Den er trygg på denne maskinen til du har lagret den.',
    open: 'Åpne hemmeligheten …',
    unknown: 'Kan være rotert',
    unknownCreate: 'Kan være opprettet',
    unknownText:
      'Det kom ikke svar. Hvis plattformen gjorde det, virker ikke den gamle hemmeligheten lenger, og den nye er tapt. Å rotere igjen er alltid trygt.',
    again: 'Roter igjen …',
    unknownCreateText:
      'Det kom ikke svar. Hvis plattformen opprettet brukeren, er hemmeligheten tapt og må roteres.',
    openJob: 'Avklar i jobben …',
    oldWorks: 'Sjekket: den gamle virker fortsatt',
    unclear: 'Svaret må ses på',
    unclearText:
      'Et svar kom og er tatt vare på, men det er ikke som ventet. Den nye hemmeligheten kan stå i det.',
    look: 'Se på svaret …',
    probe: 'Spør plattformen',
    found: {
      'exists-created-since': 'Den ble opprettet. Hemmeligheten kom ikke fram: roter den.',
      'exists-older': 'Den finnes, men er eldre enn dette forsøket.',
      'not-there': 'Den ble ikke opprettet. Du kan prøve igjen.',
      'cannot-tell': 'Plattformen sier det ikke. Prøv senere.',
    },
    drop: 'Avklart',
  },
  look: {
    title: 'Svaret som er tatt vare på',
    text: 'Finn hemmeligheten i det og lagre den. Den som ser denne siden, ser den også.',
    answer: 'Svar',
    show: 'Vis svaret',
    hide: 'Skjul',
    close: 'Lukk',
    drop: 'Jeg har det jeg trenger',
  },
};
