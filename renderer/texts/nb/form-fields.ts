// Norwegian texts of a form that is filled in as fields.
import type { formFields as en } from '../en/form-fields.ts';
import { partWords } from '../../../preload/forms/part-words.ts';
import { counted, number } from '../formats.ts';
import { patterns } from './patterns.ts';

export const formFields: typeof en = {
  ...partWords.nb,
  mode: 'Vis skjemaet som',
  modes: { fields: 'Felter', xml: 'XML' },
  loading: 'Kunne ikke laste feltene i skjemaet',
  noSchema: 'Feltene kan ikke vises',
  unknownForm: 'Plattformen oppgir ikke hvilket skjema dette er, så feltene er ukjente.',
  editXml: 'Rediger som XML',
  broken: 'Feltene kan ikke vises før XML-en er rettet',
  brokenText: (line, column) =>
    `XML-en er ikke velformet i linje ${line}, kolonne ${column}. Rediger den som XML. Du har ikke mistet noe av det du skrev.`,
  wrongRoot: 'Denne XML-en hører til et annet skjema',
  wrongRootText: (name) =>
    `Det første elementet, ${name}, finnes ikke i XSD-en for dette skjemaet. Du kan redigere det som XML.`,
  empty: 'Skjemaet er tomt',
  emptyText: 'Start med feltene det må ha.',
  begin: 'Start skjemaet',
  cut: 'XSD-en er større enn det som kan vises. Det som mangler her, kan redigeres som XML.',

  list: 'Felter i skjemaet',
  contents: 'Innhold',
  search: 'Finn et felt',
  found: (n) => counted('nb', n, 'felt', 'felter'),
  view: 'Vis',
  views: { all: 'Alle', filled: 'Utfylte', required: 'Obligatoriske' },
  nothing: 'Ingen felter her',
  nothingText: 'Ingen felter passer til søket eller utvalget.',
  showAll: 'Vis alle felter',
  undo: 'Angre',
  redo: 'Gjør om',
  openAll: 'Utvid alle',
  closeAll: 'Skjul alle',

  open: (name) => `Utvid ${name}`,
  close: (name) => `Skjul ${name}`,
  add: (name) => `Legg til ${name}`,
  notIncluded: 'Ikke tatt med',
  remove: 'Fjern fra skjemaet',
  rows: (n) => counted('nb', n, 'rad', 'rader'),
  rowsOf: (n, most) => `${number('nb', n)} av maks. ${number('nb', most)} rader`,
  addRow: 'Legg til rad',
  mostRows: (most) => `Skjemaet tar høyst ${number('nb', most)}`,
  fewestRows: (fewest) => `Skjemaet må ha minst ${number('nb', fewest)}`,
  newRow: (name) => `Ny rad i ${name}`,
  row: (n) => `Rad ${number('nb', n)}`,
  cell: (column, n) => `${column}, rad ${number('nb', n)}`,
  emptyRow: 'Tom',
  duplicate: 'Dupliser',
  up: 'Flytt opp',
  down: 'Flytt ned',
  removeRow: 'Fjern rad',
  removedRow: (name) => `${name} er fjernet`,
  choose: 'Velg ett',
  noWay: 'Ingen',

  required: 'obligatorisk',
  optional: 'valgfritt',
  noChoice: 'Ikke valgt',
  choices: (min, max) =>
    max === null
      ? min === 0
        ? 'Velg så mange du vil'
        : `Velg minst ${number('nb', min)}`
      : min === max
        ? `Velg ${number('nb', max)}`
        : min === 0
          ? `Velg høyst ${number('nb', max)}`
          : `Velg ${number('nb', min)} til ${number('nb', max)}`,
  otherChoice: (value) => `${value} (ikke i listen)`,
  setNil: 'Sett til «ingen verdi»',
  unsetNil: 'La stå tom',
  clear: 'Tøm',
  more: (name) => `Mer om ${name}`,
  moreRow: (name) => `Handlinger for ${name}`,
  facts: {
    path: 'Sti',
    type: 'Type',
    allowed: 'Tillatt',
    attributes: 'Faste',
  },
  patterns: {
    date: 'åååå-mm-dd',
    dateTime: 'åååå-mm-ddThh:mm:ss',
    time: 'hh:mm:ss',
    gYear: 'åååå',
    gYearMonth: 'åååå-mm',
    gMonth: '--mm',
    gDay: '---dd',
    gMonthDay: '--mm-dd',
  },
  raw: {
    mixed: 'Denne delen har tekst og elementer om hverandre, og redigeres som XML.',
    any: 'Her er alt innhold tillatt. Det redigeres som XML.',
    type: 'Denne delen har en annen type enn vanlig, og redigeres som XML.',
    misfit: 'Denne delen finnes ikke i XSD-en. Den beholdes som den er.',
    attribute: 'Dette attributtet finnes ikke i XSD-en. Det beholdes som det er.',
    'too-deep': 'Denne delen ligger for dypt til å vises som felter, og redigeres som XML.',
  },
  rawAbstract: (types) =>
    `Denne delen må få oppgitt en type (xsi:type)${types === '' ? '' : `, en av ${types}`}. Den redigeres som XML.`,
  rawTypes:
    'Typen til denne delen er ikke oppgitt (xsi:type). Velg den over for å se feltene, eller rediger delen som XML.',

  print: 'Skriv ut …',
  compare: {
    open: 'Sammenlign …',
    with: 'Sammenlign med',
    otherContent: 'Ikke samme skjema',
    same: 'Alle feltene er like',
    count: (n) => counted('nb', n, 'felt er ulikt', 'felter er ulike'),
    more: (n) => counted('nb', n, 'felt til', 'felter til'),
    field: 'Felt',
    before: 'I det andre skjemaet',
    after: 'I dette skjemaet',
  },
  other: {
    reading: 'Kunne ikke laste de andre skjemaene',
    none: 'Ingen andre skjemaer fra denne tjenesten',
    noneText: 'Meldingsboksen har ingen andre skjemaer fra denne tjenesten.',
    readingForm: 'Kunne ikke laste det andre skjemaet',
    otherForm: 'Ikke samme skjema',
    otherFormText: 'Denne meldingen har ingen skjemaer med samme dataformat.',
  },
  fill: {
    open: 'Fyll ut fra …',
    title: 'Fyll ut skjemaet',
    source: 'Hent verdier fra',
    sources: { form: 'Et annet skjema', file: 'En fil', kept: 'Malen' },
    from: 'Skjema',
    choose: 'Velg XML-fil …',
    chooseOther: 'Annen fil …',
    opening: 'Kunne ikke åpne filen',
    readingTemplate: 'Kunne ikke åpne malen',
    otherForm:
      'XML-en er ikke velformet, eller hører til et annet skjema. Vil du bruke den som den er, avbryter du og velger Erstatt med fil.',
    chooseFirst: 'Velg hvor verdiene skal hentes fra',
    text: 'Verdiene erstatter dem i de samme feltene her. Du kan angre.',
    nothing: 'Det er ingen nye verdier å hente.',
    left: (n) => `${counted('nb', n, 'verdi har', 'verdier har')} ingen plass her`,
    more: (n) => `og ${number('nb', n)} til`,
    reasons: {
      left: (path, why) => `${path}: ${why}`,
      'no-such-path': 'Feltet finnes ikke',
      'no-value-there': 'Denne delen har ingen enkeltverdi',
      'row-gap': 'Radene foran mangler',
      'other-way': 'Et annet alternativ er valgt',
      'no-type': 'Typen er ikke kjent',
    },
    action: 'Hent verdiene',
    done: 'Verdiene er fylt ut',
    some: (n) => `Verdiene er fylt ut. ${counted('nb', n, 'verdi', 'verdier')} utelatt.`,
  },

  insert: {
    open: 'Sett inn …',
    title: (field) => `Sett inn i ${field}`,
    own: 'Virksomheten',
    codes: 'Kodeliste',
    facts: {
      number: 'Organisasjonsnummer',
      name: 'Navn',
      street: 'Gateadresse',
      postCode: 'Postnummer',
      city: 'Poststed',
      email: 'E-post',
      mobile: 'Mobil',
    },
    reading: 'Kunne ikke laste adressen til virksomheten',
    readingLists: 'Kunne ikke laste kodelistene',
    readingCodes: 'Kunne ikke laste kodelisten',
    list: 'Kodeliste',
    chooseList: 'Velg en kodeliste',
    chooseCode: 'Velg en kode',
    find: 'Finn en kode',
    codesOf: (list) => `Koder i ${list}`,
    insert: 'Sett inn',
  },
  paste: {
    open: 'Lim inn rader …',
    title: (name) => `Lim inn rader i ${name}`,
    label: 'Rader fra et regneark',
    hint: 'Kopier celler i regnearket og lim dem inn her. En første linje med navnene på feltene blir gjenkjent.',
    headings: 'Den første linjen har navnene på feltene.',
    column: (n) => `Felt for kolonne ${number('nb', n)}`,
    unused: 'Ikke brukt',
    nothing: 'Lim inn rader først',
    noColumns: 'Velg et felt for minst én kolonne',
    problems: (n) => counted('nb', n, 'verdi passer ikke', 'verdier passer ikke'),
    problemsText: 'De kommer inn som de er, og blir markert i skjemaet.',
    more: (n) => `${counted('nb', n, 'rad til', 'rader til')}`,
    insert: (n) => `Legg til ${counted('nb', n, 'rad', 'rader')}`,
    done: (n) => `${counted('nb', n, 'rad', 'rader')} lagt til`,
  },

  problems: {
    title: 'Problemer',
    none: 'Ingen problemer funnet',
    count: (n) => counted('nb', n, 'problem', 'problemer'),
    next: 'Neste problem',
    previous: 'Forrige problem',
    hint: 'F8 går til neste problem',
  },
  values: {
    empty: 'Fyll inn en verdi',
    character: (code) => `Inneholder et tegn som ikke kan stå i XML (${code})`,
    'not-number': 'Skriv et tall',
    'not-whole-number': 'Skriv et helt tall',
    'not-boolean': 'Velg ja eller nei',
    'not-date': (pattern) => `Skriv det som ${pattern}`,
    'not-of-type': (type) => `Ikke en gyldig ${type}`,
    'too-long': (limit, is) =>
      `Høyst ${counted('nb', limit, 'tegn', 'tegn')}, og dette har ${number('nb', is)}`,
    'too-short': (limit, is) =>
      `Minst ${counted('nb', limit, 'tegn', 'tegn')}, og dette har ${number('nb', is)}`,
    'other-length': (limit, is) =>
      `Nøyaktig ${counted('nb', limit, 'tegn', 'tegn')}, og dette har ${number('nb', is)}`,
    'too-many-digits': (limit, is) =>
      `Høyst ${counted('nb', limit, 'siffer', 'sifre')}, og dette har ${number('nb', is)}`,
    'too-many-decimals': (limit, is) =>
      limit === 0
        ? 'Ingen desimaler'
        : `Høyst ${counted('nb', limit, 'desimal', 'desimaler')}, og dette har ${number('nb', is)}`,
    'too-small': (limit, inclusive) =>
      inclusive ? `Må være ${limit} eller mer` : `Må være mer enn ${limit}`,
    'too-large': (limit, inclusive) =>
      inclusive ? `Må være ${limit} eller mindre` : `Må være mindre enn ${limit}`,
    'too-many-chosen': (limit, is) =>
      `Velg høyst ${number('nb', limit)}. ${number('nb', is)} er valgt.`,
    'too-few-chosen': (limit, is) =>
      `Velg minst ${number('nb', limit)}. ${number('nb', is)} er valgt.`,
    'not-in-list': 'Velg en verdi fra listen',
    pattern: patterns,
    'not-checked': {
      pattern: 'Mønsteret kan ikke kontrolleres her. Plattformen avgjør.',
      type: 'Typen kan ikke kontrolleres her. Plattformen avgjør.',
      values: 'Listen over tillatte verdier er ikke fullstendig her.',
      limit: 'Grensen kan ikke kontrolleres her. Plattformen avgjør.',
    },
  },
  structure: {
    'wrong-root': (name) => `${name} er ikke det første elementet i dette skjemaet`,
    'unknown-element': (name) => `${name} finnes ikke i XSD-en`,
    'unknown-namespace': (name) => `${name} er i et annet navnerom enn det XSD-en har`,
    'unknown-attribute': (name) => `Attributtet ${name} finnes ikke i XSD-en`,
    'wrong-order': (name) => `${name} står på feil sted`,
    'too-many': (name, most) => `${name} forekommer mer enn ${most} ganger`,
    'too-few': (name, fewest) => `${name} må forekomme minst ${fewest} ganger`,
    missing: (name) => `${name} mangler`,
    'missing-attribute': (name) => `Attributtet ${name} mangler`,
    'no-way-chosen': 'Velg ett av alternativene',
    'text-not-allowed': (name) => `${name} har tekst mellom feltene`,
    'not-fixed-value': (name, value) => `${name} må være ${value}`,
    'nil-not-allowed': (name) => `${name} kan ikke settes til «ingen verdi»`,
    'nil-with-content': (name) => `${name} er satt til «ingen verdi», men er ikke tom`,
    'other-type': (name) => `${name} er av en annen type`,
    'too-deep': (name) => `${name} ligger for dypt`,
  },
  refusals: {
    'not-nillable': 'Dette feltet må ha en verdi',
    required: 'Skjemaet krever dette',
    'too-many': (limit) => `Skjemaet tar høyst ${number('nb', limit)}`,
    'too-few': (limit) => `Skjemaet må ha minst ${number('nb', limit)}`,
    'no-place': 'Skjemaet har ikke plass til dette her. Rediger det som XML.',
    'not-xml': (line) => `XML-en er ikke velformet i linje ${line}`,
  },
};
