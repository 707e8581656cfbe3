// Where a dialog shows that what was pressed in it failed: above its buttons, which never scroll away (FLD-25).
import { getContext, setContext, type Snippet } from 'svelte';

export interface DialogFailures {
  /** False in a dialog without buttons, which shows everything where it stands. */
  readonly isThere: boolean;
  /** Until the answer is called. */
  readonly show: (panel: Snippet) => () => void;
}

const KEY = Symbol('dialog-failures');

export const setDialogFailures = (failures: DialogFailures): DialogFailures =>
  setContext(KEY, failures);

/** Undefined outside of dialogs, and in one without buttons. */
export function dialogFailures(): DialogFailures | undefined {
  const around = getContext<DialogFailures | undefined>(KEY);
  return around?.isThere === true ? around : undefined;
}
