// Events of correspondences that a service owner follows, read on from an offset (platform.md, Service owners).
import { savedFile } from './files.ts';
import { read, write } from './operation.ts';
import { numberedParty } from './party-access.ts';
import { completeness, saveTarget, id, instant, onlyRows, z } from './schema.ts';

/** Of one answer, as documented. */
export const MOST_EVENTS = 10_000;

/** A place in the feed; its own event is left out of what is read from it. */
export const eventOffset = z.string({ error: 'wrong-type' }).regex(/^\d{1,18}$/, 'not-a-number');

/** The fields are not documented: what is not there, or not understood, is null. */
export const ownerEvent = z.object({
  offset: eventOffset,
  /** `word` is the server's. */
  kind: z.object({
    known: z.enum([
      'created',
      'archived',
      'read',
      'deleted',
      'notification-created',
      'notification-sent',
      'unknown',
    ]),
    word: z.string(),
  }),
  occurred: instant.nullable(),
  message: z.string().nullable(),
  party: numberedParty.nullable(),
  serviceCode: z.string().nullable(),
  serviceEdition: z.number().int().nullable(),
});
export type OwnerEvent = z.infer<typeof ownerEvent>;

const feed = z.strictObject({
  connection: id,
  /** The offset of the last event that was read; from the first event on when left out. */
  from: eventOffset.optional(),
  /** At most so many; 10 000 when left out, which is the most of one answer. */
  most: z
    .number()
    .int('not-a-number')
    .min(1, 'out-of-range')
    .max(MOST_EVENTS, 'out-of-range')
    .optional(),
});
const progress = {
  /** Where one goes on: the offset of the last event; `from` where there was none. Null before the first. */
  next: eventOffset.nullable(),
  /** There are more behind it. */
  more: z.boolean(),
};

export const ownerEvents = {
  /** GET /api/serviceowner/events/feed: one answer. */
  read: read({
    approval: 'none',
    input: feed,
    output: z.object({ events: z.array(ownerEvent), ...progress }),
  }),
  /** The same as a table, with masked numbers; `only`: their offsets. In the journal, since it makes a file of personal data. */
  exportEvents: write({
    approval: 'none',
    input: feed.extend({ format: z.enum(['csv', 'xlsx']), target: saveTarget, only: onlyRows }),
    output: savedFile.extend({ rows: z.number().int(), completeness, ...progress }),
    subject: ({ connection, format }) => ({ connection, object: `events as ${format}` }),
  }),
};
