// Norwegian texts of code lists.
import type { codeLists as en } from '../en/code-lists.ts';
import { number, plural } from '../formats.ts';

const codes = (n: number, shown: string) =>
  `${shown} ${plural('nb', n, { one: 'kode', other: 'koder' })}`;

export const codeLists: typeof en = {
  title: 'Kodelister',
  list: 'Liste over kodelister',
  details: 'Kodelisten',

  search: 'Søk på navn',
  count: (shown, all) => `${shown} av ${all} lister`,
  refresh: 'Spør plattformen om listene',
  loading: 'Kunne ikke hente kodelistene',
  empty: 'Plattformen har ingen kodelister.',
  emptyText: 'Spør igjen hvis det er uventet.',
  filterEmpty: 'Ingen treff.',
  filterEmptyText: 'Ingen kodeliste har alle ordene du skrev, i navnet.',
  noCopy: 'Det finnes ingen kopi på denne datamaskinen',
  noCopyText: 'Last ned en mens plattformen kan nås, så er den her også uten.',
  toCopy: 'Last ned for frakoblet bruk …',
  versions: (n) => plural('nb', n, { one: '1 versjon', other: `${number('nb', n)} versjoner` }),
  newest: (version) => `nyeste er ${version}`,
  notKept: 'Ikke i kopien på denne datamaskinen',

  noneChosen: 'Ingen kodeliste er valgt.',
  noneChosenText: 'Velg en i listen for å se kodene her.',
  gone: 'Denne kodelisten finnes ikke.',
  goneText: 'Plattformen har ingen liste med dette navnet, eller har den ikke lenger.',
  back: 'Tilbake til listen',

  reading: (name) => `Kunne ikke hente kodelisten ${name}`,
  version: 'Versjon',
  language: 'Språk',
  languages: { 1033: 'Engelsk', 1044: 'Bokmål', 2068: 'Nynorsk' },
  kept: 'Tilgjengelig frakoblet',
  live: 'Lest fra plattformen nå',
  liveIn: (language) => `Ikke i kopien på ${language.toLowerCase()}: lest fra plattformen nå`,
  unreadIn: (language) =>
    `Det finnes ingen kopi på ${language.toLowerCase()} på denne datamaskinen.`,
  showIn: (language) => `Vis på ${language.toLowerCase()}`,

  columns: { code: 'Kode', value1: 'Verdi1', value2: 'Verdi2', value3: 'Verdi3' },
  filter: 'Filtrer kodene',
  within: 'Let i',
  withinAll: 'Alle kolonner',
  codes,
  codesOf: (shown, all) => `${shown} av ${all} koder`,
  noCodes: 'Denne versjonen har ingen koder.',
  noCodesText: 'Plattformen svarte med en tom liste.',
  codesFilterEmpty: 'Ingen koder passer med det du skrev.',
  table: (name, version) => `Koder i ${name}, versjon ${version}`,
  copyName: 'Kopier navnet',
  copyCode: 'Kopier koden',
  copyRow: 'Kopier raden',
  copiedCode: (code) => `${code} er kopiert`,
  copiedRow: 'Raden er kopiert',
  focusCodes: 'Filtrer kodene',

  export: 'Eksporter …',
  exportTitle: 'Eksporter kodelisten',
  exportAll: (n, shown) =>
    plural('nb', n, {
      one: 'Den ene koden i versjonen lagres.',
      other: `Alle ${shown} koder i versjonen lagres, uansett filter.`,
    }),
  format: 'Format',
  formats: { xlsx: 'Excel-arbeidsbok', csv: 'CSV' },
  formatText: {
    xlsx: 'Alle celler er tekst: 0118 forblir 0118.',
    csv: 'For andre programmer. Regneark fjerner nullene foran i 0118 når de åpner filen.',
  },
  save: 'Lagre …',
  saving: 'Kunne ikke lagre kodelisten som fil',
  saved: (name, n, shown) => `${name} er lagret med ${codes(n, shown)}`,

  compare: 'Sammenlign …',
  nothingToCompare: 'Det finnes bare én versjon',
  compareWith: 'Sammenlignet med',
  versionNumber: (version) => `Versjon ${version}`,
  versionBefore: (version, when) => `Versjon ${version} slik den var ${when}`,
  comparingReading: 'Kunne ikke hente den andre versjonen',
  endCompare: 'Avslutt sammenligningen',
  change: 'Endring',
  changes: { added: 'Ny', removed: 'Fjernet', changed: 'Endret' },
  allChanges: 'Alle endringer',
  same: (n, shown) => `${codes(n, shown)} er like i begge.`,
  equal: 'De to har de samme kodene og verdiene.',
  noneOfThese: 'Ingen koder er endret på denne måten.',
  was: 'Var',
  is: 'er',
  comparison: (name) => `Endringer i ${name}`,
};
