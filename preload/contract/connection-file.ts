// Connections as a file for another computer or a colleague: saved with or without secrets, read, taken over.
import { signIn } from './connections.ts';
import { savedFile } from './files.ts';
import { write, read } from './operation.ts';
import {
  environment,
  filePassphrase,
  id,
  instant,
  newPassphrase,
  readHandle,
  REFERENCE,
  saveTarget,
  z,
} from './schema.ts';
import { settings } from './settings.ts';

/** Whom the file is for: a colleague gets no sign-in that is a person's own. */
export const connectionFileFor = z.enum(['self', 'colleague']);
export type ConnectionFileFor = z.infer<typeof connectionFileFor>;

/** What a person chose and would choose on another computer too; where new versions come from is each computer's own. */
export const takenSettings = settings.omit({ updateAddress: true });
export type TakenSettings = z.infer<typeof takenSettings>;
const takenSetting = takenSettings.keyof();
export type TakenSetting = z.infer<typeof takenSetting>;

/** What of a connection's sign-in is nobody else's: it is added on the other computer. */
export const leftOut = z.enum(['sign-in', 'proxy-password']);

const needed = z.object({
  /** `sign-in`: a person signs in there; `token`: one is pasted after each start. */
  kind: z.enum([
    ...['certificate', 'api-key', 'private-key', 'password', 'proxy-password'],
    ...['sign-in', 'token'],
  ] as const),
  /** What it was called where the file was saved; of a sign-in the user name or the provider's host. Empty where nobody knows. */
  name: z.string(),
  /** Of a certificate. */
  validTo: instant.nullable(),
  /** `comes`: the file has it; `add`: a person adds it; `expired`: the file has it, and it is not taken. */
  state: z.enum(['comes', 'add', 'expired', 'not-yet-valid']),
});
export type Needed = z.infer<typeof needed>;

const listed = z.object({
  /** Its place in the file, from 1. */
  number: z.number().int(),
  /** Under which it is taken over: free on this computer. */
  name: z.string(),
  environment,
  baseAddress: z.string(),
  organisationName: z.string(),
  organisationNumber: z.string(),
  way: z.enum(signIn.options.map((one) => one.shape.way.value)),
  /** Every host that something goes to, the platform's first. */
  hosts: z.array(z.string()),
  /** Name of a file of certificate authorities that it trusts besides. */
  extraCa: z.string().nullable(),
  /** Name of a connection that is here already, of the same organisation at the same address. */
  here: z.string().nullable(),
  /** Whether the organisation has settled that there is no such connection on this computer. */
  managed: z.boolean(),
  needs: z.array(needed),
});
export type ListedConnection = z.infer<typeof listed>;

const settingValue = z.union([z.string(), z.number(), z.boolean()]);
const changedSetting = z.object({
  name: takenSetting,
  from: settingValue,
  to: settingValue,
  managed: z.boolean(),
});
export type ChangedSetting = z.infer<typeof changedSetting>;

/** SHA-256 of the file: what was shown is what is taken over. */
const sum = z
  .string({ error: 'wrong-type' })
  .regex(/^[0-9a-f]{64}$/, 'wrong-type')
  .meta(REFERENCE);

const contents = z.object({
  state: z.literal('open'),
  sum,
  made: instant,
  for: connectionFileFor,
  /** Whether secrets come along. */
  secrets: z.boolean(),
  connections: z.array(listed),
  /** Those that are different here. */
  settings: z.array(changedSetting),
});
export type ConnectionFileContents = z.infer<typeof contents>;

const opened = z.discriminatedUnion('state', [
  contents,
  z.object({
    /** `foreign`: no file of connections; `newer`: of a newer version of Steward. */
    state: z.enum(['passphrase-needed', 'wrong-passphrase', 'foreign', 'newer', 'damaged']),
  }),
]);
export type OpenedConnectionFile = z.infer<typeof opened>;

const toSave = {
  target: saveTarget,
  for: connectionFileFor,
  connections: z.array(id).min(1, 'required').max(200, 'too-many'),
  /** Settings go along. */
  settings: z.boolean({ error: 'wrong-type' }),
};
type ToSave = { readonly for: ConnectionFileFor; readonly connections: readonly string[] };

const subjectOf = ({ for: whom, connections }: ToSave, secrets: 'with' | 'without') => ({
  object: `${String(connections.length)} connections for ${whom} ${secrets} secrets`,
});

export const connectionFile = {
  /** Plain JSON without any secret: what each connection needs stands there by kind and name. */
  save: write({
    approval: 'none',
    input: z.strictObject(toSave),
    output: savedFile,
    subject: (input) => subjectOf(input, 'without'),
  }),
  /**
   * The same with certificates and their keys, API keys and passwords, encrypted with the passphrase as age does it. Tokens and one-time
   * secrets never go along, and nothing that a person signs in with to a colleague. Certificates that are not in force stay.
   */
  saveEncrypted: write({
    approval: 'reveal',
    input: z.strictObject({ ...toSave, passphrase: newPassphrase }),
    output: savedFile,
    subject: (input) => subjectOf(input, 'with'),
  }),
  /** Looks into it without keeping anything. A file that is not read is a value, not a failure. */
  read: read({
    approval: 'none',
    input: z.strictObject({ file: readHandle, passphrase: filePassphrase.optional() }),
    output: opened,
  }),
  /**
   * All that was chosen, or nothing. What a connection lacks then is named. Problem file{changed-meanwhile} where it is not the file that
   * was read, file{damaged} where it cannot be opened.
   */
  takeOver: write({
    approval: 'place',
    input: z
      .strictObject({
        file: readHandle,
        passphrase: filePassphrase.optional(),
        sum,
        /** By their numbers. */
        connections: z.array(z.number().int().min(1, 'out-of-range')).max(200, 'too-many'),
        settings: z.array(takenSetting).max(20, 'too-many').default([]),
      })
      .refine(
        ({ connections, settings: chosen }) => connections.length + chosen.length > 0,
        'required',
      ),
    output: z.object({
      connections: z.array(
        z.object({ connection: id, name: z.string(), missing: z.array(needed) }),
      ),
      settings: z.array(takenSetting),
    }),
    subject: ({ connections, settings: chosen }) => ({
      object: `${String(connections.length)} connections and ${String(chosen.length)} settings`,
    }),
  }),
};
