// The report of a job as CSV: a line for each row.
import type { JobRow } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/result.ts';

/** With its head; no secrets. */
export const jobReport = (rows: readonly JobRow[]): string[][] => [
  ['line', 'action', 'subject', 'state', 'time', 'reason'],
  ...rows.map(({ row, action, subject, state, at, failure }) => [
    String(row + 1),
    action,
    subject,
    state,
    at ?? '',
    reasonOf(failure),
  ]),
];

/** The server's own words where there are any. */
function reasonOf(failure: Failure | null): string {
  const reason = failure && 'reason' in failure ? failure.reason : undefined;
  return reason || (failure?.message ?? '');
}
