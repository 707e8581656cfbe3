// Norwegian texts of exporting messages into a folder.
import { plural } from '../formats.ts';
import type { messageExport as en } from '../en/message-export.ts';

const messages = (count: number, shown: string): string =>
  `${shown} ${plural('nb', count, { one: 'melding', other: 'meldinger' })}`;
const files = (count: number, shown: string): string =>
  `${shown} ${plural('nb', count, { one: 'fil', other: 'filer' })}`;

export const messageExport: typeof en = {
  title: 'Eksporter meldinger',
  of: (who) => `Meldingene til ${who}, til en ny mappe på denne maskinen`,
  back: 'Tilbake til meldingene',
  which: 'Hvilke meldinger',
  changed: 'Endret',
  folders: 'Mapper',
  folder: { inbox: 'Innboks', 'work-list': 'Arbeidsliste', archive: 'Arkiv' },
  trashText:
    'Meldinger i papirkurven kan ikke eksporteres, fordi plattformen ikke viser innholdet.',
  filtered: 'Bare meldinger som passer med det avanserte filteret',
  what: 'Ta med',
  always: 'Detaljer og tekst',
  alwaysText: 'message.json og body.html, alltid med',
  parts: { forms: 'Skjemaer', attachments: 'Vedlegg', print: 'Utskriftsversjon' },
  partsText: {
    forms: 'XML, nøyaktig som på plattformen',
    attachments: 'Alle filer slik de ble sendt',
    print: 'PDF av et skjema, hvis plattformen har det',
  },
  manifest:
    'Et manifest viser hver fil med SHA-256, og hva som mangler og hvorfor. Ingen meldinger merkes som lest.',
  counting: (count, shown, calls) => `Teller: ${messages(count, shown)} så langt, ${calls} kall`,
  countingFirst: 'Teller meldinger …',
  count: (count, shown) => `${messages(count, shown)} akkurat nå`,
  selection: (count, shown) => `${messages(count, shown)} valgt i listen`,
  filter: (count, shown) => `${messages(count, shown)} vist i listen, slik den er filtrert`,
  notSelected: 'Velg etter mappe og dato',
  none: 'Ingen meldinger passer. Velg andre datoer eller mapper.',
  incomplete: 'Plattformen gir ikke hele listen. Det står i manifestet.',
  countFailed: 'Kunne ikke telle meldingene',
  personalTitle: 'Mappen vil inneholde personopplysninger',
  personalText:
    'Meldingene lagres ukryptert. Velg en mappe som bare de rette personene kan åpne, og slett den når du ikke trenger den lenger.',
  intoDownloads: 'Den nye mappen opprettes i nedlastingsmappen din.',
  start: 'Velg mappe og eksporter …',
  startHere: 'Eksporter',
  reading: 'Laster listen over meldinger …',
  cancel: 'Avbryt',
  starting: 'Kunne ikke starte eksporten',
  noFolder: 'Velg minst én mappe',
  impossible: 'Første dag må være før siste dag.',
  running: 'En annen eksport pågår. Eksporter kjøres én om gangen.',
  into: (folder) => `I mappen «${folder}»`,
  holds: (count, shown) => files(count, shown),
  wholeList: 'Plattformen ga ikke hele listen over meldinger. Det kan finnes flere.',
  verify: 'Kontroller filene',
  verifying: (done, all) => `Kontrollerer: ${done} av ${all}`,
  verifyAgain: 'Kontroller igjen',
  verifyFailed: 'Kunne ikke kontrollere filene',
  verified: (count, shown) =>
    `Alle filene stemmer med manifestet: ${files(count, shown)} kontrollert`,
  different: 'Mappen stemmer ikke med manifestet',
  missing: 'Mangler',
  altered: 'Endret',
  others: 'Ikke fra denne eksporten',
  gone: 'Denne eksporten er ikke lenger i listen',
  goneText: 'Mappen med manifestet er ikke flyttet.',
  another: 'Ny eksport',
};
