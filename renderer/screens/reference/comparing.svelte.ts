// Reads two versions of a service to compare: which others there are, and both with their role requirements.
import type { FoundService } from '../../../preload/contract/reference.ts';
import type { Result } from '../../../preload/result.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { differenceOf, requirementDifference } from './compare-services.ts';
import type { ServicesModel } from './services-model.svelte.ts';
import { type Other, referenceOf, type ServiceReference } from './service-places.ts';

/** Whose connection is asked, and who hears whether the platform answered. */
export type Compares = Pick<ServicesModel, 'connection' | 'heard'>;

/** More editions than a service has. */
const MOST = 500;

export class Comparing {
  /** Editions of the same code that the list has, without the one that is compared. */
  readonly editions: Query<readonly FoundService[]>;
  readonly now: Query<Document>;
  /** Of the one it is compared with. */
  readonly then: Query<Document>;
  readonly requirements: Query<ReturnType<typeof requirementDifference>>;
  other = $state<Other>();

  readonly #model: Compares;
  readonly service: ServiceReference;

  constructor(model: Compares, service: ServiceReference) {
    this.#model = model;
    this.service = service;
    const connection = model.connection.id;
    this.editions = new Query(async (asking) => {
      const typed = service.code;
      const asked = { connection, typed, filters: {}, from: 0, count: MOST };
      const answer = await client.reference.search(asked, asking);
      if (!answer.ok) return answer;
      const isOther = ({ code, edition, kind }: FoundService) =>
        code === service.code && edition !== service.edition && kind !== null;
      const found = answer.value.services.filter(isOther);
      return { ok: true, value: found.toSorted((a, b) => b.edition - a.edition) };
    });
    this.now = new Query((asking) => this.#read(service, 'now', asking));
    this.then = new Query((asking) => {
      const { edition, was } = this.#wanted;
      return this.#read(edition, was, asking);
    });
    this.requirements = new Query((asking) => this.#readRequirements(asking));
  }

  /** When the version before is of; null when none is kept. */
  before = $derived.by(() => this.now.value?.before ?? null);
  /** Undefined until it is known what there is. */
  choices = $derived.by((): readonly Other[] | undefined => {
    const { value } = this.editions;
    if (value === undefined || (this.now.value === undefined && this.now.busy)) return undefined;
    return [
      ...(this.before === null ? [] : ['before' as const]),
      ...value.map(({ edition }) => edition),
    ];
  });
  difference = $derived.by(() => {
    const [now, then] = [this.now.value, this.then.value];
    return now === undefined || then === undefined
      ? undefined
      : differenceOf(then.service, now.service);
  });
  failure = $derived.by(() => this.now.failure ?? this.then.failure ?? this.editions.failure);

  load(): void {
    void this.editions.load();
    void this.now.load();
  }

  /** With what it was before the last download alone: other editions are not looked for. */
  compareBefore(): void {
    void this.now.load();
    this.compareWith('before');
  }

  compareWith(other: Other): void {
    this.other = other;
    this.then.forget();
    this.requirements.forget();
    void this.then.load();
    // Of requirements no earlier version is kept.
    if (other !== 'before') void this.requirements.load();
  }

  retry(): void {
    this.load();
    if (this.other !== undefined) this.compareWith(this.other);
  }

  leave(): void {
    for (const one of [this.editions, this.now, this.then, this.requirements]) one.leave();
  }

  get #wanted(): { readonly edition: ServiceReference; readonly was: 'now' | 'before' } {
    const { other } = this;
    if (other === 'before' || other === undefined) return { edition: this.service, was: 'before' };
    const listed = this.editions.value?.find(({ edition }) => edition === other);
    const edition =
      listed === undefined ? { ...this.service, edition: other } : referenceOf(listed);
    return { edition, was: 'now' };
  }

  async #read(
    { kind, code, edition }: ServiceReference,
    was: 'now' | 'before',
    asking: { readonly signal: AbortSignal },
  ): Promise<Result<Document>> {
    const connection = this.#model.connection.id;
    // The place of a comparison is offered for types with a path only.
    const asked = { connection, kind: kind === 'other' ? 'formtask' : kind, code, edition, was };
    const answer = await client.reference.service(asked, asking);
    this.#model.heard(answer.ok ? answer.value : answer);
    return answer;
  }

  async #readRequirements({ signal }: { readonly signal: AbortSignal }) {
    const connection = this.#model.connection.id;
    const of = ({ code, edition }: ServiceReference) =>
      client.reference.requirements({ connection, code, edition }, { signal });
    const [then, now] = await Promise.all([of(this.#wanted.edition), of(this.service)]);
    if (!then.ok) return then;
    if (!now.ok) return now;
    const value = requirementDifference(then.value.requirements, now.value.requirements);
    return { ok: true as const, value };
  }
}

type Answer = Extract<Awaited<ReturnType<typeof client.reference.service>>, { ok: true }>;
type Document = Answer['value'];
