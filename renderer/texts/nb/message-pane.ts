// Norwegian (bokmål) texts of one message: what it says, its attachments and forms, and what can be done with it.
import type { messagePane as en } from '../en/message-pane.ts';

export const messagePane: typeof en = {
  title: 'Melding',
};
