// A component whose module is loaded when it is first shown, and kept.
import type { Component } from 'svelte';

export class LoadedLater {
  readonly #load: () => Promise<{ readonly default: Component }>;
  #component: Component | undefined;
  #loading: Promise<Component> | undefined;

  constructor(load: () => Promise<{ readonly default: Component }>) {
    this.#load = load;
  }

  /**
   * The component itself where it is there already, so that it is shown at once. Once it could not be loaded, that is the answer
   * for good: a document remembers the failure of a module (HTML, module map), and only a new document asks for it again.
   */
  get(): Component | Promise<Component> {
    return this.#component ?? (this.#loading ??= this.#first());
  }

  async #first(): Promise<Component> {
    this.#component = (await this.#load()).default;
    return this.#component;
  }
}
