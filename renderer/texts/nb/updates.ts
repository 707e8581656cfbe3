// Norwegian words of the settings about new versions.
import type { updates as english } from '../en/updates.ts';

export const updates: typeof english = {
  title: 'Nye versjoner',
};
