// Goes to where an item of Today is dealt with, in its connection and, for drafts and messages, for their party.
import type { TodayItem } from '../../preload/contract/today.ts';
import { acting } from './acting.svelte.ts';
import { leaving } from './drafts.svelte.ts';
import { router } from './router.svelte.ts';
import { placeOfItem } from './today-items.ts';

export function goToItem(item: TodayItem): void {
  const place = placeOfItem(item);
  if (!('who' in item)) {
    router.go(place);
    return;
  }
  leaving(() => {
    acting.actFor(item.connection, item.who);
    router.go(place);
  });
}
