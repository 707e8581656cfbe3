// What this computer knows of enterprise users beyond the server: notes, when first seen, what was done to them.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { historyLine } from '../../preload/contract/enterprise-users.ts';
import { z } from '../../preload/contract/schema.ts';
import type { Document, Documents } from './documents.ts';
import { summedLines } from './log-codecs.ts';
import { type AppendFile, continueLog, openAppendFile, readLog, type Scan } from './log-file.ts';
import { serial } from '../serial.ts';

const known = z.object({
  note: z.string(),
  firstSeen: z.string().nullable(),
  lastRotated: z.string().nullable(),
  history: z.array(historyLine),
});
export type KnownUser = z.infer<typeof known>;
type What = z.infer<typeof historyLine>['what'];

/** By connection, then by user name. */
const schema = z.record(z.string(), z.record(z.string(), known));
type All = z.infer<typeof schema>;

/** One thing that happened: a line of the file that grows, so that what is known of others is not written again. */
const happening = z.object({
  at: z.string(),
  who: z.string(),
  connection: z.string(),
  userNames: z.array(z.string()),
  what: z.union([historyLine.shape.what, z.literal('removed')]),
  detail: z.string(),
  /** The new note, or the new name. */
  to: z.string().optional(),
});
type Happening = z.infer<typeof happening>;

const NOTHING: KnownUser = { note: '', firstSeen: null, lastRotated: null, history: [] };
const LONGEST_HISTORY = 200;
/** As many lines are taken into the document at a start. */
const MANY = 500;

export interface UserKnowledge {
  of(connection: string, userName: string): KnownUser;
  /** Users that a list or a look-up showed; only new ones are written. */
  seen(connection: string, userNames: readonly string[]): Promise<void>;
  happened(connection: string, userName: string, what: What, detail?: string): Promise<void>;
  noted(connection: string, userName: string, note: string): Promise<void>;
  /** What is known moves to the new name. */
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
  const log = await openHappenings({
    file: openAppendFile(path.join(folder, 'enterprise-users.log')),
    document,
    isBaseLost,
    now,
  });
  return createKnowledge(log, () => ({ who, at: now().toISOString() }));
}

interface Log {
  readonly users: Known;
  /** Known and on the disk when it resolves; else a Problem, and nothing has changed. */
  readonly append: (happened: Happening) => Promise<void>;
  readonly setAside: readonly string[];
}

function createKnowledge(
  { users, append, setAside }: Log,
  stamp: () => { readonly who: string; readonly at: string },
): UserKnowledge {
  const add = (connection: string, userName: string, what: Happening['what'], detail = '') =>
    append({ ...stamp(), connection, userNames: [userName], what, detail });
  const of = (connection: string, name: string) => users.get(connection)?.get(name) ?? NOTHING;
  return {
    of,
    setAside,
    async seen(connection, userNames) {
      const fresh = userNames.filter((name) => of(connection, name).firstSeen === null);
      if (fresh.length === 0) return;
      await append({
        ...stamp(),
        connection,
        userNames: fresh,
        what: 'first-seen',
        detail: '',
      });
    },
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

/** User names come from a server: `constructor` is one like any other. */
type Known = Map<string, Map<string, KnownUser>>;

function apply(all: Known, { connection, userNames, what, detail, at, who, to }: Happening): void {
  const users = all.get(connection) ?? new Map<string, KnownUser>();
  all.set(connection, users);
  for (const name of userNames) {
    const before = users.get(name) ?? NOTHING;
    if (what === 'removed' || what === 'renamed') users.delete(name);
    if (what === 'removed') continue;
    users.set(what === 'renamed' && to !== undefined ? to : name, {
      note: what === 'note-changed' && to !== undefined ? to : before.note,
      firstSeen: before.firstSeen ?? at,
      lastRotated: what === 'created' || what === 'rotated' ? at : before.lastRotated,
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

const FORMAT = 'steward-users-1';
/** Of the document that the lines go on from. */
const printOf = (all: All) => createHash('sha256').update(JSON.stringify(all)).digest('hex');

/**
 * The document, and what happened since, as lines behind it. The first line names the document it goes on from; before lines are
 * taken into the document, the last one names the document that will hold them: a kill between the two does nothing twice.
 */
async function openHappenings({ file, document, isBaseLost, now }: LogNeeds): Promise<Log> {
  const setAside: string[] = [];
  const users: Known = new Map(
    Object.entries(document.value()).map(([connection, of]) => [
      connection,
      new Map(Object.entries(of)),
    ]),
  );
  const read = await readLog(file, summedLines);
  const found = happeningsIn(read);
  const log = continueLog(file, summedLines, read);
  const print = printOf(document.value());
  const isTaken = found.taken === print && found.base !== print;
  const fits = found.base === print || isBaseLost;
  if (!isTaken && (found.damaged || (found.base !== undefined && !fits)))
    setAside.push(await file.setAside(read.bytes, now()));
  if (!isTaken && (fits || found.damaged)) for (const one of found.happened) apply(users, one);
  let base = found.base === print ? print : undefined;
  if (found.damaged || isBaseLost || found.happened.length >= MANY) {
    const all = schema.parse(
      Object.fromEntries(
        [...users].map(([connection, of]) => [connection, Object.fromEntries(of)]),
      ),
    );
    if (base !== undefined) await log.append([`"${printOf(all)}"`]);
    await document.change(() => all);
    base = undefined;
  }

  const oneAtATime = serial();
  const write = async (happened: Happening) => {
    const text = JSON.stringify(happened);
    if (base === undefined) {
      const next = printOf(document.value());
      await log.rewrite(() => [`${FORMAT} ${next}`, text]);
      base = next;
    } else {
      await log.append([text]);
    }
    apply(users, happened);
  };
  return {
    users,
    setAside,
    append: (happened) => oneAtATime(() => write(happened)),
  };
}

interface Found {
  /** Print of the document that the lines go on from; undefined without lines. */
  readonly base: string | undefined;
  /** Print of the document that they were to be taken into. */
  readonly taken: string | undefined;
  readonly happened: readonly Happening[];
  readonly damaged: boolean;
}

function happeningsIn(scan: Scan<string>): Found {
  const [first, ...rest] = scan.places[0]?.start === 0 ? scan.values : ['', ...scan.values];
  const base =
    first?.startsWith(`${FORMAT} `) === true ? first.slice(FORMAT.length + 1) : undefined;
  let taken: string | undefined;
  let damaged = scan.damaged || (scan.end > 0 && base === undefined);
  const happened: Happening[] = [];
  for (const text of rest) {
    const value: unknown = JSON.parse(text);
    const one = happening.safeParse(value);
    if (one.success) happened.push(one.data);
    else if (typeof value === 'string') taken = value;
    else damaged = true;
  }
  return { base, taken, happened, damaged };
}
