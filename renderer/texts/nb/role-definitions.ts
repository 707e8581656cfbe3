// Norwegian texts of local roles.
import type { roleDefinitions as en } from '../en/role-definitions.ts';

export const roleDefinitions: typeof en = {
  title: 'Lokale roller',
};
