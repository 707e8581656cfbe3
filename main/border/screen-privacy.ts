// Keeps the window out of screen sharing for as long as a revealed secret can be on it (MEM-04).
import type { Shell } from '../shell/shell.ts';

/** The page hides a secret again after 30 s; a little more, so that the last moment is covered. */
const COVERED_MS = 35_000;

/** Call it before each reveal; the newest one counts. */
export function createScreenPrivacy(shell: Pick<Shell, 'can' | 'hideFromScreenSharing'>) {
  let timer: NodeJS.Timeout | undefined;
  return (): void => {
    if (!shell.can.hideFromScreenSharing) return;
    clearTimeout(timer);
    shell.hideFromScreenSharing(true);
    timer = setTimeout(() => {
      shell.hideFromScreenSharing(false);
    }, COVERED_MS).unref();
  };
}
