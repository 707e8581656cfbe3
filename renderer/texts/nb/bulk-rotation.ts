// Norwegian (bokmål) texts of a bulk rotation.
import type { bulkRotation as en } from '../en/bulk-rotation.ts';
import { counted, number, plural } from '../formats.ts';

const secrets = (n: number): string => counted('nb', n, 'hemmelighet', 'hemmeligheter');

const newSecrets = (n: number): string => counted('nb', n, 'ny hemmelighet', 'nye hemmeligheter');

const of = (n: number, one: string, other: string): string => plural('nb', n, { one, other });

const oldSecrets = (n: number): string =>
  of(n, 'Den gamle hemmeligheten virker ikke lenger', 'De gamle hemmelighetene virker ikke lenger');

export const bulkRotation: typeof en = {
  steps: { choose: 'Brukere', review: 'Lagring og bekreftelse' },
  step: (n, of) => `Steg ${number('nb', n)} av ${number('nb', of)}`,
  back: 'Tilbake',
  next: 'Neste',
  cancel: 'Avbryt',
  close: 'Lukk',

  choose: {
    title: 'Roter hemmeligheter',
    text: 'Hver valgt bruker får en ny hemmelighet, én om gangen.',
    ticked: (n, of) => `${number('nb', n)} av ${number('nb', of)} valgt`,
    overdue: 'Velg de forfalte',
    none: 'Velg ingen',
    list: 'Brukere som skal roteres',
    open: 'ikke avklart ennå',
  },
  destination: {
    title: (n) => `Hvor skal ${of(n, 'den nye hemmeligheten', 'de nye hemmelighetene')} lagres?`,
    file: 'Kryptert fil',
    fileText: (n) =>
      `Én kryptert fil (age-format), beskyttet med passordfrase. Du velger hvor den lagres når du starter.${of(n, '', ' Oppdateres for hver 50. bruker eller hvert 30. sekund.')}`,
    keychain: 'Denne maskinen, kryptert',
    keychainText: (n) =>
      `${of(n, 'Hemmeligheten', 'Hver hemmelighet')} blir på denne maskinen til du har lagret den et annet sted.`,
    testing: 'Skriver og leser en testoppføring …',
  },
  review: {
    title: (n) => `Rotere ${secrets(n)}?`,
    organisation: 'Virksomhet',
    environment: 'Miljø',
    users: 'Ny hemmelighet for',
    warning: (n) =>
      `Den gamle hemmeligheten ${of(n, '', 'til hver bruker ')}slutter å virke. Systemer som bruker den, kan ikke logge inn før de har fått den nye. Dette kan ikke angres.`,
    go: (n) => `Roter ${secrets(n)}`,
    failed: {
      choosing: 'Kunne ikke velge filen. Ingenting er rotert',
      testing: 'Kunne ikke bruke dette målet. Ingenting er rotert',
      starting: 'Kunne ikke starte jobben. Ingenting er rotert',
    },
  },

  safe: {
    file: (n) =>
      of(
        n,
        'Den nye hemmeligheten ligger på denne maskinen og skrives til den krypterte filen.',
        'Nye hemmeligheter ligger på denne maskinen og skrives til den krypterte filen for hver 50. bruker eller hvert 30. sekund.',
      ),
    keychain: (n) =>
      `${of(n, 'Den nye hemmeligheten', 'Hver ny hemmelighet')} lagres kryptert på denne maskinen med en gang.`,
    inMemory: (n) =>
      of(
        n,
        'Den nye hemmeligheten ligger bare i minnet til den er skrevet til den krypterte filen. Ikke avslutt Steward før jobben er ferdig.',
        'Nye hemmeligheter ligger bare i minnet til de skrives til den krypterte filen, for hver 50. bruker eller hvert 30. sekund. Ikke avslutt Steward før jobben er ferdig.',
      ),
  },
  mayLeave: 'Du kan sette jobben på pause, avslutte Steward og fortsette senere.',
  background: 'Kjør i bakgrunnen',
  after: {
    inFile: (n) => `${newSecrets(n)} ligger i den krypterte filen`,
    inKeychain: (n) => `${newSecrets(n)} ligger kryptert på denne maskinen`,
    handOver: 'Lever filen',
    handOverText:
      'Send passordfrasen en annen vei. Filen kan åpnes med den i alle programmer som leser age-filer.',
    enter: (n) =>
      `Legg ${of(n, 'den nye hemmeligheten', 'hver ny hemmelighet')} inn i systemet som bruker den`,
    enterText: (n) => `Åpne ${of(n, 'brukeren', 'en bruker')} i listen for å vise hemmeligheten.`,
    owners: (n) => of(n, 'Si fra til den som eier systemet', 'Si fra til dem som eier systemene'),
    ownersText: (n) => `${oldSecrets(n)}.`,
    copyUsers: 'Kopier listen over brukere',
    copyFailed: 'Kunne ikke kopiere listen over brukere',
    message: (n, organisation) =>
      `${of(n, 'Ny hemmelighet for en virksomhetsbruker', 'Nye hemmeligheter for virksomhetsbrukere')} hos ${organisation}. ${oldSecrets(n)}:`,
    check: (n) => `Kontroller at ${of(n, 'den nye hemmeligheten', 'de nye hemmelighetene')} virker`,
    checkHere: (n) =>
      of(
        n,
        'Åpne brukeren og hemmeligheten for å kontrollere den, eller kontroller at systemet kan logge inn.',
        'Åpne en bruker og hemmeligheten for å kontrollere den, eller kontroller at systemene kan logge inn.',
      ),
    checkThere: (n) => `Kontroller at ${of(n, 'systemet', 'systemene')} kan logge inn.`,
    open: (n) => `Følg opp ${counted('nb', n, 'bruker', 'brukere')}`,
    showOpen: 'Vis bare disse',
  },
  decide: {
    refused: 'Ingenting ble rotert for denne brukeren.',
    unknown:
      'Hemmeligheten kan være rotert. I så fall er den nye tapt. Det er alltid trygt å rotere på nytt.',
    standsStill: 'Sett jobben på pause for å velge.',
    rotateAgain: 'Roter på nytt',
    oldWorks: 'Den gamle virker fortsatt',
  },
};
