// English texts of Today: what waits for the person.
import { counted, number } from '../formats.ts';

export const today = {
  title: 'Today',
  groups: {
    computer: 'This computer',
    messages: 'Messages',
    jobs: 'Jobs',
    secrets: 'Secrets',
    ending: 'Ends soon',
  },
  failed: 'Could not load what needs attention',
  empty: 'Nothing needs your attention',
  emptyText:
    'Expiring certificates, secrets to rotate or store, paused jobs, refused rows, unsent forms and what was unread or to be signed are shown here.',
  draftsUnknown: 'Drafts of forms could not be checked',
  draftsUnknownText: 'The keychain did not answer. The drafts are still on this computer.',
  secretWaits: (user: string) => `The new secret of ${user} is not stored yet`,
  mayBeDone: {
    create: (user: string) => `${user} may have been created`,
    rotateSecret: (user: string) => `The secret of ${user} may have been rotated`,
  },
  unclear: (user: string) => `The answer about the secret of ${user} is unclear`,
  inMemory: 'Kept in memory only. It is gone when Steward ends.',
  since: (time: string) => `Since ${time}`,
  journalDamaged: 'The activity journal may have been changed outside Steward.',
  overdue: (n: number, user: string) =>
    n === 1
      ? `The secret of ${user} is overdue`
      : `${number('en', n)} secrets are overdue, ${user} the longest`,
  rotated: (date: string, days: number) =>
    `Last rotated ${date}. The limit is ${counted('en', days, 'day', 'days')}.`,
  possiblyOverdue: (n: number, user: string) =>
    n === 1
      ? `The secret of ${user} is possibly overdue`
      : `${number('en', n)} secrets are possibly overdue`,
  createdBefore: (date: string, days: number) =>
    `No rotation is known here. The oldest user was created ${date}, and the limit is ${counted('en', days, 'day', 'days')}.`,
  rows: (refused: number, unknown: number) =>
    [
      ...(refused === 0 ? [] : [counted('en', refused, 'row was refused', 'rows were refused')]),
      ...(unknown === 0
        ? []
        : [counted('en', unknown, 'row has an unknown outcome', 'rows have an unknown outcome')]),
    ].join(', '),
  toSign: (n: number) => counted('en', n, 'form awaits signature', 'forms await signature'),
  unread: (n: number) => counted('en', n, 'unread message', 'unread messages'),
  loaded: (party: string | undefined, time: string) =>
    party === undefined
      ? `The message box was last loaded ${time}`
      : `The message box of ${party} was last loaded ${time}`,
  draft: (subject: string) => `Unsent form: ${subject}`,
  changed: (time: string) => `Last changed ${time}`,
  signIn: (connection: string) => `Sign in to ${connection}`,
  signInText: 'Lists cannot be loaded before you sign in.',
  update: {
    found: (version: string) => `Steward ${version} is available`,
    downloaded: (version: string) => `Steward ${version} is ready to install`,
  },
  updateText: 'See what is new, and install it when it suits you.',
  actions: {
    secret: 'Resolve',
    'damaged-files': 'Check data',
    journal: 'Open activity',
    certificate: 'Show certificate',
    job: 'Open job',
    rows: 'Open job',
    'to-sign': 'Open work list',
    unread: 'Open inbox',
    overdue: 'Rotate…',
    'possibly-overdue': 'Show users',
    draft: 'Continue',
    'sign-in': 'Sign in',
    update: 'Show update',
  },
  /** A button as it is read aloud. */
  actionOn: (action: string, line: string) => `${action}: ${line}`,
};
