// Norwegian (bokmål) texts of starting a form task from a service.
import type { formStart as en } from '../en/form-start.ts';

export const formStart: typeof en = {
  title: 'Start et skjema',
};
