// Finds the jobs that ended or paused between two lists, of kinds that a person leaves to themselves.
import type { Job } from '../../preload/contract/jobs.ts';

const isAtRest = ({ state }: Job): boolean =>
  state === 'paused' || state === 'stopped' || state === 'finished';

/** After their start a person stays with the list that they change, or goes elsewhere. */
const KINDS = [
  'synchronise',
  'change-messages',
  'delete-users',
] as const satisfies readonly Job['kind'][];
export type LeftAlone = Extract<Job, { kind: (typeof KINDS)[number] }>;
const isLeftAlone = (job: Job): job is LeftAlone => KINDS.some((kind) => kind === job.kind);

/** What was pressed by the person on the spot, a pause or a cancel, is no news. */
export function newsOf(before: readonly Job[], after: readonly Job[]): readonly LeftAlone[] {
  const moving = new Set(before.filter((job) => !isAtRest(job)).map(({ id }) => id));
  return after
    .filter(isLeftAlone)
    .filter((job) => moving.has(job.id) && isAtRest(job) && job.because !== 'asked');
}
