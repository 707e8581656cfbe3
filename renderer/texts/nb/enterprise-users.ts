// Norwegian (bokmål) words of the Enterprise users screen and its dialogs.
import type { enterpriseUsers as en } from '../en/enterprise-users.ts';
import { number } from '../formats.ts';

const days = (n: number): string => `${number('nb', n)} døgn`;

export const enterpriseUsers: typeof en = {
  title: 'Virksomhetsbrukere',
  one: 'Virksomhetsbruker',
  count: (n, organisation) =>
    `${n === 1 ? '1 systembruker' : `${number('nb', n)} systembrukere`} for ${organisation}`,
  refresh: 'Oppdater listen',
  export: 'Eksporter',
  exported: (name, rows) =>
    `${rows === 1 ? '1 bruker' : `${number('nb', rows)} brukere`} lagret som ${name}`,
  exportFailed: 'Listen ble ikke eksportert',
  newUser: 'Ny virksomhetsbruker',
  filter: 'Filtrer på navn eller notat',
  show: 'Vis',
  all: 'Alle',
  overdue: 'Forfalt',
  untracked: 'Ikke sporet',
  policy: (n) => `Regel: roter hver ${number('nb', n)}. dag`,
  needsConnection: 'Krever tilkobling',

  columns: {
    tickAll: 'Kryss av alle som vises',
    tick: (name) => `Kryss av ${name}`,
    name: 'Brukernavn',
    created: 'Opprettet',
    age: 'Hemmelighetens alder',
    note: 'Notat',
  },
  days,
  today: 'I dag',
  neverHere: 'Aldri rotert her',
  tone: {
    fresh: 'innenfor regelen',
    soon: 'forfaller snart',
    overdue: 'forfalt',
    untracked: 'ikke sporet',
  },
  attention: {
    'secret-waiting': 'Ikke lagret ennå',
    'outcome-unknown': 'Kan være rotert',
    'answer-unclear': 'Svaret må ses på',
  },
  shown: (n) => (n === 1 ? '1 bruker vises' : `${number('nb', n)} brukere vises`),

  selected: (n) => `${number('nb', n)} valgt`,
  rotateSelected: 'Roter hemmeligheter …',
  clearSelection: 'Fjern valg',

  empty: 'Ingen virksomhetsbrukere ennå.',
  emptyText: 'Opprett en, så et system kan logge inn for virksomheten.',
  filterEmpty: 'Ingen treff.',
  filterEmptyText: 'Ingen brukernavn eller notater passer med filteret.',
  clearFilter: 'Fjern filter',
  loading: 'Henter listen',
  tryAgain: 'Prøv igjen',

  details: 'Detaljer',
  noneChosen: 'Ingen bruker er valgt.',
  noneChosenText: 'Velg en i listen for å se den her.',
  userName: 'Brukernavn',
  showKept: 'Vis …',
  close: 'Lukk detaljer',
  copyName: 'Kopier brukernavnet',
  copied: 'Kopiert',
  overdueBy: (n) => `Forfalt for ${days(n)} siden`,
  overdueText: 'Hemmeligheten er eldre enn rotasjonsregelen tillater.',
  rotate: 'Roter hemmelighet …',
  rename: 'Gi nytt navn …',
  remove: 'Slett …',
  created: 'Opprettet',
  lastChanged: 'Sist endret',
  name: 'Navn',
  owner: 'Eier',
  lastRotated: 'Sist rotert',
  secret: 'Hemmelighet',
  note: 'Notat',
  kept: {
    nowhere: 'Ikke lagret på denne maskinen',
    keychain: 'I systemets nøkkelring',
    memory: 'I minnet til Steward avsluttes',
  },
  addNote: 'Legg til notat',
  editNote: 'Endre notatet',
  noteHint: 'Lagres bare på denne maskinen',
  saveNote: 'Lagre',
  cancel: 'Avbryt',
  rights: 'Roller og rettigheter gis i portalen.',
  openPortal: 'Åpne i portalen',
  portalOpened: (host) => `${host} ble åpnet i nettleseren`,
  history: 'Historikk på denne maskinen',
  readingHistory: 'Å lese historikken',
  noHistory: 'Ingenting ennå.',
  what: {
    'first-seen': () => 'Først sett av Steward',
    created: (who) => `Opprettet av ${who}`,
    renamed: (who) => `Omdøpt av ${who}`,
    rotated: (who) => `Hemmelighet rotert av ${who}`,
    'outcome-unknown': (who) => `Ikke svar til ${who}; kan være rotert`,
    'note-changed': (who) => `Notat endret av ${who}`,
  },

  create: {
    title: 'Ny virksomhetsbruker',
    name: 'Brukernavn',
    hint: 'Bokstaver, tall og bindestrek virker overalt. Ingen mellomrom.',
    taken: 'Det finnes allerede en bruker med dette navnet.',
    serverSays: (words) => `Plattformen svarer: ${words}`,
    text: 'Den nye brukeren får en hemmelighet. Den vises én gang, i neste vindu.',
    go: 'Opprett bruker',
    steps: {
      preparing: 'Gjør klart et trygt sted',
      asking: 'Spør plattformen',
      keeping: 'Tar vare på svaret',
    },
  },
  checklist: {
    title: 'Dette gjenstår',
    made: (name) => `${name} er opprettet og hemmeligheten er lagret`,
    rights: 'Gi den roller og rettigheter',
    rightsText: 'Uten roller kan den logge inn, men ser ingenting.',
    system: 'Legg brukernavnet og hemmeligheten inn i systemet som skal bruke dem',
    note: 'Legg til et notat om hvilket system den er til',
    close: 'Lukk',
  },
  renameDialog: {
    title: 'Gi virksomhetsbrukeren nytt navn',
    newName: 'Nytt brukernavn',
    warning:
      'Systemer bruker navnet til å logge inn. De feiler til de får det nye. Hemmeligheten er den samme.',
    go: 'Gi nytt navn',
    done: (name) => `Nytt navn er ${name}`,
  },
  removeDialog: {
    title: 'Slette virksomhetsbrukeren?',
    warning:
      'Brukeren og rettighetene fjernes fra plattformen. Systemer som logger inn med den, feiler straks. Dette kan ikke angres.',
    waiting:
      'En hemmelighet for denne brukeren er ikke lagret ennå, eller et forsøk er ikke avklart. Den fjernes også fra denne maskinen.',
    go: 'Slett bruker',
    done: (name) => `${name} er slettet`,
  },
  rotateDialog: {
    title: 'Rotere hemmeligheten?',
    warning:
      'Dagens hemmelighet blir erstattet. Systemer som logger inn med den, feiler til de får den nye. Dette kan ikke angres.',
    go: 'Roter hemmelighet',
  },
};
