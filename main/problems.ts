// The Problems that more than one place throws, by name.
import type { Failure } from '../preload/result.ts';
import { newErrorId } from './diagnostics/error-id.ts';
import { Problem } from './problem.ts';

type Of<K extends Failure['kind']> = Extract<Failure, { kind: K }>;

/** Something is in another state than the call needs; `reason` are the server's words. */
export const conflict = (
  message: string,
  { reason = '', field }: { readonly reason?: string; readonly field?: string | undefined } = {},
  cause?: unknown,
) =>
  new Problem({ kind: 'conflict', message, reason, ...(field !== undefined && { field }) }, cause);

export const notFound = (message: string) => new Problem({ kind: 'not-found', message });

export const cancelled = (message = 'The call was cancelled.') =>
  new Problem({ kind: 'cancelled', message });

/** With a sentence of its own; `fileTrouble` of `storage/disk.ts` has the usual ones. */
export const fileProblem = (problem: Of<'file'>['problem'], message: string, cause?: unknown) =>
  new Problem({ kind: 'file', problem, message }, cause);

/** With a sentence of its own; `keychainTrouble` of `secrets/keychain.ts` has the usual ones. */
export const keychainProblem = (problem: Of<'keychain'>['problem'], message: string) =>
  new Problem({ kind: 'keychain', problem, message });

/**
 * Of a certificate that is not in force, behind what is wrong with it: its clock may be what is wrong with this computer (CLK-04). For whoever
 * reads a message alone, as at the terminal (ATK-40); the window puts the same `dates` into its own words.
 */
export function clockHint({ now, from, until }: NonNullable<Of<'certificate'>['dates']>): string {
  const [shows, begins, ends] = [now, from, until].map((at) => at.replace('T', ' ').slice(0, 16));
  return ` This computer's clock shows ${shows ?? ''} UTC, and the certificate is valid from ${begins ?? ''} to ${ends ?? ''} UTC. If the clock is wrong, set it and try again.`;
}

/** A list of which only a part came does not say what has to be known. Nothing was sent for it. */
export const incompleteList = () =>
  new Problem({
    kind: 'refused',
    message:
      'The platform did not give the whole list, so what is not in it may be there anyway. ' +
      'Ask for less, or look on the platform itself.',
    status: 200,
    reason: '',
    reference: '',
    cause: 'incomplete-list',
  });

/** Fields of the input are at fault. */
export const refusedFields = (
  fields: Of<'invalid-input'>['fields'],
  message = 'Some fields are not valid.',
) => new Problem({ kind: 'invalid-input', message, fields });

/** One field of the input is at fault. */
export const refusedField = (
  field: string,
  problem: Of<'invalid-input'>['fields'][string],
  message = 'A field was refused.',
) => refusedFields({ [field]: problem }, message);

/** A server said something that is not understood. */
export const unexpectedAnswer = (
  message: string,
  about: Partial<Omit<Of<'unexpected-answer'>, 'kind' | 'message'>> = {},
  cause?: unknown,
) =>
  new Problem(
    { kind: 'unexpected-answer', message, status: 200, reference: newErrorId(), ...about },
    cause,
  );

/** A write was sent, and nothing says that it was not done. */
export const outcomeUnknown = (because: string, cause?: unknown) =>
  new Problem(
    {
      kind: 'outcome-unknown',
      message: `The call was sent and may have been done. ${because}`,
      reference: newErrorId(),
    },
    cause,
  );

/** The program itself is at fault; the log has `cause` under the reference. */
export const internalProblem = (message: string, cause?: unknown) =>
  new Problem({ kind: 'internal', message, reference: newErrorId() }, cause);
