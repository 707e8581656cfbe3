// The keys that lists of all screens have in common, and how they are named in the list of shortcuts.
import { language } from '../texts/language.svelte.ts';
import type { Shortcut } from './shortcuts.svelte.ts';

/** One key of a list: what it does in words, and when it can be done; always, where that is left out. */
export type ListAct = Required<Pick<Shortcut, 'label' | 'run'>> & Pick<Shortcut, 'enabled'>;

export interface ListKeys {
  /** `/`: into the field above the list. The label where that does not filter. */
  readonly find: () => void;
  readonly findLabel?: string;
  /** Mod+R. */
  readonly refresh: ListAct;
  /** Escape closes what is open beside the list. */
  readonly close: Omit<ListAct, 'label'>;
  /** Mod+N, Mod+E and Mod+I: a new one, the list as a file, many from a file. */
  readonly create?: ListAct;
  readonly save?: ListAct;
  readonly fromFile?: ListAct;
  /** Whether the list is on the screen at all; Escape asks by itself. */
  readonly isShown?: () => boolean;
}

export function listKeys(keys: ListKeys): readonly Shortcut[] {
  const { isShown = () => true, refresh, create, save, fromFile } = keys;
  const { filter, close } = language.t.frame.shortcuts;
  const acts: readonly (readonly [string, ListAct | undefined])[] = [
    ['/', { label: keys.findLabel ?? filter, run: keys.find }],
    ['Mod+R', refresh],
    ['Mod+N', create],
    ['Mod+E', save],
    ['Mod+I', fromFile],
  ];
  return [
    ...acts.flatMap(([key, act]): Shortcut[] => {
      if (act === undefined) return [];
      const enabled = () => isShown() && (act.enabled?.() ?? true);
      return [{ ...act, keys: key, group: 'screen', enabled }];
    }),
    { ...keys.close, keys: 'Escape', group: 'screen', label: close },
  ];
}

const KEYS = {
  move: 'ArrowDown',
  ends: 'Home',
  page: 'PageDown',
  open: 'Enter',
  tick: 'Space',
  range: 'Shift+ArrowDown',
} as const;

/** Keys that the list handles itself: they are only named. */
export const namedKeys = (...names: readonly (keyof typeof KEYS)[]): readonly Shortcut[] =>
  names.map((name) => ({
    keys: KEYS[name],
    label: language.t.frame.shortcuts[name],
    group: 'list',
  }));
