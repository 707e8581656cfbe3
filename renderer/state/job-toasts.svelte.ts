// Shows a toast with a link when a job that a person left to itself has ended or is paused.
import { untrack } from 'svelte';
import type { Job } from '../../preload/contract/jobs.ts';
import { openOf, titleOf, whyOf } from '../components/job-words.ts';
import { language } from '../texts/language.svelte.ts';
import { type LeftAlone, newsOf } from './job-ends.ts';
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

function tell(job: LeftAlone): void {
  const here = placeOf(job);
  // Where it is looked at, it says so itself.
  if (router.route.screen === here.screen && router.route.id === here.id) return;
  const place = { connection: job.connection, ...here };
  if (job.kind !== 'synchronise') {
    const open = openOf(job);
    const title = titleOf(job, language.t);
    const why = whyOf(job, language.t);
    const said = why || (open > 0 ? language.t.jobs.attention(open) : '');
    // All went: nothing has to be done, and the list shows it.
    if (said === '') toasts.show(title, { tone: 'success' });
    else
      toasts.show(language.t.jobs.said(title, said), {
        tone: 'warning',
        action: { label: language.t.jobs.open, run: () => router.go(place) },
      });
    return;
  }
  const t = language.t.reference;
  const { refused: failed } = job.tally;
  const action = { label: t.open, run: () => router.go(place) };
  if (job.state === 'finished' && failed === 0)
    toasts.show(t.ended.finished, { tone: 'success', action });
  else if (job.state === 'finished')
    toasts.show(t.ended.failed(failed), { tone: 'warning', action });
  else
    toasts.show(`${t.ended.paused} ${whyOf(job, language.t)}`.trim(), { tone: 'warning', action });
}
