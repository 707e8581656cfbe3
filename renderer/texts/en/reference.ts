// English texts of the offline reference: the copy of the open metadata, its synchronisation and the changes found.
import { counted, minutesOf, number } from '../formats.ts';

const n = (value: number, one: string, other: string): string => counted('en', value, one, other);

export const reference = {
  title: 'Offline copy',
  text: 'Services, code lists and roles on this computer, available without a network.',
  back: 'Services',
  language: 'Language',
  languages: { 1033: 'English', 1044: 'Norwegian Bokmål', 2068: 'Norwegian Nynorsk' },
  inLanguages: { 1033: 'in English', 1044: 'in Norwegian Bokmål', 2068: 'in Norwegian Nynorsk' },
  reading: 'Could not open the offline copy',

  here: 'On this computer',
  none: 'No offline copy yet',
  noneText:
    'Services, code lists and roles are loaded from the platform each time. Download them once to use them offline.',
  of: (when: string, age: string) => `Downloaded ${when} (${age})`,
  storage: (size: string) => `${size} on disk`,
  kept: (kept: string, all: string) => `${kept} of ${all}`,
  keptTitle: 'Contents',
  counts: {
    services: 'Services with forms, steps and attachment rules',
    requirements: 'Services with role requirements',
    schemas: 'Form schemas (XSD)',
    codeLists: 'Code lists with their codes',
    roles: 'Roles',
  },
  listed: (services: number) => `${n(services, 'service is', 'services are')} listed by name.`,
  removeAsk: 'Remove offline copy…',
  removeTitle: 'Remove the offline copy from this computer?',
  removeFailed: 'Could not remove the offline copy',
  removeText:
    'You can’t look anything up offline until you download it again. Nothing changes on the platform.',
  remove: 'Remove offline copy',
  removed: 'The offline copy has been removed.',
  facts: { language: 'Language', storage: 'Storage', date: 'Downloaded', services: 'Services' },

  last: 'Last download',
  lastWas: (what: string, when: string) => `${what}, ${when}`,
  clean: 'Download complete.',
  failed: (count: number) =>
    `${n(count, 'document', 'documents')} could not be loaded. Older versions are kept where you had one.`,
  failedShow: 'Show which',
  failedHide: 'Hide them',
  failedList: 'Documents that could not be loaded',
  failedReading: 'Could not load what failed',
  failedFirst: (shown: number, all: number) =>
    `Showing the first ${number('en', shown)} of ${number('en', all)}.`,
  failedOne: (name: string) => `Could not load ${name}`,
  failedWords: (area: string, words: string) => `${area}: ${words}`,
  skipped: (areas: string) => `No longer offered by the platform: ${areas}`,
  cut: (areas: string) => `Too many for the offline copy: ${areas}`,
  cutText:
    'The offline copy holds 20,000 services and 1,000 code lists. The rest is loaded from the platform.',
  skippedText: 'You still see the versions from an earlier download.',
  areas: {
    services: 'services',
    schemas: 'form schemas',
    'role-requirements': 'role requirements',
    'code-lists': 'code lists',
    roles: 'roles',
  },
  areaNames: {
    services: 'Service',
    schemas: 'Form schema',
    'role-requirements': 'Role requirements',
    'code-lists': 'Code list',
    roles: 'Roles',
  },
  damaged: (count: number) =>
    count === 1
      ? 'One document on disk is damaged'
      : `${n(count, 'document', 'documents')} on disk are damaged`,
  damagedText: 'They are loaded from the platform until the next download replaces them.',
  setAside: (count: number) =>
    count === 1
      ? 'A damaged file was moved aside'
      : `${n(count, 'damaged file was', 'damaged files were')} moved aside`,
  setAsideText: (names: string) => `Kept as ${names}.`,
  changed: (count: number) =>
    count === 0
      ? 'Nothing changed since the previous download.'
      : `${n(count, 'service, code list or role', 'services, code lists and roles')} changed.`,
  showChanges: 'Show changes',

  choose: 'What to download',
  update: 'Update the offline copy',
  scope: {
    list: 'Lists only',
    owner: 'One service owner',
    everything: 'Everything',
  },
  scopeText: {
    list: 'Names of all services, code lists and roles. Enough to find them by name and code.',
    owner:
      'The lists, every code list, and all services of one owner with forms and role requirements.',
    everything: 'The lists and every document of all services. Takes longest.',
  },
  ownerFind: 'Find a service owner',
  ownerList: 'Service owners',
  ownerServices: (count: number) => n(count, 'service', 'services'),
  ownerNone: 'No owner matches.',
  ownerReading: 'Could not load the service owners',
  ownerNeeded: 'Choose a service owner first.',
  estimate: (calls: number) => `About ${n(calls, 'document', 'documents')}`,
  estimateTime: (seconds: number) =>
    seconds < 60 ? 'less than a minute' : `${n(minutesOf(seconds), 'minute', 'minutes')}`,
  estimateSize: (size: string) => `up to ${size}`,
  estimateUnknown: 'The time can’t be estimated yet.',
  estimateFailed: 'No estimate while the platform can’t be reached.',
  unchangedHint: 'Only what has changed is written.',
  start: 'Download',
  startAgain: 'Update now',
  starting: 'Could not start the download',
  goesOn: (inLanguage: string) =>
    `Downloading the offline copy ${inLanguage}. One download runs at a time.`,

  before: 'You use the previous copy until this download is complete.',
  stopped: 'A download was stopped. You are using the previous copy.',
  stoppedNone: 'A download was stopped. There is no previous copy.',
  ended: {
    finished: 'Download complete.',
    failed: (count: number) =>
      `Download complete, but ${n(count, 'document', 'documents')} could not be loaded.`,
    stopped: 'Download stopped. The previous copy is kept.',
    paused: 'Download paused.',
  },
  open: 'Show',
  waits: 'The offline copy download is paused.',
  metadata: (when: string) => `Metadata: ${when}`,
  metadataOld: (age: string) => `The offline copy is from ${age}`,
  downloading: (percent: string) => `Downloading offline copy, ${percent}`,

  changesTitle: 'What changed',
  changesBetween: (since: string, at: string) => `Between the downloads of ${since} and ${at}`,
  changesNone: 'No changes',
  changesNoneText: 'The last two downloads found the same services, code lists and roles.',
  changesFirst: 'Nothing to compare yet',
  changesFirstText: 'You see changes after the second download.',
  changesReading: 'Could not load the changes',
  changesList: 'What changed',
  changesOpen: 'Offline copy',
  find: 'Find by name or code',
  all: 'All',
  oneOf: { service: 'Service', 'code-list': 'Code list', role: 'Role' },
  whats: { service: 'Services', 'code-list': 'Code lists', role: 'Roles' },
  parts: {
    list: 'list entry',
    service: 'service',
    schema: 'form schema',
    'role-requirements': 'role requirements',
  },
  partsOf: (parts: string) => `Changed: ${parts}`,
  hows: { added: 'New', removed: 'Removed', changed: 'Changed' },
  changeOf: (how: string, name: string) => `${how}: ${name}`,
  compare: 'Compare with previous',
  openOne: 'Open',
  goneOne: 'No longer listed by the platform.',
};
