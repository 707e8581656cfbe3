// Norwegian (bokmål) texts of exporting messages into a folder.
import type { messageExport as en } from '../en/message-export.ts';

export const messageExport: typeof en = {
  title: 'Eksporter meldinger',
};
