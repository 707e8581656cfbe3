// Norwegian (bokmål) texts of filling in a form: the steps, the attachments, the check and the sending.
import type { formDesk as en } from '../en/form-desk.ts';

export const formDesk: typeof en = {
  title: 'Fyll ut',
};
