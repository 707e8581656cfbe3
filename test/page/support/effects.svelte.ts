// Effects outside of a component: they run as in the window, until the page of a test is gone.
import { flushSync } from 'svelte';

/** Runs `begin` as the window's script does, where effects may be made; answers what ends them. */
export function asWindow(begin: () => void): () => void {
  const end = $effect.root(begin);
  flushSync();
  return end;
}

/** Effects that wait run now. */
export const flush = (): void => {
  flushSync();
};

/** What `read` answers, in an effect of its own, each time it changed. */
export function seen<T>(read: () => T): {
  readonly values: readonly T[];
  readonly end: () => void;
} {
  const values: T[] = [];
  const end = asWindow(() => {
    $effect(() => {
      values.push(read());
    });
  });
  return { values, end };
}

/** A value that effects follow, as a field of a form is. */
export function makeFlag(begun: boolean): { on: boolean } {
  const flag = $state({ on: begun });
  return flag;
}

/** Props of a component that is shown: what is set in them it shows anew. */
export function makeProps<P extends object>(begun: P): P {
  const props = $state(begun);
  return props;
}
