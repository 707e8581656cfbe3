// The rule for an address and a main process that name different connections: which one follows. Pure.
export interface Standing {
  /** What the address names, main uses, and main used when this was asked last. */
  readonly wanted: string | null;
  readonly chosen: string | null;
  readonly before: string | null;
  readonly known: readonly string[];
  /** The first run has not finished with the connection it made. */
  readonly isSettingUp: boolean;
}

/**
 * `settled`: both are the same, and screens may ask for what the address names. Anything else would ask one connection for what
 * was open, or searched, in another. `gone`: the address names a connection that is not here. `choose-only`: there is nothing
 * to choose between.
 */
export type Next = 'settled' | 'follow-main' | 'follow-address' | 'gone' | 'choose-only';

export function nextStep({ wanted, chosen, before, known, isSettingUp }: Standing): Next {
  if (wanted === null && chosen === null && known.length === 1 && !isSettingUp)
    return 'choose-only';
  if (wanted === chosen) return 'settled';
  // Made, removed or chosen elsewhere; or the address names none.
  if (wanted === null || chosen !== before) return 'follow-main';
  return known.includes(wanted) ? 'follow-address' : 'gone';
}
