// Norwegian texts of credentials.
import type { credentials as en } from '../en/credentials.ts';

export const credentials: typeof en = {
  title: 'credentials',
};
