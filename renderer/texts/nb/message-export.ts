// Norwegian texts of exporting messages into a folder.
import { plural } from '../formats.ts';
import type { messageExport as en } from '../en/message-export.ts';

const messages = (count: number, shown: string): string =>
  `${shown} ${plural('nb', count, { one: 'melding', other: 'meldinger' })}`;
const files = (count: number, shown: string): string =>
  `${shown} ${plural('nb', count, { one: 'fil', other: 'filer' })}`;

export const messageExport: typeof en = {
  title: 'Eksporter meldinger',
  of: (who) => `Meldingene til ${who}, til en ny mappe på denne datamaskinen`,
  back: 'Tilbake til meldingene',
  which: 'Hvilke meldinger',
  changed: 'Endret',
  folders: 'Mapper',
  folder: { inbox: 'Innboks', 'work-list': 'Arbeidsliste', archive: 'Arkiv' },
  trashText:
    'Det som ligger i papirkurven, kan listes opp, men ikke leses. Det kan ikke eksporteres.',
  filtered: 'Bare det som passer med plattformens filter',
  what: 'Hva av hver melding',
  always: 'Det plattformen sier om den, og teksten',
  alwaysText: 'message.json og body.html, alltid',
  parts: { forms: 'Skjemaer', attachments: 'Vedlegg', print: 'Utskriftsversjon' },
  partsText: {
    forms: 'XML, byte for byte slik plattformen har den',
    attachments: 'Hver fil slik den ble sendt',
    print: 'PDF av et skjema, der plattformen tilbyr det',
  },
  manifest:
    'Et manifest lister opp hver fil med SHA-256, hva som mangler, og hvorfor. Ingenting merkes som lest.',
  counting: (count, shown, calls) => `Teller: ${messages(count, shown)} så langt, ${calls} kall`,
  countingFirst: 'Teller meldinger …',
  count: (count, shown) => `${messages(count, shown)} akkurat nå`,
  none: 'Ingen meldinger passer. Velg andre datoer eller mapper.',
  incomplete: 'Plattformen gir ikke hele listen. Det kommer til å stå i manifestet.',
  countFailed: 'Kunne ikke telle meldingene',
  personalTitle: 'Mappen kommer til å inneholde personopplysninger',
  personalText:
    'Meldingene skrives i klartekst. Velg en mappe som bare kan åpnes av dem som har lov til å lese dem, og slett den når den ikke trengs lenger.',
  intoDownloads: 'Den nye mappen lages i nedlastingsmappen din.',
  start: 'Velg mappe og eksporter …',
  startHere: 'Eksporter',
  reading: 'Leser listen over meldinger …',
  cancel: 'Avbryt',
  starting: 'Kunne ikke starte eksporten',
  noFolder: 'Velg minst én mappe',
  impossible: 'Den første dagen er etter den siste.',
  running: 'En annen eksport er ikke ferdig. De kjøres etter hverandre.',
  into: (folder) => `I mappen «${folder}»`,
  holds: (count, shown) => files(count, shown),
  wholeList: 'Plattformen ga ikke hele listen over meldinger. Det kan finnes flere.',
  verify: 'Kontroller filene',
  verifying: (done, all) => `Kontrollerer: ${done} av ${all}`,
  verifyAgain: 'Kontroller på nytt',
  verifyFailed: 'Kunne ikke kontrollere filene',
  verified: (count, shown) => `Alt er slik manifestet sier: ${files(count, shown)} kontrollert.`,
  different: 'Mappen er ikke slik manifestet sier',
  missing: 'Finnes ikke',
  altered: 'Endret',
  others: 'Ikke fra denne eksporten',
  gone: 'Denne eksporten er ikke på listen lenger.',
  goneText: 'Mappen med manifestet ligger der den lå.',
  another: 'Ny eksport',
};
