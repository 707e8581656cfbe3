// The registry of keyboard shortcuts: screens and the frame provide them, `?` lists them, one listener runs them.
import { matches, parseKeys, typesText } from './keys.ts';
import { createProviders } from './providers.svelte.ts';

export interface Shortcut {
  /** Such as `Mod+K`, `?`, `F2`, `Delete`. */
  readonly keys: string;
  readonly label: string;
  readonly group: 'program' | 'screen' | 'list';
  /** Absent for keys that a list or dialog handles itself; they are only shown. */
  readonly run?: (() => void) | undefined;
  readonly enabled?: (() => boolean) | undefined;
  /** False for what the palette already offers in another way, such as a screen. */
  readonly inPalette?: boolean | undefined;
}

const provided = createProviders<readonly Shortcut[]>('shortcuts');

export const shortcuts = {
  /** What is furthest inside first. */
  get all(): readonly Shortcut[] {
    return provided.all.toReversed().flat();
  },
};

export const isMacos = navigator.platform.startsWith('Mac');

/**
 * Call it while a component is made. Of two that fit a key, the one further inside runs, whichever came first; the program's
 * only where no other fits.
 */
export const provideShortcuts = provided.provide;

/** Runs the shortcut of a key press. None runs while a dialog is open, and text fields keep what they type. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('dialog:modal') !== null) return;
  // It closes what lies on top, which the browser does by itself, and nothing behind it.
  if (event.key === 'Escape' && document.querySelector(':popover-open') !== null) return;
  const inField = isField(event.target);
  const fit = provided.all
    .flat()
    .filter(
      ({ keys, run, enabled }) =>
        run !== undefined &&
        matches(parseKeys(keys), event, isMacos) &&
        !(inField && typesText(parseKeys(keys))) &&
        (enabled?.() ?? true),
    );
  const found = fit.findLast(({ group }) => group !== 'program') ?? fit.at(-1);
  if (found === undefined) return;
  event.preventDefault();
  found.run?.();
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
