// Where an answer leads to: nowhere once the component that waited for it is gone.
import { onDestroy } from 'svelte';
import { router } from './router.svelte.ts';

export type Navigator = Pick<typeof router, 'go' | 'replace'>;

/**
 * The router's moves for what happens after an answer. Call it while a component is made: they do nothing any more when that
 * is gone, because its place, party or connection was left or the window locked. An answer that comes late leads nobody away.
 */
export function createNavigator(): Navigator {
  let isShown = true;
  onDestroy(() => {
    isShown = false;
  });
  return {
    go: (to) => {
      if (isShown) router.go(to);
    },
    replace: (to) => {
      if (isShown) router.replace(to);
    },
  };
}
