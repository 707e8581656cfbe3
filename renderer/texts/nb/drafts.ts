// Norwegian texts of the question about unsaved drafts.
import type { drafts as en } from '../en/drafts.ts';

export const drafts: typeof en = {
  title: 'Ulagrede endringer',
};
