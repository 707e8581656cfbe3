// Where rows of different heights stand below each other: estimated until they were drawn, then as they are.

/** Pixels from the top of the first row. */
export class RowHeights {
  /** By key, as they were drawn; kept for rows that come back. */
  readonly #drawn = new Map<string, number>();
  #keys: readonly string[] = [];
  /** `tops[i]`: where row i begins; the last one is where all end. */
  #tops = new Float64Array(1);
  #index = new Map<string, number>();
  #heights = new Float64Array(0);
  /** Up to here the tops are right. */
  #right = 0;

  set(keys: readonly string[], estimate: (index: number) => number): void {
    this.#keys = keys;
    this.#heights = Float64Array.from(keys, (key, i) => this.#drawn.get(key) ?? estimate(i));
    this.#tops = new Float64Array(keys.length + 1);
    this.#index = new Map(keys.map((key, i) => [key, i]));
    this.#right = 0;
  }

  get total(): number {
    return this.top(this.#keys.length);
  }

  indexOf(key: string): number {
    return this.#index.get(key) ?? -1;
  }

  top(index: number): number {
    for (; this.#right < index; this.#right += 1) {
      const [top = 0, height = 0] = [this.#tops[this.#right], this.#heights[this.#right]];
      this.#tops[this.#right + 1] = top + height;
    }
    return this.#tops[index] ?? 0;
  }

  height(index: number): number {
    return this.#heights[index] ?? 0;
  }

  /** The row at this place; the first or last one beyond the ends. */
  at(place: number): number {
    this.top(this.#keys.length);
    let [low, high] = [0, Math.max(0, this.#keys.length - 1)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#tops[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** By how much it is another height than it was thought to be. */
  draw(key: string, height: number): number {
    this.#drawn.set(key, height);
    const index = this.indexOf(key);
    const more = index === -1 ? 0 : height - this.height(index);
    if (more === 0) return 0;
    this.#heights[index] = height;
    this.#right = Math.min(this.#right, index);
    return more;
  }
}
