// Enterprise users of the organisation (platform.md, Enterprise users), and what this computer knows of them.
import { read, write } from './operation.ts';
import { cleanWord, isAddressable, LONGEST_USER_NAME, USER_NAME } from './rules.ts';
import {
  completeness,
  id,
  instant,
  onlyRows,
  optionalLine,
  saveTarget,
  listOf,
  z,
} from './schema.ts';

/** A user who exists, as the platform lists them: whatever can stand in an address, encoded. */
export const userName = z
  .string({ error: 'wrong-type' })
  .min(1, 'required')
  .max(1000, 'too-long')
  .refine(isAddressable, 'wrong-type');

/** What a person may type as the name of a new user. The server decides what else it refuses. */
const newUserName = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanWord)
  .min(1, 'required')
  .max(LONGEST_USER_NAME, 'too-long')
  .regex(USER_NAME, 'user-name');

export const enterpriseUser = z.object({
  userName: z.string(),
  /** Null when the server gave none or one that cannot be read. */
  created: instant.nullable(),
  /** Not every platform says it. */
  lastChanged: instant.optional(),
  /** Beside the user name, where the platform has one. */
  name: z.string().optional(),
  ownerOrganisationNumber: z.string(),
  /** Known on this computer only. */
  local: z.object({
    note: z.string(),
    lastRotated: instant.nullable(),
    /** A person has said so: it was done elsewhere, some time on that day. */
    isRotationTold: z.literal(true).optional(),
    /** Who rotated or made the present secret here, as the history has it. */
    rotatedBy: z.string().optional(),
    firstSeen: instant.nullable(),
    /** Where this computer holds the present secret. */
    kept: z.enum(['nowhere', 'keychain', 'memory']),
    /** The encrypted file that the present secret was saved in last, and when; it may have been moved since. */
    inFile: z.object({ name: z.string(), at: instant }).optional(),
    /** An attempt whose outcome must be looked at, or a secret nobody has confirmed as stored. */
    attention: z.enum(['none', 'secret-waiting', 'outcome-unknown', 'answer-unclear']),
  }),
});
export type EnterpriseUser = z.infer<typeof enterpriseUser>;

export const userList = listOf('users', enterpriseUser, {
  /** When the server gave this list. */
  fetched: instant,
  /** True when the server could not be reached and this is the copy kept on this computer. */
  fromCopy: z.boolean(),
});
export type UserList = z.infer<typeof userList>;

export const historyLine = z.object({
  at: instant,
  what: z.enum([
    'first-seen',
    'created',
    'renamed',
    'rotated',
    'outcome-unknown',
    'note-changed',
    /** Written to an encrypted file and read back; the detail is the name of the file. */
    'saved-in-file',
    /** A person said so; the detail is the day, or nothing where they took it back. */
    'rotation-told',
  ]),
  who: z.string(),
  detail: z.string(),
});

/** Where the new secret is: the answer holds no secret. */
export const keptSecret = z.object({
  /** Names the entry of oneTimeSecrets. */
  secret: id,
  userName: z.string(),
  at: instant,
  /** `sealed-file`: the server has acted and the answer is safe, but the keychain did not take the secret yet. */
  kept: z.enum(['keychain', 'memory', 'sealed-file']),
});
export type KeptSecret = z.infer<typeof keptSecret>;

export const rotationStep = z.object({ step: z.enum(['preparing', 'asking', 'keeping']) });

const target = z.strictObject({ connection: id, userName });

export const enterpriseUsers = {
  /** GET /api/enterpriseusers. */
  list: read({ approval: 'none', input: z.strictObject({ connection: id }), output: userList }),
  /** What the list shows, as CSV; `only`: user names. */
  exportList: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      only: onlyRows,
      target: saveTarget,
    }),
    output: z.object({ name: z.string(), rows: z.number(), completeness }),
  }),
  /** GET /api/enterpriseusers/{username}. */
  get: read({ approval: 'none', input: target, output: enterpriseUser }),
  /** POST /api/enterpriseusers. */
  create: write({
    approval: 'none',
    input: target.extend({ userName: newUserName }),
    output: z.object({ user: enterpriseUser, secret: keptSecret }),
    progress: rotationStep,
    subject: (input) => ({ connection: input.connection, object: input.userName }),
  }),
  /** PUT /api/enterpriseusers/{username}. */
  rename: write({
    approval: 'none',
    input: target.extend({ newName: newUserName }),
    output: enterpriseUser,
    subject: (input) => ({
      connection: input.connection,
      object: `${input.userName} -> ${input.newName}`,
    }),
  }),
  /** DELETE /api/enterpriseusers/{username}. */
  remove: write({
    approval: 'none',
    /** With `created`, as it was shown: another user of that name is a conflict. */
    input: target.extend({ created: instant.nullable().optional() }),
    output: z.object({}),
    subject: (input) => ({ connection: input.connection, object: input.userName }),
  }),
  /** POST /api/enterpriseusers/{username}/rotatesecret. */
  rotateSecret: write({
    approval: 'none',
    /** With `job`, the secret belongs to that job and no window is opened for it. */
    input: target.extend({ job: id.optional() }),
    output: keptSecret,
    progress: rotationStep,
    subject: (input) => ({ connection: input.connection, object: input.userName }),
  }),
  changeNote: write({
    approval: 'none',
    input: target.extend({ note: optionalLine(200) }),
    output: enterpriseUser,
    subject: (input) => ({ connection: input.connection, object: input.userName }),
  }),
  /** When the secret was last rotated elsewhere, as a person knows it; null takes it back. Kept on this computer alone. */
  tellRotation: write({
    approval: 'none',
    input: target.extend({ on: z.iso.date({ error: 'wrong-type' }).nullable() }),
    output: enterpriseUser,
    subject: (input) => ({ connection: input.connection, object: input.userName }),
  }),
  history: read({ approval: 'none', input: target, output: z.array(historyLine) }),
};
