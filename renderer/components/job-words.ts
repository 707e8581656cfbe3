// The texts about a job of any kind: title, progress, why it is paused, and how many rows are in which state.
import type { Job, JobRow, Tally } from '../../preload/contract/jobs.ts';
import type { Texts } from '../texts/en.ts';

export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'stopped' || state === 'finished';

/** It moves by itself; otherwise it waits for a person, or has ended. */
export const goesOn = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'running' || state === 'pausing';

/** Whether it writes files for a person, which can be shown in their folder. */
export const writesFiles = (job: Job): boolean =>
  job.kind === 'export-messages' ||
  job.kind === 'hand-over' ||
  job.kind === 'download-files' ||
  (job.kind === 'rotate-secrets' && job.details.destination.kind === 'file');

/** The newest that has not ended. */
export const newestUnended = <J extends Job>(jobs: readonly J[]): J | undefined =>
  jobs.filter((job) => !hasEnded(job)).toSorted((a, b) => b.started.localeCompare(a.started))[0];

export interface Progress {
  readonly all: number;
  /** Rows that will not change any more. */
  readonly ended: number;
}

export function progressOf({ tally }: { readonly tally: Tally }): Progress {
  const all = Object.values(tally).reduce((sum, n) => sum + n, 0);
  return { all, ended: all - tally.waiting - tally.running };
}

/** How much of what it moves has moved: bytes where they are known, else rows. */
export function amountOf(job: Job): Progress {
  if (!('totalBytes' in job.details) || job.details.totalBytes === 0) return progressOf(job);
  const { bytes, totalBytes } = job.details;
  return { all: totalBytes, ended: Math.min(bytes, totalBytes) };
}

/** Rows that did not go, and may be tried again or decided. */
export const openOf = ({ tally }: { readonly tally: Tally }): number =>
  tally.refused + tally.unknown;

/** Rows that one press tries again: a person decides each of a rotation, and a file that may have arrived is never sent again. */
export function retriedOf(job: Job): number {
  if (job.kind === 'synchronise' || job.kind === 'rotate-secrets') return 0;
  return job.kind === 'send-files' ? job.tally.refused : openOf(job);
}

/** What tells what a job does. */
type Named = Job extends infer One
  ? One extends Job
    ? Pick<One, 'kind' | 'details'>
    : never
  : never;

/** What a job does, where its kind alone does not tell: with messages, and whether forms are sent or only saved. */
export function deedOf(job: Named) {
  if (job.kind === 'change-messages') return job.details.change;
  if (job.kind !== 'send-forms') return job.kind;
  return job.details.then === 'fill-in' ? 'save-forms' : 'sign-forms';
}

/** What it does with one row: what is added or removed where access changes hands is given or taken back. */
export function rowDeedOf(job: Job, action: JobRow['action']) {
  if (deedOf(job) === 'save-forms' && action === 'send') return 'save';
  if (job.kind !== 'change-delegations') return action;
  return action === 'add' ? 'give' : action === 'remove' ? 'take' : action;
}

export const nameOf = (job: Named, { jobs: t }: Texts): string => t.kind[deedOf(job)];

export const titleOf = (job: Job, { jobs: t }: Texts): string =>
  t.title[deedOf(job)][job.state](progressOf(job).all);

export function progressWords(job: Job, { jobs: t }: Texts): string {
  const { ended, all } = progressOf(job);
  return t.progress(ended, all);
}

/** Why it stands still and what to do; empty where nothing has to be said. */
export function whyOf(job: Job, { jobs: t }: Texts): string {
  if (job.state === 'stopped') return t.stopped;
  if (job.state !== 'paused') return '';
  if (job.kind === 'rotate-secrets' && job.because === 'unknown-outcome')
    return t.becauseOf.rotationUnknown;
  if (job.kind === 'send-files' && job.because === 'unknown-outcome')
    return t.becauseOf.sendingUnknown;
  if (job.kind === 'synchronise' && job.because === 'sign-in-needed') return t.becauseOf.openSignIn;
  return t.because[job.because];
}

/** What a paused job of rows has left, and how one goes on with it; empty for any other. */
export function leftOf(job: Job, texts: Texts): string {
  const states = statesLeftOf(job, texts);
  const decides = job.kind === 'rotate-secrets' && openOf(job) > 0;
  return states !== '' && decides ? `${states} ${texts.jobs.stillOpen.decide}` : states;
}

/** The same where its rows are not shown. */
export function statesLeftOf(job: Job, { jobs: t }: Texts): string {
  if (job.state !== 'paused' || job.kind === 'synchronise') return '';
  const { waiting, refused, unknown } = job.tally;
  const states = [
    waiting > 0 ? t.stillOpen.waiting(waiting) : '',
    refused > 0 ? t.stillOpen.refused(refused) : '',
    unknown > 0 ? t.stillOpen.unknown(unknown) : '',
  ].filter((text) => text !== '');
  return states.length === 0 ? '' : t.stillOpen.all(states.join(', '));
}

/** Nobody asked for it. */
export const isTroubled = ({ state, because }: Pick<Job, 'state' | 'because'>): boolean =>
  state === 'paused' && because !== 'asked' && because !== 'none';

type Tone = 'ok' | 'info' | 'unknown' | 'danger' | 'warning';
const TONES = {
  done: 'ok',
  notFound: 'unknown',
  refused: 'danger',
  unknown: 'warning',
  running: 'info',
  waiting: 'unknown',
  skipped: 'unknown',
} as const satisfies Readonly<Record<keyof Tally, Tone>>;

export interface Count {
  readonly label: string;
  readonly tone: Tone;
  readonly n: number;
}

/** Those that are not 0, and what is done. */
export function countsOf({ tally, details }: Job, { jobs: t }: Texts): readonly Count[] {
  const words = 'unchanged' in details ? { ...t.counts, ...t.documents } : t.counts;
  const unchanged = 'unchanged' in details ? details.unchanged : 0;
  const counts = (Object.keys(TONES) as (keyof Tally)[])
    .map((state) => ({ label: words[state], tone: TONES[state], n: tally[state] }))
    .map((count, i) => (i === 0 ? { ...count, n: count.n - unchanged } : count))
    .filter(({ n }, i) => i === 0 || n > 0);
  if (unchanged > 0) counts.splice(1, 0, { label: t.counts.unchanged, tone: 'ok', n: unchanged });
  return counts;
}
