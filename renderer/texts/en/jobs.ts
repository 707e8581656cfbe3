// English texts of jobs: long work of any kind, as its panel, the list of jobs and notices show it.
import { counted, minutesOf, number } from '../formats.ts';

const n = (value: number, one: string, other: string): string => counted('en', value, one, other);
type Things = (count: number) => string;
const titles = (doing: string, deed: string, things: Things) => ({
  running: (of: number) => `${doing} ${things(of)}`,
  pausing: (of: number) => `${deed} of ${things(of)} is being paused`,
  paused: (of: number) => `${deed} of ${things(of)} paused`,
  stopped: (of: number) => `${deed} of ${things(of)} stopped`,
  finished: (of: number) => `${deed} of ${things(of)} finished`,
});

export const jobs = {
  list: 'Jobs',
  kind: {
    'rotate-secrets': 'Rotate secrets',
    'change-contact-entries': 'Change notification addresses',
    'change-delegations': 'Give and take back access',
    'change-messages': 'Mark or delete messages',
    'mark-as-read': 'Mark messages as read',
    delete: 'Delete messages',
    'send-forms': 'Forms from a spreadsheet',
    'save-forms': 'Save forms as drafts',
    'sign-forms': 'Send forms to signing',
    'request-consents': 'Ask for consent',
    'download-files': 'Download files',
    'send-files': 'Send files',
    'delete-users': 'Delete enterprise users',
    'look-up': 'Look up organisations',
    'export-messages': 'Export messages',
    'hand-over': 'Hand-over',
    synchronise: 'Download open metadata',
  },
  state: {
    running: 'Running',
    pausing: 'Pausing',
    paused: 'Paused',
    stopped: 'Stopped',
    finished: 'Finished',
  },
  title: {
    'rotate-secrets': titles('Rotating', 'Rotation', (value) => n(value, 'secret', 'secrets')),
    'change-contact-entries': titles('Changing', 'Change', (value) =>
      n(value, 'notification address', 'notification addresses'),
    ),
    'change-delegations': titles('Changing', 'Change', (value) =>
      n(value, 'role or right', 'roles and rights'),
    ),
    'mark-as-read': titles('Marking', 'Marking', (value) =>
      n(value, 'message as read', 'messages as read'),
    ),
    delete: titles('Deleting', 'Deletion', (value) => n(value, 'message', 'messages')),
    'save-forms': titles('Saving', 'Saving', (value) => n(value, 'draft', 'drafts')),
    'sign-forms': titles('Sending', 'Sending', (value) =>
      n(value, 'form to signing', 'forms to signing'),
    ),
    'request-consents': titles('Sending', 'Sending', (value) =>
      n(value, 'request for consent', 'requests for consent'),
    ),
    'download-files': titles('Downloading', 'Download', (value) => n(value, 'file', 'files')),
    'send-files': titles('Sending', 'Sending', (value) => n(value, 'file', 'files')),
    'delete-users': titles('Deleting', 'Deletion', (value) => n(value, 'user', 'users')),
    'look-up': titles('Looking up', 'Look-up', (value) =>
      n(value, 'organisation', 'organisations'),
    ),
    'export-messages': titles('Exporting', 'Export', (value) => n(value, 'message', 'messages')),
    'hand-over': titles('Handing over', 'Hand-over', (value) => n(value, 'item', 'items')),
    synchronise: titles('Downloading', 'Download', () => 'open metadata'),
  },
  notice: (title: string, progress: string) => `${title} (${progress})`,
  started: (time: string) => `started ${time}`,
  progress: (ended: number, of: number) => `${number('en', ended)} of ${number('en', of)}`,
  /** Beside the bar, which also counts what was refused. */
  progressDone: (done: number, of: number) => `${number('en', done)} of ${number('en', of)} done`,
  left: (seconds: number) =>
    seconds < 60
      ? 'less than a minute left'
      : `about ${n(minutesOf(seconds), 'minute', 'minutes')} left`,
  bytes: (moved: string, of: string) => `${moved} of ${of}`,
  speed: (perSecond: string) => `${perSecond}/s`,
  countsLabel: 'Rows by state',
  counts: {
    waiting: 'Waiting',
    running: 'In progress',
    done: 'Done',
    unchanged: 'Unchanged',
    notFound: 'Not found',
    refused: 'Refused',
    unknown: 'No answer',
    skipped: 'Skipped',
  },
  /** Of a download, whose rows are documents. */
  documents: {
    done: 'New or changed',
    refused: 'Could not be loaded',
    skipped: 'No longer offered',
  },
  row: {
    add: {
      waiting: 'To be added',
      running: 'Adding…',
      done: 'Added',
      'not-found': 'Not found',
      refused: 'Refused, not added',
      unknown: 'No answer – may have been added',
      skipped: 'Not started',
    },
    remove: {
      waiting: 'To be removed',
      running: 'Removing…',
      done: 'Removed',
      'not-found': 'Was not registered',
      refused: 'Refused, not removed',
      unknown: 'No answer – may have been removed',
      skipped: 'Not started',
    },
    give: {
      waiting: 'To be given',
      running: 'Giving…',
      done: 'Given',
      'not-found': 'Not found',
      refused: 'Refused, not given',
      unknown: 'No answer – may have been given',
      skipped: 'Not started',
    },
    take: {
      waiting: 'To be taken back',
      running: 'Taking back…',
      done: 'Taken back',
      'not-found': 'Was not held',
      refused: 'Refused, not taken back',
      unknown: 'No answer – may have been taken back',
      skipped: 'Not started',
    },
    'look-up': {
      waiting: 'Waiting',
      running: 'Looking up…',
      done: 'Found',
      'not-found': 'Not known to the platform',
      refused: 'Refused',
      unknown: 'No answer',
      skipped: 'Not started',
    },
    export: {
      waiting: 'Waiting',
      running: 'Exporting…',
      done: 'Exported',
      'not-found': 'No longer there',
      refused: 'Incomplete',
      unknown: 'No answer',
      skipped: 'Not started',
    },
    'mark-as-read': {
      waiting: 'Waiting',
      running: 'Marking as read…',
      done: 'Marked as read',
      'not-found': 'No longer there',
      refused: 'Not marked as read',
      unknown: 'No answer – may have been marked as read',
      skipped: 'Not started',
    },
    delete: {
      waiting: 'To be deleted',
      running: 'Deleting…',
      done: 'Deleted',
      'not-found': 'Was no longer there',
      refused: 'Refused, not deleted',
      unknown: 'No answer – may have been deleted',
      skipped: 'Not started',
    },
    save: {
      waiting: 'To be saved',
      running: 'Saving…',
      done: 'Saved as a draft',
      'not-found': 'Not found',
      refused: 'Refused, not saved',
      unknown: 'No answer – may have been saved',
      skipped: 'Not started',
    },
    send: {
      waiting: 'To be sent',
      running: 'Sending…',
      done: 'Sent',
      'not-found': 'Not found',
      refused: 'Refused, not sent',
      unknown: 'No answer – may have been sent',
      skipped: 'Not started',
    },
    download: {
      waiting: 'Waiting',
      running: 'Downloading…',
      done: 'Downloaded',
      'not-found': 'No longer there',
      refused: 'Not downloaded',
      unknown: 'No answer',
      skipped: 'Not started',
    },
    rotate: {
      waiting: 'Waiting',
      running: 'Rotating…',
      done: 'Rotated',
      'not-found': 'Refused, not rotated',
      refused: 'Refused, not rotated',
      unknown: 'No answer – may have been rotated',
      skipped: 'Skipped',
    },
  },
  withLeftOut: (what: string, count: number) =>
    `${what}, without ${n(count, 'system or temporary file', 'system or temporary files')}`,
  said: (what: string, words: string) => `${what}: ${words}`,
  because: {
    none: '',
    asked: 'You paused it. What is done is kept.',
    'two-refusals': 'The platform refused the last two. Find out why before you resume.',
    destination: 'Could not write to the destination. Nothing is lost. Check it, then resume.',
    restarted: 'Steward was closed while it ran. What is done is kept. Resume to do the rest.',
    'brought-back':
      'Brought back from a backup. What was left may have been done since. Check before you resume, or it may be done twice.',
    'unknown-outcome':
      'One call got no answer. When you resume, Steward first checks what was done.',
    unreachable: 'The platform can’t be reached. Nothing is lost. Resume when it answers again.',
    'sign-in-needed': 'You are signed out. Sign in again, then resume.',
    'connection-changed': 'The connection was removed or changed. Restore it, or stop the job.',
    'disk-full': 'The disk is full. Nothing is lost. Free up space, then resume.',
    'disk-read-only': 'The disk is read-only. Nothing is lost. Make it writable, then resume.',
    'disk-failed': 'Could not write to the disk. Nothing is lost. Check the disk, then resume.',
    keychain:
      'The keychain can’t be used, or lacks something this job needs. What is done is kept. Unlock or restore it, then resume.',
    managed:
      'Your organisation doesn’t allow this on this computer. What is done is kept. Settings shows what is managed and by whom.',
    'program-error':
      'An error in Steward stopped it. Nothing is lost. Resume, and report it if it happens again.',
  },
  /** Where a kind has its own thing to do. */
  becauseOf: {
    rotationUnknown:
      'One rotation got no answer. Decide what to do about it, or resume with the others.',
    sendingUnknown:
      'One file got no answer, so it may have arrived. Ask the recipient. Resume sends the files not sent yet. This one is not sent again.',
    openSignIn: 'The platform asked for a sign-in, which open data doesn’t need. Resume later.',
  },
  /** Of a paused job. */
  stillOpen: {
    all: (states: string) => `Remaining: ${states}.`,
    waiting: (value: number) => `${number('en', value)} not started`,
    refused: (value: number) => `${number('en', value)} refused`,
    unknown: (value: number) => `${number('en', value)} without an answer`,
    decide: 'Select a row to decide what to do about it. Resume continues with the rest.',
  },
  stopped: 'You stopped it. What was done stays done. The rest was not started.',
  show: 'Rows shown',
  all: 'All',
  onlyOpen: 'Needs attention',
  rows: 'Rows of this job',
  noneOpen: 'Nothing needs attention',
  noneYet: 'Nothing needs attention so far',
  showAll: 'Show all',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop…',
  stopTitle: 'Stop this job?',
  soFar: 'So far',
  stopText: {
    'rotate-secrets': 'Users not reached yet keep their secrets. A stopped job can’t be resumed.',
    'change-contact-entries':
      'What was added or removed stays that way. A stopped job can’t be resumed.',
    'change-delegations':
      'What was given or taken back stays that way. A stopped job can’t be resumed.',
    'mark-as-read':
      'Messages that are marked as read stay that way. A stopped job can’t be resumed.',
    delete: 'Messages that are deleted stay deleted. A stopped job can’t be resumed.',
    'save-forms': 'Drafts that are saved stay in the work list. A stopped job can’t be resumed.',
    'sign-forms':
      'Forms that are sent stay in the work list until they are signed. A stopped job can’t be resumed.',
    'request-consents':
      'Requests that are sent can still be answered or withdrawn. A stopped job can’t be resumed.',
    'download-files':
      'What was downloaded stays in the folder. Other files are neither downloaded nor confirmed. A stopped job can’t be resumed.',
    'send-files':
      'What is sent can’t be taken back. If a file is being sent now, it is unknown whether it arrives. A stopped job can’t be resumed.',
    'delete-users':
      'Users that are deleted stay deleted. Users not reached yet are kept. A stopped job can’t be resumed.',
    'look-up': 'What was found is kept. A stopped job can’t be resumed.',
    'export-messages':
      'The files stay in the folder, and the manifest lists what was not started. A stopped job can’t be resumed.',
    'hand-over':
      'The files stay in the folder. To complete it, run a new hand-over into the same folder. A stopped job can’t be resumed.',
    synchronise:
      'What this download fetched is deleted, and the offline copy from before stays. To keep it, pause instead.',
  },
  stopNo: 'Keep the job',
  stopYes: 'Stop the job',
  retry: (open: number) => `Retry ${n(open, 'row', 'rows')}`,
  report: 'Save report…',
  reportSaved: (name: string, rows: number) => `${n(rows, 'row', 'rows')} saved as ${name}`,
  forget: 'Remove from list',
  /** Titles of what failed. */
  acts: {
    rows: 'Could not load the rows',
    pause: 'Could not pause the job',
    resume: 'Could not resume the job',
    stop: 'Could not stop the job',
    retry: 'Could not retry the rows',
    resolve: 'Could not resolve the row',
    report: 'Could not save the report',
    forget: 'Could not remove the job from the list',
  },
  attempt: {
    add: (subject: string) => `Could not add ${subject}`,
    remove: (subject: string) => `Could not remove ${subject}`,
    'look-up': (subject: string) => `Could not look up ${subject}`,
    export: (subject: string) => `Could not export ${subject}`,
    rotate: (subject: string) => `Could not rotate ${subject}`,
    'mark-as-read': (subject: string) => `Could not mark ${subject} as read`,
    delete: (subject: string) => `Could not delete ${subject}`,
    give: (subject: string) => `Could not give this: ${subject}`,
    take: (subject: string) => `Could not take this back: ${subject}`,
    save: (subject: string) => `Could not save ${subject}`,
    send: (subject: string) => `Could not send ${subject}`,
    download: (subject: string) => `Could not download ${subject}`,
  },
  /** In their place where no answer told whether it was done. */
  notKnown: {
    add: (subject: string) => `It’s not known whether ${subject} was added`,
    remove: (subject: string) => `It’s not known whether ${subject} was removed`,
    give: (subject: string) => `It’s not known whether this was given: ${subject}`,
    take: (subject: string) => `It’s not known whether this was taken back: ${subject}`,
    'look-up': (subject: string) => `It’s not known whether ${subject} was looked up`,
    export: (subject: string) => `It’s not known whether ${subject} was exported`,
    rotate: (subject: string) => `It’s not known whether the secret of ${subject} was rotated`,
    'mark-as-read': (subject: string) => `It’s not known whether ${subject} was marked as read`,
    delete: (subject: string) => `It’s not known whether ${subject} was deleted`,
    save: (subject: string) => `It’s not known whether ${subject} was saved`,
    send: (subject: string) => `It’s not known whether ${subject} was sent`,
    download: (subject: string) => `It’s not known whether ${subject} was downloaded`,
  },
  attention: (value: number) => counted('en', value, 'needs attention', 'need attention'),
  gone: 'This job is no longer on the list',
  open: 'Open job',
};
