// Norwegian texts of contact look-up.
import type { serviceOwner as en } from '../en/service-owner.ts';

export const serviceOwner: typeof en = {
  title: 'Kontaktoppslag',
};
