// Norwegian (bokmål) words of long work: bulk rotation and the list of jobs.
import type { jobs as en } from '../en/jobs.ts';

const secrets = (n: number): string => (n === 1 ? '1 hemmelighet' : `${String(n)} hemmeligheter`);

export const jobs: typeof en = {
  steps: { choose: 'Velg', destination: 'Mål', review: 'Se over' },
  step: (n, of) => `Steg ${String(n)} av ${String(of)}`,
  back: 'Tilbake',
  next: 'Neste',
  cancel: 'Avbryt',
  close: 'Lukk',

  choose: {
    title: 'Roter hemmeligheter',
    text: 'Hver bruker det er krysset av for, får en ny hemmelighet, én om gangen.',
    ticked: (n, of) => `${String(n)} av ${String(of)} valgt`,
    overdue: 'Velg de forfalte',
    none: 'Velg ingen',
    list: 'Brukere som skal roteres',
    open: 'ikke avklart ennå',
  },
  destination: {
    title: 'Hvor skal de nye hemmelighetene?',
    file: 'Kryptert fil',
    fileText:
      'Én age-fil som åpnes med en passordfrase. Skrives for hver 50. bruker eller hvert 30. sekund.',
    keychain: 'Nøkkelringen på denne maskinen',
    keychainText: 'Hver hemmelighet blir i nøkkelringen til du har lagret den et annet sted.',
    choose: 'Velg fil …',
    noFile: 'Ingen fil er valgt',
    test: 'Prøv og gå videre',
    testing: 'Skriver og leser en prøve',
    failed: 'Målet virker ikke. Ingenting er rotert.',
  },
  review: {
    title: (n) => `Rotere ${secrets(n)}?`,
    organisation: 'Virksomhet',
    environment: 'Miljø',
    users: 'Brukere',
    destination: 'Mål',
    tested: 'prøvd',
    warning:
      'Dagens hemmeligheter blir erstattet. Systemer som logger inn med dem, feiler til de får de nye. Dette kan ikke angres.',
    go: (n) => `Roter ${secrets(n)}`,
    failed: 'Jobben startet ikke. Ingenting er rotert.',
  },
  running: {
    title: {
      running: (n) => `Roterer ${secrets(n)}`,
      pausing: (n) => `Tar pause: ${secrets(n)}`,
      paused: (n) => `Pause: ${secrets(n)}`,
      stopped: (n) => `Stoppet: ${secrets(n)}`,
      finished: (n) => `Ferdig: ${secrets(n)}`,
    },
    done: (n, of) => `${String(n)} av ${String(of)} rotert`,
    list: 'Brukere i denne jobben',
    row: {
      waiting: 'Venter',
      rotating: 'Roterer …',
      rotated: 'Rotert',
      refused: 'Avvist av plattformen, ikke rotert',
      unknown: 'Ikke svar – kan være rotert',
      skipped: 'Latt være som den var',
    },
    refusedWith: (words) => `Avvist, ikke rotert: ${words}`,
    because: {
      none: '',
      asked: 'Du satte den på pause.',
      'two-refusals': 'To avslag på rad. Finn ut hvorfor før du fortsetter.',
      destination: 'Målet kunne ikke skrives. Ingenting er tapt.',
      restarted: 'Steward ble avsluttet mens den gikk. Ingenting er tapt.',
      'unknown-outcome': 'Én rotasjon fikk ikke svar. Avklar den, eller fortsett med resten.',
      unreachable: 'Plattformen kan ikke nås.',
      'sign-in-needed': 'Innloggingen er over. Logg inn på nytt, og fortsett så.',
      'connection-changed':
        'Tilkoblingen er fjernet eller går til et annet sted nå. Stopp jobben, eller rett opp tilkoblingen.',
      'disk-full': 'Disken er full. Ingenting er tapt. Rydd plass, og fortsett så.',
      'disk-read-only':
        'Disken er skrivebeskyttet. Ingenting er tapt. Gjør den skrivbar, og fortsett så.',
      'disk-failed':
        'Det gikk ikke å skrive til disken. Ingenting er tapt. Se på disken, og fortsett så.',
      'program-error':
        'En feil i Steward stoppet den. Ingenting er tapt. Fortsett, og meld fra hvis den kommer igjen.',
    },
    stoppedBecause: 'Den ble stoppet. Brukere som ikke var påbegynt, beholder hemmeligheten.',
    retry: 'Prøv igjen',
    resolve: 'Avklar …',
    rotateAgain: 'Roter igjen',
    oldWorks: 'Sjekket: den gamle virker fortsatt',
    resolveText:
      'Hvis plattformen gjorde det, er den nye hemmeligheten tapt. Å rotere igjen er alltid trygt.',
    pause: 'Pause',
    background: 'Kjør i bakgrunnen',
    resume: 'Fortsett',
    stop: 'Stopp …',
    stopText:
      'Brukere som ikke er påbegynt, beholder hemmeligheten. En stoppet jobb kan ikke fortsette.',
    stopYes: 'Stopp jobben',
    stopNo: 'Fortsett',
    report: 'Lagre rapport …',
    reportSaved: (name) => `Rapporten er lagret som ${name}`,
    safe: {
      file: 'Nye hemmeligheter ligger i nøkkelringen og skrives til den krypterte filen for hver 50. bruker eller hvert 30. sekund.',
      keychain: 'Nye hemmeligheter legges i systemets nøkkelring etter hver rotasjon.',
    },
    mayLeave: 'Du kan ta pause, avslutte og fortsette.',
    failed: 'Det gikk ikke',
  },
  banner: {
    paused: (done, of) => `En rotasjon av ${secrets(of)} har pause. ${String(done)} er rotert.`,
    running: (done, of) => `Roterer ${secrets(of)}: ${String(done)} er rotert.`,
    open: 'Åpne',
  },
  listTitle: 'Jobber',
  kind: 'Roter hemmeligheter',
  state: {
    running: 'Går',
    pausing: 'Tar pause',
    paused: 'Pause',
    stopped: 'Stoppet',
    finished: 'Ferdig',
  },
  toSettle: (n) => `${String(n)} å avklare`,
  open: 'Åpne',
  forget: 'Ta av listen',
};
