// Closes what is open beside a list when the person's filter leaves it out of the rows.
import { untrack } from 'svelte';
import { drafts } from './drafts.svelte.ts';

interface Filtered<T> {
  /** What is typed and chosen above the list. */
  readonly filter: readonly unknown[];
  /** What is open, as one of the rows; undefined where nothing is, or nothing that the list has. */
  readonly current: T | undefined;
  readonly shown: readonly T[];
}

/**
 * To be used once, in the screen. Only a change of the filter closes anything: what is opened by its address or just made may be
 * one that the filter leaves out, and what is done to the open one may take it out. `close` leaves the focus where it is, because
 * the person is typing, and what is typed in the details and not saved keeps them open.
 */
export function closeWhenLeftOut<T>(list: () => Filtered<T>, close: () => void): void {
  const filterOf = () => JSON.stringify(list().filter);
  let before = untrack(filterOf);
  $effect(() => {
    const filter = filterOf();
    if (filter === before) return;
    before = filter;
    untrack(() => {
      const { current, shown } = list();
      if (current === undefined || shown.includes(current) || drafts.unsaved.length > 0) return;
      close();
    });
  });
}
