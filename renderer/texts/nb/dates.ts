// Norwegian words about days that are typed or picked.
import type { dates as en } from '../en/dates.ts';

export const dates: typeof en = {
  pick: 'Velg en dato',
  pickFor: (label) => `${label}: velg en dato`,
  wrong: (pattern) => `Skriv datoen som ${pattern}.`,
};
