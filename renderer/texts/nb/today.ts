// Norwegian (bokmål) texts of Today: what waits for the person.
import type { today as en } from '../en/today.ts';
import { counted, number } from '../formats.ts';

export const today: typeof en = {
  title: 'I dag',
  groups: {
    computer: 'Denne maskinen',
    messages: 'Meldinger',
    jobs: 'Jobber',
    secrets: 'Hemmeligheter',
    ending: 'Utløper snart',
  },
  failed: 'Kunne ikke hente det som venter',
  empty: 'Ingenting venter på deg',
  emptyText:
    'Her ser du sertifikater som utløper, hemmeligheter som må roteres eller lagres, jobber på pause, rader som ble avvist, skjemaer som ikke er sendt, og det som var ulest eller ventet på signering.',
  draftsUnknown: 'Skjemautkastene kunne ikke kontrolleres',
  draftsUnknownText: 'Nøkkelringen svarte ikke. Utkastene ligger fortsatt på maskinen.',
  secretWaits: (user) => `Den nye hemmeligheten til ${user} er ikke lagret ennå`,
  mayBeDone: {
    create: (user) => `${user} kan være opprettet`,
    rotateSecret: (user) => `Hemmeligheten til ${user} kan være rotert`,
  },
  unclear: (user) => `Svaret om hemmeligheten til ${user} er uklart`,
  inMemory: 'Ligger bare i minnet og er borte når Steward avsluttes.',
  since: (time) => `Siden ${time}`,
  journalDamaged: 'Aktivitetsjournalen kan være endret utenfor Steward.',
  overdue: (n, user) =>
    n === 1
      ? `Hemmeligheten til ${user} skulle vært rotert`
      : `${number('nb', n)} hemmeligheter skulle vært rotert, ${user} har ventet lengst`,
  rotated: (date, days) => `Sist rotert ${date}. Grensen er ${number('nb', days)} dager.`,
  possiblyOverdue: (n, user) =>
    n === 1
      ? `Hemmeligheten til ${user} er kanskje forfalt`
      : `${number('nb', n)} hemmeligheter er kanskje forfalt`,
  createdBefore: (date, days) =>
    `Ingen rotering er registrert her. Den eldste brukeren ble opprettet ${date}, og grensen er ${counted('nb', days, 'dag', 'dager')}.`,
  rows: (refused, unknown) =>
    [
      ...(refused === 0 ? [] : [counted('nb', refused, 'rad ble avvist', 'rader ble avvist')]),
      ...(unknown === 0
        ? []
        : [counted('nb', unknown, 'rad har ukjent utfall', 'rader har ukjent utfall')]),
    ].join(', '),
  toSign: (n) => counted('nb', n, 'skjema venter på signering', 'skjemaer venter på signering'),
  unread: (n) => counted('nb', n, 'ulest melding', 'uleste meldinger'),
  loaded: (party, time) =>
    party === undefined
      ? `Meldingsboksen ble sist hentet ${time}`
      : `Meldingsboksen til ${party} ble sist hentet ${time}`,
  draft: (subject) => `Skjema som ikke er sendt: ${subject}`,
  changed: (time) => `Sist endret ${time}`,
  signIn: (connection) => `Logg inn på ${connection}`,
  signInText: 'Lister kan ikke hentes før du har logget inn.',
  update: {
    found: (version) => `Steward ${version} er tilgjengelig`,
    downloaded: (version) => `Steward ${version} er klar til å installeres`,
  },
  updateText: 'Se hva som er nytt, og installer når det passer.',
  actions: {
    secret: 'Følg opp',
    'damaged-files': 'Kontroller data',
    journal: 'Åpne aktivitet',
    certificate: 'Vis sertifikatet',
    job: 'Åpne jobben',
    rows: 'Åpne jobben',
    'to-sign': 'Åpne arbeidslisten',
    unread: 'Åpne innboksen',
    overdue: 'Roter …',
    'possibly-overdue': 'Vis brukerne',
    draft: 'Fortsett',
    'sign-in': 'Logg inn',
    update: 'Vis oppdateringen',
  },
  actionOn: (action, line) => `${action}: ${line}`,
};
