// Where the focus goes from a list: to what is done first with the row that was opened in the inspector.
import { tick } from 'svelte';

/** Once the inspector shows the row; into the pane itself where it has nothing to do first. */
export async function enterInspector(): Promise<void> {
  await tick();
  const pane = document.querySelector<HTMLElement>('aside[data-pane]');
  const first = pane?.querySelector<HTMLElement>(
    '[data-first-action]:is(button, a), [data-first-action] :is(button, a)',
  );
  (first ?? pane)?.focus();
}
