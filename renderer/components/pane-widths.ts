// The inspector width of the current screen: the window remembers it, and the layouts below read it.
import { getContext, setContext } from 'svelte';

export interface PaneWidths {
  /** Undefined until a person moved the border. */
  readonly inspector: number | undefined;
  readonly setInspector: (width: number) => void;
}

const KEY = Symbol('pane-widths');

export const setPaneWidths = (widths: PaneWidths): PaneWidths => setContext(KEY, widths);

export const paneWidths = (): PaneWidths | undefined => getContext<PaneWidths | undefined>(KEY);
