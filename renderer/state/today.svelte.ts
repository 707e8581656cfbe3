// What waits for the person, as main knows it: shared by the start, the sidebar and the screen, and gone with the lock.
import { untrack } from 'svelte';
import type { Today } from '../../preload/contract/today.ts';
import { clock } from './clock.svelte.ts';
import { askToday } from './first-questions.ts';
import { keepEach } from './kept.svelte.ts';
import { Query, readWhileShown } from './query.svelte.ts';
import { session } from './session.svelte.ts';
import { signIns } from './sign-ins.svelte.ts';
import { updates } from './updates.svelte.ts';

/** What happens in one go is asked about once. */
const SETTLED_MS = 300;

class TodayList extends Query<Today> {
  counts = $derived.by(() => this.value && { today: this.value.items.length });
}

/** One for the window. */
export const { of: todayNow } = keepEach(
  () => new TodayList(askToday),
  () => true,
);

/** To be used once, in the frame: it is read again when something has changed of what it is made of. */
export function followToday(): TodayList {
  const today = todayNow();
  const day = $derived(clock.now.toDateString());
  readWhileShown(() => today, {
    again: () => [
      day,
      ...[session.secrets, session.jobs, session.credentials, session.connections],
      ...[session.chosen, session.settings.rotationPolicyDays, session.keychain],
      session.chosen === null ? undefined : signIns.of(session.chosen.id),
      updates.now,
    ],
    after: () => (today.value === undefined ? 0 : SETTLED_MS),
  });
  return today;
}

/** Read once more for who looks at it: drafts change without a word. */
export const readToday = (today: TodayList) => ({ load: () => untrack(() => today.load()) });
