// The state of the window (widths, sorting, places, parties), sent to main shortly after the last change.
import type { Layout } from '../../preload/contract/layout.ts';
import { session } from './session.svelte.ts';
import { client } from './main-process.ts';

type Sorting = Layout['sorting'][string];

const SETTLED_MS = 400;

/** What changed since the start, over what main told then. */
let changed = $state.raw<Partial<Layout>>({});
let untold: Partial<Layout> = {};
let timer: ReturnType<typeof setTimeout> | undefined;

export const layout = {
  get now(): Layout {
    return { ...session.ready.layout, ...changed };
  },
  /** The named parts become what is given; records are whole. */
  change(part: Partial<Layout>): void {
    changed = { ...changed, ...part };
    untold = { ...untold, ...part };
    clearTimeout(timer);
    timer = setTimeout(() => void tell(), SETTLED_MS);
  },
  /** The same for what the next start needs, however soon this one ends. */
  async changeNow(part: Partial<Layout>): Promise<void> {
    layout.change(part);
    clearTimeout(timer);
    await tell();
  },
  inspectorWidth: (screen: string): number | undefined => layout.now.inspectorWidths[screen],
  setInspectorWidth(screen: string, width: number): void {
    layout.change({ inspectorWidths: { ...layout.now.inspectorWidths, [screen]: width } });
  },
  sorting: (screen: string): Sorting | undefined => layout.now.sorting[screen],
  setSorting(screen: string, sorting: Sorting): void {
    const before = layout.now.sorting[screen];
    if (before?.column === sorting.column && before.rising === sorting.rising) return;
    layout.change({ sorting: { ...layout.now.sorting, [screen]: sorting } });
  },
};

async function tell(): Promise<void> {
  const part = untold;
  untold = {};
  // Not being remembered is no failure a person can do anything about.
  await client.layout.remember(part);
}
