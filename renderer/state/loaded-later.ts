// A component whose module, with the words of screens, is loaded when it is first shown, and kept.
import type { Component } from 'svelte';
import { language } from '../texts/language.svelte.ts';

/** `Props` is what it is given when it is shown. */
export class LoadedLater<Props extends object = Record<string, never>> {
  readonly #load: () => Promise<{ readonly default: Component<Props> }>;
  #component: Component<Props> | undefined;
  #loading: Promise<Component<Props>> | undefined;

  constructor(load: () => Promise<{ readonly default: Component<Props> }>) {
    this.#load = load;
  }

  /**
   * The component itself where it is there already, so that it is shown at once. Once it could not be loaded, that is the answer
   * for good: a document remembers the failure of a module (HTML, module map), and only a new document asks for it again.
   */
  get(): Component<Props> | Promise<Component<Props>> {
    return this.#component ?? (this.#loading ??= this.#first());
  }

  async #first(): Promise<Component<Props>> {
    const [module] = await Promise.all([this.#load(), language.loadOfScreens()]);
    this.#component = module.default;
    return this.#component;
  }
}
