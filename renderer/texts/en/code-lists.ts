// English texts of code lists.
import { number, plural } from '../formats.ts';

const codes = (n: number, shown: string) =>
  `${shown} ${plural('en', n, { one: 'code', other: 'codes' })}`;

export const codeLists = {
  title: 'Code lists',
  list: 'List of code lists',
  details: 'Code list',

  search: 'Search by name',
  count: (shown: string, all: string) =>
    shown === all ? `${all} lists` : `${shown} of ${all} lists`,
  refresh: 'Reload from the platform',
  loading: 'Could not load the code lists',
  empty: 'This platform has no code lists',
  emptyText: 'If you expected some, reload from the platform.',
  filterEmptyText: 'No code list name contains all the words you typed.',
  versions: (n: number) =>
    plural('en', n, { one: '1 version', other: `${number('en', n)} versions` }),
  newest: (version: number) => `latest is ${version}`,
  notKept: 'Not in the offline copy',

  noneChosen: 'No code list selected',
  noneChosenText: 'Select a code list to see its codes.',
  gone: 'This code list does not exist',
  goneText: 'The platform has no list with this name, or has removed it.',
  back: 'Back to the list',

  reading: (name: string) => `Could not load the code list ${name}`,
  version: 'Version',
  language: 'Language',
  languages: { 1033: 'English', 1044: 'Norwegian Bokmål', 2068: 'Norwegian Nynorsk' },
  kept: 'Available offline',
  live: 'Loaded from the platform',
  liveIn: (language: string) => `No offline copy in ${language}. Loaded from the platform.`,
  unreadIn: (language: string) => `No offline copy in ${language} on this computer.`,
  showIn: (language: string) => `Show in ${language}`,

  columns: { code: 'Code', value1: 'Value 1', value2: 'Value 2', value3: 'Value 3' },
  filter: 'Filter the codes',
  within: 'Search in',
  withinAll: 'All columns',
  codes,
  codesOf: (shown: string, all: string) => `${shown} of ${all} codes`,
  noCodes: 'This version has no codes',
  noCodesText: 'The platform returned an empty list.',
  codesFilterEmpty: 'No matches.',
  table: (name: string, version: number) => `Codes of ${name}, version ${version}`,
  copyName: 'Copy the name',
  copyCode: 'Copy code',
  copyRow: 'Copy row',
  copiedCode: (code: string) => `Copied ${code}`,
  copiedRow: 'Copied the row',
  focusCodes: 'Filter the codes',

  export: 'Export…',
  exportTitle: 'Export the code list',
  exportAll: (n: number, shown: string) =>
    plural('en', n, {
      one: 'Saves the one code of this version.',
      other: `Saves all ${shown} codes of this version, regardless of the filter.`,
    }),
  format: 'Format',
  formats: { xlsx: 'Excel workbook', csv: 'CSV' },
  formatText: {
    xlsx: 'Keeps codes as text: 0118 stays 0118.',
    csv: 'For other programs. Spreadsheets turn 0118 into 118 when they open it.',
  },
  save: 'Save…',
  saving: 'Could not save the code list as a file',
  saved: (name: string, n: number, shown: string) => `Saved ${name} with ${codes(n, shown)}`,

  compare: 'Compare…',
  nothingToCompare: 'Only one version',
  compareWith: 'Compared with',
  versionNumber: (version: number) => `Version ${version}`,
  versionBefore: (version: number, when: string) => `Version ${version} from ${when}`,
  comparingReading: 'Could not load the other version',
  endCompare: 'End the comparison',
  change: 'Change',
  changes: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  allChanges: 'All changes',
  same: (n: number, shown: string) => `${codes(n, shown)} unchanged.`,
  equal: 'Both have the same codes and values',
  noneOfThese: 'No such changes',
  was: 'Was',
  is: 'is',
  comparison: (name: string) => `Changes in ${name}`,
};
