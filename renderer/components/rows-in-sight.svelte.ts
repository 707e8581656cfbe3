// A box that scrolls rows of one height: which of them are in sight, and how far it scrolls to show one of them.
import { listWindow, type ListWindow } from './list-window.ts';

/** Give the box `bind:this`, `bind:clientHeight` and `onscroll`; `start` is where the first row begins in it, in pixels. */
export class RowsInSight {
  box = $state<HTMLElement>();
  top = $state(0);
  height = $state(600);
  readonly #rowHeight: () => number;

  constructor(rowHeight: () => number) {
    this.#rowHeight = rowHeight;
  }

  of(count: number, start = 0): ListWindow {
    const view = { top: this.top - start, height: this.height, row: this.#rowHeight() };
    const { from, to } = listWindow(count, view);
    return { from, to: Math.max(from, to) };
  }

  /** How many rows a page key passes. */
  get page(): number {
    // A box that does not scroll itself is as high as its rows.
    return Math.max(1, Math.floor(Math.min(this.height, innerHeight) / this.#rowHeight()) - 1);
  }

  readonly scrolled = (): void => {
    this.top = this.box?.scrollTop ?? 0;
  };

  toTop(): void {
    if (this.box !== undefined) this.box.scrollTop = 0;
    this.scrolled();
  }

  /** `above` pixels before the row are shown with it, such as its heading. */
  reveal(index: number, start = 0, above = 0): void {
    const { box } = this;
    if (box === undefined) return;
    const { paddingTop, paddingBottom } = getComputedStyle(box);
    const from = parseFloat(paddingTop) + start + index * this.#rowHeight();
    const to = from + this.#rowHeight();
    if (from - above < box.scrollTop)
      box.scrollTop = index === 0 && start <= above ? 0 : from - above;
    else if (to > box.scrollTop + box.clientHeight - parseFloat(paddingBottom))
      box.scrollTop = to - box.clientHeight + parseFloat(paddingBottom);
    this.scrolled();
  }
}
