// The names of services by `code/edition`: main is asked for each that is needed, once.
import { untrack } from 'svelte';
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import type { Failure } from '../../preload/result.ts';
import {
  keyOf,
  type KnownServices,
  namesIn,
  notKnown,
  NOTHING_KNOWN,
  type Reference,
  withAnswer,
} from './known-services.ts';
import { client } from './steward.ts';

/** As many as the contract takes at once. */
const AT_ONCE = 2000;

/** `learn()` what is shown, in an effect; `failure` stays until `again()`. */
export class ServiceNames {
  busy = $state(false);
  failure = $state.raw<Failure>();
  readonly #connection: string;
  #known = $state.raw<KnownServices>(NOTHING_KNOWN);
  #wanted: readonly Reference[] = [];
  #asking: AbortController | undefined;

  constructor(connection: string) {
    this.#connection = connection;
  }

  /** By `code/edition`, of those that there are. */
  names = $derived.by<ReadonlyMap<string, string>>(() => namesIn(this.#known));

  /** Null: the platform's list does not have it. Undefined: nobody has said so far. */
  find(service: Reference): ServiceSummary | null | undefined {
    return this.#known.get(keyOf(service));
  }

  learn(services: readonly Reference[]): void {
    untrack(() => {
      const { wanted, odd } = notKnown(this.#known, [...this.#wanted, ...services]);
      if (odd.length > 0) this.#known = withAnswer(this.#known, odd, []);
      this.#wanted = wanted;
      if (this.#asking === undefined && this.failure === undefined) void this.#ask();
    });
  }

  /** After a failure. */
  again(): void {
    this.failure = undefined;
    if (this.#asking === undefined) void this.#ask();
  }

  leave(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.#wanted = [];
    this.busy = false;
  }

  async #ask(): Promise<void> {
    while (this.#wanted.length > 0) {
      const services = this.#wanted.slice(0, AT_ONCE);
      const own = new AbortController();
      this.#asking = own;
      this.busy = true;
      const input = { connection: this.#connection, services: [...services] };
      const answer = await client.reference.named(input, { signal: own.signal });
      if (this.#asking !== own) return;
      this.#asking = undefined;
      this.busy = false;
      if (!answer.ok) {
        this.failure = answer.failure;
        return;
      }
      this.#known = withAnswer(this.#known, services, answer.value.services);
      // What was needed meanwhile is asked for next.
      this.#wanted = notKnown(this.#known, this.#wanted).wanted;
    }
  }
}
