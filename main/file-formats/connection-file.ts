// A file of connections: how it is written, and what a text must be to be read as one. Its secrets are text only in it.
import {
  type ConnectionFileFor,
  connectionFileFor,
  leftOut,
  takenSettings,
} from '../../preload/contract/connection-file.ts';
import { connection } from '../../preload/contract/connections.ts';
import { id, line, shownText, z } from '../../preload/contract/schema.ts';
import {
  boundElsewhere,
  KIND_OF,
  usedCredentials,
} from '../../preload/contract/used-credentials.ts';
import { Secret } from '../secret.ts';

const FORMAT = 'steward-connections';
const VERSION = 1;
/** Longer than any certificate, and than all authorities that an operating system knows. */
const LONGEST_SECRET = 64 * 1024;
const LONGEST_AUTHORITIES = 1024 * 1024;
/** More than a person has, and so few that reading them holds nobody. */
const MOST = 200;

const filed = connection.omit({ id: true, offers: true, extraCa: true }).extend({
  extraCa: z
    .object({ name: line(200), pem: z.string().min(1).max(LONGEST_AUTHORITIES) })
    .nullable(),
  leftOut: z.array(leftOut).max(2).default([]),
});
/** Its credentials are ids of the file's own. */
export type FiledConnection = z.infer<typeof filed>;

const moment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text).toISOString());

const filedCredential = z.object({
  id,
  kind: z.enum(['certificate', 'api-key', 'private-key', 'password', 'proxy-password']),
  name: shownText,
  /** Of a certificate. */
  subject: shownText.optional(),
  validTo: moment.optional(),
  secret: z.string().min(1).max(LONGEST_SECRET).optional(),
  /** The certificates that belong to the key in `secret`, as PEM. */
  chain: z.string().max(LONGEST_SECRET).optional(),
});
export interface FiledCredential extends Omit<z.infer<typeof filedCredential>, 'secret'> {
  readonly secret?: Secret | undefined;
}

const document = z.object({
  made: moment,
  for: connectionFileFor,
  settings: takenSettings.partial().default({}),
  connections: z.array(filed).max(MOST),
  credentials: z.array(filedCredential).max(MOST),
});

export interface ConnectionFileContent {
  readonly made: string;
  readonly for: ConnectionFileFor;
  readonly settings: z.infer<typeof document>['settings'];
  readonly connections: readonly FiledConnection[];
  readonly credentials: readonly FiledCredential[];
}

/** What a person chose of it, in its order. */
export interface ChosenOfFile {
  readonly connections: readonly FiledConnection[];
  /** Under which they are taken over. */
  readonly names: readonly string[];
  readonly credentials: readonly FiledCredential[];
  readonly settings: ConnectionFileContent['settings'];
}

/** Small, in one order, and said in its first line what it is. */
export function writeConnectionFile({ connections, credentials, ...rest }: ConnectionFileContent) {
  const hasSecrets = credentials.some(({ secret }) => secret !== undefined);
  const about = hasSecrets
    ? 'Connections of Steward with their secrets. Whoever can read this can sign in with them.'
    : 'Connections of Steward, without secrets. What each one needs stands under "credentials".';
  const file = {
    about,
    format: FORMAT,
    version: VERSION,
    made: rest.made,
    for: rest.for,
    connections: [...connections].sort(byName),
    credentials: credentials.map(({ secret, ...one }) => ({
      ...one,
      ...(secret !== undefined && { secret: secret.expose() }),
    })),
    settings: rest.settings,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const byName = (one: FiledConnection, other: FiledConnection) =>
  one.name < other.name ? -1 : Number(one.name > other.name);

/** A parser's error would hold a piece of the file: nothing of it leaves (LOG-03). */
export function parseConnectionFile(
  bytes: Uint8Array | string,
): ConnectionFileContent | 'foreign' | 'newer' | 'damaged' {
  const value = valueIn(bytes);
  const head = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(value);
  if (!head.success) return 'foreign';
  if (head.data.version > VERSION) return 'newer';
  const read = head.data.version === VERSION ? document.safeParse(value) : undefined;
  if (read?.success !== true) return 'damaged';
  const { credentials, ...rest } = read.data;
  if (!fitsTogether(read.data)) return 'damaged';
  return {
    ...rest,
    credentials: credentials.map(({ secret, ...one }) => ({
      ...one,
      ...(secret !== undefined && { secret: new Secret(secret) }),
    })),
  };
}

function valueIn(bytes: Uint8Array | string): unknown {
  try {
    const text =
      typeof bytes === 'string' ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Steward writes none in which a credential is missing, of another kind, or for two places where it may be for one (LNK-09). */
function fitsTogether({ connections, credentials }: z.infer<typeof document>): boolean {
  const kinds = new Map(credentials.map((one) => [one.id, one.kind]));
  if (kinds.size !== credentials.length) return false;
  const isFit = (one: FiledConnection) =>
    (one.apiKey !== null || one.signIn.way === 'none') &&
    [...usedCredentials(one)].every(([used, field]) => kinds.get(used) === KIND_OF[field]);
  const isAlone = (one: FiledConnection, at: number) =>
    connections.slice(at + 1).every((other) => boundElsewhere(one, other).length === 0);
  return connections.every(isFit) && connections.every(isAlone);
}
