// The destination of a job's secrets while a person fills it in.
import type { destination } from '../../../preload/contract/jobs.ts';
import type { z } from '../../../preload/contract/schema.ts';

export interface Draft {
  kind: 'file' | 'keychain';
  file: { readonly handle: string; readonly name: string } | null;
  passphrase: string;
  again: string;
  /** Long enough and typed alike twice. */
  ready: boolean;
}

export const emptyDraft = (): Draft => ({
  kind: 'file',
  file: null,
  passphrase: '',
  again: '',
  ready: false,
});

/** Undefined while something is missing. */
export function destinationOf(draft: Draft): z.input<typeof destination> | undefined {
  if (draft.kind === 'keychain') return { kind: 'keychain' };
  if (draft.file === null || !draft.ready) return undefined;
  return { kind: 'file', target: draft.file.handle, passphrase: draft.passphrase };
}
