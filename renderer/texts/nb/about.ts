// Norwegian words about the program: what is inside it, and the report for whoever helps.
import type { about as english } from '../en/about.ts';

export const about: typeof english = {
  title: 'Om Steward',
};
