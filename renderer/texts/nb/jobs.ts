// Norwegian (bokmål) texts of jobs: long work of any kind.
import type { jobs as en } from '../en/jobs.ts';
import { counted, minutesOf, number } from '../formats.ts';

const n = (value: number, one: string, other: string): string => counted('nb', value, one, other);
type Things = (count: number) => string;
const titles = (doing: string, deed: string, things: Things) => ({
  running: (of: number) => `${doing} ${things(of)}`,
  pausing: (of: number) => `${deed} av ${things(of)} settes på pause`,
  paused: (of: number) => `${deed} av ${things(of)} er på pause`,
  stopped: (of: number) => `${deed} av ${things(of)} er stoppet`,
  finished: (of: number) => `${deed} av ${things(of)} er ferdig`,
});

export const jobs: typeof en = {
  list: 'Jobber',
  kind: {
    'rotate-secrets': 'Roter hemmeligheter',
    'change-contact-entries': 'Endre varslingsadresser',
    'change-delegations': 'Gi og ta tilbake tilgang',
    'change-messages': 'Marker eller slett meldinger',
    'mark-as-read': 'Marker meldinger som lest',
    delete: 'Slett meldinger',
    'send-forms': 'Skjemaer fra regneark',
    'save-forms': 'Lagre skjemaer som utkast',
    'sign-forms': 'Send skjemaer til signering',
    'request-consents': 'Be om samtykke',
    'download-files': 'Last ned filer',
    'send-files': 'Send filer',
    'delete-users': 'Slett virksomhetsbrukere',
    'look-up': 'Slå opp virksomheter',
    'export-messages': 'Eksporter meldinger',
    'hand-over': 'Overlevering',
    synchronise: 'Last ned åpne metadata',
  },
  state: {
    running: 'Pågår',
    pausing: 'Settes på pause',
    paused: 'På pause',
    stopped: 'Stoppet',
    finished: 'Ferdig',
  },
  title: {
    'rotate-secrets': titles('Roterer', 'Rotering', (value) =>
      n(value, 'hemmelighet', 'hemmeligheter'),
    ),
    'change-contact-entries': titles('Endrer', 'Endring', (value) =>
      n(value, 'varslingsadresse', 'varslingsadresser'),
    ),
    'change-delegations': titles('Endrer', 'Endring', (value) =>
      n(value, 'rolle eller rettighet', 'roller og rettigheter'),
    ),
    'mark-as-read': titles('Markerer', 'Markering', (value) =>
      n(value, 'melding som lest', 'meldinger som lest'),
    ),
    delete: titles('Sletter', 'Sletting', (value) => n(value, 'melding', 'meldinger')),
    'save-forms': titles('Lagrer', 'Lagring', (value) => n(value, 'utkast', 'utkast')),
    'sign-forms': titles('Sender', 'Sending', (value) =>
      n(value, 'skjema til signering', 'skjemaer til signering'),
    ),
    'request-consents': titles('Sender', 'Sending', (value) =>
      n(value, 'forespørsel om samtykke', 'forespørsler om samtykke'),
    ),
    'download-files': titles('Laster ned', 'Nedlasting', (value) => n(value, 'fil', 'filer')),
    'send-files': titles('Sender', 'Sending', (value) => n(value, 'fil', 'filer')),
    'delete-users': titles('Sletter', 'Sletting', (value) => n(value, 'bruker', 'brukere')),
    'look-up': titles('Slår opp', 'Oppslag', (value) => n(value, 'virksomhet', 'virksomheter')),
    'export-messages': titles('Eksporterer', 'Eksport', (value) =>
      n(value, 'melding', 'meldinger'),
    ),
    'hand-over': titles('Overleverer', 'Overlevering', (value) => n(value, 'element', 'elementer')),
    synchronise: titles('Laster ned', 'Nedlasting', () => 'åpne metadata'),
  },
  notice: (title, progress) => `${title} (${progress})`,
  started: (time) => `startet ${time}`,
  progress: (ended, of) => `${number('nb', ended)} av ${number('nb', of)}`,
  progressDone: (done, of) => `${number('nb', done)} av ${number('nb', of)} utført`,
  left: (seconds) =>
    seconds < 60
      ? 'under ett minutt igjen'
      : `omtrent ${n(minutesOf(seconds), 'minutt', 'minutter')} igjen`,
  bytes: (moved, of) => `${moved} av ${of}`,
  speed: (perSecond) => `${perSecond}/s`,
  countsLabel: 'Rader etter status',
  counts: {
    waiting: 'Venter',
    running: 'Pågår',
    done: 'Utført',
    unchanged: 'Uendret',
    notFound: 'Ikke funnet',
    refused: 'Avvist',
    unknown: 'Ingen svar',
    skipped: 'Hoppet over',
  },
  documents: {
    done: 'Nye eller endret',
    refused: 'Kunne ikke hentes',
    skipped: 'Tilbys ikke lenger',
  },
  row: {
    add: {
      waiting: 'Skal legges til',
      running: 'Legger til …',
      done: 'Lagt til',
      'not-found': 'Ikke funnet',
      refused: 'Avvist, ikke lagt til',
      unknown: 'Ingen svar – kan være lagt til',
      skipped: 'Ikke påbegynt',
    },
    remove: {
      waiting: 'Skal fjernes',
      running: 'Fjerner …',
      done: 'Fjernet',
      'not-found': 'Var ikke registrert',
      refused: 'Avvist, ikke fjernet',
      unknown: 'Ingen svar – kan være fjernet',
      skipped: 'Ikke påbegynt',
    },
    give: {
      waiting: 'Skal gis',
      running: 'Gir …',
      done: 'Gitt',
      'not-found': 'Ikke funnet',
      refused: 'Avvist, ikke gitt',
      unknown: 'Ingen svar – kan være gitt',
      skipped: 'Ikke påbegynt',
    },
    take: {
      waiting: 'Skal tas tilbake',
      running: 'Tar tilbake …',
      done: 'Tatt tilbake',
      'not-found': 'Var ikke gitt',
      refused: 'Avvist, ikke tatt tilbake',
      unknown: 'Ingen svar – kan være tatt tilbake',
      skipped: 'Ikke påbegynt',
    },
    'look-up': {
      waiting: 'Venter',
      running: 'Slår opp …',
      done: 'Funnet',
      'not-found': 'Ukjent for plattformen',
      refused: 'Avvist',
      unknown: 'Ingen svar',
      skipped: 'Ikke påbegynt',
    },
    export: {
      waiting: 'Venter',
      running: 'Eksporterer …',
      done: 'Eksportert',
      'not-found': 'Finnes ikke lenger',
      refused: 'Ufullstendig',
      unknown: 'Ingen svar',
      skipped: 'Ikke påbegynt',
    },
    'mark-as-read': {
      waiting: 'Venter',
      running: 'Markerer som lest …',
      done: 'Markert som lest',
      'not-found': 'Finnes ikke lenger',
      refused: 'Ikke markert som lest',
      unknown: 'Ingen svar – kan være markert som lest',
      skipped: 'Ikke påbegynt',
    },
    delete: {
      waiting: 'Skal slettes',
      running: 'Sletter …',
      done: 'Slettet',
      'not-found': 'Fantes ikke lenger',
      refused: 'Avvist, ikke slettet',
      unknown: 'Ingen svar – kan være slettet',
      skipped: 'Ikke påbegynt',
    },
    save: {
      waiting: 'Skal lagres',
      running: 'Lagrer …',
      done: 'Lagret som utkast',
      'not-found': 'Ikke funnet',
      refused: 'Avvist, ikke lagret',
      unknown: 'Ingen svar – kan være lagret',
      skipped: 'Ikke påbegynt',
    },
    send: {
      waiting: 'Skal sendes',
      running: 'Sender …',
      done: 'Sendt',
      'not-found': 'Ikke funnet',
      refused: 'Avvist, ikke sendt',
      unknown: 'Ingen svar – kan være sendt',
      skipped: 'Ikke påbegynt',
    },
    download: {
      waiting: 'Venter',
      running: 'Laster ned …',
      done: 'Lastet ned',
      'not-found': 'Finnes ikke lenger',
      refused: 'Ikke lastet ned',
      unknown: 'Ingen svar',
      skipped: 'Ikke påbegynt',
    },
    rotate: {
      waiting: 'Venter',
      running: 'Roterer …',
      done: 'Rotert',
      'not-found': 'Avvist, ikke rotert',
      refused: 'Avvist, ikke rotert',
      unknown: 'Ingen svar – kan være rotert',
      skipped: 'Hoppet over',
    },
  },
  withLeftOut: (what, count) =>
    `${what}, uten ${n(count, 'systemfil eller midlertidig fil', 'systemfiler eller midlertidige filer')}`,
  said: (what, words) => `${what}: ${words}`,
  because: {
    none: '',
    asked: 'Du satte jobben på pause. Det som er gjort, er tatt vare på.',
    'two-refusals': 'Plattformen avviste de to siste. Finn årsaken før du fortsetter.',
    destination: 'Kunne ikke skrive til målet. Ingenting er tapt. Kontroller det, og fortsett.',
    restarted:
      'Steward ble lukket mens jobben pågikk. Det som er gjort, er tatt vare på. Fortsett for å gjøre resten.',
    'brought-back':
      'Hentet tilbake fra en sikkerhetskopi. Resten kan ha blitt gjort siden. Kontroller før du fortsetter, ellers kan det bli gjort to ganger.',
    'unknown-outcome':
      'Ett kall fikk ikke svar. Når du fortsetter, kontrollerer Steward først hva som ble gjort.',
    unreachable: 'Plattformen kan ikke nås. Ingenting er tapt. Fortsett når den svarer igjen.',
    'sign-in-needed': 'Du er logget ut. Logg inn på nytt, og fortsett.',
    'connection-changed': 'Tilkoblingen er fjernet eller endret. Rett den opp, eller stopp jobben.',
    'disk-full': 'Disken er full. Ingenting er tapt. Frigjør plass, og fortsett.',
    'disk-read-only':
      'Disken er skrivebeskyttet. Ingenting er tapt. Gjør den skrivbar, og fortsett.',
    'disk-failed':
      'Kunne ikke skrive til disken. Ingenting er tapt. Kontroller disken, og fortsett.',
    keychain:
      'Nøkkelringen kan ikke brukes, eller mangler noe jobben trenger. Det som er gjort, er tatt vare på. Lås den opp eller gjenopprett den, og fortsett.',
    managed:
      'Virksomheten din tillater ikke dette på denne maskinen. Det som er gjort, er tatt vare på. Innstillinger viser hva som administreres, og av hvem.',
    'program-error':
      'En feil i Steward stoppet jobben. Ingenting er tapt. Fortsett, og meld fra hvis det skjer igjen.',
  },
  becauseOf: {
    rotationUnknown:
      'Én rotering fikk ikke svar. Velg hva som skal gjøres med den, eller fortsett med resten.',
    sendingUnknown:
      'Én fil fikk ikke svar, så den kan ha kommet frem. Spør mottakeren. Trykk Fortsett for å sende filene som ikke er påbegynt. Denne blir ikke sendt på nytt.',
    openSignIn: 'Plattformen ba om innlogging, som åpne data ikke krever. Fortsett senere.',
  },
  stillOpen: {
    all: (states) => `Gjenstår: ${states}.`,
    waiting: (value) => `${number('nb', value)} ikke startet`,
    refused: (value) => `${number('nb', value)} avvist`,
    unknown: (value) => `${number('nb', value)} uten svar`,
    decide: 'Velg en rad for å ta stilling til den. Trykk Fortsett for å kjøre resten.',
  },
  stopped: 'Du stoppet jobben. Det som er gjort, blir stående. Resten ble ikke påbegynt.',
  show: 'Rader som vises',
  all: 'Alle',
  onlyOpen: 'Må følges opp',
  rows: 'Rader i jobben',
  noneOpen: 'Ingenting å følge opp',
  noneYet: 'Ingenting å følge opp så langt',
  showAll: 'Vis alle',
  pause: 'Pause',
  resume: 'Fortsett',
  stop: 'Stopp …',
  stopTitle: 'Stoppe jobben?',
  soFar: 'Så langt',
  stopText: {
    'rotate-secrets':
      'Brukere som ikke er påbegynt, beholder hemmeligheten. En stoppet jobb kan ikke fortsette.',
    'change-contact-entries':
      'Det som er lagt til eller fjernet, blir stående. En stoppet jobb kan ikke fortsette.',
    'change-delegations':
      'Det som er gitt eller tatt tilbake, blir stående. En stoppet jobb kan ikke fortsette.',
    'mark-as-read':
      'Meldinger som er markert som lest, forblir det. En stoppet jobb kan ikke fortsette.',
    delete: 'Meldinger som er slettet, forblir slettet. En stoppet jobb kan ikke fortsette.',
    'save-forms':
      'Utkast som er lagret, blir liggende i arbeidslisten. En stoppet jobb kan ikke fortsette.',
    'sign-forms':
      'Skjemaer som er sendt, blir liggende i arbeidslisten til de er signert. En stoppet jobb kan ikke fortsette.',
    'request-consents':
      'Forespørsler som er sendt, kan fortsatt besvares eller trekkes tilbake. En stoppet jobb kan ikke fortsette.',
    'download-files':
      'Det som er lastet ned, blir liggende i mappen. Andre filer blir verken lastet ned eller bekreftet. En stoppet jobb kan ikke fortsette.',
    'send-files':
      'Det som er sendt, kan ikke trekkes tilbake. Hvis en fil er i ferd med å bli sendt, er det ukjent om den kommer frem. En stoppet jobb kan ikke fortsette.',
    'delete-users':
      'Brukere som er slettet, forblir slettet. Brukere som ikke er påbegynt, beholdes. En stoppet jobb kan ikke fortsette.',
    'look-up': 'Det som er funnet, blir tatt vare på. En stoppet jobb kan ikke fortsette.',
    'export-messages':
      'Filene blir liggende i mappen, og manifestet viser hva som ikke ble påbegynt. En stoppet jobb kan ikke fortsette.',
    'hand-over':
      'Filene blir liggende i mappen. Vil du gjøre den ferdig, kjører du en ny overlevering til samme mappe. En stoppet jobb kan ikke gjenopptas.',
    synchronise:
      'Det denne nedlastingen har hentet, blir slettet. Den forrige frakoblede kopien beholdes. Velg Pause hvis du vil ta vare på det som er hentet.',
  },
  stopNo: 'Behold jobben',
  stopYes: 'Stopp jobben',
  retry: (open) => `Prøv ${n(open, 'rad', 'rader')} på nytt`,
  report: 'Lagre rapport …',
  reportSaved: (name, rows) => `${n(rows, 'rad', 'rader')} lagret som ${name}`,
  forget: 'Fjern fra listen',
  acts: {
    rows: 'Kunne ikke hente radene',
    pause: 'Kunne ikke sette jobben på pause',
    resume: 'Kunne ikke fortsette jobben',
    stop: 'Kunne ikke stoppe jobben',
    retry: 'Kunne ikke prøve radene på nytt',
    resolve: 'Kunne ikke avklare raden',
    report: 'Kunne ikke lagre rapporten',
    forget: 'Kunne ikke fjerne jobben fra listen',
  },
  attempt: {
    add: (subject) => `Kunne ikke legge til ${subject}`,
    remove: (subject) => `Kunne ikke fjerne ${subject}`,
    'look-up': (subject) => `Kunne ikke slå opp ${subject}`,
    export: (subject) => `Kunne ikke eksportere ${subject}`,
    rotate: (subject) => `Kunne ikke rotere ${subject}`,
    'mark-as-read': (subject) => `Kunne ikke markere ${subject} som lest`,
    delete: (subject) => `Kunne ikke slette ${subject}`,
    give: (subject) => `Kunne ikke gi dette: ${subject}`,
    take: (subject) => `Kunne ikke ta dette tilbake: ${subject}`,
    save: (subject) => `Kunne ikke lagre ${subject}`,
    send: (subject) => `Kunne ikke sende ${subject}`,
    download: (subject) => `Kunne ikke laste ned ${subject}`,
  },
  notKnown: {
    add: (subject) => `Det er ukjent om ${subject} ble lagt til`,
    remove: (subject) => `Det er ukjent om ${subject} ble fjernet`,
    give: (subject) => `Det er ukjent om dette ble gitt: ${subject}`,
    take: (subject) => `Det er ukjent om dette ble tatt tilbake: ${subject}`,
    'look-up': (subject) => `Det er ukjent om ${subject} ble slått opp`,
    export: (subject) => `Det er ukjent om ${subject} ble eksportert`,
    rotate: (subject) => `Det er ukjent om hemmeligheten til ${subject} ble rotert`,
    'mark-as-read': (subject) => `Det er ukjent om ${subject} ble markert som lest`,
    delete: (subject) => `Det er ukjent om ${subject} ble slettet`,
    save: (subject) => `Det er ukjent om ${subject} ble lagret`,
    send: (subject) => `Det er ukjent om ${subject} ble sendt`,
    download: (subject) => `Det er ukjent om ${subject} ble lastet ned`,
  },
  attention: (value) => `${number('nb', value)} må følges opp`,
  gone: 'Jobben er ikke lenger på listen',
  open: 'Åpne jobben',
};
