// Norwegian words of what the organisation has settled.
import type { managed as english } from '../en/managed.ts';

export const managed: typeof english = {
  title: 'Bestemt av organisasjonen',
};
