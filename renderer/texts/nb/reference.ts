// Norwegian texts of the offline reference: the copy of the open metadata and its synchronisation.
import type { reference as en } from '../en/reference.ts';

export const reference: typeof en = {
  job: 'Kopier de åpne metadataene',
};
