// The results of a job of look-ups so far, read page by page as they arrive.
import type { LookUpResult } from '../../../preload/contract/service-owner.ts';
import type { Failure } from '../../../preload/result.ts';
import { createRereading } from '../../state/latest-only.ts';
import { client } from '../../state/main-process.ts';

const PAGE = 200;
const OVERTAKEN = 20;

export class JobResults {
  readonly job: string;
  all = $state.raw<readonly LookUpResult[]>([]);
  failure = $state.raw<Failure>();

  /** By organisation number. */
  byNumber = $derived<Readonly<Record<string, LookUpResult>>>(
    Object.fromEntries(this.all.map((one) => [one.organisation.organisationNumber, one])),
  );
  /** How many contacts they hold together. */
  contacts = $derived(this.all.reduce((sum, one) => sum + contactsIn(one), 0));

  readonly #reading = createRereading((signal) => this.#readOn(signal));

  constructor(job: string) {
    this.job = job;
  }

  /** Reads what came since, or all of it; asked again meanwhile, it looks once more afterwards. */
  look(whole: boolean): void {
    this.#whole ||= whole;
    this.#reading.again();
  }

  leave(): void {
    this.#reading.end();
  }

  /** Some look-ups overtake others: the last few are read once more, and all of them when the job stands still. */
  #from = 0;
  /** All of it is read next, also where a reading of a part is still under way. */
  #whole = false;
  async #readOn(signal: AbortSignal): Promise<void> {
    const results = this.#whole ? [] : this.all.slice(0, this.#from);
    this.#whole = false;
    for (;;) {
      const from = results.length;
      const answer = await client.serviceOwner.results(
        { job: this.job, from, count: PAGE },
        { signal },
      );
      if (signal.aborted) return;
      if (!answer.ok) {
        this.failure = answer.failure;
        return;
      }
      results.push(...answer.value.results);
      if (answer.value.results.length === 0 || results.length >= answer.value.total) break;
    }
    this.failure = undefined;
    this.#from = Math.max(0, results.length - OVERTAKEN);
    this.all = results;
  }
}

export const contactsIn = ({ officialContacts, personalContacts }: LookUpResult): number =>
  (officialContacts?.length ?? 0) + (personalContacts?.length ?? 0);
