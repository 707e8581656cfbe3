// Norwegian texts of jobs that have a tally.
import { plural } from '../formats.ts';
import type { batches as en } from '../en/batches.ts';

const n = (count: number, one: string, other: string): string =>
  `${String(count)} ${plural('nb', count, { one, other })}`;
const entries = (count: number): string => n(count, 'kontaktoppføring', 'kontaktoppføringer');
const organisations = (count: number): string => n(count, 'virksomhet', 'virksomheter');
const messages = (count: number): string => n(count, 'melding', 'meldinger');

export const batches: typeof en = {
  kind: {
    'change-contact-entries': 'Endre kontaktoppføringer',
    'look-up': 'Slå opp virksomheter',
    'export-messages': 'Eksporter meldinger',
  },
  title: {
    'change-contact-entries': {
      running: (of) => `Endrer ${entries(of)}`,
      pausing: (of) => `Tar pause: ${entries(of)}`,
      paused: (of) => `Pause: ${entries(of)}`,
      stopped: (of) => `Stoppet: ${entries(of)}`,
      finished: (of) => `Ferdig: ${entries(of)}`,
    },
    'look-up': {
      running: (of) => `Slår opp ${organisations(of)}`,
      pausing: (of) => `Tar pause: ${organisations(of)}`,
      paused: (of) => `Pause: ${organisations(of)}`,
      stopped: (of) => `Stoppet: ${organisations(of)}`,
      finished: (of) => `Ferdig: ${organisations(of)}`,
    },
    'export-messages': {
      running: (of) => `Eksporterer ${messages(of)}`,
      pausing: (of) => `Tar pause: ${messages(of)}`,
      paused: (of) => `Pause: ${messages(of)}`,
      stopped: (of) => `Avbrutt: ${messages(of)}`,
      finished: (of) => `Ferdig: ${messages(of)}`,
    },
  },
  started: (time) => `startet ${time}`,
  progress: (ended, of) => `${String(ended)} av ${String(of)}`,
  left: (seconds) =>
    seconds < 60
      ? 'under ett minutt igjen'
      : `omtrent ${n(Math.round(seconds / 60), 'minutt', 'minutter')} igjen`,
  countsLabel: 'Rader etter tilstand',
  counts: {
    waiting: 'Venter',
    running: 'Pågår',
    done: 'Utført',
    notFound: 'Ikke funnet',
    refused: 'Avvist',
    unknown: 'Ikke kjent',
    skipped: 'Latt være',
  },
  row: {
    add: {
      waiting: 'Skal legges til',
      running: 'Legger til …',
      done: 'Lagt til',
      'not-found': 'Finnes ikke',
      refused: 'Avvist, ikke lagt til',
      unknown: 'Ikke svar – kan være lagt til',
      skipped: 'Ikke påbegynt',
    },
    remove: {
      waiting: 'Skal fjernes',
      running: 'Fjerner …',
      done: 'Fjernet',
      'not-found': 'Fantes ikke',
      refused: 'Avvist, ikke fjernet',
      unknown: 'Ikke svar – kan være fjernet',
      skipped: 'Ikke påbegynt',
    },
    'look-up': {
      waiting: 'Venter',
      running: 'Slår opp …',
      done: 'Funnet',
      'not-found': 'Ukjent for plattformen',
      refused: 'Avvist',
      unknown: 'Ikke svar',
      skipped: 'Ikke påbegynt',
    },
    export: {
      waiting: 'Venter',
      running: 'Eksporterer …',
      done: 'Eksportert',
      'not-found': 'Finnes ikke lenger',
      refused: 'Ikke alt kunne hentes',
      unknown: 'Ikke svar',
      skipped: 'Ikke påbegynt',
    },
    rotate: {
      waiting: 'Venter',
      running: 'Roterer …',
      done: 'Rotert',
      'not-found': 'Avvist, ikke rotert',
      refused: 'Avvist, ikke rotert',
      unknown: 'Ikke svar – kan være rotert',
      skipped: 'Latt være som den var',
    },
  },
  said: (what, words) => `${what}: ${words}`,
  because: {
    none: '',
    asked: 'Du satte den på pause.',
    'two-refusals': 'To avslag på rad. Finn ut hvorfor før du fortsetter.',
    destination: 'Målet kunne ikke skrives. Ingenting er tapt.',
    restarted:
      'Steward ble avsluttet mens den gikk. Det som er gjort, er tatt vare på. Fortsett for å gjøre resten.',
    'unknown-outcome':
      'Ett kall fikk ikke svar. Når du fortsetter, sjekkes det først hva plattformen har nå.',
    unreachable: 'Plattformen kan ikke nås. Fortsett når den svarer igjen.',
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
  stopped: 'Den ble stoppet. Det som er gjort, står ved lag. Resten ble ikke påbegynt.',
  show: 'Rader som vises',
  all: 'Alle',
  onlyOpen: 'Bør ses på',
  rows: 'Rader i denne jobben',
  noneOpen: 'Ingenting å se på. Alle radene gikk som de skulle.',
  noneYet: 'Ingenting å se på så langt.',
  showAll: 'Vis alle',
  pause: 'Pause',
  resume: 'Fortsett',
  stop: 'Stopp …',
  stopTitle: 'Stoppe jobben?',
  stopText: {
    'change-contact-entries':
      'Det som er lagt til eller fjernet, forblir slik. En stoppet jobb kan ikke fortsette.',
    'look-up': 'Det som er funnet, tas vare på. En stoppet jobb kan ikke fortsette.',
    'export-messages':
      'Det som ligger i mappen, blir liggende, og manifestet sier at resten ikke ble påbegynt. En stoppet jobb kan ikke fortsette.',
  },
  stopYes: 'Stopp jobben',
  stopNo: 'La den gå',
  retry: (open) => `Prøv ${n(open, 'åpen rad', 'åpne rader')} på nytt`,
  report: 'Lagre rapport …',
  reportSaved: (name, rows) => `${n(rows, 'rad', 'rader')} lagret som ${name}`,
  forget: 'Ta av listen',
  attempted: 'Handlingen på jobben',
  attempt: {
    add: (subject) => `Å legge til ${subject}`,
    remove: (subject) => `Å fjerne ${subject}`,
    'look-up': (subject) => `Å slå opp ${subject}`,
    export: (subject) => `Å eksportere ${subject}`,
    rotate: (subject) => `Å rotere ${subject}`,
  },
  gone: 'Denne jobben er ikke på listen lenger.',
  back: 'Tilbake',
  banner: {
    running: (ended, of) => `Endrer ${entries(of)}: ${String(ended)} er behandlet.`,
    paused: (ended, of) => `En jobb med ${entries(of)} har pause. ${String(ended)} er behandlet.`,
    open: 'Åpne',
  },
};
