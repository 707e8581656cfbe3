// English texts of the offline reference: the copy of the open metadata, its synchronisation and the changes found.
import { counted, minutesOf, number } from '../formats.ts';

const n = (value: number, one: string, other: string): string => counted('en', value, one, other);

export const reference = {
  title: 'Download for offline',
  text: 'Services, code lists and roles on this computer, to look up without a network.',
  back: 'Services',
  language: 'Language',
  languages: { 1033: 'English', 1044: 'Bokmål', 2068: 'Nynorsk' },
  inLanguages: { 1033: 'in English', 1044: 'in Bokmål', 2068: 'in Nynorsk' },
  reading: 'Could not open the offline copy',

  here: 'On this computer',
  none: 'There is no copy yet.',
  noneText:
    'Services, code lists and roles are read from the platform each time. Download them once to find them on a train, too.',
  of: (when: string, age: string) => `As of ${when} (${age})`,
  storage: (size: string) => `${size} on the disk`,
  kept: (kept: string, all: string) => `${kept} of ${all}`,
  keptTitle: 'What the copy holds',
  counts: {
    services: 'Services with forms, steps and attachment rules',
    requirements: 'Services with role requirements',
    schemas: 'Form schemas (XSD)',
    codeLists: 'Code lists with their codes',
    roles: 'Roles',
  },
  listed: (services: number) => `${n(services, 'service is', 'services are')} found by name.`,
  removeAsk: 'Remove the copy…',
  removeTitle: 'Remove the copy from this computer?',
  removeFailed: 'Could not remove the offline copy',
  removeText:
    'Without a network nothing can be looked up until it is downloaded again. Nothing changes at the platform.',
  remove: 'Remove the copy',
  removed: 'The copy was removed.',
  facts: { language: 'Language', storage: 'Storage', date: 'As of', services: 'Services' },

  last: 'Last download',
  lastWas: (what: string, when: string) => `${what}, ${when}`,
  clean: 'Everything that was asked for came.',
  failed: (count: number) =>
    `${n(count, 'document', 'documents')} could not be had. Where an older version was here, it is kept.`,
  failedShow: 'Show which',
  failedHide: 'Hide them',
  failedList: 'Documents that could not be had',
  failedReading: 'Could not load what failed',
  failedFirst: (shown: number, all: number) =>
    `The first ${number('en', shown)} of ${number('en', all)} are listed.`,
  failedOne: (name: string) => `Could not load ${name}`,
  failedWords: (area: string, words: string) => `${area}: ${words}`,
  skipped: (areas: string) => `Not offered by the platform any more: ${areas}.`,
  cut: (areas: string) => `More than a copy takes: ${areas}.`,
  cutText: 'A copy takes 20,000 services and 1,000 code lists. The rest is read from the platform.',
  skippedText: 'What an earlier download has of it is kept and shown.',
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
      ? 'One document was found damaged on the disk.'
      : `${n(count, 'document', 'documents')} were found damaged on the disk.`,
  damagedText: 'They are read from the platform until the next download fetches them again.',
  setAside: (count: number) =>
    count === 1
      ? 'A damaged file was set aside.'
      : `${n(count, 'file was', 'files were')} set aside.`,
  setAsideText: (names: string) => `Kept for a look: ${names}.`,
  changed: (count: number) =>
    count === 0
      ? 'Nothing had changed since the download before.'
      : `${n(count, 'service, code list or role', 'services, code lists and roles')} had changed.`,
  showChanges: 'Show what changed',

  choose: 'What to download',
  update: 'Update the copy',
  scope: {
    list: 'Lists only',
    owner: 'One service owner',
    everything: 'Everything',
  },
  scopeText: {
    list: 'Names of all services, code lists and roles: enough to find them by name and code.',
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
  estimateSize: (size: string) => `at most ${size} to receive`,
  estimateUnknown: 'How long it takes is not known yet.',
  estimateFailed: 'What it takes is not known while the platform cannot be reached.',
  unchangedHint: 'What has not changed is not written again.',
  start: 'Download',
  startAgain: 'Update now',
  starting: 'Could not start the download',
  goesOn: (inLanguage: string) => `The copy ${inLanguage} is being downloaded. One at a time.`,

  before: 'The previous copy is used until this download is complete.',
  stopped: 'A download was stopped. The previous copy is in use.',
  stoppedNone: 'A download was stopped. There is no previous copy.',
  ended: {
    finished: 'Download complete.',
    failed: (count: number) =>
      `Download complete, but ${n(count, 'document', 'documents')} could not be loaded.`,
    stopped: 'The download was stopped. The previous copy is kept.',
    paused: 'The download is paused.',
  },
  open: 'Show',
  waits: 'A download for offline use is paused.',
  metadata: (when: string) => `Metadata: ${when}`,
  metadataOld: (age: string) => `The copy of the open metadata is from ${age}`,
  downloading: (percent: string) => `Downloading metadata, ${percent}`,

  changesTitle: 'What changed',
  changesBetween: (since: string, at: string) => `Between the downloads of ${since} and ${at}`,
  changesNone: 'Nothing had changed.',
  changesNoneText: 'The last two downloads found the same services, code lists and roles.',
  changesFirst: 'There is nothing to compare yet.',
  changesFirstText: 'What changed is seen after the second download.',
  changesReading: 'Could not load the changes',
  changesList: 'What changed',
  changesOpen: 'The copy',
  find: 'Find by name or code',
  all: 'All',
  oneOf: { service: 'Service', 'code-list': 'Code list', role: 'Role' },
  whats: { service: 'Services', 'code-list': 'Code lists', role: 'Roles' },
  parts: {
    list: 'its line of the list',
    service: 'the service',
    schema: 'a form schema',
    'role-requirements': 'role requirements',
  },
  partsOf: (parts: string) => `Changed: ${parts}`,
  hows: { added: 'New', removed: 'Gone', changed: 'Changed' },
  changeOf: (how: string, name: string) => `${how}: ${name}`,
  compare: 'Compare with before',
  openOne: 'Open',
  goneOne: 'The platform does not list it any more.',
};
