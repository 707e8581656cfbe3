// What waits: which items there are, in which order, and which are left out. Parts are stood in for.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { localDay } from '../../../../preload/contract/rules.ts';
import { type TodayNeeds, whatWaits } from '../../../../main/services/today.ts';
import { Problem } from '../../../../main/problem.ts';
import type { KnownUser } from '../../../../main/storage/user-knowledge.ts';
import type { ManagedSettings } from '../../../../preload/contract/managed.ts';

const NOW = new Date('2026-06-15T12:00:00.000Z');
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString();

const connections = ['c-1', 'c-2'].map((id) => ({
  id,
  name: `Connection ${id}`,
  environment: 'test',
  signIn: { way: id === 'c-1' ? 'person' : 'certificate' },
}));
const certificate = (id: string, daysLeft: number, expiry: string, usedBy = ['c-1']) => ({
  kind: 'certificate',
  ...{ id, name: `Certificate ${id}`, expiry, usedBy, facts: { daysLeft } },
});
const secret = (id: string, state: string, more: object = {}) => ({
  ...{ id, connection: 'c-1', environment: 'test', userName: `user-${id}`, state },
  ...{ operation: 'rotateSecret', at: daysAgo(1), kept: 'keychain', job: null },
  ...more,
});
const job = (id: string, state: string, kind = 'rotate-secrets') => ({
  ...{ id, kind, state, connection: 'c-1', connectionName: 'Connection c-1' },
  ...{ environment: 'test', because: 'asked', changed: daysAgo(2) },
  tally: { refused: 0, unknown: 0 },
});
const rotated = (days: number | null): KnownUser => ({
  ...{ note: '', firstSeen: null, history: [] },
  lastRotated: days === null ? null : daysAgo(days),
});

interface Given {
  readonly credentials?: readonly object[];
  readonly secrets?: readonly object[];
  readonly jobs?: readonly object[];
  readonly users?: Readonly<Record<string, KnownUser>>;
  readonly listed?: ReadonlyMap<string, string | null>;
  readonly drafts?: TodayNeeds['drafts']['list'];
  readonly needs?: Partial<TodayNeeds>;
}

function needs(given: Given = {}): TodayNeeds {
  return {
    connections: { all: () => connections as never, chosen: () => 'c-1' },
    credentials: () => (given.credentials ?? []) as never,
    secrets: () => (given.secrets ?? []) as never,
    jobs: () => (given.jobs ?? []) as never,
    knowledge: { all: (id) => (id === 'c-1' ? Object.entries(given.users ?? {}) : []) },
    listed: async () => given.listed,
    policyDays: () => 90,
    drafts: { list: given.drafts ?? (async () => []) },
    messages: () => [],
    signInState: () => 'ready',
    updates: async () => ({ state: 'off', why: 'no-address' }),
    setAside: () => [],
    journal: () => 'whole',
    keychainReady: () => true,
    managed: null,
    now: () => NOW,
    ...given.needs,
  };
}
/** One connection with users. */
const only: Partial<TodayNeeds> = {
  connections: { all: () => connections.slice(0, 1) as never, chosen: () => 'c-1' },
};
const kindsOf = async (given: Given) =>
  (await whatWaits(needs(given))).items.map((one) => one.kind);

describe('what waits', () => {
  it('is nothing on a computer where nothing does', async () => {
    expect(await whatWaits(needs())).toEqual({ items: [], unknown: [] });
  });

  it('is told with the most pressing first', async () => {
    const draft = { who: 'my', message: 'b1', subject: 'Report', changed: daysAgo(3), forms: 1 };
    const all: Given = {
      credentials: [certificate('k-1', 20, 'within-30-days')],
      secrets: [secret('s-1', 'waiting')],
      jobs: [job('j-1', 'paused')],
      users: { late: rotated(91) },
      drafts: async (connection) => (connection === 'c-1' ? [draft] : []),
      needs: {
        signInState: () => 'needed',
        updates: async () => ({
          state: 'found',
          checkedAt: daysAgo(0),
          update: { version: '2.0.0', released: daysAgo(1), notes: '', bytes: null },
        }),
        setAside: () => ['jobs.json.bad-1'],
        journal: () => 'damaged',
      },
    };
    expect(await kindsOf(all)).toEqual([
      ...['secret', 'damaged-files', 'journal', 'certificate', 'job', 'overdue', 'draft'],
      ...['sign-in', 'update'],
    ]);
  });

  it('of certificates is what expires within 60 days or has expired, and is used by a connection', async () => {
    const { items } = await whatWaits(
      needs({
        credentials: [
          certificate('fine', 61, 'ok'),
          certificate('later', 60, 'within-60-days'),
          certificate('over', -2, 'expired'),
          certificate('soon', 5, 'within-7-days'),
          certificate('future', 400, 'not-yet-valid'),
          certificate('unused', 3, 'within-7-days', []),
        ],
      }),
    );
    expect(items.map((one) => one.kind === 'certificate' && one.credential)).toEqual([
      ...['over', 'soon', 'later'],
    ]);
  });

  it('of secrets is what a person must resolve: not what a job hands over, and first what may have been done', async () => {
    const { items } = await whatWaits(
      needs({
        secrets: [
          secret('stored', 'confirmed'),
          secret('to-store', 'waiting'),
          secret('of-job', 'waiting', { job: 'j-1' }),
          secret('of-gone-job', 'waiting', { job: 'j-9', at: daysAgo(3) }),
          secret('unknown', 'outcome-unknown', { job: 'j-1' }),
          secret('elsewhere', 'waiting', { connection: 'removed' }),
        ],
        jobs: [job('j-1', 'running')],
      }),
    );
    expect(items.map((one) => one.kind === 'secret' && one.secret)).toEqual([
      ...['unknown', 'of-gone-job', 'to-store'],
    ]);
  });

  it('of ages is one item for each connection, from the day after the limit on, without who has an open attempt', async () => {
    const given: Given = {
      users: {
        'on-the-day': rotated(90),
        late: rotated(91),
        'very-late': rotated(400),
        untracked: rotated(null),
        open: rotated(500),
      },
      secrets: [secret('s-1', 'outcome-unknown', { userName: 'open' })],
    };
    const { items } = await whatWaits(needs(given));
    expect(items.filter(({ kind }) => kind === 'overdue')).toEqual([
      {
        ...{ kind: 'overdue', connection: 'c-1', connectionName: 'Connection c-1' },
        ...{ environment: 'test', count: 2, userName: 'very-late' },
        ...{ oldest: daysAgo(400), newest: daysAgo(91) },
      },
    ]);
  });

  it('counts from a rotation elsewhere that a person has told', async () => {
    const day = localDay(new Date(daysAgo(10)));
    const users = { old: { ...rotated(400), toldRotation: day }, late: rotated(300) };
    const [item] = (await whatWaits(needs({ users }))).items;
    expect(item).toMatchObject({ kind: 'overdue', count: 1, userName: 'late' });
    const long = localDay(new Date(daysAgo(500)));
    const told = { unknown: { ...rotated(null), toldRotation: long } };
    expect(await kindsOf({ users: told })).toEqual(['overdue']);
  });

  it('does not include users that the list does not have any more', async () => {
    const users = { gone: rotated(400), late: rotated(91) };
    const [item] = (await whatWaits(needs({ users, listed: new Map([['late', null]]) }))).items;
    expect(item).toMatchObject({ kind: 'overdue', count: 1, userName: 'late' });
    expect(await kindsOf({ users, listed: new Map() })).toEqual([]);
  });

  it.each([
    ['created before the limit, and no rotation is known', 91, rotated(null), 1],
    ['the same, of a user that this computer has never met', 91, undefined, 1],
    ['created on the last day of the policy', 90, rotated(null), 0],
    ['rotated here, if long ago: that is overdue, and not only possibly', 500, rotated(400), 0],
    ['created at a time that the platform does not say', null, rotated(null), 0],
  ])(
    'of users is whose secret may be too old, apart from what is: %s',
    async (_, age, known, count) => {
      const users = known === undefined ? {} : { payroll: known };
      const listed = new Map([['payroll', age === null ? null : daysAgo(age)]]);
      const found = (await whatWaits(needs({ users, listed, needs: only })).then(({ items }) =>
        items.filter(({ kind }) => kind === 'possibly-overdue'),
      )) as readonly object[];
      expect(found).toHaveLength(count);
      if (age !== null && count > 0)
        expect(found[0]).toMatchObject({ count: 1, userName: 'payroll', oldest: daysAgo(age) });
      const secrets = [secret('s-1', 'waiting', { userName: 'payroll' })];
      expect(await kindsOf({ users, listed, secrets, needs: only })).not.toContain(
        'possibly-overdue',
      );
    },
  );

  it('of jobs is what is paused', async () => {
    const jobs = ['running', 'pausing', 'paused', 'stopped', 'finished'].map((state) =>
      job(state, state),
    );
    expect((await whatWaits(needs({ jobs }))).items).toMatchObject([
      { kind: 'job', job: 'paused' },
    ]);
  });

  it('FLD-26 of jobs that have ended is what was refused or has no known outcome, but for a copy of the metadata', async () => {
    const ended = (id: string, state: string, tally: object, kind?: string) => ({
      ...job(id, state, kind),
      tally: { refused: 0, unknown: 0, ...tally },
    });
    const jobs = [
      ended('fine', 'finished', {}),
      ended('refused', 'finished', { refused: 2 }),
      ended('unclear', 'stopped', { unknown: 1 }),
      ended('at-work', 'running', { refused: 2 }),
      ended('copy', 'finished', { refused: 3 }, 'synchronise'),
    ];
    expect((await whatWaits(needs({ jobs }))).items).toMatchObject([
      { kind: 'rows', job: 'refused', refused: 2, unknown: 0 },
      { kind: 'rows', job: 'unclear', refused: 0, unknown: 1 },
    ]);
  });

  it('has drafts of all connections, the oldest first', async () => {
    const draft = (message: string, days: number) => ({
      ...{ who: 'my', message, subject: message, changed: daysAgo(days), forms: 1 },
    });
    const { items } = await whatWaits(
      needs({
        drafts: async (connection) =>
          connection === 'c-1' ? [draft('b1', 1), draft('b2', 30)] : [draft('b3', 9)],
      }),
    );
    expect(items.map((one) => one.kind === 'draft' && one.message)).toEqual(['b2', 'b3', 'b1']);
  });

  it('says that drafts are not known where the keychain refuses, and tells all the rest', async () => {
    const drafts = async () => {
      throw new Problem({ kind: 'keychain', message: 'Locked.', problem: 'locked' });
    };
    const answer = await whatWaits(needs({ drafts, jobs: [job('j-1', 'paused')] }));
    expect(answer).toMatchObject({ items: [{ kind: 'job' }], unknown: ['drafts'] });
  });

  it('does not wait for a keychain that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const drafts = () => new Promise<never>(() => undefined);
    const waits = whatWaits(needs({ drafts }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await waits).unknown).toEqual(['drafts']);
  });

  it('is no journal whose end cannot be checked while the keychain cannot be used, which is said anyway', async () => {
    const journal = () => 'unanchored' as const;
    expect(await kindsOf({ needs: { journal } })).toEqual(['journal']);
    expect(await kindsOf({ needs: { journal, keychainReady: () => false } })).toEqual([]);
  });

  it('asks for a sign-in only of the connection in use, and only where a person signs in', async () => {
    const signInState = () => 'ended' as const;
    expect(await kindsOf({ needs: { signInState } })).toEqual(['sign-in']);
    const chosen = () => 'c-2';
    const other = { all: () => connections as never, chosen };
    expect(await kindsOf({ needs: { signInState, connections: other } })).toEqual([]);
  });

  it('leaves out what the organisation has switched off', async () => {
    const managed: ManagedSettings = {
      ...{ version: 1, managedBy: 'Fjord' },
      off: ['enterprise-users', 'messages'],
    };
    const given: Given = {
      secrets: [secret('s-1', 'waiting')],
      users: { late: rotated(91) },
      jobs: [job('j-1', 'paused'), job('j-2', 'paused', 'synchronise')],
      drafts: async () => {
        throw new Error('Drafts are not looked at.');
      },
      needs: { managed },
    };
    expect(await whatWaits(needs(given))).toMatchObject({
      items: [{ kind: 'job', job: 'j-2' }],
      unknown: [],
    });
  });
});
