// The keyboard shortcuts in force: screens and the frame provide them, the list on `?` shows them, one listener runs them.
import { untrack } from 'svelte';
import { matches, parseKeys, typesText } from './keys.ts';

export interface Shortcut {
  /** Such as `Mod+K`, `?`, `F2`, `Delete`. */
  readonly keys: string;
  readonly label: string;
  readonly group: 'program' | 'screen' | 'list';
  /** Absent for keys that a list or dialog handles itself; they are only shown. */
  readonly run?: (() => void) | undefined;
  readonly enabled?: (() => boolean) | undefined;
}

let provided = $state.raw<readonly (readonly Shortcut[])[]>([]);

export const shortcuts = {
  get all(): readonly Shortcut[] {
    return provided.flat();
  },
};

export const isMacos = navigator.platform.startsWith('Mac');

/** In an effect: `$effect(() => provideShortcuts([...]))`. What was provided last wins. */
export function provideShortcuts(list: readonly Shortcut[]): () => void {
  provided = [...untrack(() => provided), list];
  return () => {
    provided = untrack(() => provided).filter((one) => one !== list);
  };
}

/** Runs the shortcut of a key press. None runs while a dialog is open, and text fields keep what they type. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('dialog:modal') !== null) return;
  const inField = isField(event.target);
  const found = provided
    .flat()
    .findLast(
      ({ keys, run, enabled }) =>
        run !== undefined &&
        matches(parseKeys(keys), event, isMacos) &&
        !(inField && typesText(parseKeys(keys))) &&
        (enabled?.() ?? true),
    );
  if (found === undefined) return;
  event.preventDefault();
  found.run?.();
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
