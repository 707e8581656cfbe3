// What waits for a person, put together from what this computer knows; no call is made for it.
import type { Start } from '../../preload/contract/app.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { ManagedFeature, ManagedSettings } from '../../preload/contract/managed.ts';
import { switchedOff } from '../../preload/contract/managed-rules.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import { ageInDays, isForPerson } from '../../preload/contract/rules.ts';
import type { SignInState } from '../../preload/contract/sign-in.ts';
import type { Today, TodayItem } from '../../preload/contract/today.ts';
import type { UpdatesState } from '../../preload/contract/updates.ts';
import { within } from '../cancel.ts';
import type { FormDrafts } from '../messages/drafts.ts';
import type { WaitingMessages } from '../messages/waiting-messages.ts';
import { cancelled } from '../problems.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import { lastRotation, type UserKnowledge } from '../storage/user-knowledge.ts';

export interface TodayNeeds {
  readonly connections: Pick<ConnectionStore, 'all' | 'chosen'>;
  readonly credentials: () => readonly Credential[];
  readonly secrets: () => readonly OneTimeSecret[];
  readonly jobs: () => readonly Job[];
  readonly knowledge: Pick<UserKnowledge, 'all'>;
  /** When each user in the list that was read last was created; undefined where there is none that can be opened. */
  readonly listed: (
    connection: SavedConnection,
  ) => Promise<ReadonlyMap<string, string | null> | undefined>;
  readonly policyDays: () => number;
  readonly drafts: Pick<FormDrafts, 'list'>;
  readonly messages: WaitingMessages['of'];
  readonly signInState: (connection: SavedConnection) => SignInState['state'];
  readonly updates: () => Promise<UpdatesState>;
  readonly setAside: () => readonly string[];
  readonly journal: () => Start['journal']['state'];
  readonly keychainReady: () => boolean;
  readonly managed: ManagedSettings | null;
  readonly now: () => Date;
}

/** A start waits for this: a keychain that asks its person, or does not answer, must not hold it. */
const DRAFTS_WITHIN_MS = 1000;

export const todayService = (needs: {
  readonly waiting: () => Promise<Today>;
  readonly noteShown: (shown: boolean, window: symbol) => void;
}): Handlers<'today'> => ({
  list: () => needs.waiting(),
  async noteShown({ shown }, { window }) {
    if (window !== undefined) needs.noteShown(shown, window);
    return {};
  },
});

/** The most pressing first. */
export async function whatWaits(needs: TodayNeeds): Promise<Today> {
  const off = switchedOff(needs.managed);
  const isOn = (feature: ManagedFeature) => !off.has(feature);
  const users = isOn('enterprise-users');
  const drafts = isOn('messages') ? await draftsOf(needs) : [];
  return {
    items: [
      ...(users ? secretsOf(needs) : []),
      ...damageOf(needs),
      ...certificatesOf(needs),
      ...jobsOf(needs).filter(({ jobKind }) => isOn(FEATURE_OF_JOB[jobKind])),
      ...rowsOf(needs).filter(({ jobKind }) => isOn(FEATURE_OF_JOB[jobKind])),
      ...(users ? await overdueOf(needs) : []),
      ...(isOn('messages') ? messagesOf(needs, 'to-sign') : []),
      ...(users ? await possiblyOverdueOf(needs) : []),
      ...(drafts ?? []),
      ...(isOn('messages') ? messagesOf(needs, 'unread') : []),
      ...signInOf(needs),
      ...(await updateOf(needs)),
    ],
    unknown: drafts === undefined ? ['drafts'] : [],
  };
}

type Item<K extends TodayItem['kind']> = Extract<TodayItem, { kind: K }>;

const FEATURE_OF_JOB: Readonly<Record<Job['kind'], ManagedFeature>> = {
  'rotate-secrets': 'enterprise-users',
  'delete-users': 'enterprise-users',
  'change-messages': 'messages',
  'send-forms': 'messages',
  'download-files': 'file-transfer',
  'send-files': 'file-transfer',
  'change-contact-entries': 'contact-information',
  'change-delegations': 'delegations',
  'request-consents': 'consents',
  'look-up': 'service-owner',
  'export-messages': 'message-export',
  'hand-over': 'hand-over',
  synchronise: 'reference',
};

const headOf = ({ id: connection, name: connectionName, environment }: SavedConnection) => ({
  connection,
  connectionName,
  environment,
});

/** What may have been done without its secret comes before what only has to be stored. */
function secretsOf({ secrets, jobs, connections }: TodayNeeds): readonly Item<'secret'>[] {
  const known = new Map(connections.all().map((one) => [one.id, one]));
  const open = secrets().flatMap((entry): Item<'secret'>[] => {
    const { id: secret, userName, operation, state, kept, at } = entry;
    const connection = known.get(entry.connection);
    if (state === 'confirmed' || connection === undefined || !isForPerson(entry, jobs())) return [];
    return [
      { kind: 'secret', ...headOf(connection), secret, userName, operation, state, kept, at },
    ];
  });
  const isStored = ({ state }: Item<'secret'>) => Number(state === 'waiting');
  return open.toSorted((a, b) => isStored(a) - isStored(b) || a.at.localeCompare(b.at));
}

function damageOf(needs: TodayNeeds): readonly (Item<'damaged-files'> | Item<'journal'>)[] {
  const names = needs.setAside();
  const state = needs.journal();
  // Without a keychain the end of the journal cannot be anchored, and that is said anyway.
  const isAlarm = state === 'damaged' || (state === 'unanchored' && needs.keychainReady());
  return [
    ...(names.length > 0 ? [{ kind: 'damaged-files' as const, names: [...names] }] : []),
    ...(isAlarm ? [{ kind: 'journal' as const, state }] : []),
  ];
}

/** One that no connection uses surprises nobody. */
function certificatesOf({ credentials }: TodayNeeds): readonly Item<'certificate'>[] {
  return credentials()
    .flatMap((one): Item<'certificate'>[] => {
      if (one.kind !== 'certificate' || one.usedBy.length === 0) return [];
      const { id: credential, name, expiry, facts } = one;
      if (expiry === 'ok' || expiry === 'not-yet-valid') return [];
      return [{ kind: 'certificate', credential, name, expiry, daysLeft: facts.daysLeft }];
    })
    .toSorted((a, b) => a.daysLeft - b.daysLeft);
}

/** Oldest first. */
function jobsOf({ jobs, connections }: TodayNeeds): readonly Item<'job'>[] {
  const known = new Set(connections.all().map((one) => one.id));
  return jobs()
    .filter(({ state, connection }) => state === 'paused' && known.has(connection))
    .map(
      ({ id: job, kind: jobKind, connection, connectionName, environment, because, changed }) => ({
        kind: 'job' as const,
        connection,
        connectionName,
        environment,
        job,
        jobKind,
        because,
        changed,
      }),
    )
    .toSorted((a, b) => a.changed.localeCompare(b.changed));
}

/** Of a synchronisation the reference tells. Oldest first. */
function rowsOf({ jobs, connections }: TodayNeeds): readonly Item<'rows'>[] {
  const known = new Map(connections.all().map((one) => [one.id, one]));
  return jobs()
    .flatMap((one): Item<'rows'>[] => {
      const { id: job, kind: jobKind, state, changed } = one;
      const connection = known.get(one.connection);
      const { refused, unknown } = one.tally;
      const hasEnded = state === 'finished' || state === 'stopped';
      if (connection === undefined || !hasEnded || jobKind === 'synchronise') return [];
      return refused + unknown === 0
        ? []
        : [{ kind: 'rows', ...headOf(connection), job, jobKind, refused, unknown, changed }];
    })
    .toSorted((a, b) => a.changed.localeCompare(b.changed));
}

const messagesOf = (
  { connections, messages }: TodayNeeds,
  kind: 'to-sign' | 'unread',
): readonly Item<'to-sign' | 'unread'>[] =>
  connections.all().flatMap((connection) =>
    messages(connection.id).flatMap(({ who, unread, toSign, read }) => {
      const count = kind === 'unread' ? unread : toSign;
      return count === 0 ? [] : [{ kind, ...headOf(connection), who, count, read }];
    }),
  );

async function overdueOf(needs: TodayNeeds): Promise<readonly Item<'overdue'>[]> {
  const { connections, knowledge, secrets, now } = needs;
  const found: Item<'overdue'>[] = [];
  for (const connection of connections.all()) {
    // Who has an open attempt is told of for that.
    const told = new Set(
      secrets()
        .filter((one) => one.connection === connection.id && one.state !== 'confirmed')
        .map(({ userName }) => userName),
    );
    const days = needs.policyDays();
    const late = knowledge
      .all(connection.id)
      .map(([userName, known]) => ({ userName, ...lastRotation(known) }))
      .flatMap(({ userName, lastRotated }) =>
        lastRotated !== null && (ageInDays(lastRotated, now()) ?? 0) > days && !told.has(userName)
          ? [{ userName, lastRotated }]
          : [],
      );
    // What is remembered of users outlives them: one that was removed elsewhere is in no list any more.
    const listed = late.length > 0 ? await needs.listed(connection) : undefined;
    const there = listed === undefined ? late : late.filter(({ userName }) => listed.has(userName));
    const sorted = there.toSorted((a, b) => a.lastRotated.localeCompare(b.lastRotated));
    const [first, last] = [sorted[0], sorted.at(-1)];
    if (first === undefined || last === undefined) continue;
    found.push({
      kind: 'overdue',
      ...headOf(connection),
      count: sorted.length,
      userName: first.userName,
      oldest: first.lastRotated,
      newest: last.lastRotated,
    });
  }
  return found;
}

/** Of users whose secret nobody here knows a rotation of: it may be as old as they are. */
async function possiblyOverdueOf(needs: TodayNeeds): Promise<readonly Item<'possibly-overdue'>[]> {
  const { connections, knowledge, secrets, now } = needs;
  const found: Item<'possibly-overdue'>[] = [];
  for (const connection of connections.all()) {
    const known = new Map(knowledge.all(connection.id));
    const isTold = (userName: string) =>
      secrets().some((one) => one.connection === connection.id && one.userName === userName);
    const isRotated = (userName: string) => {
      const user = known.get(userName);
      return user !== undefined && lastRotation(user).lastRotated !== null;
    };
    const [first, ...others] = [...((await needs.listed(connection)) ?? [])]
      .flatMap(([userName, created]) =>
        created !== null && (ageInDays(created, now()) ?? 0) > needs.policyDays()
          ? [{ userName, created }]
          : [],
      )
      .filter(({ userName }) => !isRotated(userName) && !isTold(userName))
      .toSorted((a, b) => a.created.localeCompare(b.created));
    if (first === undefined) continue;
    found.push({
      kind: 'possibly-overdue',
      ...headOf(connection),
      count: others.length + 1,
      userName: first.userName,
      oldest: first.created,
    });
  }
  return found;
}

/** Oldest first; undefined where they could not be looked up. */
async function draftsOf({
  connections,
  drafts,
}: TodayNeeds): Promise<readonly Item<'draft'>[] | undefined> {
  try {
    const all = connections.all().map(async (connection) =>
      (await drafts.list(connection.id)).map(
        ({ who, message, subject, changed }): Item<'draft'> => ({
          kind: 'draft',
          ...headOf(connection),
          who,
          message,
          subject,
          changed,
        }),
      ),
    );
    const found = await within(DRAFTS_WITHIN_MS, cancelled, Promise.all(all));
    return found.flat().toSorted((a, b) => a.changed.localeCompare(b.changed));
  } catch {
    // Why it is so is said where drafts are shown.
    return undefined;
  }
}

/** Of other connections nobody is asked to sign in before they are used. */
function signInOf({ connections, signInState }: TodayNeeds): readonly Item<'sign-in'>[] {
  const chosen = connections.all().find(({ id }) => id === connections.chosen());
  if (chosen === undefined) return [];
  const { way } = chosen.signIn;
  if (way === 'certificate' || way === 'none') return [];
  const state = signInState(chosen);
  return state === 'needed' || state === 'ended'
    ? [{ kind: 'sign-in', ...headOf(chosen), way }]
    : [];
}

async function updateOf({ updates }: TodayNeeds): Promise<readonly Item<'update'>[]> {
  const now = await updates();
  return now.state === 'found' || now.state === 'downloaded'
    ? [{ kind: 'update', version: now.update.version, state: now.state }]
    : [];
}
