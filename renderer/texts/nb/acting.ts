// Norwegian texts of the switcher of parties.
import type { acting as en } from '../en/acting.ts';

export const acting: typeof en = {
  title: 'Opptrer for',
};
