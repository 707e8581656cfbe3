// What waits for a person on this computer, of all connections, as far as it is known without asking the platform.
import { read } from './operation.ts';
import { jobDetails, jobHead, type JobKind } from './jobs.ts';
import { oneTimeSecret } from './one-time-secrets.ts';
import { signInWay } from './sign-in.ts';
import { environment, id, instant, z } from './schema.ts';

const ofConnection = { connection: id, connectionName: z.string(), environment };
const jobKinds = Object.keys(jobDetails) as [JobKind, ...JobKind[]];

export const todayItem = z.discriminatedUnion('kind', [
  /** A secret nobody has stored yet, or an attempt of which nobody knows what became of it. */
  z.object({
    kind: z.literal('secret'),
    ...ofConnection,
    secret: id,
    userName: z.string(),
    operation: oneTimeSecret.shape.operation,
    state: z.enum(['waiting', 'outcome-unknown', 'answer-unclear']),
    /** In memory it goes with the program. */
    kept: oneTimeSecret.shape.kept,
    at: instant,
  }),
  /** Files that were damaged at the start and set aside: names only. */
  z.object({ kind: z.literal('damaged-files'), names: z.array(z.string()) }),
  z.object({ kind: z.literal('journal'), state: z.enum(['damaged', 'unanchored']) }),
  /** Of those that a connection uses. */
  z.object({
    kind: z.literal('certificate'),
    credential: id,
    name: z.string(),
    expiry: z.enum(['within-60-days', 'within-30-days', 'within-7-days', 'expired']),
    daysLeft: z.number().int(),
  }),
  z.object({
    kind: z.literal('job'),
    ...ofConnection,
    job: id,
    jobKind: z.enum(jobKinds),
    because: jobHead.because,
    changed: instant,
  }),
  /** A job that has ended, and rows of it that were refused or of which nobody knows what became; until it is taken off the list. */
  z.object({
    kind: z.literal('rows'),
    ...ofConnection,
    job: id,
    jobKind: z.enum(jobKinds),
    refused: z.number().int(),
    unknown: z.number().int(),
    changed: instant,
  }),
  /** Messages of one party that awaited a signature, or were unread, when its message box was read last in this session. */
  z.object({
    kind: z.enum(['to-sign', 'unread']),
    ...ofConnection,
    who: z.string(),
    count: z.number().int(),
    read: instant,
  }),
  /** Secrets older than the policy allows, of one connection; as this computer knows them. */
  z.object({
    kind: z.literal('overdue'),
    ...ofConnection,
    count: z.number().int(),
    /** The one that has been overdue for the longest time, and when its secret was made. */
    userName: z.string(),
    oldest: instant,
    /** When the secret was made that has become overdue last. */
    newest: instant,
  }),
  /** Never rotated as far as anybody here knows, and their users were created before the policy's limit. */
  z.object({
    kind: z.literal('possibly-overdue'),
    ...ofConnection,
    count: z.number().int(),
    /** The user that was created first, and when. */
    userName: z.string(),
    oldest: instant,
  }),
  /** A form that was begun here and has not been sent. */
  z.object({
    kind: z.literal('draft'),
    ...ofConnection,
    who: z.string(),
    message: z.string(),
    subject: z.string(),
    changed: instant,
  }),
  /** Of the connection in use. */
  z.object({ kind: z.literal('sign-in'), ...ofConnection, way: signInWay }),
  z.object({
    kind: z.literal('update'),
    version: z.string(),
    state: z.enum(['found', 'downloaded']),
  }),
]);
export type TodayItem = z.infer<typeof todayItem>;

export const today = {
  /** The most pressing first. Nothing is asked of the platform. */
  list: read({
    approval: 'none',
    input: z.strictObject({}),
    output: z.object({
      items: z.array(todayItem),
      /** What could not be looked up in time, or while the keychain cannot be used. */
      unknown: z.array(z.enum(['drafts'])),
    }),
  }),
  /** Whether this window is at Today: whoever looks at it needs no notification of the system. */
  noteShown: read({
    approval: 'none',
    input: z.strictObject({ shown: z.boolean() }),
    output: z.object({}),
  }),
};
export type Today = z.infer<typeof today.list.output>;
