// English texts of jobs that have a tally: contact entries changed from a file, organisations looked up.
import { plural } from '../formats.ts';

const n = (count: number, one: string, other: string): string =>
  `${String(count)} ${plural('en', count, { one, other })}`;
const entries = (count: number): string => n(count, 'contact entry', 'contact entries');
const organisations = (count: number): string => n(count, 'organisation', 'organisations');
const messages = (count: number): string => n(count, 'message', 'messages');

export const batches = {
  kind: {
    'change-contact-entries': 'Change contact entries',
    'look-up': 'Look up organisations',
    'export-messages': 'Export messages',
  },
  title: {
    'change-contact-entries': {
      running: (of: number) => `Changing ${entries(of)}`,
      pausing: (of: number) => `Pausing: ${entries(of)}`,
      paused: (of: number) => `Paused: ${entries(of)}`,
      stopped: (of: number) => `Stopped: ${entries(of)}`,
      finished: (of: number) => `Finished: ${entries(of)}`,
    },
    'look-up': {
      running: (of: number) => `Looking up ${organisations(of)}`,
      pausing: (of: number) => `Pausing: ${organisations(of)}`,
      paused: (of: number) => `Paused: ${organisations(of)}`,
      stopped: (of: number) => `Stopped: ${organisations(of)}`,
      finished: (of: number) => `Finished: ${organisations(of)}`,
    },
    'export-messages': {
      running: (of: number) => `Exporting ${messages(of)}`,
      pausing: (of: number) => `Pausing: ${messages(of)}`,
      paused: (of: number) => `Paused: ${messages(of)}`,
      stopped: (of: number) => `Cancelled: ${messages(of)}`,
      finished: (of: number) => `Finished: ${messages(of)}`,
    },
  },
  started: (time: string) => `started ${time}`,
  progress: (ended: number, of: number) => `${String(ended)} of ${String(of)}`,
  left: (seconds: number) =>
    seconds < 60
      ? 'less than a minute left'
      : `about ${n(Math.round(seconds / 60), 'minute', 'minutes')} left`,
  countsLabel: 'Rows by state',
  counts: {
    waiting: 'Waiting',
    running: 'Under way',
    done: 'Done',
    notFound: 'Not found',
    refused: 'Refused',
    unknown: 'Not known',
    skipped: 'Left as it was',
  },
  row: {
    add: {
      waiting: 'To be added',
      running: 'Adding…',
      done: 'Added',
      'not-found': 'Not there',
      refused: 'Refused, not added',
      unknown: 'No answer – may have been added',
      skipped: 'Not begun',
    },
    remove: {
      waiting: 'To be removed',
      running: 'Removing…',
      done: 'Removed',
      'not-found': 'Was not there',
      refused: 'Refused, not removed',
      unknown: 'No answer – may have been removed',
      skipped: 'Not begun',
    },
    'look-up': {
      waiting: 'Waiting',
      running: 'Looking up…',
      done: 'Found',
      'not-found': 'The platform knows none',
      refused: 'Refused',
      unknown: 'No answer',
      skipped: 'Not begun',
    },
    export: {
      waiting: 'Waiting',
      running: 'Exporting…',
      done: 'Exported',
      'not-found': 'Not there any more',
      refused: 'Not all of it could be had',
      unknown: 'No answer',
      skipped: 'Not begun',
    },
    rotate: {
      waiting: 'Waiting',
      running: 'Rotating…',
      done: 'Rotated',
      'not-found': 'Refused, not rotated',
      refused: 'Refused, not rotated',
      unknown: 'No answer – may have been rotated',
      skipped: 'Left as it was',
    },
  },
  said: (what: string, words: string) => `${what}: ${words}`,
  because: {
    none: '',
    asked: 'You paused it.',
    'two-refusals': 'Two refusals in a row. Find out why before you go on.',
    destination: 'The destination could not be written. Nothing is lost.',
    restarted: 'Steward was ended while it ran. What was done is kept; resume does the rest.',
    'unknown-outcome':
      'One call got no answer. Resume looks at what the platform has now before it goes on.',
    unreachable: 'The platform cannot be reached. Resume when it can.',
    'sign-in-needed': 'The sign-in has ended. Sign in again, then resume.',
    'connection-changed':
      'The connection was removed or leads elsewhere now. Stop the job, or restore the connection.',
    'disk-full': 'The disk is full. Nothing is lost. Make room, then resume.',
    'disk-read-only': 'The disk is read-only. Nothing is lost. Make it writable, then resume.',
    'disk-failed': 'The disk could not be written. Nothing is lost. See to it, then resume.',
    'program-error':
      'An error in Steward stopped it. Nothing is lost. Resume, and report it if it comes again.',
  },
  stopped: 'It was stopped. What was done stays done; the rest was not begun.',
  show: 'Rows shown',
  all: 'All',
  onlyOpen: 'To look at',
  rows: 'Rows of this job',
  noneOpen: 'Nothing to look at. Every row went as it should.',
  noneYet: 'Nothing to look at so far.',
  showAll: 'Show all',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop…',
  stopTitle: 'Stop this job?',
  stopText: {
    'change-contact-entries':
      'What was added or removed stays so. A stopped job cannot be resumed.',
    'look-up': 'What was found is kept. A stopped job cannot be resumed.',
    'export-messages':
      'What is in the folder stays there, and the manifest says that the rest was not begun. A stopped job cannot be resumed.',
  },
  stopYes: 'Stop the job',
  stopNo: 'Go on',
  retry: (open: number) => `Try ${n(open, 'open row', 'open rows')} again`,
  report: 'Save report…',
  reportSaved: (name: string, rows: number) => `${n(rows, 'row', 'rows')} saved as ${name}`,
  forget: 'Take off the list',
  attempted: 'The action on the job',
  attempt: {
    add: (subject: string) => `Adding ${subject}`,
    remove: (subject: string) => `Removing ${subject}`,
    'look-up': (subject: string) => `Looking up ${subject}`,
    export: (subject: string) => `Exporting ${subject}`,
    rotate: (subject: string) => `Rotating ${subject}`,
  },
  gone: 'This job is not on the list any more.',
  back: 'Back',
  banner: {
    running: (ended: number, of: number) =>
      `Changing ${entries(of)}: ${String(ended)} have been dealt with.`,
    paused: (ended: number, of: number) =>
      `A job of ${entries(of)} is paused. ${String(ended)} have been dealt with.`,
    open: 'Open',
  },
};
