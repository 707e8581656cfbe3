// Reads the XSD of a form: from the copy where it is there, from the platform when a person asks for a fresh one.
import type { Result } from '../../../preload/result.ts';
import type { DataAge } from '../../state/data-age.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { askedFor, type XsdPlace } from './xsd-form.svelte.ts';

type Answer = Awaited<ReturnType<typeof client.xsd.view>>;
export type XsdValue = Answer extends Result<infer Value> ? Value : never;

export class XsdReading extends Query<XsdValue> {
  readonly #wanted: { fresh: boolean };

  constructor(place: XsdPlace) {
    const wanted = { fresh: false };
    const asked = askedFor(place);
    super((asking) => client.xsd.view({ ...asked, fresh: wanted.fresh }, asking));
    this.#wanted = wanted;
  }

  /** From the platform, whatever is kept. */
  async refresh(): Promise<void> {
    this.#wanted.fresh = true;
    await this.load();
    this.#wanted.fresh = false;
  }

  /** Of when the XSD is, not of when it was read from the copy. */
  override get age(): DataAge {
    const { state, value, busy, failure } = this;
    const cut = state === 'offline' && value?.origin.from === 'copy';
    return {
      fetched: value?.origin.fetched ?? null,
      busy,
      failure,
      fromCopy: value?.origin.from === 'copy',
      state: cut ? 'copy' : state,
      refresh: () => void this.refresh(),
    };
  }
}
