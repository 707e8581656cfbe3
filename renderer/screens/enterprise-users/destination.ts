// The destination of a job's secrets while a person fills it in.
import type { destination } from '../../../preload/contract/jobs.ts';
import type { z } from '../../../preload/contract/schema.ts';

export interface Draft {
  kind: 'file' | 'keychain';
  file: { readonly handle: string; readonly name: string } | null;
  passphrase: string;
  again: string;
}

export const emptyDraft = (): Draft => ({
  kind: 'file',
  file: null,
  passphrase: '',
  again: '',
});

const SHORTEST_PASSPHRASE = 12;

interface Passphrase {
  readonly passphrase: string;
  /** Typed once more. */
  readonly again: string;
}
export const isTooShort = ({ passphrase }: Passphrase): boolean =>
  passphrase.length < SHORTEST_PASSPHRASE;
/** Long enough, and typed alike twice. */
export const isUsable = (typed: Passphrase): boolean =>
  !isTooShort(typed) && typed.again === typed.passphrase;

/** Undefined while something is missing. */
export function destinationOf(draft: Draft): z.input<typeof destination> | undefined {
  if (draft.kind === 'keychain') return { kind: 'keychain' };
  if (draft.file === null || !isUsable(draft)) return undefined;
  return { kind: 'file', target: draft.file.handle, passphrase: draft.passphrase };
}
