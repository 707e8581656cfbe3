// What an operation is: its shapes, and whether it reads or writes. Writes are journalled by the bridge.
import type { z } from './schema.ts';

/** What a write is done to, for the journal: never a secret, never personal data. */
export interface Subject {
  readonly connection?: string | undefined;
  readonly object: string;
}

export interface Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  P extends z.ZodType = z.ZodType,
> {
  readonly effect: 'read' | 'write';
  readonly input: I;
  readonly output: O;
  /** Where steps come fast only the newest is sent: each says how it is now. A list `arrived` alone says what has come since the step before. */
  readonly progress?: P | undefined;
  readonly subject?: ((input: z.output<I>) => Subject) | undefined;
}

interface Spec<I extends z.ZodType, O extends z.ZodType, P extends z.ZodType> {
  readonly input: I;
  readonly output: O;
  readonly progress?: P;
}

export const read = <I extends z.ZodType, O extends z.ZodType, P extends z.ZodType = z.ZodNever>(
  spec: Spec<I, O, P>,
): Operation<I, O, P> => ({ effect: 'read', ...spec });

/** A write names its subject, so that no journal line is without one. */
export const write = <I extends z.ZodType, O extends z.ZodType, P extends z.ZodType = z.ZodNever>(
  spec: Spec<I, O, P> & { readonly subject: (input: z.output<I>) => Subject },
): Operation<I, O, P> => ({ effect: 'write', ...spec });
