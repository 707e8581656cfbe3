// The unsaved drafts of the window: every navigation away from one asks first, once.
import { onDestroy, untrack } from 'svelte';
import { client } from './main-process.ts';

export interface Draft {
  /** What it is, as the question names it: `Changes to "Payroll"`. */
  readonly name: () => string;
  /** False while there is nothing to lose. */
  readonly isUnsaved: () => boolean;
}

let provided = $state.raw<readonly Draft[]>([]);
/** The same, outside of state: where a component ends, state is read as it was before the change. */
let current: readonly Draft[] = [];
let pending = $state.raw<() => void>();
const unsaved = $derived(provided.filter((draft) => draft.isUnsaved()));

export const drafts = {
  /** Names of the drafts that would be lost now. */
  get unsaved(): readonly string[] {
    return unsaved.map((draft) => draft.name());
  },
  /** What waits for an answer: the question is shown while it is there. */
  get asked(): boolean {
    return pending !== undefined;
  },
  stay: (): void => {
    pending = undefined;
  },
  /** Goes on with what was asked; the drafts are gone with their screen. */
  discard: (): void => {
    const go = pending;
    pending = undefined;
    current = [];
    provided = current;
    go?.();
  },
};

/** Call it while the component of the editor is made: the draft is asked about until that is gone. */
export function provideDraft(draft: Draft): void {
  onDestroy(untrack(() => holdDraft(draft)));
}

/** The draft is asked about until the answer is called. */
export function holdDraft(draft: Draft): () => void {
  current = [...current, draft];
  provided = current;
  return () => {
    current = current.filter((one) => one !== draft);
    provided = current;
  };
}

/** Runs `go` at once when nothing would be lost, else after the person said so. */
export function leaving(go: () => void): void {
  if (unsaved.length === 0) go();
  else pending = go;
}

/** To be used once, in the window: main asks before the program ends. */
export function reportDrafts(): void {
  $effect(() => {
    void client.app.holdDrafts({ drafts: unsaved.length });
  });
}
