// The state of one connection's enterprise users: the list, its filter, the ticks, and the writes.
import { untrack } from 'svelte';
import type { Connection } from '../../../preload/contract/connections.ts';
import type {
  EnterpriseUser,
  KeptSecret,
  UserList,
} from '../../../preload/contract/enterprise-users.ts';
import type { OneTimeSecret } from '../../../preload/contract/one-time-secrets.ts';
import { isForPerson } from '../../../preload/contract/rules.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { clock } from '../../state/clock.svelte.ts';
import type { DataAge } from '../../state/data-age.svelte.ts';
import { followDoneRows } from '../../state/job-changes.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { layout } from '../../state/layout.svelte.ts';
import { ListExport } from '../../state/list-export.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { Query } from '../../state/query.svelte.ts';
import { outdatePalette } from '../../state/palette-sources.svelte.ts';
import { openSecretsOf } from '../../state/open-secrets.ts';
import { router } from '../../state/router.svelte.ts';
import { session } from '../../state/session.svelte.ts';
import { client } from '../../state/main-process.ts';
import { todayNow } from '../../state/today.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { Column as TableColumn } from '../../components/table-columns.ts';
import { hasRoom } from '../../components/window-room.ts';
import { goesOn } from '../../components/job-words.ts';
import { noTicks, without, type Ticks } from '../../components/ticks.ts';
import { newestByUser } from './attention.ts';
import {
  counts,
  heldByUser,
  isColumn,
  namedIn,
  namesIn,
  rowsOf,
  shownRows,
  type Column,
  type Segment,
} from './users.ts';

export type Step = 'preparing' | 'asking' | 'keeping';

/** So many a job takes. */
const MOST_DELETED = 2000;
const SCREEN = 'enterprise-users';

/** Lives as long as the screen shows this connection; another connection gets another model, so nothing is carried over. */
export class UsersModel {
  readonly connection: Connection;

  readonly users: Query<UserList>;
  /** Counts writes, so that what shows history asks again. */
  changes = $state(0);

  filter = $state('');
  segment = $state<Segment>('all');
  column = $state<Column>('name');
  rising = $state(true);
  ticks = $state.raw<Ticks>(noTicks);

  #held = $derived.by(() =>
    heldByUser(session.secrets.filter(({ connection }) => connection === this.connection.id)),
  );
  rows = $derived.by(() =>
    rowsOf(this.list?.users ?? [], clock.now, session.settings.rotationPolicyDays, this.#held),
  );
  counts = $derived(counts(this.rows));
  shown = $derived(
    shownRows(this.rows, {
      filter: this.filter,
      segment: this.segment,
      ...this.sorting,
      compare: language.format.compare,
    }),
  );
  order = $derived(this.shown.map((row) => row.name));
  current = $derived(this.rows.find((row) => row.name === router.route.id));

  /** Attempts and secrets of this connection that a person has to look at; newest first. */
  open = $derived.by(() => openSecretsOf(session.secrets, this.connection.id));
  #entries = $derived(newestByUser(this.open.filter((entry) => isForPerson(entry, session.jobs))));

  readonly exporting = new ListExport(
    () => ({ shown: this.order, total: this.rows.length }),
    ({ only }) =>
      saveAs(
        chooseTarget(this.connection, 'enterprise-users', '.csv'),
        (target) =>
          client.enterpriseUsers.exportList({
            connection: this.connection.id,
            target,
            ...(only && { only }),
          }),
        ({ name, rows }) => language.t.enterpriseUsers.exported(name, rows),
      ),
  );
  readonly #navigator = createNavigator();

  constructor(connection: Connection) {
    this.connection = connection;
    this.users = new Query((asking) =>
      client.enterpriseUsers.list({ connection: connection.id }, asking),
    );
    const sorting = layout.sorting(SCREEN);
    if (sorting !== undefined && isColumn(sorting.column)) {
      this.column = sorting.column;
      this.rising = sorting.rising;
    }
  }

  /** When a user was changed is a column where the platform says so of any. */
  columns = $derived.by((): readonly TableColumn<Column>[] => {
    const t = language.t.enterpriseUsers.columns;
    const saysChanged = this.list?.users.some(({ lastChanged }) => lastChanged !== undefined);
    return [
      { name: 'name', label: t.name, width: hasRoom('wide') ? '180px' : '26%' },
      { name: 'created', label: t.created, width: '112px' },
      { name: 'age', label: t.age, width: hasRoom('wide') ? '184px' : '196px' },
      { name: 'rotatedBy', label: t.rotatedBy, width: '120px', from: 'wide' },
      { name: 'where', label: t.where, width: '206px', from: 'wide' },
      ...(saysChanged === true
        ? [{ name: 'changed', label: t.changed, width: '116px', from: 'widest' } as const]
        : []),
      { name: 'note', label: t.note },
    ];
  });
  /** By name where the column that was sorted by is not shown: what nobody sees orders nothing. */
  get sorting(): { readonly column: Column; readonly rising: boolean } {
    const { column, rising } = this;
    const shown = this.columns.find(({ name }) => name === column);
    return shown !== undefined && hasRoom(shown.from)
      ? { column, rising }
      : { column: 'name', rising: true };
  }

  get list(): UserList | undefined {
    return this.users.value;
  }
  get state(): DataAge['state'] {
    const { state, value } = this.users;
    return state !== 'signed-out' && value?.fromCopy === true ? 'copy' : state;
  }
  /** Why nothing can be changed now; undefined when it can. Nothing is queued for later (CCH-04). */
  get blocked(): string | undefined {
    return this.state === 'live' ? undefined : language.t.words.needsConnection;
  }
  get age(): DataAge {
    return {
      ...this.users.age,
      fetched: this.list?.fetched ?? null,
      state: this.state,
      refresh: () => void this.load(),
    };
  }

  /** What a person has to look at for this user: the newest. */
  entryOf(userName: string): OneTimeSecret | undefined {
    return this.#entries.get(userName);
  }

  /** Those whose secret is too old, and can be rotated now. */
  get overdue(): readonly string[] {
    return this.rows
      .filter(({ name, tone }) => tone === 'overdue' && this.entryOf(name) === undefined)
      .map(({ name }) => name);
  }

  /** Open entries whose user is not in the list: a create without an answer, a user deleted meanwhile. */
  get homeless(): readonly OneTimeSecret[] {
    const isListed = namesIn(this.list?.users ?? []);
    return [...this.#entries.values()].filter((entry) => !isListed(entry.userName));
  }

  /** Kept in the keychain for good. */
  keptOf(userName: string): OneTimeSecret | undefined {
    return session.secrets.find(
      (entry) =>
        entry.connection === this.connection.id &&
        entry.userName === userName &&
        entry.state === 'confirmed' &&
        entry.kept !== 'nowhere',
    );
  }

  async load(): Promise<void> {
    if (await this.users.load()) this.#untickGone();
  }

  leave(): void {
    this.users.leave();
  }

  async create(
    userName: string,
    onProgress: (step: { step: Step }) => void,
  ): Promise<Result<KeptSecret>> {
    const answer = await client.enterpriseUsers.create(this.#target(userName), { onProgress });
    this.#changed();
    if (!answer.ok) return answer;
    this.#replace(userName, answer.value.user);
    this.#navigator.replace({ id: userName });
    return { ok: true, value: answer.value.secret };
  }

  async rotate(
    userName: string,
    onProgress: (step: { step: Step }) => void,
  ): Promise<Result<KeptSecret>> {
    const entry = this.entryOf(userName);
    if (entry !== undefined && entry.state !== 'waiting') {
      const settled = await client.oneTimeSecrets.resolve({
        secret: entry.id,
        how: 'rotated-again',
      });
      if (!settled.ok) return settled;
    }
    const answer = await client.enterpriseUsers.rotateSecret(this.#target(userName), {
      onProgress,
    });
    this.#changed();
    return answer;
  }

  async rename(userName: string, newName: string): Promise<Failure | undefined> {
    const answer = await client.enterpriseUsers.rename({ ...this.#target(userName), newName });
    this.#changed();
    if (!answer.ok) return answer.failure;
    this.#replace(userName, answer.value);
    this.#navigator.replace({ id: newName });
    return undefined;
  }

  async remove(userName: string): Promise<Failure | undefined> {
    const answer = await client.enterpriseUsers.remove(this.#target(userName));
    this.#changed();
    if (!answer.ok) return answer.failure;
    this.#replace(userName);
    this.#navigator.replace({ id: null });
    return undefined;
  }

  /** Begins a job; the list follows it. Main asks as well. */
  async removeMany(users: readonly EnterpriseUser[]): Promise<Failure | undefined> {
    const answer = await client.jobs.startUserDeletion({
      connection: this.connection.id,
      users: users.map(({ userName, created }) => ({ userName, created })),
    });
    if (answer.ok) this.ticks = noTicks;
    return answer.ok ? undefined : answer.failure;
  }

  /** Why a deletion of many cannot begin now; undefined when it can. */
  get deletionBlocked(): string | undefined {
    const t = language.t.enterpriseUsers.deleteMany;
    if (this.ticks.names.size > MOST_DELETED) return t.tooMany(MOST_DELETED);
    if (session.jobsOf('delete-users').some(goesOn)) return t.running;
    return this.blocked;
  }

  /** While the list is shown, it loses the users that a job has deleted. */
  followJobs(): void {
    followDoneRows({
      kind: 'delete-users',
      isOurs: ({ connection }) => connection === this.connection.id,
      fetched: () => this.list?.fetched ?? null,
      take: (_job, rows) => {
        const { list } = this;
        if (list === undefined) return;
        // A user who is in a newer list was made since then.
        const gone = rows.filter(({ at }) => at !== null && at > list.fetched);
        const isGone = namedIn(gone.map(({ subject }) => subject));
        if (!list.users.some(({ userName }) => isGone(userName))) return;
        this.users.change((value) => ({
          ...value,
          users: value.users.filter(({ userName }) => !isGone(userName)),
        }));
        this.#untickGone();
        outdatePalette(this.connection.id, 'users');
        if (router.route.id !== null && isGone(router.route.id))
          this.#navigator.replace({ id: null });
      },
    });
  }

  async changeNote(userName: string, note: string): Promise<Failure | undefined> {
    const answer = await client.enterpriseUsers.changeNote({ ...this.#target(userName), note });
    this.changes += 1;
    outdatePalette(this.connection.id, 'users');
    if (!answer.ok) return answer.failure;
    this.#replace(userName, answer.value);
    return undefined;
  }

  async tellRotation(userName: string, on: string | null): Promise<Failure | undefined> {
    const answer = await client.enterpriseUsers.tellRotation({ ...this.#target(userName), on });
    this.changes += 1;
    if (!answer.ok) return answer.failure;
    this.#replace(userName, answer.value);
    void todayNow().load();
    return undefined;
  }

  /** In an effect: how the list is sorted is the same at the next visit. */
  rememberSorting(): void {
    const { column, rising } = this;
    untrack(() => {
      layout.setSorting(SCREEN, { column, rising });
    });
  }

  /** Those that are ticked; without any, as for the whole list. */
  exportTicked(): void {
    if (this.ticks.names.size === 0) this.exporting.ask();
    else void this.exporting.these([...this.ticks.names]);
  }

  clearFilter(): void {
    this.filter = '';
    this.segment = 'all';
  }

  #target(userName: string) {
    return { connection: this.connection.id, userName };
  }

  #untickGone(): void {
    this.ticks = without(this.ticks, namesIn(this.list?.users ?? []));
  }

  /** In its place at once; the list that is asked for afterwards is what counts. */
  #replace(userName: string, user?: EnterpriseUser): void {
    this.users.change((list) => {
      const others = list.users.filter(
        (one) => one.userName !== userName && one.userName !== user?.userName,
      );
      return { ...list, users: user === undefined ? others : [...others, user] };
    });
    this.#untickGone();
  }

  #changed(): void {
    this.changes += 1;
    outdatePalette(this.connection.id, 'users');
    // Who is not in the list any more waits for nothing.
    void this.load().then(() => todayNow().load());
  }
}
