// Whether there is a copy of the open metadata, independent of where the shown data came from.
import type { Copy } from '../../state/reference.svelte.ts';

/** Undefined until it is known. */
export function hasCopy({ state }: Copy): boolean | undefined {
  return state.value === undefined ? undefined : state.value.fetched !== null;
}
