// Which credentials a way of signing in uses. Without schemas, because the frame of the page asks it too.
import type { SignIn } from './connections.ts';

/** Those ways that get a machine token first. */
export type MachineSignIn = Extract<SignIn, { way: 'machine-token' | 'enterprise-user-token' }>;

export const isMachineSignIn = (given: SignIn): given is MachineSignIn =>
  given.way === 'machine-token' || given.way === 'enterprise-user-token';

/** The certificate that a way of signing in uses, if it uses one. */
export function certificateOf(given: SignIn): string | undefined {
  if (given.way === 'certificate' || given.way === 'enterprise-user') return given.certificate;
  if (isMachineSignIn(given) && given.proof.by === 'certificate') return given.proof.certificate;
  return undefined;
}

/** Every credential that a way of signing in uses, by the field that names it. */
export function credentialsOf(given: SignIn): Readonly<Record<string, string>> {
  if (isMachineSignIn(given)) return { ...proofOf(given), ...passwordOf(given) };
  const certificate = certificateOf(given);
  return {
    ...(certificate !== undefined && { 'signIn.certificate': certificate }),
    ...passwordOf(given),
  };
}

/** What signs the assertion, by the field that names it. */
export const proofOf = ({ proof }: MachineSignIn): Readonly<Record<string, string>> =>
  proof.by === 'registered-key'
    ? { 'signIn.proof.key': proof.key }
    : { 'signIn.proof.certificate': proof.certificate };

const passwordOf = (given: SignIn): Readonly<Record<string, string>> =>
  'password' in given ? { 'signIn.password': given.password } : {};
