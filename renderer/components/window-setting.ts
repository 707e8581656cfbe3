// What the window gives every component: the time, how the connection signs in, what can be done about a failure.
import { getContext, setContext } from 'svelte';
import type { Fix, Way } from '../texts/failure-words.ts';

/** A short message. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'neutral' | 'success' | 'warning';
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

export interface ScreenTabs {
  readonly value: string;
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly label: string }[];
  readonly onchange: (value: string) => void;
}

export interface WindowSetting {
  /** For ages and "today"; renewed while the window is open. */
  readonly now: Date;
  /** How the connection in use signs in. */
  readonly way: Way | undefined;
  /** Whose data the screen shows where that is not the party acted for: a line of its header. */
  readonly whose: string | undefined;
  /** The tabs below the header, where the screen is one of several. */
  readonly tabs: ScreenTabs | undefined;
  /** The buttons of a failure. `retry` repeats what failed: give it for reads, and for writes only where a repetition is safe. */
  readonly fixes: (
    retry: (() => unknown) | undefined,
  ) => Readonly<Partial<Record<Fix, () => unknown>>>;
  /** What the window says shortly: below the screen, and in the dialog in front of it. */
  readonly toasts: {
    readonly shown: readonly Toast[];
    readonly dismiss: (id: number) => void;
    /** While the pointer or the focus is at them, they stay. */
    readonly hold: (held: boolean) => void;
  };
  /** Copies a report about the call with this reference; answers whether there was anything to copy. */
  readonly onsupport: ((reference: string) => Promise<boolean>) | undefined;
}

/** For `setContext`, and for tests that show a part of the window alone. */
export const WINDOW_SETTING = Symbol('window-setting');

export const setWindowSetting = (setting: WindowSetting): WindowSetting =>
  setContext(WINDOW_SETTING, setting);

/** Undefined in what is shown outside of the window. */
export const windowSetting = (): WindowSetting | undefined =>
  getContext<WindowSetting | undefined>(WINDOW_SETTING);
