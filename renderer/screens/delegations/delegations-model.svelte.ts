// The state of one party's delegations: the holders, each with what it holds, own rights, giving and taking back.
import { untrack } from 'svelte';
import type { Connection } from '../../../preload/contract/connections.ts';
import type {
  GivenServiceRight,
  HeldRight,
  HeldRole,
  Holding,
  Receiver,
} from '../../../preload/contract/delegations.ts';
import type { Failure } from '../../../preload/result.ts';
import { newestUnended } from '../../components/job-words.ts';
import type { Actor } from '../../state/acting.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { ListExport } from '../../state/list-export.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { Query } from '../../state/query.svelte.ts';
import { router } from '../../state/router.svelte.ts';
import { session } from '../../state/session.svelte.ts';
import { ServiceNames } from '../../state/service-names.svelte.ts';
import { client } from '../../state/main-process.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import { countsOf, isRole, type Shown, shownHolders } from './holders.ts';
import { placeOf } from './places.ts';

type Listed = Awaited<ReturnType<typeof client.delegations.list>>;
type Own = Awaited<ReturnType<typeof client.delegations.own>>;
type Roles = Awaited<ReturnType<typeof client.roleDefinitions.list>>;
type ValueOf<T> = Extract<T, { ok: true }> extends { value: infer V } ? V : never;

/** What is taken back: a role or a right that was given by itself. */
export type Taken =
  | { readonly kind: 'role'; readonly role: HeldRole }
  | { readonly kind: 'right'; readonly right: HeldRight };

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
  readonly services: ServiceNames;
  /** With a line for each role and right; that takes one call per holder. */
  readonly exporting: ListExport;
  readonly #navigator = createNavigator();

  filter = $state('');
  kind = $state<Shown>('all');
  /** By id; not state: a reading stays the same one. */
  #holdings: Readonly<Record<string, Query<Holding>>> = {};

  place = $derived(placeOf(router.route.id));
  holders = $derived.by(() => this.list.value?.holders ?? []);
  counts = $derived(countsOf(this.holders));
  shown = $derived(
    shownHolders(this.holders, {
      filter: this.filter,
      shown: this.kind,
      compare: language.format.compare,
    }),
  );
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

  constructor(connection: Connection, actor: Actor) {
    this.connection = connection;
    this.actor = actor;
    this.services = new ServiceNames(connection.id);
    this.exporting = new ListExport(
      () => ({ shown: this.shown.map(({ id }) => id), total: this.holders.length }),
      ({ only }) =>
        saveAs(
          chooseTarget(
            { organisationName: actor.name, environment: connection.environment },
            'delegations',
            '.csv',
          ),
          (target) =>
            client.delegations.exportList({
              ...this.target,
              target,
              holdings: true,
              ...(only && { only }),
            }),
          ({ name, rows }) => language.t.delegations.exported(name, rows),
        ),
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
    if (this.place.kind === 'holder') void this.holding(this.place.holder).load();
  }
  clearFilter(): void {
    this.filter = '';
    this.kind = 'all';
  }

  /** What one holder holds; always the same reading for an id. */
  holding(receiver: string): Query<Holding> {
    const known = this.#holdings[receiver];
    if (known !== undefined) return known;
    const made = untrack(
      () =>
        new Query<Holding>((asking) =>
          client.delegations.get({ ...this.target, receiver }, asking),
        ),
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
