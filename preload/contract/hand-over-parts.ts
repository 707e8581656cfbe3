// The parts of a hand-over, in the order in which they are read and shown.
import { z } from './schema.ts';

export const handOverPart = z.enum([
  'users',
  'access',
  'local-roles',
  'organisation',
  'messages',
  'file-transfers',
  'consents',
  'service-owner',
  'services',
  'journal',
]);
export type HandOverPart = z.infer<typeof handOverPart>;

/** What became of a part: `not-offered` where the platform says that it is not there (any more), or not for this organisation. */
export const handOverState = z.enum(['complete', 'incomplete', 'not-offered', 'not-read']);
export type HandOverState = z.infer<typeof handOverState>;
