// Secrets the server gave out once, and attempts whose outcome is unknown (OTS-01 to OTS-14).
import { read, write } from './operation.ts';
import { environment, id, instant, newPassphrase, revealedText, saveTarget, z } from './schema.ts';

export const oneTimeSecret = z.object({
  id,
  connection: id,
  environment,
  userName: z.string(),
  operation: z.enum(['create', 'rotateSecret']),
  at: instant,
  state: z.enum([
    'waiting', // kept safely; nobody has said that it is stored
    'outcome-unknown', // may have been done; the secret, if any, did not arrive
    'answer-unclear', // an answer arrived and is kept, but is not what was expected
    'confirmed', // stored elsewhere or meant to stay in the keychain
  ]),
  kept: z.enum(['keychain', 'memory', 'sealed-file', 'nowhere']),
  /** A job will hand it over to its destination; no window is opened for it. */
  job: id.nullable(),
  /** The secret before this one is still held until this one is confirmed. */
  previousHeld: z.boolean(),
});
export type OneTimeSecret = z.infer<typeof oneTimeSecret>;

const one = z.strictObject({ secret: id });

export const oneTimeSecrets = {
  list: read({ approval: 'none', input: z.strictObject({}), output: z.array(oneTimeSecret) }),
  /** The one place where a secret crosses the border: a person pressed Reveal. */
  reveal: read({ approval: 'reveal', input: one, output: z.object({ secret: revealedText }) }),
  /** An unclear answer as text, for a person to look at. */
  look: read({ approval: 'reveal', input: one, output: z.object({ answer: revealedText }) }),
  /** Puts it on the clipboard, cleared later only if it still holds the same. */
  copy: read({ approval: 'reveal', input: one, output: z.object({ clearsInSeconds: z.number() }) }),
  /** Leaves it in the keychain for good and confirms it. */
  keep: write({
    approval: 'none',
    input: one,
    output: oneTimeSecret,
    subject: (input) => ({ object: `secret ${input.secret}` }),
  }),
  /** Writes a passphrase-encrypted age file, reads it back and opens it; does not confirm. */
  saveEncrypted: write({
    approval: 'reveal',
    input: one.extend({
      target: saveTarget,
      passphrase: newPassphrase,
    }),
    output: z.object({ name: z.string() }),
    subject: (input) => ({ object: `secret ${input.secret}` }),
  }),
  /** A person says it is stored elsewhere: it leaves this computer. */
  confirmStored: write({
    approval: 'erase',
    input: one,
    output: z.object({}),
    subject: (input) => ({ object: `secret ${input.secret}` }),
  }),
  /** A person has dealt with an unknown outcome: `rotated-again`, or `old-one-works`, or `dropped`. */
  resolve: write({
    approval: 'erase',
    input: one.extend({ how: z.enum(['rotated-again', 'old-one-works', 'dropped']) }),
    output: z.object({}),
    subject: (input) => ({ object: `secret ${input.secret}: ${input.how}` }),
  }),
  /** For an unknown create: asks the server whether the user exists (OTS-07). */
  probe: read({
    approval: 'none',
    input: one,
    output: z.object({
      found: z.enum(['exists-created-since', 'exists-older', 'not-there', 'cannot-tell']),
    }),
  }),
};
