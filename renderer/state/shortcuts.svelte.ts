// The registry of keyboard shortcuts: screens and the frame provide them, `?` lists them, one listener runs them.
import { getContext, onDestroy, setContext, untrack } from 'svelte';
import { matches, parseKeys, typesText } from './keys.ts';

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

interface Provider {
  /** How deep among the components that provide shortcuts: a screen is above its parts. */
  readonly level: number;
  readonly list: () => readonly Shortcut[];
}
const LEVEL = Symbol('level of shortcuts');

let provided = $state.raw<readonly Provider[]>([]);
/** The same, outside of state: where a component ends, state is read as it was before the change. */
let current: readonly Provider[] = [];

export const shortcuts = {
  get all(): readonly Shortcut[] {
    return provided.flatMap(({ list }) => list());
  },
};

export const isMacos = navigator.platform.startsWith('Mac');

/**
 * Call it while a component is made; the list is asked for when it is needed, and ends with the component. Of two that fit,
 * the one further inside runs, whichever came first; the program's only where no other fits.
 */
export function provideShortcuts(list: () => readonly Shortcut[]): void {
  const level = (getContext<number | undefined>(LEVEL) ?? 0) + 1;
  setContext(LEVEL, level);
  const own = { level, list };
  const change = (all: readonly Provider[]) => {
    current = all;
    provided = all;
  };
  untrack(() => {
    change([...current, own]);
  });
  onDestroy(() => {
    change(current.filter((one) => one !== own));
  });
}

/** Runs the shortcut of a key press. None runs while a dialog is open, and text fields keep what they type. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('dialog:modal') !== null) return;
  const inField = isField(event.target);
  const fit = provided
    .toSorted((one, other) => one.level - other.level)
    .flatMap(({ list }) => list())
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
