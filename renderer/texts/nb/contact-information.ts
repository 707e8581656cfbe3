// Norwegian texts of contact information.
import type { contactInformation as en } from '../en/contact-information.ts';

export const contactInformation: typeof en = {
  title: 'Kontaktinformasjon',
};
