// A filter handed to a list by what leads there, as the palette does: never in an address, never remembered.
import { onDestroy } from 'svelte';
import { router } from './router.svelte.ts';

type Take = (text: string) => void;

const shown = new Map<string, Take>();
let handed: { readonly screen: string; readonly text: string } | undefined;

/** Goes to the list of the screen, with what is looked for in its filter. */
export function showFiltered(screen: string, text: string): void {
  handed = { screen, text };
  if (router.route.screen === screen) take(screen);
  router.go({ screen, id: null });
}

/** Call it while a list is made: `set` gets what was handed to it, now and as long as it is shown. */
export function takesFilter(screen: string, set: Take): void {
  shown.set(screen, set);
  take(screen);
  onDestroy(() => {
    if (shown.get(screen) === set) shown.delete(screen);
  });
}

function take(screen: string): void {
  const set = shown.get(screen);
  const text = handed?.text;
  const isMeant = handed?.screen === screen;
  if (set === undefined && isMeant) return;
  // What was meant for another list is not kept for a later visit.
  handed = undefined;
  if (isMeant && text !== undefined) set?.(text);
}
