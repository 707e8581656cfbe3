// The state of the requests for consent: the list, the one that is open, and what is done with it.
import { untrack } from 'svelte';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ConsentRequest, NewRequest } from '../../../preload/contract/consents.ts';
import type { Failure } from '../../../preload/result.ts';
import { newestUnended } from '../../components/job-words.ts';
import { client } from '../../state/main-process.ts';
import { createNavigator } from '../../state/navigator.ts';
import { Query } from '../../state/query.svelte.ts';
import { router } from '../../state/router.svelte.ts';
import { session } from '../../state/session.svelte.ts';
import { ServiceNames } from '../../state/service-names.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import { placeOf } from './places.ts';
import { countsOf, type ShownDirection, shownRequests, type ShownStatus } from './requests.ts';

type Listed = Extract<Awaited<ReturnType<typeof client.consents.list>>, { ok: true }>['value'];

/** Lives as long as the screen shows this connection. */
export class ConsentsModel {
  readonly connection: Connection;
  readonly list: Query<Listed>;
  readonly services: ServiceNames;
  readonly #navigator = createNavigator();
  filter = $state('');
  direction = $state<ShownDirection>('all');
  status = $state<ShownStatus>('all');
  /** The code of the request whose state is asked for again and again. */
  followed = $state<string>();
  /** By code; not state: a reading stays the same one. */
  #readings: Readonly<Record<string, Query<ConsentRequest>>> = {};

  place = $derived(placeOf(router.route.id));
  requests = $derived.by(() => this.list.value?.requests ?? []);
  counts = $derived(countsOf(this.requests, this.direction));
  shown = $derived(
    shownRequests(this.requests, {
      filter: this.filter,
      direction: this.direction,
      status: this.status,
    }),
  );
  current = $derived.by(() => {
    const { place } = this;
    return place.kind === 'request'
      ? this.requests.find(({ code }) => code === place.code)
      : undefined;
  });

  /** The newest job of this connection that has not ended. */
  job = $derived(
    newestUnended(
      session.jobsOf('request-consents').filter((job) => job.connection === this.connection.id),
    ),
  );

  constructor(connection: Connection) {
    this.connection = connection;
    this.services = new ServiceNames(connection.id);
    this.list = new Query((asking) => client.consents.list({ connection: connection.id }, asking));
  }

  get blocked(): string | undefined {
    return this.list.blocked;
  }
  target(code: string) {
    return { connection: this.connection.id, code };
  }

  /** The list, and the request that is open. */
  load(): void {
    void this.list.load();
    if (this.place.kind === 'request') void this.reading(this.place.code).load();
  }
  clearFilter(): void {
    this.filter = '';
    this.direction = 'all';
    this.status = 'all';
  }

  /** One request, read anew; always the same reading for a code. What it brings is in the list as well. */
  reading(code: string): Query<ConsentRequest> {
    const known = this.#readings[code];
    if (known !== undefined) return known;
    const made = untrack(
      () =>
        new Query<ConsentRequest>(async (asking) => {
          const answer = await client.consents.get(this.target(code), asking);
          if (answer.ok) this.#put(answer.value);
          return answer;
        }),
    );
    this.#readings = { ...this.#readings, [code]: made };
    return made;
  }

  #put(request: ConsentRequest): void {
    this.list.change((before) => {
      const rest = before.requests.filter(({ code }) => code !== request.code);
      return { ...before, requests: [...rest, request] };
    });
  }

  async create(request: NewRequest, onmade: () => void): Promise<Failure | undefined> {
    const answer = await client.consents.create({ connection: this.connection.id, ...request });
    if (!answer.ok) return answer.failure;
    onmade();
    this.#put(answer.value);
    toasts.show(language.t.consents.create.done(answer.value.giverName ?? ''), {
      tone: 'success',
    });
    this.#navigator.replace({ id: answer.value.code });
    return undefined;
  }

  async withdraw(code: string): Promise<Failure | undefined> {
    const answer = await client.consents.withdraw(this.target(code));
    if (!answer.ok) return this.#afterFailure(code, answer.failure);
    this.list.change((before) => ({
      ...before,
      requests: before.requests.filter((one) => one.code !== code),
    }));
    toasts.show(language.t.consents.withdraw.done, { tone: 'success' });
    this.#navigator.replace({ id: null });
    return undefined;
  }

  async giveUp(code: string): Promise<Failure | undefined> {
    const answer = await client.consents.giveUp(this.target(code));
    if (!answer.ok) return this.#afterFailure(code, answer.failure);
    toasts.show(language.t.consents.giveUp.done, { tone: 'success' });
    void this.reading(code).load();
    return undefined;
  }

  async logUse(
    code: string,
    service: { readonly serviceCode: string; readonly serviceEdition: number },
  ): Promise<Failure | undefined> {
    const answer = await client.consents.logUse({ ...this.target(code), ...service });
    if (!answer.ok) return this.#afterFailure(code, answer.failure);
    const t = language.t.consents.logUse;
    toasts.show(answer.value.stillGiven === false ? t.ended : t.done, { tone: 'success' });
    return undefined;
  }

  /** Where a person took it back nothing failed. What is shown may be another state by now. */
  #afterFailure(code: string, failure: Failure): Failure | undefined {
    if (failure.kind === 'cancelled') return undefined;
    void this.reading(code).load();
    return failure;
  }
}
