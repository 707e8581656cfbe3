// Norwegian texts of roles of everyone.
import type { roles as en } from '../en/roles.ts';

export const roles: typeof en = {};
