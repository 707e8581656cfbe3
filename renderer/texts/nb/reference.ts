// Norwegian texts of the offline reference: the copy of the open metadata, its synchronisation and the changes found.
import type { reference as en } from '../en/reference.ts';
import { counted, minutesOf, number } from '../formats.ts';

const n = (value: number, one: string, other: string): string => counted('nb', value, one, other);

export const reference: typeof en = {
  title: 'Frakoblet kopi',
  text: 'Tjenester, kodelister og roller på denne maskinen, tilgjengelig uten nett.',
  back: 'Tjenester',
  language: 'Språk',
  languages: { 1033: 'Engelsk', 1044: 'Bokmål', 2068: 'Nynorsk' },
  inLanguages: { 1033: 'på engelsk', 1044: 'på bokmål', 2068: 'på nynorsk' },
  reading: 'Kunne ikke åpne den frakoblede kopien',

  here: 'På denne maskinen',
  none: 'Ingen frakoblet kopi ennå',
  noneText:
    'Tjenester, kodelister og roller lastes fra plattformen hver gang. Last dem ned én gang for å bruke dem uten nett.',
  of: (when, age) => `Lastet ned ${when} (${age})`,
  storage: (size) => `${size} på disk`,
  kept: (kept, all) => `${kept} av ${all}`,
  keptTitle: 'Innhold',
  counts: {
    services: 'Tjenester med skjemaer, steg og vedleggsregler',
    requirements: 'Tjenester med rollekrav',
    schemas: 'XSD-er for skjemaer',
    codeLists: 'Kodelister med koder',
    roles: 'Roller',
  },
  listed: (services) => `${n(services, 'tjeneste', 'tjenester')} er listet med navn.`,
  removeAsk: 'Fjern den frakoblede kopien …',
  removeTitle: 'Fjerne den frakoblede kopien fra denne maskinen?',
  removeFailed: 'Kunne ikke fjerne den frakoblede kopien',
  removeText:
    'Du kan ikke slå opp noe uten nett før du laster den ned på nytt. Ingenting endres på plattformen.',
  remove: 'Fjern den frakoblede kopien',
  removed: 'Den frakoblede kopien er fjernet.',
  facts: { language: 'Språk', storage: 'Plass', date: 'Lastet ned', services: 'Tjenester' },

  last: 'Siste nedlasting',
  lastWas: (what, when) => `${what}, ${when}`,
  clean: 'Nedlastingen er ferdig.',
  failed: (count) =>
    `${n(count, 'dokument', 'dokumenter')} kunne ikke hentes. Eldre versjoner er beholdt der du hadde en.`,
  failedShow: 'Vis hvilke',
  failedHide: 'Skjul dem',
  failedList: 'Dokumenter som ikke kunne hentes',
  failedReading: 'Kunne ikke hente hva som feilet',
  failedFirst: (shown, all) => `Viser de første ${number('nb', shown)} av ${number('nb', all)}.`,
  failedOne: (name) => `Kunne ikke hente ${name}`,
  failedWords: (area, words) => `${area}: ${words}`,
  skipped: (areas) => `Tilbys ikke lenger av plattformen: ${areas}`,
  cut: (areas) => `For mange for den frakoblede kopien: ${areas}`,
  cutText:
    'Den frakoblede kopien rommer 20 000 tjenester og 1 000 kodelister. Resten lastes fra plattformen.',
  skippedText: 'Du ser fortsatt versjonene fra en tidligere nedlasting.',
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
      ? 'Ett dokument på disken er skadet'
      : `${n(count, 'dokument', 'dokumenter')} på disken er skadet`,
  damagedText: 'De lastes fra plattformen til neste nedlasting erstatter dem.',
  setAside: (count) =>
    count === 1
      ? 'En skadet fil er flyttet til side'
      : `${n(count, 'skadet fil', 'skadede filer')} er flyttet til side`,
  setAsideText: (names) => `Tatt vare på som ${names}.`,
  changed: (count) =>
    count === 0
      ? 'Ingenting er endret siden forrige nedlasting.'
      : `${n(count, 'tjeneste, kodeliste eller rolle', 'tjenester, kodelister og roller')} er endret.`,
  showChanges: 'Vis endringene',

  choose: 'Hva skal lastes ned',
  update: 'Oppdater den frakoblede kopien',
  scope: {
    list: 'Bare listene',
    owner: 'Én tjenesteeier',
    everything: 'Alt',
  },
  scopeText: {
    list: 'Navn på alle tjenester, kodelister og roller. Nok til å finne dem på navn og kode.',
    owner: 'Listene, alle kodelister og alle tjenestene til én eier, med skjemaer og rollekrav.',
    everything: 'Listene og alle dokumentene til alle tjenester. Tar lengst tid.',
  },
  ownerFind: 'Finn en tjenesteeier',
  ownerList: 'Tjenesteeiere',
  ownerServices: (count) => n(count, 'tjeneste', 'tjenester'),
  ownerNone: 'Ingen treff.',
  ownerReading: 'Kunne ikke hente tjenesteeierne',
  ownerNeeded: 'Velg en tjenesteeier først.',
  estimate: (calls) => `Omtrent ${n(calls, 'dokument', 'dokumenter')}`,
  estimateTime: (seconds) =>
    seconds < 60 ? 'under et minutt' : n(minutesOf(seconds), 'minutt', 'minutter'),
  estimateSize: (size) => `opptil ${size}`,
  estimateUnknown: 'Tiden kan ikke anslås ennå.',
  estimateFailed: 'Ikke noe anslag mens plattformen ikke kan nås.',
  unchangedHint: 'Bare det som er endret, skrives.',
  start: 'Last ned',
  startAgain: 'Oppdater nå',
  starting: 'Kunne ikke starte nedlastingen',
  goesOn: (inLanguage) =>
    `Laster ned den frakoblede kopien ${inLanguage}. Én nedlasting kjøres om gangen.`,

  before: 'Du bruker den forrige versjonen til nedlastingen er ferdig.',
  stopped: 'En nedlasting ble stoppet. Du bruker den forrige versjonen.',
  stoppedNone: 'En nedlasting ble stoppet. Det finnes ingen tidligere kopi.',
  ended: {
    finished: 'Nedlastingen er ferdig.',
    failed: (count) =>
      `Nedlastingen er ferdig, men ${n(count, 'dokument', 'dokumenter')} kunne ikke hentes.`,
    stopped: 'Nedlastingen ble stoppet. Den forrige versjonen beholdes.',
    paused: 'Nedlastingen er på pause.',
  },
  open: 'Vis',
  waits: 'Nedlastingen av den frakoblede kopien er på pause.',
  metadata: (when) => `Metadata fra ${when}`,
  metadataOld: (age) => `Den frakoblede kopien er fra ${age}`,
  downloading: (percent) => `Laster ned frakoblet kopi, ${percent}`,

  changesTitle: 'Endringer',
  changesBetween: (since, at) => `Mellom nedlastingene ${since} og ${at}`,
  changesNone: 'Ingen endringer',
  changesNoneText: 'De to siste nedlastingene fant de samme tjenestene, kodelistene og rollene.',
  changesFirst: 'Ingenting å sammenligne ennå',
  changesFirstText: 'Du ser endringer etter den andre nedlastingen.',
  changesReading: 'Kunne ikke hente endringene',
  changesList: 'Endringer',
  changesOpen: 'Frakoblet kopi',
  find: 'Finn på navn eller kode',
  all: 'Alle',
  oneOf: { service: 'Tjeneste', 'code-list': 'Kodeliste', role: 'Rolle' },
  whats: { service: 'Tjenester', 'code-list': 'Kodelister', role: 'Roller' },
  parts: {
    list: 'oppføringen i listen',
    service: 'tjenesten',
    schema: 'XSD',
    'role-requirements': 'rollekrav',
  },
  partsOf: (parts) => `Endret: ${parts}`,
  hows: { added: 'Ny', removed: 'Fjernet', changed: 'Endret' },
  changeOf: (how, name) => `${how}: ${name}`,
  compare: 'Sammenlign med forrige',
  openOne: 'Åpne',
  goneOne: 'Ikke lenger i plattformens liste.',
};
