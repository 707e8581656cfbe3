// What an operation is: its shapes, whether it reads or writes (and is journalled), and which approval it needs.
import type { z } from './schema.ts';

/** What a write is done to, for the journal: never a secret, never personal data. */
export interface Subject {
  readonly connection?: string | undefined;
  readonly object: string;
}

/**
 * Why a person is asked before main does it: a place that is new, a secret or a body let out, something lost for good, a warning set
 * aside, a limit made longer, access given, something sent in another's name or in numbers.
 */
export type NeededApproval = 'place' | 'reveal' | 'erase' | 'override' | 'limit' | 'grant' | 'send';
/** `none`: the page alone may bring it about. Where it changes something, the list in test/attacks/approval.test.ts has it too. */
export type Approval = 'none' | NeededApproval;

export interface Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  P extends z.ZodType = z.ZodType,
  A extends Approval = Approval,
> {
  readonly effect: 'read' | 'write';
  readonly approval: A;
  readonly input: I;
  readonly output: O;
  /** Where steps come fast only the newest is sent: each says how it is now. A list `arrived` alone says what has come since the step before. */
  readonly progress?: P | undefined;
  readonly subject?: ((input: z.output<I>) => Subject) | undefined;
}

interface Spec<A extends Approval, I extends z.ZodType, O extends z.ZodType, P extends z.ZodType> {
  readonly approval: A;
  readonly input: I;
  readonly output: O;
  readonly progress?: P;
}

export const read = <
  A extends Approval,
  I extends z.ZodType,
  O extends z.ZodType,
  P extends z.ZodType = z.ZodNever,
>(
  spec: Spec<A, I, O, P>,
): Operation<I, O, P, A> => ({ effect: 'read', ...spec });

/** A write names its subject, so that no journal line is without one. */
export const write = <
  A extends Approval,
  I extends z.ZodType,
  O extends z.ZodType,
  P extends z.ZodType = z.ZodNever,
>(
  spec: Spec<A, I, O, P> & { readonly subject: (input: z.output<I>) => Subject },
): Operation<I, O, P, A> => ({ effect: 'write', ...spec });
