// The end of this process, one for all shells: what goes last goes before it is left, never on an event of leaving.
// Electron replaces `process.exit`, and before its message loop runs no `exit` is told.

/** Runs when nothing else does; `'kill'` where the process could not be left otherwise. */
type LastAct = () => 'kill' | undefined;

const acts = new Set<LastAct>();

/** What is to go last. The answer takes it back. */
export function atProcessEnd(act: LastAct): () => void {
  acts.add(act);
  return () => acts.delete(act);
}

/** Ends the process by `leave` once all that goes last is done. None of it can keep the process. */
export function endProcess(leave: () => void): void {
  const ends = [...acts].map((act) => {
    try {
      return act();
    } catch {
      return undefined;
    }
  });
  acts.clear();
  if (ends.includes('kill')) process.kill(process.pid, 'SIGKILL');
  else leave();
}

/** For a command that no window shows: what an error says may be what it was given, and a scheduled job's output is kept (LOG-03). */
export function endAfterError(error: unknown): void {
  process.stderr.write(`Steward failed${error instanceof Error ? `: ${error.name}` : ''}.\n`);
  endProcess(() => process.exit(1));
}
