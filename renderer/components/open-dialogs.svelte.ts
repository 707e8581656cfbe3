// Which modal dialog is in front: what the window says belongs into it, since all behind it is out of reach.
import { untrack } from 'svelte';

let open = $state.raw<readonly string[]>([]);

export const openDialogs = {
  /** Its id; undefined while none is open. */
  get front(): string | undefined {
    return open.at(-1);
  },
  /** Comes to the front; answers what takes it away again. */
  add(id: string): () => void {
    open = [...untrack(() => open), id];
    return () => {
      open = untrack(() => open).filter((one) => one !== id);
    };
  },
};
