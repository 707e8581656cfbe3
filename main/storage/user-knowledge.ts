// Local knowledge of enterprise users, which the server does not have: notes, when first seen, what was done to them.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { historyLine } from '../../preload/contract/enterprise-users.ts';
import { z } from '../../preload/contract/schema.ts';
import type { Document, Documents } from './documents.ts';
import { summedLines } from './log-codecs.ts';
import { type AppendFile, continueLog, openAppendFile, readLog, type Scan } from './log-file.ts';
import { serial } from '../serial.ts';
import type { StoreCheck } from './store-check.ts';

const known = z.object({
  note: z.string(),
  firstSeen: z.string().nullable(),
  /** From here. */
  lastRotated: z.string().nullable(),
  /** `yyyy-mm-dd`, as a person said it of a rotation elsewhere. */
  toldRotation: z.string().optional(),
  history: z.array(historyLine),
});
export type KnownUser = z.infer<typeof known>;
/** When its secret was last rotated, as far as anybody here knows. What was told counts only as long as nothing later is known. */
export function lastRotation({ lastRotated, toldRotation }: KnownUser): {
  readonly lastRotated: string | null;
  readonly isRotationTold: boolean;
} {
  const [year = 0, month = 0, day = 0] = toldRotation?.split('-').map(Number) ?? [];
  const told = toldRotation === undefined ? null : new Date(year, month - 1, day).toISOString();
  const isRotationTold = told !== null && (lastRotated === null || told > lastRotated);
  return { lastRotated: isRotationTold ? told : lastRotated, isRotationTold };
}
/** Who last made its secret here; nobody where a later rotation elsewhere was told. */
export function rotatedBy(known: KnownUser): string | undefined {
  if (known.lastRotated === null || lastRotation(known).isRotationTold) return undefined;
  return known.history.findLast(
    ({ what, at }) => (what === 'rotated' || what === 'created') && at === known.lastRotated,
  )?.who;
}
/** The file that its present secret was saved in last; none where a later rotation is known. */
export function savedIn(
  known: KnownUser,
): { readonly name: string; readonly at: string } | undefined {
  const line = known.history.findLast(({ what }) => what === 'saved-in-file');
  const { lastRotated } = lastRotation(known);
  if (line === undefined || (lastRotated !== null && line.at < lastRotated)) return undefined;
  return { name: line.detail, at: line.at };
}
type What = z.infer<typeof historyLine>['what'];

/** By connection, then by user name. */
const schema = z.record(z.string(), z.record(z.string(), known));
type All = z.infer<typeof schema>;

/** One line of the log: an event changes one user, and the document of all the others is not written again. */
const userEvent = z.object({
  at: z.string(),
  who: z.string(),
  connection: z.string(),
  userNames: z.array(z.string()),
  what: z.union([historyLine.shape.what, z.literal('removed')]),
  detail: z.string(),
  /** The new note, the new name, or the day that was told; an empty one takes it back. */
  to: z.string().optional(),
});
type UserEvent = z.infer<typeof userEvent>;

const NOTHING: KnownUser = { note: '', firstSeen: null, lastRotated: null, history: [] };
const LONGEST_HISTORY = 200;
/** From so many lines on, a start merges them into the document. */
const MERGE_FROM = 500;

export interface UserKnowledge {
  /** Reads the log again; one that has lost anything is set aside, and all that is known goes into the document. */
  check(run: StoreCheck): Promise<void>;
  of(connection: string, userName: string): KnownUser;
  /** All users of a connection that are remembered, also those that the platform has no longer. */
  all(connection: string): readonly (readonly [string, KnownUser])[];
  /** Users that a list or a look-up showed; only new ones are written. */
  seen(connection: string, userNames: readonly string[]): Promise<void>;
  happened(connection: string, userName: string, what: What, detail?: string): Promise<void>;
  noted(connection: string, userName: string, note: string): Promise<void>;
  /** The day of a rotation elsewhere, `yyyy-mm-dd`; null takes back what was told. */
  rotationTold(connection: string, userName: string, on: string | null): Promise<void>;
  /** Moves the knowledge to the new name. */
  renamed(connection: string, from: string, to: string): Promise<void>;
  removed(connection: string, userName: string): Promise<void>;
  /** Names of files that damaged lines were set aside in. */
  readonly setAside: readonly string[];
}

export interface UserKnowledgeNeeds {
  readonly documents: Documents;
  readonly folder: string;
  readonly who: string;
  readonly now?: () => Date;
}

export async function openUserKnowledge(needs: UserKnowledgeNeeds): Promise<UserKnowledge> {
  const { documents, folder, who, now = () => new Date() } = needs;
  const document = await documents.open('enterprise-users', schema, {});
  const isBaseLost = documents.setAside.some((name) => name.startsWith('enterprise-users.json.'));
  const log = await openEventLog({
    file: openAppendFile(path.join(folder, LOG_NAME)),
    document,
    isBaseLost,
    now,
  });
  return createKnowledge(log, () => ({ who, at: now().toISOString() }));
}

interface Log {
  readonly users: UsersByConnection;
  /** In memory and on the disk when it resolves; else a Problem, and nothing has changed. */
  readonly append: (event: UserEvent) => Promise<void>;
  readonly check: (run: StoreCheck) => Promise<void>;
  readonly setAside: readonly string[];
}

function createKnowledge(
  { users, append, check, setAside }: Log,
  stamp: () => { readonly who: string; readonly at: string },
): UserKnowledge {
  const add = (connection: string, userName: string, what: UserEvent['what'], detail = '') =>
    append({ ...stamp(), connection, userNames: [userName], what, detail });
  const oneByOne = serial();
  const of = (connection: string, name: string) => users.get(connection)?.get(name) ?? NOTHING;
  return {
    of,
    all: (connection) => [...(users.get(connection) ?? [])],
    setAside,
    check,
    // Two lists may come at the same moment: each name is seen for the first time once.
    seen: (connection, userNames) =>
      oneByOne(async () => {
        const fresh = userNames.filter((name) => of(connection, name).firstSeen === null);
        if (fresh.length === 0) return;
        await append({
          ...stamp(),
          connection,
          userNames: fresh,
          what: 'first-seen',
          detail: '',
        });
      }),
    happened: add,
    noted: (connection, name, note) =>
      append({
        ...stamp(),
        connection,
        userNames: [name],
        what: 'note-changed',
        detail: '',
        to: note,
      }),
    rotationTold: (connection, name, on) =>
      append({
        ...stamp(),
        connection,
        userNames: [name],
        what: 'rotation-told',
        detail: on ?? '',
        to: on ?? '',
      }),
    renamed: (connection, from, to) =>
      append({
        ...stamp(),
        connection,
        userNames: [from],
        what: 'renamed',
        detail: `${from} -> ${to}`,
        to,
      }),
    removed: (connection, userName) => add(connection, userName, 'removed'),
  };
}

/** A Map, because user names come from a server: one may be `constructor`. */
type UsersByConnection = Map<string, Map<string, KnownUser>>;

function apply(
  all: UsersByConnection,
  { connection, userNames, what, detail, at, who, to }: UserEvent,
): void {
  const users = all.get(connection) ?? new Map<string, KnownUser>();
  all.set(connection, users);
  for (const name of userNames) {
    const before = users.get(name) ?? NOTHING;
    if (what === 'removed' || what === 'renamed') users.delete(name);
    if (what === 'removed') continue;
    const told = what === 'rotation-told' ? to : before.toldRotation;
    users.set(what === 'renamed' && to !== undefined ? to : name, {
      note: what === 'note-changed' && to !== undefined ? to : before.note,
      firstSeen: before.firstSeen ?? at,
      lastRotated: what === 'created' || what === 'rotated' ? at : before.lastRotated,
      ...(told !== undefined && told !== '' && { toldRotation: told }),
      history: [...before.history, { who, at, what, detail }].slice(-LONGEST_HISTORY),
    });
  }
}

interface LogNeeds {
  readonly file: AppendFile;
  readonly document: Document<All>;
  readonly isBaseLost: boolean;
  readonly now: () => Date;
}

const LOG_NAME = 'enterprise-users.log';
const FORMAT = 'steward-users-1';
/** Identifies the document that the lines follow. */
const fingerprintOf = (all: All) => createHash('sha256').update(JSON.stringify(all)).digest('hex');

/**
 * The document, and the log of events since. The first line names the document that the log follows; before lines are merged
 * into the document, a last line names the merged document: a kill between the two merges nothing twice.
 */
async function openEventLog({ file, document, isBaseLost, now }: LogNeeds): Promise<Log> {
  const setAside: string[] = [];
  const users: UsersByConnection = new Map(
    Object.entries(document.value()).map(([connection, of]) => [
      connection,
      new Map(Object.entries(of)),
    ]),
  );
  const read = await readLog(file, summedLines);
  const found = eventsIn(read);
  const log = continueLog(file, summedLines, read);
  const fingerprint = fingerprintOf(document.value());
  const isMerged = found.merged === fingerprint && found.base !== fingerprint;
  const fits = found.base === fingerprint || isBaseLost;
  if (!isMerged && (found.damaged || (found.base !== undefined && !fits)))
    setAside.push(await file.setAside(read.bytes, now()));
  if (!isMerged && (fits || found.damaged)) for (const one of found.events) apply(users, one);
  let base = found.base === fingerprint ? fingerprint : undefined;
  if (found.damaged || isBaseLost || found.events.length >= MERGE_FROM) {
    const all = documentOf(users);
    if (base !== undefined) await log.append([`"${fingerprintOf(all)}"`]);
    await document.change(() => all);
    base = undefined;
  }

  const oneAtATime = serial();
  const write = async (event: UserEvent) => {
    const text = JSON.stringify(event);
    if (base === undefined) {
      const next = fingerprintOf(document.value());
      await log.rewrite(() => [`${FORMAT} ${next}`, text]);
      base = next;
    } else {
      await log.append([text]);
    }
    apply(users, event);
  };
  return {
    users,
    setAside,
    append: (event) => oneAtATime(() => write(event)),
    check: (run) =>
      oneAtATime(() =>
        log.check(run, {
          name: LOG_NAME,
          now,
          // All of it goes into the document, and the log begins anew.
          async values() {
            await document.change(() => documentOf(users));
            base = undefined;
            return [];
          },
        }),
      ),
  };
}

const documentOf = (users: UsersByConnection): All =>
  schema.parse(
    Object.fromEntries([...users].map(([connection, of]) => [connection, Object.fromEntries(of)])),
  );

interface Found {
  /** Fingerprint of the document that the lines follow; undefined without lines. */
  readonly base: string | undefined;
  /** Fingerprint of the document that they were being merged into. */
  readonly merged: string | undefined;
  readonly events: readonly UserEvent[];
  readonly damaged: boolean;
}

function eventsIn(scan: Scan<string>): Found {
  const [first, ...rest] = scan.places[0]?.start === 0 ? scan.values : ['', ...scan.values];
  const base =
    first?.startsWith(`${FORMAT} `) === true ? first.slice(FORMAT.length + 1) : undefined;
  let merged: string | undefined;
  let damaged = scan.damaged || (scan.end > 0 && base === undefined);
  const events: UserEvent[] = [];
  for (const text of rest) {
    const value: unknown = JSON.parse(text);
    const one = userEvent.safeParse(value);
    if (one.success) events.push(one.data);
    else if (typeof value === 'string') merged = value;
    else damaged = true;
  }
  return { base, merged, events, damaged };
}
