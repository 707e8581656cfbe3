// Norwegian texts of code lists.
import type { codeLists as en } from '../en/code-lists.ts';
import { number, plural } from '../formats.ts';

const codes = (n: number, shown: string) =>
  `${shown} ${plural('nb', n, { one: 'kode', other: 'koder' })}`;

export const codeLists: typeof en = {
  title: 'Kodelister',
  list: 'Liste over kodelister',
  details: 'Kodeliste',

  search: 'Søk på navn',
  count: (shown, all) => (shown === all ? `${all} lister` : `${shown} av ${all} lister`),
  refresh: 'Last på nytt fra plattformen',
  loading: 'Kunne ikke hente kodelistene',
  empty: 'Plattformen har ingen kodelister',
  emptyText: 'Ventet du noen, laster du på nytt fra plattformen.',
  filterEmptyText: 'Ingen kodeliste har alle ordene du skrev, i navnet.',
  versions: (n) => plural('nb', n, { one: '1 versjon', other: `${number('nb', n)} versjoner` }),
  newest: (version) => `nyeste er ${version}`,
  notKept: 'Ikke i den frakoblede kopien',

  noneChosen: 'Ingen kodeliste er valgt',
  noneChosenText: 'Velg en kodeliste for å se kodene.',
  gone: 'Denne kodelisten finnes ikke',
  goneText: 'Plattformen har ingen liste med dette navnet, eller har fjernet den.',
  back: 'Tilbake til listen',

  reading: (name) => `Kunne ikke hente kodelisten ${name}`,
  version: 'Versjon',
  language: 'Språk',
  languages: { 1033: 'Engelsk', 1044: 'Bokmål', 2068: 'Nynorsk' },
  kept: 'Tilgjengelig frakoblet',
  live: 'Hentet fra plattformen',
  liveIn: (language) =>
    `Ingen frakoblet kopi på ${language.toLowerCase()}. Hentet fra plattformen.`,
  unreadIn: (language) => `Ingen frakoblet kopi på ${language.toLowerCase()} på denne maskinen.`,
  showIn: (language) => `Vis på ${language.toLowerCase()}`,

  columns: { code: 'Kode', value1: 'Verdi 1', value2: 'Verdi 2', value3: 'Verdi 3' },
  filter: 'Filtrer kodene',
  within: 'Søk i',
  withinAll: 'Alle kolonner',
  codes,
  codesOf: (shown, all) => `${shown} av ${all} koder`,
  noCodes: 'Denne versjonen har ingen koder',
  noCodesText: 'Plattformen svarte med en tom liste.',
  codesFilterEmpty: 'Ingen treff.',
  table: (name, version) => `Koder i ${name}, versjon ${version}`,
  copyName: 'Kopier navnet',
  copyCode: 'Kopier koden',
  copyRow: 'Kopier raden',
  copiedCode: (code) => `Kopierte ${code}`,
  copiedRow: 'Kopierte raden',
  focusCodes: 'Filtrer kodene',

  export: 'Eksporter …',
  exportTitle: 'Eksporter kodelisten',
  exportAll: (n, shown) =>
    plural('nb', n, {
      one: 'Lagrer den ene koden i versjonen.',
      other: `Lagrer alle ${shown} koder i versjonen, uansett filter.`,
    }),
  format: 'Format',
  formats: { xlsx: 'Excel-arbeidsbok', csv: 'CSV' },
  formatText: {
    xlsx: 'Beholder kodene som tekst: 0118 forblir 0118.',
    csv: 'For andre programmer. Regneark gjør 0118 om til 118 når de åpner filen.',
  },
  save: 'Lagre …',
  saving: 'Kunne ikke lagre kodelisten som fil',
  saved: (name, n, shown) => `${name} er lagret med ${codes(n, shown)}`,

  compare: 'Sammenlign …',
  nothingToCompare: 'Bare én versjon',
  compareWith: 'Sammenlignet med',
  versionNumber: (version) => `Versjon ${version}`,
  versionBefore: (version, when) => `Versjon ${version} fra ${when}`,
  comparingReading: 'Kunne ikke hente den andre versjonen',
  endCompare: 'Avslutt sammenligningen',
  change: 'Endring',
  changes: { added: 'Ny', removed: 'Fjernet', changed: 'Endret' },
  allChanges: 'Alle endringer',
  same: (n, shown) => `${codes(n, shown)} uendret.`,
  equal: 'Begge har de samme kodene og verdiene',
  noneOfThese: 'Ingen slike endringer',
  was: 'Var',
  is: 'er',
  comparison: (name) => `Endringer i ${name}`,
};
