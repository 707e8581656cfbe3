// Which credentials a way of signing in uses. Without schemas, because the frame of the page asks it too.
import type { SignIn } from './connections.ts';

/** The certificate that a way of signing in uses, if it uses one. */
export function certificateOf(given: SignIn): string | undefined {
  if (given.way === 'certificate' || given.way === 'enterprise-user') return given.certificate;
  if (given.way === 'machine-token' && given.proof.by === 'certificate')
    return given.proof.certificate;
  return undefined;
}

/** Every credential that a way of signing in uses, by the field that names it. */
export function credentialsOf(given: SignIn): Readonly<Record<string, string>> {
  const certificate = certificateOf(given);
  if (given.way === 'machine-token' && given.proof.by === 'registered-key')
    return { 'signIn.proof.key': given.proof.key };
  if (given.way === 'machine-token' && certificate !== undefined)
    return { 'signIn.proof.certificate': certificate };
  return {
    ...(certificate !== undefined && { 'signIn.certificate': certificate }),
    ...((given.way === 'password' || given.way === 'enterprise-user') && {
      'signIn.password': given.password,
    }),
  };
}
