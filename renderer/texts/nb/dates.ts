// Norwegian words about days that are typed or picked.
import type { dates as en } from '../en/dates.ts';

export const dates: typeof en = {
  pick: 'Velg en dag',
  pickFor: (label) => `${label}: velg en dag`,
  wrong: (pattern) => `Skriv dagen som ${pattern}.`,
};
