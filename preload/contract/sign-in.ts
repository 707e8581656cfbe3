// Signing in: who, how, for how long and to what; signing out; whether a rotated secret works.
import { read, write } from './operation.ts';
import { failure } from '../result.ts';
import { id, instant, pastedSecret, z } from './schema.ts';

export const signInWay = z.enum([
  'certificate',
  'machine-token',
  'pasted-token',
  'person',
  'password',
  'enterprise-user',
  'enterprise-user-token',
  'none',
]);

export const signInState = z.object({
  connection: id,
  way: signInWay,
  /**
   * `ready`: nothing to do, it is shown with each call (certificate), or got at the first call (machine token, password).
   * `needed`: a person must act. `under-way`: a browser is open. `signed-in`, `ended`: there is or was a token or cookie.
   */
  state: z.enum(['ready', 'needed', 'under-way', 'signed-in', 'ended', 'open-only']),
  /** As far as certificate, token or sign-in name tell it. */
  who: z
    .object({ kind: z.enum(['organisation', 'person', 'enterprise-user']), name: z.string() })
    .nullable(),
  /** Granted scopes; null where the way of signing in has none. */
  scopes: z.array(z.string()).nullable(),
  securityLevel: z.number().int().nullable(),
  since: instant.nullable(),
  /** When the token ends; null for a certificate and for a cookie, whose lifetime nobody tells. */
  until: instant.nullable(),
  secondsLeft: z.number().int().nullable(),
  /** Whether it renews itself. */
  renews: z.boolean(),
  /** Why the last try failed. */
  failure: failure.nullable(),
});
export type SignInState = z.infer<typeof signInState>;

const one = z.strictObject({ connection: id });

export const signIn = {
  state: read({ approval: 'none', input: one, output: signInState }),
  /**
   * POST /api/authentication/authenticatewithpassword for a password.
   * Signs in now: opens the system browser for a person and waits until the answer came, five minutes at most; gets a
   * token or cookie for the other ways. Cancelling ends the wait and the listener.
   */
  begin: read({
    approval: 'none',
    input: one,
    output: signInState,
    progress: z.object({
      step: z.enum(['discovering', 'browser-opened', 'answer-came', 'verifying']),
    }),
  }),
  /** For `pasted-token`: kept in memory only. */
  pasteToken: read({
    approval: 'none',
    input: one.extend({
      token: pastedSecret(16_384),
    }),
    output: signInState,
  }),
  /** Drops tokens and cookies, offline too; revokes a person's refresh token where the provider can. */
  signOut: read({
    approval: 'none',
    input: one,
    output: z.object({ state: signInState, revoked: z.enum(['yes', 'no', 'not-offered']) }),
  }),
  /**
   * Whether a new secret works: the enterprise user signs in once with it and what the connection signs in with, and the cookie or
   * token is thrown away. Needs a connection by certificate, or by machine token with an `exchangeEndpoint`. `secret` names an
   * entry of oneTimeSecrets.
   */
  verifySecret: write({
    approval: 'none',
    input: one.extend({ secret: id }),
    output: z.object({ works: z.boolean(), reason: z.string() }),
    subject: (input) => ({ connection: input.connection, object: `secret ${input.secret}` }),
  }),
};
