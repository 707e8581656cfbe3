// Norwegian texts of parties.
import type { reportees as en } from '../en/reportees.ts';

export const reportees: typeof en = {
  title: 'Aktører',
};
