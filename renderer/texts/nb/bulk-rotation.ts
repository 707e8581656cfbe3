// Norwegian (bokmål) texts of a bulk rotation.
import type { bulkRotation as en } from '../en/bulk-rotation.ts';
import { number } from '../formats.ts';

const secrets = (n: number): string =>
  n === 1 ? '1 hemmelighet' : `${number('nb', n)} hemmeligheter`;

export const bulkRotation: typeof en = {
  steps: { choose: 'Velg', destination: 'Mål', review: 'Se over' },
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
    title: 'Hvor skal de nye hemmelighetene?',
    file: 'Kryptert fil',
    fileText:
      'Én age-fil beskyttet med passordfrase. Oppdateres for hver 50. bruker eller hvert 30. sekund.',
    keychain: 'Nøkkelringen på denne maskinen',
    keychainText: 'Hver hemmelighet blir i nøkkelringen til du har lagret den et annet sted.',
    choose: 'Velg fil …',
    chooseFailed: 'Kunne ikke velge filen',
    noFile: 'Ingen fil er valgt',
    test: 'Test og fortsett',
    testing: 'Skriver og leser en testoppføring …',
    failed: 'Kunne ikke bruke dette målet. Ingenting er rotert',
  },
  review: {
    title: (n) => `Rotere ${secrets(n)}?`,
    organisation: 'Virksomhet',
    environment: 'Miljø',
    users: 'Brukere',
    destination: 'Mål',
    tested: 'testet',
    warning:
      'Dagens hemmeligheter blir erstattet. Systemer som logger inn med dem, feiler til de får de nye. Dette kan ikke angres.',
    go: (n) => `Roter ${secrets(n)}`,
    failed: 'Kunne ikke starte jobben. Ingenting er rotert',
  },

  safe: {
    file: 'Nye hemmeligheter ligger i nøkkelringen og skrives til den krypterte filen for hver 50. bruker eller hvert 30. sekund.',
    keychain: 'Hver ny hemmelighet lagres i nøkkelringen med en gang.',
  },
  mayLeave: 'Du kan sette jobben på pause, avslutte Steward og fortsette senere.',
  background: 'Kjør i bakgrunnen',
  decide: {
    refused: 'Ingenting ble rotert for denne brukeren.',
    unknown:
      'Hemmeligheten kan være rotert. I så fall er den nye tapt. Det er alltid trygt å rotere på nytt.',
    standsStill: 'Sett jobben på pause for å velge.',
    rotateAgain: 'Roter på nytt',
    oldWorks: 'Den gamle virker fortsatt',
  },
};
