// Norwegian texts of profile.
import type { profile as en } from '../en/profile.ts';

export const profile: typeof en = {
  title: 'Profil',
};
