// The state of one party's delegations: the holders, each with what it holds, own rights, giving and taking back.
import { untrack } from 'svelte';
import type { Connection } from '../../../preload/contract/connections.ts';
import type {
  GivenServiceRight,
  HeldRight,
  HeldRole,
  Holding,
  Receiver,
  RightHolder,
} from '../../../preload/contract/delegations.ts';
import { isRole } from '../../../preload/contract/held-in-brief.ts';
import type { Failure } from '../../../preload/result.ts';
import { newestUnended } from '../../components/job-words.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { ListExport } from '../../state/list-export.svelte.ts';
import { givePlace } from '../../state/give-place.ts';
import { createNavigator } from '../../state/navigator.ts';
import { Query } from '../../state/query.svelte.ts';
import { router } from '../../state/router.svelte.ts';
import { session } from '../../state/session.svelte.ts';
import { ServiceNames } from '../../state/service-names.svelte.ts';
import { client } from '../../state/main-process.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import { noTicks, type Ticks, without } from '../../components/ticks.ts';
import { HeldList } from './held-list.svelte.ts';
import { type BriefRight, countsOf, type HeldFilter, type Shown, shownHolders } from './holders.ts';
import { comparePlace, placeOf } from './places.ts';

type Listed = Awaited<ReturnType<typeof client.delegations.list>>;
type Own = Awaited<ReturnType<typeof client.delegations.own>>;
type Users = Awaited<ReturnType<typeof client.delegations.knownUsers>>;
type Roles = Awaited<ReturnType<typeof client.roleDefinitions.list>>;
type ValueOf<T> = Extract<T, { ok: true }> extends { value: infer V } ? V : never;

/** What is taken back: a role or a right that was given by itself. */
export type Taken =
  | { readonly kind: 'role'; readonly role: HeldRole }
  | { readonly kind: 'right'; readonly right: HeldRight };

/** What a form of giving begins with: what one holder has and another has not. */
export interface Prepared {
  readonly to: RightHolder;
  readonly roles: readonly number[];
  readonly rights: readonly BriefRight[];
}

export interface Gift {
  readonly to: Receiver;
  readonly roles: readonly number[];
  readonly rights: readonly GivenServiceRight[];
  readonly email: string;
}

/** Lives as long as the screen shows this party of this connection. */
export class DelegationsModel {
  readonly connection: Connection;
  readonly actor: Actor;
  readonly list: Query<ValueOf<Listed>>;
  readonly own: Query<ValueOf<Own>>;
  /** What can be given; read when a form wants it. */
  readonly definitions: Query<ValueOf<Roles>>;
  /** Enterprise users of the organisation, as they were last read here. */
  readonly users: Query<ValueOf<Users>>;
  readonly services: ServiceNames;
  /** The roles and rights of all in the list. */
  readonly held: HeldList;
  /** With a line for each role and right; that takes one call per holder. */
  readonly exporting: ListExport;
  readonly #navigator = createNavigator();

  filter = $state('');
  kind = $state<Shown>('all');
  /** Who has it is asked of each holder, once. */
  wanted = $state.raw<HeldFilter>();
  ticks = $state.raw<Ticks>(noTicks);
  #prepared: Prepared | undefined;
  /** By id; not state: a reading stays the same one. */
  #holdings: Readonly<Record<string, Query<Holding>>> = {};

  place = $derived(placeOf(router.route.id));
  holders = $derived.by(() => this.list.value?.holders ?? []);
  counts = $derived(countsOf(this.holders));
  shown = $derived(
    shownHolders(this.holders, {
      filter: this.filter,
      shown: this.kind,
      fits: this.#fits,
      compare: language.format.compare,
    }),
  );
  ticked = $derived(this.holders.filter(({ id }) => this.ticks.names.has(id)));
  /** Of how many it is not known what they have, so that they may have what is filtered by. */
  unknown = $derived.by(() => {
    const { held, holders } = this;
    return held.isWanted ? holders.length - held.readOf(holders.map(({ id }) => id)).length : 0;
  });
  current = $derived.by(() => {
    const { place } = this;
    return place.kind === 'holder' ? this.holders.find(({ id }) => id === place.holder) : undefined;
  });

  /** The newest job of this party that has not ended. */
  job = $derived(
    newestUnended(
      session
        .jobsOf('change-delegations')
        .filter(
          (job) => job.connection === this.connection.id && job.details.who === this.actor.who,
        ),
    ),
  );

  /** Roles and rights were changed from a file since they were read. */
  isChanged = $derived.by(() => {
    const { since } = this.held;
    return session
      .jobsOf('change-delegations')
      .some(
        (job) =>
          job.connection === this.connection.id &&
          job.details.who === this.actor.who &&
          since !== undefined &&
          Date.parse(job.changed) > Date.parse(since),
      );
  });

  constructor(connection: Connection, actor: Actor) {
    this.connection = connection;
    this.actor = actor;
    this.services = new ServiceNames(connection.id);
    this.held = new HeldList({
      target: () => this.target,
      holders: () => this.holders.map(({ id }) => id),
    });
    this.exporting = new ListExport(
      () => ({ shown: this.shown.map(({ id }) => id), total: this.holders.length }),
      (wish, asking) =>
        saveAs(
          chooseTarget(
            { organisationName: actor.name, environment: connection.environment },
            'delegations',
            `.${wish.format}`,
          ),
          (target) =>
            client.delegations.exportList(
              { ...this.target, ...wish, target, holdings: true },
              asking,
            ),
          ({ name, rows }) => language.t.delegations.exported(name, rows),
        ),
      ['xlsx', 'csv'],
    );
    this.users = new Query((asking) =>
      client.delegations.knownUsers({ connection: connection.id }, asking),
    );
    this.list = new Query((asking) => client.delegations.list(this.target, asking));
    this.own = new Query((asking) => client.delegations.own(this.target, asking));
    this.definitions = new Query((asking) => client.roleDefinitions.list(this.target, asking));
  }

  get target() {
    return { connection: this.connection.id, who: this.actor.who };
  }
  get blocked(): string | undefined {
    return this.list.blocked;
  }

  /** The list, and the holder that is open. */
  load(): void {
    void this.list.load();
    const { place } = this;
    const open =
      place.kind === 'holder' ? [place.holder] : place.kind === 'compare' ? place.holders : [];
    for (const holder of open) void this.holding(holder).load();
  }
  clearFilter(): void {
    this.filter = '';
    this.kind = 'all';
    this.wanted = undefined;
  }
  get #fits(): ((holder: string) => boolean) | undefined {
    const { wanted, held } = this;
    return wanted && ((holder) => held.fits(holder, wanted));
  }
  /** Reads what the holders have, where nobody has asked yet. */
  filterBy(wanted: HeldFilter | undefined): void {
    this.wanted = wanted;
    if (wanted !== undefined && !this.held.isWanted) void this.held.readMissing();
  }

  /** Two ticks are a comparison. */
  tick(ticks: Ticks): void {
    this.ticks = without(ticks, (holder) => this.holders.some(({ id }) => id === holder));
    if (this.ticked.length === 2) this.compare();
    else if (this.place.kind === 'compare') router.replace({ id: null });
  }
  compare(): void {
    const [one, other] = this.ticked;
    if (one !== undefined && other !== undefined)
      router.replace({ id: comparePlace(one.id, other.id) });
  }

  prepare(prepared: Prepared): void {
    this.#prepared = prepared;
    router.go({ id: givePlace() });
  }
  /** Once: the next form begins empty. */
  takePrepared(): Prepared | undefined {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    return prepared;
  }

  /** What one holder holds; always the same reading for an id. */
  holding(receiver: string): Query<Holding> {
    const known = this.#holdings[receiver];
    if (known !== undefined) return known;
    const made = untrack(
      () =>
        new Query<Holding>(async (asking) => {
          const answer = await client.delegations.get({ ...this.target, receiver }, asking);
          if (answer.ok) this.held.heard(answer.value);
          return answer;
        }),
    );
    this.#holdings = { ...this.#holdings, [receiver]: made };
    return made;
  }

  /**
   * Undefined when it was given; what of it cannot be seen afterwards is said. `ongiven`: what was filled in is no draft any more.
   */
  async give(
    { to, roles, rights, email }: Gift,
    ongiven: () => void,
  ): Promise<Failure | undefined> {
    const answer = await client.delegations.give({
      ...this.target,
      to,
      roles: [...roles],
      rights: [...rights],
      ...(email !== '' && { email }),
    });
    // Also after a failure: a platform may have done a part of it.
    await this.list.load();
    if (!answer.ok) return answer.failure;
    ongiven();
    const { holder, missing } = answer.value;
    const t = language.t.delegations.give;
    const n = missing.roles.length + missing.rights.length;
    if (holder === null) {
      toasts.show(t.unseen, { tone: 'warning' });
      this.#navigator.replace({ id: null });
      return undefined;
    }
    // What it has now is what was read since, not what was sent.
    const holding = this.holding(holder.id);
    await holding.load();
    if (n > 0) toasts.show(t.partly(holder.name, n), { tone: 'warning' });
    else {
      const now = holding.value;
      const roles = now?.roles.filter(isRole).length ?? 0;
      const rights = now?.rights.filter(({ direct }) => direct).length ?? 0;
      toasts.show(t.done(holder.name, roles, rights), { tone: 'success' });
    }
    this.#navigator.replace({ id: holder.id });
    return undefined;
  }

  /** One after the other; it stops at the first that fails, and the list shows what is left. */
  async take(receiver: string, all: readonly Taken[]): Promise<Failure | undefined> {
    let failure: Failure | undefined;
    for (const one of all) {
      const answer = await this.#takeOne(receiver, one);
      if (answer.ok) continue;
      failure = answer.failure;
      break;
    }
    await Promise.all([this.holding(receiver).load(), this.list.load()]);
    if (failure === undefined)
      toasts.show(language.t.delegations.take.done(all.length), { tone: 'success' });
    return failure;
  }

  async #takeOne(receiver: string, one: Taken) {
    if (one.kind === 'right')
      return client.delegations.takeRight({ ...this.target, receiver, right: one.right.id ?? '' });
    const { held, name } = one.role;
    return client.delegations.takeRole({
      ...this.target,
      receiver,
      role: held ?? '',
      name: name.slice(0, 200),
    });
  }
}
