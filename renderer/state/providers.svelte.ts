// What the components that are shown now provide, the ones further inside after those around them.
import { getContext, onDestroy, setContext, untrack } from 'svelte';

interface Provider<T> {
  readonly level: number;
  readonly value: () => T;
}

export interface Providers<T> {
  /** Of a component before those of its parts, whatever was made or changed later; equally deep ones as they were made. */
  readonly all: readonly T[];
  /** Call it while a component is made. `value` is asked for when it is needed, until the component is gone. */
  readonly provide: (value: () => T) => void;
}

export function createProviders<T>(name: string): Providers<T> {
  const key = Symbol(name);
  let shown = $state.raw<readonly Provider<T>[]>([]);
  /** The same, outside of state: where a component ends, state is read as it was before the change. */
  let current: readonly Provider<T>[] = [];
  const change = (all: readonly Provider<T>[]) => {
    current = all;
    shown = all;
  };
  return {
    get all() {
      return shown.map(({ value }) => value());
    },
    provide(value) {
      const level = (getContext<number | undefined>(key) ?? 0) + 1;
      setContext(key, level);
      const own = { level, value };
      untrack(() => {
        change([...current, own].toSorted((one, other) => one.level - other.level));
      });
      onDestroy(() => {
        change(current.filter((one) => one !== own));
      });
    },
  };
}
