// Keeps the memory of this process and of its children out of core dumps: keys and secrets are in it (ATK-41).
import { writeFileSync } from 'node:fs';

/**
 * Linux writes no part of the memory then, whatever limit was inherited, and children inherit it. Other systems have no such switch:
 * there their own setting counts, which is off unless somebody has set it.
 */
export function keepOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may have no such file; nothing hangs on it.
  }
}
