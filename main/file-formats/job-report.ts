// The report of a job as CSV, and the words that scripts and spreadsheets know for the rows of a rotation.
import type { JobKind, JobRow } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/result.ts';

/** What the state of a row is called where it is a rotation: in its report and on the command line. These words are public. */
export const ROTATION_STATES = {
  waiting: 'waiting',
  running: 'rotating',
  done: 'rotated',
  'not-found': 'refused',
  refused: 'refused',
  unknown: 'unknown',
  skipped: 'skipped',
} as const satisfies Readonly<Record<JobRow['state'], string>>;

/** With its head; no secrets. */
export const jobReport = (kind: JobKind, rows: readonly JobRow[]): string[][] =>
  kind === 'rotate-secrets'
    ? [['user name', 'state', 'time', 'reason'], ...rows.map(userCells)]
    : [['line', 'action', 'subject', 'state', 'time', 'reason'], ...rows.map(cells)];

const userCells = ({ subject, state, at, failure }: JobRow) => [
  subject,
  ROTATION_STATES[state],
  at ?? '',
  reasonOf(failure),
];

const cells = ({ row, action, subject, state, at, failure }: JobRow) => [
  String(row + 1),
  action,
  subject,
  state,
  at ?? '',
  reasonOf(failure),
];

/** The server's own words where there are any. */
function reasonOf(failure: Failure | null): string {
  const reason = failure && 'reason' in failure ? failure.reason : undefined;
  return reason || (failure?.message ?? '');
}
