// The journal of writes, as kept on this computer: append-only, hash-chained, verified at start.
import { read } from './operation.ts';
import { id, instant, line, optionalLine, saveTarget, z } from './schema.ts';

export const activityLine = z.object({
  /** Counts from 1 without gaps. */
  number: z.number().int(),
  at: instant,
  /** The user of the operating system. */
  who: z.string(),
  connection: id.nullable(),
  connectionName: z.string(),
  environment: z.enum(['production', 'test', 'none']),
  /** `feature.operation` of the contract. */
  operation: z.string(),
  object: z.string(),
  outcome: z.enum(['done', 'refused', 'unknown', 'begun']),
  detail: z.string(),
  /** False where anybody may have written it: it has no key, and others before it have. */
  confirmed: z.boolean(),
});
export type ActivityLine = z.infer<typeof activityLine>;

/** `damaged` names the first line that does not fit; what is before it is whole. */
export const journalState = z.object({
  state: z.enum(['whole', 'damaged', 'unanchored']),
  lines: z.number().int(),
  firstBadLine: z.number().int().nullable(),
  /** How many lines are not confirmed. */
  unconfirmed: z.number().int(),
});

const filter = z.strictObject({
  text: optionalLine(200).optional(),
  /** Operations that fit the text as well: by their names in the language of whoever asks. */
  operations: z.array(line(100)).max(100, 'too-many').optional(),
  connection: id.optional(),
  outcome: z.enum(['done', 'refused', 'unknown', 'begun']).optional(),
  from: instant.optional(),
  to: instant.optional(),
});

export const activity = {
  /** Newest first; `total` counts what fits the filter. */
  list: read({
    approval: 'none',
    input: z.strictObject({ filter, limit: z.number().int().min(1).max(5000) }),
    output: z.object({
      lines: z.array(activityLine),
      total: z.number().int(),
      journal: journalState,
    }),
  }),
  exportCsv: read({
    approval: 'none',
    input: z.strictObject({ filter, target: saveTarget }),
    output: z.object({ name: z.string(), rows: z.number() }),
  }),
  verify: read({ approval: 'none', input: z.strictObject({}), output: journalState }),
};
