// The destination of a job's secrets while a person fills it in. The file is chosen when the job is started.
import type { destination } from '../../../preload/contract/jobs.ts';
import type { z } from '../../../preload/contract/schema.ts';
import { isUsable } from '../../components/passphrase.ts';

export interface Draft {
  kind: 'file' | 'keychain';
  passphrase: string;
  again: string;
}

export const emptyDraft = (): Draft => ({ kind: 'file', passphrase: '', again: '' });

/** Nothing is missing but the file. */
export const isFilledIn = (draft: Draft): boolean => draft.kind === 'keychain' || isUsable(draft);

export const destinationIn = (
  { passphrase }: Draft,
  target: string,
): z.input<typeof destination> => ({ kind: 'file', target, passphrase });
