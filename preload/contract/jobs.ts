// Long work that survives a kill: rows done one at a time, a checkpoint per row.
import { read, write } from './operation.ts';
import { failure } from '../result.ts';
import { environment, fileHandle, id, instant, z } from './schema.ts';
import { userName } from './enterprise-users.ts';

export const rowState = z.enum(['waiting', 'rotating', 'rotated', 'refused', 'unknown', 'skipped']);
export const job = z.object({
  id,
  kind: z.literal('rotate-secrets'),
  connection: id,
  connectionName: z.string(),
  environment,
  organisationName: z.string(),
  state: z.enum(['running', 'pausing', 'paused', 'stopped', 'finished']),
  /** Why it is paused or stopped. */
  because: z.enum([
    'none',
    'asked',
    'two-refusals',
    'destination',
    'restarted',
    'unknown-outcome',
    'unreachable',
  ]),
  started: instant,
  changed: instant,
  destination: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('keychain') }),
    z.object({ kind: z.literal('file'), name: z.string() }),
  ]),
  rows: z.array(
    z.object({
      userName: z.string(),
      state: rowState,
      at: instant.nullable(),
      failure: failure.nullable(),
      secret: id.nullable(),
    }),
  ),
});
export type Job = z.infer<typeof job>;

export const destination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keychain') }),
  z.strictObject({
    kind: z.literal('file'),
    target: fileHandle,
    passphrase: z.string().min(12, 'passphrase-too-short').max(256, 'too-long'),
  }),
]);

const one = z.strictObject({ job: id });

export const jobs = {
  list: read({ input: z.strictObject({}), output: z.array(job) }),
  /** Writes, reads back and removes a trial entry at the destination; nothing is rotated. */
  testDestination: read({ input: z.strictObject({ destination }), output: z.object({}) }),
  startRotation: write({
    input: z.strictObject({
      connection: id,
      userNames: z.array(userName).min(1, 'required').max(2000, 'too-many'),
      destination,
    }),
    output: job,
    subject: (input) => ({
      connection: input.connection,
      object: `${String(input.userNames.length)} users`,
    }),
  }),
  /** Stops after the present row. */
  pause: read({ input: one, output: job }),
  resume: write({ input: one, output: job, subject: (input) => ({ object: `job ${input.job}` }) }),
  /** Ends it; rows not begun are skipped. */
  stop: write({ input: one, output: job, subject: (input) => ({ object: `job ${input.job}` }) }),
  /** A refused or unknown row: rotate again, or take it as done without. */
  resolveRow: write({
    input: one.extend({ userName, how: z.enum(['rotate-again', 'old-one-works']) }),
    output: job,
    subject: (input) => ({ object: `job ${input.job}: ${input.userName}` }),
  }),
  /** CSV without secrets, safe for spreadsheet programs, UTF-8 with BOM. */
  saveReport: read({
    input: one.extend({ target: fileHandle }),
    output: z.object({ name: z.string(), rows: z.number() }),
  }),
  /** Takes a job that has ended off the list. */
  forget: write({
    input: one,
    output: z.object({}),
    subject: (input) => ({ object: `job ${input.job}` }),
  }),
};
