// Detects that nobody has used the program for a while.
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Calls `idle` once nothing has happened for that long, and again after each later silence. In an effect. */
export function watchIdle(minutes: number, idle: () => void): () => void {
  let timer = setTimeout(idle, minutes * 60_000);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(idle, minutes * 60_000);
  };
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, alive, { passive: true, capture: true });
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, alive, { capture: true });
  };
}
