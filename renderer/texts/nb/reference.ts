// Norwegian texts of the offline reference: the copy of the open metadata, its synchronisation and the changes found.
import type { reference as en } from '../en/reference.ts';
import { counted, minutesOf, number } from '../formats.ts';

const n = (value: number, one: string, other: string): string => counted('nb', value, one, other);

export const reference: typeof en = {
  title: 'Last ned for bruk uten nett',
  text: 'Tjenester, kodelister og roller på denne maskinen, til oppslag uten nett.',
  back: 'Tjenester',
  language: 'Språk',
  languages: { 1033: 'Engelsk', 1044: 'Bokmål', 2068: 'Nynorsk' },
  inLanguages: { 1033: 'på engelsk', 1044: 'på bokmål', 2068: 'på nynorsk' },
  reading: 'Kunne ikke åpne den frakoblede kopien',

  here: 'På denne maskinen',
  none: 'Det er ingen kopi ennå.',
  noneText:
    'Tjenester, kodelister og roller leses fra plattformen hver gang. Last dem ned én gang, så finner du dem på toget også.',
  of: (when, age) => `Slik det var ${when} (${age})`,
  storage: (size) => `${size} på disken`,
  kept: (kept, all) => `${kept} av ${all}`,
  keptTitle: 'Dette har kopien',
  counts: {
    services: 'Tjenester med skjemaer, steg og vedleggsregler',
    requirements: 'Tjenester med rollekrav',
    schemas: 'XSD-er for skjemaer',
    codeLists: 'Kodelister med koder',
    roles: 'Roller',
  },
  listed: (services) => `${n(services, 'tjeneste', 'tjenester')} kan finnes på navn.`,
  removeAsk: 'Fjern kopien …',
  removeTitle: 'Fjerne kopien fra denne maskinen?',
  removeFailed: 'Kunne ikke fjerne den frakoblede kopien',
  removeText:
    'Uten nett kan ingenting slås opp før den er lastet ned på nytt. Ingenting endres på plattformen.',
  remove: 'Fjern kopien',
  removed: 'Kopien er fjernet.',
  facts: { language: 'Språk', storage: 'Plass', date: 'Slik det var', services: 'Tjenester' },

  last: 'Siste nedlasting',
  lastWas: (what, when) => `${what}, ${when}`,
  clean: 'Alt det ble spurt etter, kom.',
  failed: (count) =>
    `${n(count, 'dokument', 'dokumenter')} kunne ikke hentes. En eldre versjon er beholdt der det fantes en.`,
  failedShow: 'Vis hvilke',
  failedHide: 'Skjul dem',
  failedList: 'Dokumenter som ikke kunne hentes',
  failedReading: 'Kunne ikke hente hva som feilet',
  failedFirst: (shown, all) =>
    `De første ${number('nb', shown)} av ${number('nb', all)} er listet opp.`,
  failedOne: (name) => `Kunne ikke hente ${name}`,
  failedWords: (area, words) => `${area}: ${words}`,
  skipped: (areas) => `Tilbys ikke av plattformen lenger: ${areas}.`,
  cut: (areas) => `Flere enn en kopi rommer: ${areas}.`,
  cutText: 'En kopi rommer 20 000 tjenester og 1 000 kodelister. Resten leses fra plattformen.',
  skippedText: 'Det en tidligere nedlasting har av dette, er beholdt og vises.',
  areas: {
    services: 'tjenester',
    schemas: 'XSD-er',
    'role-requirements': 'rollekrav',
    'code-lists': 'kodelister',
    roles: 'roller',
  },
  areaNames: {
    services: 'Tjeneste',
    schemas: 'XSD',
    'role-requirements': 'Rollekrav',
    'code-lists': 'Kodeliste',
    roles: 'Roller',
  },
  damaged: (count) =>
    count === 1
      ? 'Ett dokument var skadet på disken.'
      : `${n(count, 'dokument', 'dokumenter')} var skadet på disken.`,
  damagedText: 'De leses fra plattformen til neste nedlasting henter dem på nytt.',
  setAside: (count) =>
    count === 1
      ? 'En skadet fil er lagt til side.'
      : `${n(count, 'skadet fil', 'skadede filer')} er lagt til side.`,
  setAsideText: (names) => `Tatt vare på for ettersyn: ${names}.`,
  changed: (count) =>
    count === 0
      ? 'Ingenting var endret siden forrige nedlasting.'
      : `${n(count, 'tjeneste, kodeliste eller rolle', 'tjenester, kodelister og roller')} var endret.`,
  showChanges: 'Vis hva som er endret',

  choose: 'Hva skal lastes ned',
  update: 'Oppdater kopien',
  scope: {
    list: 'Bare listene',
    owner: 'Én tjenesteeier',
    everything: 'Alt',
  },
  scopeText: {
    list: 'Navn på alle tjenester, kodelister og roller: nok til å finne dem på navn og kode.',
    owner: 'Listene, alle kodelister og alle tjenestene til én eier, med skjemaer og rollekrav.',
    everything: 'Listene og alle dokumentene til alle tjenester. Tar lengst tid.',
  },
  ownerFind: 'Finn en tjenesteeier',
  ownerList: 'Tjenesteeiere',
  ownerServices: (count) => n(count, 'tjeneste', 'tjenester'),
  ownerNone: 'Ingen eier passer.',
  ownerReading: 'Kunne ikke hente tjenesteeierne',
  ownerNeeded: 'Velg en tjenesteeier først.',
  estimate: (calls) => `Omtrent ${n(calls, 'dokument', 'dokumenter')}`,
  estimateTime: (seconds) =>
    seconds < 60 ? 'under et minutt' : n(minutesOf(seconds), 'minutt', 'minutter'),
  estimateSize: (size) => `høyst ${size} å motta`,
  estimateUnknown: 'Hvor lang tid det tar, er ikke kjent ennå.',
  estimateFailed: 'Hva det krever, er ikke kjent mens plattformen ikke kan nås.',
  unchangedHint: 'Det som ikke er endret, skrives ikke på nytt.',
  start: 'Last ned',
  startAgain: 'Oppdater nå',
  starting: 'Kunne ikke starte nedlastingen',
  goesOn: (inLanguage) => `Kopien ${inLanguage} lastes ned nå. Én om gangen.`,

  before: 'Den forrige kopien brukes til nedlastingen er ferdig.',
  stopped: 'En nedlasting ble stoppet. Den forrige kopien er i bruk.',
  stoppedNone: 'En nedlasting ble stoppet. Det finnes ingen tidligere kopi.',
  ended: {
    finished: 'Nedlastingen er ferdig.',
    failed: (count) =>
      `Nedlastingen er ferdig, men ${n(count, 'dokument', 'dokumenter')} kunne ikke hentes.`,
    stopped: 'Nedlastingen ble stoppet. Den forrige kopien beholdes.',
    paused: 'Nedlastingen er på pause.',
  },
  open: 'Vis',
  waits: 'En nedlasting for bruk uten nett er på pause.',
  metadata: (when) => `Metadata fra ${when}`,
  metadataOld: (age) => `Kopien av de åpne metadataene er fra ${age}`,
  downloading: (percent) => `Laster ned metadata, ${percent}`,

  changesTitle: 'Hva som er endret',
  changesBetween: (since, at) => `Mellom nedlastingene ${since} og ${at}`,
  changesNone: 'Ingenting var endret.',
  changesNoneText: 'De to siste nedlastingene fant de samme tjenestene, kodelistene og rollene.',
  changesFirst: 'Det er ingenting å sammenligne med ennå.',
  changesFirstText: 'Hva som er endret, ser du etter den andre nedlastingen.',
  changesReading: 'Kunne ikke hente endringene',
  changesList: 'Hva som er endret',
  changesOpen: 'Kopien',
  find: 'Finn på navn eller kode',
  all: 'Alle',
  oneOf: { service: 'Tjeneste', 'code-list': 'Kodeliste', role: 'Rolle' },
  whats: { service: 'Tjenester', 'code-list': 'Kodelister', role: 'Roller' },
  parts: {
    list: 'linjen i listen',
    service: 'tjenesten',
    schema: 'en XSD',
    'role-requirements': 'rollekrav',
  },
  partsOf: (parts) => `Endret: ${parts}`,
  hows: { added: 'Ny', removed: 'Borte', changed: 'Endret' },
  changeOf: (how, name) => `${how}: ${name}`,
  compare: 'Sammenlign med før',
  openOne: 'Åpne',
  goneOne: 'Plattformen har den ikke på listen lenger.',
};
