// Norwegian texts of jobs that have a tally.
import type { batches as en } from '../en/batches.ts';

export const batches: typeof en = {
  title: 'Jobb',
};
