// Shows a toast with a link when a download of the open metadata has ended or is paused.
import { untrack } from 'svelte';
import type { Job, JobOf } from '../../preload/contract/jobs.ts';
import { whyOf } from '../components/job-words.ts';
import { language } from '../texts/language.svelte.ts';
import { newsOf } from './job-ends.ts';
import { placeOf } from './job-place.ts';
import { router } from './router.svelte.ts';
import { session } from './session.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** Once, while the window is made. */
export function tellJobEnds(): void {
  let before: readonly Job[] = [];
  $effect(() => {
    const after = session.jobs;
    untrack(() => {
      for (const job of newsOf(before, after)) tell(job);
    });
    before = after;
  });
}

function tell(job: JobOf<'synchronise'>): void {
  const here = placeOf(job);
  // Where it is looked at, it says so itself.
  if (router.route.screen === here.screen && router.route.id === here.id) return;
  const t = language.t.reference;
  const { refused: failed } = job.tally;
  const place = { connection: job.connection, ...here };
  const action = { label: t.open, run: () => router.go(place) };
  if (job.state === 'finished' && failed === 0)
    toasts.show(t.ended.finished, { tone: 'success', action });
  else if (job.state === 'finished')
    toasts.show(t.ended.failed(failed), { tone: 'warning', action });
  else
    toasts.show(`${t.ended.paused} ${whyOf(job, language.t)}`.trim(), { tone: 'warning', action });
}
