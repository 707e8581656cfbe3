// Settings of the program on this computer: appearance, language, policy. No secrets.
import { baseAddress } from './connections.ts';
import { read, write } from './operation.ts';
import { z } from './schema.ts';

export const settings = z.strictObject({
  scheme: z.enum(['auto', 'light', 'dark']),
  language: z.enum(['auto', 'en', 'nb']),
  /** A secret older than this many days is overdue. */
  rotationPolicyDays: z.number().int().min(1, 'out-of-range').max(3650, 'out-of-range'),
  clipboardSeconds: z.number().int().min(5, 'out-of-range').max(300, 'out-of-range'),
  idleLockMinutes: z.number().int().min(1, 'out-of-range').max(480, 'out-of-range'),
  /** Where new versions are looked for; null: nowhere. */
  updateAddress: baseAddress.nullable(),
  /** Whether the system tells of what waits while the window is elsewhere. */
  notifications: z.boolean({ error: 'wrong-type' }),
});
export type Settings = z.infer<typeof settings>;

export const settingsOperations = {
  get: read({ approval: 'none', input: z.strictObject({}), output: settings }),
  change: write({
    approval: 'limit',
    input: settings.partial(),
    output: settings,
    subject: (input) => ({ object: Object.keys(input).join(', ') }),
  }),
};
