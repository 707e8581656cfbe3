// Norwegian texts of connections.
import type { connections as en } from '../en/connections.ts';

export const connections: typeof en = {
  title: 'connections',
};
