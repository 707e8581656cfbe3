// What this computer knows of enterprise users and the server does not: notes, when first seen, what was done to them.
import { historyLine } from '../../preload/contract/enterprise-users.ts';
import { z } from '../../preload/contract/schema.ts';
import type { Document, Documents } from './documents.ts';

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
type Users = All[string];

const NOTHING: KnownUser = { note: '', firstSeen: null, lastRotated: null, history: [] };
const LONGEST_HISTORY = 200;

export interface UserKnowledge {
  of(connection: string, userName: string): KnownUser;
  /** Users that a list or a look-up showed; only new ones are written. */
  seen(connection: string, userNames: readonly string[]): Promise<void>;
  happened(connection: string, userName: string, what: What, detail?: string): Promise<void>;
  noted(connection: string, userName: string, note: string): Promise<void>;
  /** What is known moves to the new name. */
  renamed(connection: string, from: string, to: string): Promise<void>;
  removed(connection: string, userName: string): Promise<void>;
}

export async function openUserKnowledge(needs: {
  readonly documents: Documents;
  readonly who: string;
  readonly now?: () => Date;
}): Promise<UserKnowledge> {
  const { documents, who, now = () => new Date() } = needs;
  const document = await documents.open('enterprise-users', schema, {});
  return createKnowledge(document, () => ({ who, at: now().toISOString() }));
}

function createKnowledge(
  document: Document<All>,
  stamp: () => { readonly who: string; readonly at: string },
): UserKnowledge {
  const change = async (connection: string, to: (users: Users) => Users) => {
    await document.change((all) => ({ ...all, [connection]: to(own(all, connection) ?? {}) }));
  };
  const line = (user: KnownUser, what: What, detail = ''): KnownUser => ({
    ...user,
    firstSeen: user.firstSeen ?? stamp().at,
    history: [...user.history, { ...stamp(), what, detail }].slice(-LONGEST_HISTORY),
  });
  const changeUser = (connection: string, name: string, to: (user: KnownUser) => KnownUser) =>
    change(connection, (users) => ({ ...users, [name]: to(own(users, name) ?? NOTHING) }));
  const of = (connection: string, name: string) => find(document.value(), connection, name);

  return {
    of,
    async seen(connection, userNames) {
      const fresh = userNames.filter((name) => of(connection, name).firstSeen === null);
      if (fresh.length === 0) return;
      await change(connection, (users) => {
        const known = (name: string) => line(own(users, name) ?? NOTHING, 'first-seen');
        return { ...users, ...Object.fromEntries(fresh.map((name) => [name, known(name)])) };
      });
    },
    happened: (connection, userName, what, detail) =>
      changeUser(connection, userName, (user) => ({
        ...line(user, what, detail),
        ...(what === 'created' || what === 'rotated' ? { lastRotated: stamp().at } : {}),
      })),
    noted: (connection, name, note) =>
      changeUser(connection, name, (user) => ({ ...line(user, 'note-changed'), note })),
    renamed: (connection, from, to) =>
      change(connection, (users) => {
        const moved = own(users, from) ?? NOTHING;
        return { ...without(users, from), [to]: line(moved, 'renamed', `${from} -> ${to}`) };
      }),
    removed: (connection, userName) => change(connection, (users) => without(users, userName)),
  };
}

const find = (all: All, connection: string, name: string): KnownUser =>
  own(own(all, connection) ?? {}, name) ?? NOTHING;

const without = (users: Users, name: string): Users =>
  Object.fromEntries(Object.entries(users).filter(([key]) => key !== name));

/** User names come from a server: `constructor` is one like any other. */
const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
