// Keeps the memory of this process and of its children out of core dumps: keys and secrets are in it (ATK-41).
import { writeFileSync } from 'node:fs';

/**
 * Linux writes no part of the memory then, whatever limit was inherited, and children inherit it. False where the system has no such
 * switch: there its own setting counts, which is off unless somebody has set it.
 */
export function keepOutOfCoreDumps(platform: NodeJS.Platform = process.platform): boolean {
  if (platform !== 'linux') return false;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
    return true;
  } catch {
    return false;
  }
}
