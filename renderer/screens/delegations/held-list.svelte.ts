// What each holder of the list has, in brief: read when a person asks, kept as long as the screen's model.
import type { HeldInBrief, Holding } from '../../../preload/contract/delegations.ts';
import { inBrief } from '../../../preload/contract/held-in-brief.ts';
import type { Result } from '../../../preload/result.ts';
import { client } from '../../state/main-process.ts';
import { type Asking, Query } from '../../state/query.svelte.ts';
import { type AllKnown, type HeldFilter, type Known, has, withKnown } from './holders.ts';

export interface HeldListNeeds {
  readonly target: () => { readonly connection: string; readonly who: string };
  /** Ids of the holders, as the list has them now. */
  readonly holders: () => readonly string[];
}

export class HeldList {
  readonly #needs: HeldListNeeds;
  readonly #reading: Query<AllKnown>;
  /** Those that are asked about at present, and those that were heard of in another way meanwhile, which is newer. */
  #asked: readonly string[] = [];
  #newer: readonly string[] = [];
  /** How many of them are asked about at present. */
  of = $state(0);
  /** When the oldest of what is known began to be read. */
  since = $state<string>();

  constructor(needs: HeldListNeeds) {
    this.#needs = needs;
    this.#reading = new Query<AllKnown>((asking) => this.#ask(asking));
  }

  /** Whether anybody has asked for it: before, the list has no column for it. */
  get isWanted(): boolean {
    return this.since !== undefined;
  }
  get busy(): boolean {
    return this.#reading.busy;
  }
  get progress(): number {
    return this.#reading.progress?.items ?? 0;
  }
  get failure() {
    return this.#reading.failure;
  }
  /** Undefined where nobody was asked, or has answered. */
  knownOf(holder: string): Known | undefined {
    return this.#reading.value?.get(holder);
  }
  /** What has been read of these. */
  readOf(holders: readonly string[]): readonly HeldInBrief[] {
    return holders.flatMap((holder) => {
      const known = this.knownOf(holder);
      return known === undefined || known === 'unread' ? [] : [known];
    });
  }
  fits(holder: string, filter: HeldFilter): boolean {
    const known = this.knownOf(holder);
    return known !== undefined && known !== 'unread' && has(known, filter);
  }

  /** Of those of whom it is not known; all of them the first time. */
  async readMissing(): Promise<void> {
    const missing = this.#needs.holders().filter((one) => {
      const known = this.knownOf(one);
      return known === undefined || known === 'unread';
    });
    if (missing.length > 0) await this.#read(missing);
    else this.since ??= now();
  }
  /** What is known stays until there is newer. */
  async readAgain(): Promise<void> {
    this.since = undefined;
    await this.#read(this.#needs.holders());
  }
  async #read(asked: readonly string[]): Promise<void> {
    this.since ??= now();
    this.#asked = asked;
    this.of = asked.length;
    this.#newer = [];
    await this.#reading.load();
  }
  /** What has come by then stays. */
  leave(): void {
    this.#reading.leave();
  }

  /** One holder was read with all it has: the list is not read again for it. */
  heard(holding: Holding): void {
    const brief = inBrief(holding.holder.id, holding);
    this.#newer = [...this.#newer, brief.holder];
    this.#reading.change((all) => withKnown(all, [[brief.holder, brief]]));
  }

  async #ask({ signal, onProgress }: Asking): Promise<Result<AllKnown>> {
    const withThese = (come: readonly (readonly [string, Known])[]) =>
      withKnown(
        this.#reading.value,
        come.filter(([holder]) => !this.#newer.includes(holder)),
      );
    const answer = await client.delegations.holdings(
      { ...this.#needs.target(), holders: [...this.#asked] },
      {
        signal,
        onProgress: ({ arrived, items, calls }) => {
          if (signal.aborted) return;
          this.#reading.keep(withThese(arrived.map((one) => [one.holder, one])));
          onProgress({ items, calls });
        },
      },
    );
    if (!answer.ok) return answer;
    const { held, unread } = answer.value;
    return {
      ok: true,
      value: withThese([
        ...held.map((one) => [one.holder, one] as const),
        ...unread.map(({ holder }) => [holder, 'unread'] as const),
      ]),
    };
  }
}

const now = () => new Date().toISOString();
