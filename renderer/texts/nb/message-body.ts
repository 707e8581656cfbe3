// Norwegian (bokmål) texts of the body of a message in its frame.
import type { messageBody as en } from '../en/message-body.ts';

export const messageBody: typeof en = {
  title: 'Teksten i meldingen',
};
