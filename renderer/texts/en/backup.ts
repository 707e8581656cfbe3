// English texts of making a backup and bringing one back.
import { counted } from '../formats.ts';

export const backup = {
  title: 'Backup of everything',
  hint: 'One encrypted file with the data folder and its secrets from the keychain. Only its passphrase opens it.',
  make: {
    open: 'Make a backup…',
    title: 'Make a backup',
    text: 'Certificates, keys, secrets, connections, drafts, jobs, settings and the activity journal are saved in one file that is encrypted with this passphrase. Without the passphrase nobody can open it, not even you.',
    leftOut:
      'Left out: the offline copy, saved user lists and logs, which can be made again, and people’s sign-ins.',
    action: 'Choose where to save…',
    fileName: (day: string) => `Steward-backup-${day}.age`,
    failed: 'Could not make the backup',
    saved: (name: string) => `Backup saved as “${name}”`,
    savedWithout: (name: string, n: number) =>
      `Backup saved as “${name}”, without ${counted('en', n, 'entry', 'entries')} that the keychain has lost`,
    held: {
      what: 'A job is running, or another backup is being made',
      fix: 'Wait until it ends, or pause the job, then try again.',
    },
    heldJobs: 'A job is running. Pause it or let it finish first.',
  },
  bring: {
    open: 'Bring back a backup…',
    title: 'Bring back a backup',
    text: 'Everything in the backup is read and checked before it is used. Jobs that had more to do come back paused. People sign in again afterwards.',
    file: 'Backup file',
    noFile: 'None chosen',
    choose: 'Choose file…',
    passphrase: 'Passphrase',
    action: 'Bring back',
    failed: 'Could not bring the backup back',
    kept: {
      what: 'Something is kept here already',
      fix: 'Use another account, or remove everything here first under Settings. Nothing was changed.',
    },
    notEmpty:
      'A backup can be brought back only where Steward keeps nothing yet: no connections, certificates, secrets, jobs or drafts.',
  },
  cancel: 'Cancel',
  progress: (done: string, all: string) => `${done} of ${all}`,
  done: {
    title: 'The backup is ready',
    made: (when: string) => `Made ${when}.`,
    holds: (what: string) => `It has ${what}.`,
    counts: {
      connections: (n: number) => counted('en', n, 'connection', 'connections'),
      credentials: (n: number) => counted('en', n, 'certificate or key', 'certificates and keys'),
      secrets: (n: number) => counted('en', n, 'secret', 'secrets'),
      jobs: (n: number) => counted('en', n, 'job', 'jobs'),
    },
    next: 'Close Steward and start it again. It then starts with everything in the backup.',
    old: 'Secrets that were rotated after the backup was made are not in it.',
  },
};
