// Where an organisation's settings for all users of a computer lie on each system, and when they are refused.
import type { ManagedSettings } from '../../preload/contract/managed.ts';
import type { Surroundings } from './data-folder.ts';

/** The settings, or null where there is no file. Problem file{...} for one that others may write or that cannot be understood. */
export async function readManagedSettings(
  surroundings: Surroundings,
): Promise<ManagedSettings | null> {
  void surroundings;
  return null;
}
