// Norwegian texts of first-run.
import type { firstRun as en } from '../en/first-run.ts';

export const firstRun: typeof en = {
  title: 'first-run',
};
