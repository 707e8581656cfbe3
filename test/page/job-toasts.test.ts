// The end of a job that was left to itself: told once, as it went, with the way to what is left.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job, JobOf } from '../../preload/contract/jobs.ts';
import { titleOf } from '../../renderer/components/job-words.ts';
import { en } from '../../renderer/texts/en.ts';
import { openPage, type Page } from './support/page.ts';
import { makeJob } from './support/samples.ts';
import { startPage } from './support/start.ts';

let page: Page;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') });
  page = await openPage({ address: '#/-/settings' });
});

async function begin(...jobs: Job[]) {
  const { tellJobEnds } = await import('../../renderer/state/job-toasts.svelte.ts');
  const { toasts } = await import('../../renderer/state/toasts.svelte.ts');
  const { router } = await import('../../renderer/state/router.svelte.ts');
  page.asWindow(() => {
    tellJobEnds();
  });
  await startPage(page, { jobs });
  return { toasts, router };
}
const became = (...changed: Job[]) => {
  page.main.tell('jobsChanged', { changed, removed: [] });
  page.flush();
};

const { tally } = makeJob('');

describe('the end of a download', () => {
  it('is told once, with the way to it', async () => {
    const { toasts, router } = await begin(makeJob('j-1'));
    expect(toasts.shown).toEqual([]);
    became(makeJob('j-1', { state: 'finished' }));
    became(makeJob('j-1', { state: 'finished', changed: '2026-03-02T08:01:00.000Z' }));
    expect(toasts.shown).toMatchObject([{ tone: 'success', text: en.reference.ended.finished }]);
    toasts.shown[0]?.action?.run();
    expect(router.route).toEqual({ connection: 'c-1', screen: 'services', id: '+copy' });
  });

  it('with documents that failed, or a pause nobody asked for, is a warning', async () => {
    const { toasts } = await begin(makeJob('j-1'), makeJob('j-2'));
    became(
      makeJob('j-1', { state: 'finished', tally: { ...tally, refused: 2 } }),
      makeJob('j-2', { state: 'paused', because: 'unreachable' }),
    );
    expect(toasts.shown).toMatchObject([
      { tone: 'warning', text: en.reference.ended.failed(2) },
      {
        tone: 'warning',
        text: `${en.reference.ended.paused} ${en.jobs.because.unreachable}`,
      },
    ]);
  });

  it('is not told where it is looked at, nor when it had ended before the window opened', async () => {
    const { toasts, router } = await begin(makeJob('j-1'), makeJob('j-2', { state: 'finished' }));
    expect(toasts.shown).toEqual([]);
    router.go({ connection: 'c-1', screen: 'services', id: '+copy' });
    became(makeJob('j-1', { state: 'finished' }), makeJob('j-2', { state: 'finished' }));
    expect(toasts.shown).toEqual([]);
  });
});

describe('the end of a deletion', () => {
  type Deletion = JobOf<'delete-users'>;
  const deletion = (id: string, more: Partial<Deletion> = {}): Deletion => ({
    ...makeJob(id),
    kind: 'delete-users',
    details: {},
    ...more,
  });
  const place = (id: string) => ({
    connection: 'c-1',
    screen: 'enterprise-users',
    id: `/job/${id}`,
  });

  it('of all is told, and leads nowhere', async () => {
    const { toasts } = await begin(deletion('j-1'));
    const ended = deletion('j-1', { state: 'finished' });
    became(ended);
    expect(toasts.shown.map(({ tone, text, action }) => [tone, text, action])).toEqual([
      ['success', titleOf(ended, en), undefined],
    ]);
  });

  it.each(['refused', 'unknown'] as const)(
    'with a row that is %s is a warning, with the way to it',
    async (state) => {
      const { toasts, router } = await begin(deletion('j-1'));
      const ended = deletion('j-1', { state: 'finished', tally: { ...tally, [state]: 1 } });
      became(ended);
      const text = en.jobs.said(titleOf(ended, en), en.jobs.attention(1));
      expect(toasts.shown).toMatchObject([{ tone: 'warning', text }]);
      toasts.shown[0]?.action?.run();
      expect(router.route).toEqual(place('j-1'));
    },
  );

  it('that paused by itself says why, whatever else is open', async () => {
    const { toasts } = await begin(deletion('j-1'));
    const state = { state: 'paused', because: 'unreachable' } as const;
    const paused = deletion('j-1', { ...state, tally: { ...tally, refused: 1 } });
    became(paused);
    const text = en.jobs.said(titleOf(paused, en), en.jobs.because.unreachable);
    expect(toasts.shown).toMatchObject([{ tone: 'warning', text }]);
  });

  it('is told beside another one that is looked at, and beside other screens', async () => {
    const { toasts, router } = await begin(deletion('j-1'), deletion('j-2'), deletion('j-3'));
    router.go(place('j-2'));
    became(deletion('j-1', { state: 'finished' }), deletion('j-2', { state: 'finished' }));
    expect(toasts.shown).toHaveLength(1);
    router.go({ ...place('j-3'), screen: 'activity' });
    became(deletion('j-3', { state: 'finished' }));
    expect(toasts.shown).toHaveLength(2);
  });

  it('that the person paused is no news', async () => {
    const { toasts } = await begin(deletion('j-1'));
    became(deletion('j-1', { state: 'paused', because: 'asked' }));
    expect(toasts.shown).toEqual([]);
  });
});
