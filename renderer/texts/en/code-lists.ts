// English texts of code lists.
import { number, plural } from '../formats.ts';

const codes = (n: number, shown: string) =>
  `${shown} ${plural('en', n, { one: 'code', other: 'codes' })}`;

export const codeLists = {
  title: 'Code lists',
  list: 'List of code lists',
  details: 'The code list',

  search: 'Search by name',
  count: (shown: string, all: string) => `${shown} of ${all} lists`,
  refresh: 'Ask the platform for the lists',
  loading: 'Could not load the code lists',
  empty: 'This platform has no code lists.',
  emptyText: 'Ask again if that is a surprise.',
  filterEmpty: 'Nothing matches.',
  filterEmptyText: 'No code list has all the words you typed in its name.',
  noCopy: 'There is no copy on this computer',
  noCopyText: 'Download one while the platform can be reached, and it is there without it.',
  toCopy: 'Download for offline…',
  versions: (n: number) =>
    plural('en', n, { one: '1 version', other: `${number('en', n)} versions` }),
  newest: (version: number) => `newest is ${version}`,
  notKept: 'Not in the copy on this computer',

  noneChosen: 'No code list is chosen.',
  noneChosenText: 'Choose one in the list to see its codes here.',
  gone: 'This code list is not there.',
  goneText: 'The platform has no list with this name, or has it no more.',
  back: 'Back to the list',

  reading: (name: string) => `Could not load the code list ${name}`,
  version: 'Version',
  language: 'Language',
  languages: { 1033: 'English', 1044: 'Norwegian bokmål', 2068: 'Norwegian nynorsk' },
  kept: 'Available offline',
  live: 'Read from the platform now',
  liveIn: (language: string) => `Not in the copy in ${language}: read from the platform now`,
  unreadIn: (language: string) => `There is no copy in ${language} on this computer.`,
  showIn: (language: string) => `Show in ${language}`,

  columns: { code: 'Code', value1: 'Value1', value2: 'Value2', value3: 'Value3' },
  filter: 'Filter the codes',
  within: 'Look in',
  withinAll: 'All columns',
  codes,
  codesOf: (shown: string, all: string) => `${shown} of ${all} codes`,
  noCodes: 'This version has no codes.',
  noCodesText: 'The platform answered with an empty list.',
  codesFilterEmpty: 'No code fits what you typed.',
  table: (name: string, version: number) => `Codes of ${name}, version ${version}`,
  copyName: 'Copy the name',
  copyCode: 'Copy code',
  copyRow: 'Copy row',
  copiedCode: (code: string) => `${code} is copied`,
  copiedRow: 'The row is copied',
  focusCodes: 'Filter the codes',

  export: 'Export…',
  exportTitle: 'Export the code list',
  exportAll: (n: number, shown: string) =>
    plural('en', n, {
      one: 'The one code of this version is saved.',
      other: `All ${shown} codes of this version are saved, whatever is filtered.`,
    }),
  format: 'Format',
  formats: { xlsx: 'Excel workbook', csv: 'CSV' },
  formatText: {
    xlsx: 'Every cell is text: 0118 stays 0118.',
    csv: 'For other programs. Spreadsheet programs take the zeros off 0118 when they open it.',
  },
  save: 'Save…',
  saving: 'Could not save the code list as a file',
  saved: (name: string, n: number, shown: string) => `${name} is saved with ${codes(n, shown)}`,

  compare: 'Compare…',
  nothingToCompare: 'There is only one version',
  compareWith: 'Compared with',
  versionNumber: (version: number) => `Version ${version}`,
  versionBefore: (version: number, when: string) => `Version ${version} as of ${when}`,
  comparingReading: 'Could not load the other version',
  endCompare: 'End the comparison',
  change: 'Change',
  changes: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  allChanges: 'All changes',
  same: (n: number, shown: string) => `${codes(n, shown)} are the same in both.`,
  equal: 'The two have the same codes and values.',
  noneOfThese: 'No code changed in this way.',
  was: 'Was',
  is: 'is',
  comparison: (name: string) => `Changes of ${name}`,
};
