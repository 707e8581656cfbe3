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
import { createRereading } from './latest-only.ts';
import { client } from './main-process.ts';

/** As many as the contract takes at once. */
const AT_ONCE = 2000;

/** `learn()` what is shown, in an effect; `failure` stays until `again()`. */
export class ServiceNames {
  busy = $state(false);
  failure = $state.raw<Failure>();
  readonly #connection: string;
  #known = $state.raw<KnownServices>(NOTHING_KNOWN);
  #wanted: readonly Reference[] = [];
  readonly #asking = createRereading((signal) => this.#ask(signal));

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
      if (this.#wanted.length > 0 && this.failure === undefined) this.#asking.again();
    });
  }

  /** After a failure. */
  again(): void {
    this.failure = undefined;
    this.#asking.again();
  }

  leave(): void {
    this.#asking.end();
    this.#wanted = [];
    this.busy = false;
  }

  async #ask(signal: AbortSignal): Promise<void> {
    while (this.#wanted.length > 0 && this.failure === undefined) {
      const services = this.#wanted.slice(0, AT_ONCE);
      this.busy = true;
      const input = { connection: this.#connection, services: [...services] };
      const answer = await client.reference.named(input, { signal });
      if (signal.aborted) return;
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
