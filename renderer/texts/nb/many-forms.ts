// Norwegian (bokmål) texts of sending many forms of one service from a spreadsheet.
import type { manyForms as en } from '../en/many-forms.ts';
import { counted, number } from '../formats.ts';

const forms = (n: number) => counted('nb', n, 'skjema', 'skjemaer');
const lines = (n: number) => counted('nb', n, 'linje', 'linjer');

export const manyForms: typeof en = {
  how: 'Mange fra et regneark',
  howText: 'Hver linje i en CSV-fil eller en arbeidsbok (XLSX) blir ett skjema.',
  choose: 'Velg regneark …',
  other: 'Et annet regneark …',
  chooseFailed: 'Kunne ikke åpne filen',
  reading: 'Leser filen …',
  checking: (done, all) => `Kontrollerer linje ${number('nb', done)} av ${number('nb', all)} …`,
  readFailed: 'Kunne ikke kontrollere regnearket',
  cancel: 'Stopp',
  limits:
    'Overskriftene står i første linje, eller under en tittel. Høyst 2 000 linjer, 200 kolonner og 10 MB.',
  template: {
    label: 'Start hvert skjema med',
    schema: 'Et tomt skjema',
    kept: 'Malen som er lagret for tjenesten',
    file: 'En XML-fil',
    message: 'Et tidligere skjema',
    prefilled: 'Et skjema som plattformen forhåndsutfyller',
    earlier: 'Tidligere skjema',
    readingEarlier: 'Kunne ikke hente de tidligere skjemaene',
    noEarlier: 'Meldingsboksen har ingen tidligere skjemaer fra denne tjenesten.',
    prefill: 'Start ett forhåndsutfylt skjema',
    prefillText:
      'Plattformen forhåndsutfyller et skjema når det startes. Steward starter ett, bruker verdiene derfra på hver linje og lar det ligge i arbeidslisten som utkast.',
    ready: 'Startet',
    hint: 'Felt uten kolonne beholder verdien sin.',
    choose: 'Velg XML-fil …',
    keep: 'Lagre som mal',
    replace: 'Erstatt malen med dette skjemaet',
    kept1: 'Lagret som mal for tjenesten',
    remove: 'Fjern malen',
    removed: 'Malen er fjernet',
    failed: 'Kunne ikke endre malen',
  },
  mapping: {
    title: 'Kolonner',
    text: {
      headings: 'Feltene er foreslått ut fra overskriftene.',
      kept: 'Slik du brukte dem sist.',
      given: '',
    },
    column: 'Kolonne',
    sample: 'Eksempel',
    field: 'Felt i skjemaet',
    unnamed: (n) => `Kolonne ${number('nb', n)}`,
    notUsed: 'Ikke i bruk',
    fieldOf: (column) => `Felt for ${column}`,
    list: 'Felter i skjemaet',
    none: 'Ingen felter passer',
    required: 'obligatorisk',
    used: 'i bruk',
    count: (used, all) => `${number('nb', used)} av ${number('nb', all)} i bruk`,
  },
  dry: {
    title: 'Linjer',
    nameBy: 'Gi skjemaene navn etter',
    firstCells: 'De første cellene',
    list: 'Linjene i regnearket',
    line: (n) => `Linje ${number('nb', n)}`,
    valid: 'Klar',
    ready: (n) => `${forms(n)} klare`,
    wrong: (n) => `${lines(n)} med feil`,
    leftOut: 'Linjer med feil blir ikke med.',
    problem: (where, what) => (where === '' ? what : `${where}: ${what}`),
    column: (heading, field) =>
      heading === field || heading === '' ? field : `${heading} (${field})`,
    more: (n) => `og ${number('nb', n)} til`,
    ambiguous: 'Dette kan leses på to måter. Skriv det helt ut',
    character: 'Inneholder et tegn som ikke kan stå i et skjema',
    place: 'Dette feltet kan ikke fylles ut her',
    twice: (line) => `Lik linje ${number('nb', line)}`,
    long: 'Skjemaet er større enn 64 kB',
    noFields: 'Velg et felt for minst én kolonne.',
    unchecked: 'Skjemaene kan ikke kontrolleres mot XSD-en, så ingen av dem blir laget',
  },
  called: (line, title, subject) =>
    title === ''
      ? `Linje ${number('nb', line)} – ${subject}`
      : `${title} (linje ${number('nb', line)}) – ${subject}`,
  send: (n) => `Send ${forms(n)}`,
  save: (n) => `Lagre ${forms(n)}`,
  starting: 'Kunne ikke starte jobben',
  running:
    'Skjemaer fra et regneark er allerede i ferd med å lages. Vent til den jobben er ferdig, eller stopp den.',
  then: {
    'fill-in': 'Utkast i arbeidslisten',
    'fill-in-text': 'Hvert skjema lagres der og kan fortsatt endres.',
    'await-signature': 'Send til signering med en gang',
    'await-signature-text':
      'Hvert skjema sendes som ferdig utfylt og venter på signering. Ingenting signeres ennå.',
  },
  reasons: {
    'no-file': 'Velg et regneark først',
    'no-format': 'Fyll ut dataformatet først',
    checking: 'Kontrollerer linjene',
    'no-template': 'Velg en XML-fil først',
    'no-lines': 'Ingen linjer er klare',
    'no-earlier': 'Velg et tidligere skjema først',
    'no-prefilled': 'Start det forhåndsutfylte skjemaet først',
  },
  job: {
    row: (line, title) =>
      title === '' ? `Linje ${number('nb', line)}` : `Linje ${number('nb', line)}: ${title}`,
    open: 'Trykk Enter eller dobbeltklikk på en linje for å åpne skjemaet.',
    unknown:
      'Se i arbeidslisten etter skjemaet til en linje uten svar. Prøv på nytt lager det bare når det ikke finnes noe nytt skjema for denne tjenesten.',
  },
};
