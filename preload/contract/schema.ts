// The one door to zod (without its code generator, which the strict CSP forbids), and shapes all features share.
import { z } from 'zod';

z.config({ jitless: true });

export { z };

/** C0, C1 and bidirectional control characters: never valid in a name a person types. */
const CONTROL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** One line of text a person types; refused with a FieldProblem code as the message. */
export const line = (max: number) =>
  z
    .string({ error: 'wrong-type' })
    .min(1, 'required')
    .max(max, 'too-long')
    .refine((value) => !CONTROL.test(value), 'control-characters');

/** Like line, but may be empty. */
export const optionalLine = (max: number) =>
  z
    .string({ error: 'wrong-type' })
    .max(max, 'too-long')
    .refine((value) => !CONTROL.test(value), 'control-characters');

/** Text on its way into the keychain. Sent by the page once, never sent back. */
export const secretText = (max: number) =>
  z
    .string({ error: 'wrong-type' })
    .min(1, 'required')
    .max(max, 'too-long')
    .refine((value) => !CONTROL.test(value), 'control-characters');

/** An instant: ISO 8601 in UTC with Z. What servers send in other forms is turned into this in main. */
export const instant = z.string();

export const id = z.string().regex(/^[a-z0-9-]{1,64}$/, 'wrong-type');

/** A file the shell has a path for; the page holds only this. */
export const fileHandle = z.string().regex(/^file-[A-Za-z0-9_-]{16,43}$/, 'unknown-handle');

/** Nine digits with a valid mod-11 check digit (weights 3 2 7 6 5 4 3 2). */
export const organisationNumber = z
  .string({ error: 'wrong-type' })
  .refine(isOrganisationNumber, 'organisation-number');

export function isOrganisationNumber(value: string): boolean {
  if (!/^\d{9}$/.test(value)) return false;
  const weights = [3, 2, 7, 6, 5, 4, 3, 2];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(value[i]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === Number(value[8]);
}

export const environment = z.enum(['production', 'test']);
export type Environment = z.infer<typeof environment>;
