// Norwegian (bokmål) texts of the lists of the message box.
import type { messages as en } from '../en/messages.ts';

export const messages: typeof en = {
  loading: 'Leser meldinger',
  search: 'Filtrer på emne eller avsender',
};
