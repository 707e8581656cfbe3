// The numbers from a file before they are looked up: those read, what to look up of them, and starting the job.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { Failure } from '../../../preload/result.ts';
import { chooseFile } from '../../state/files.ts';
import { client } from '../../state/steward.ts';
import { Filters } from './filters.svelte.ts';

type Read = Extract<
  Awaited<ReturnType<typeof client.serviceOwner.readNumbers>>,
  { ok: true }
>['value'];

export class Bulk {
  readonly connection: Connection;
  readonly filters = new Filters();
  file = $state.raw<ChosenFile>();
  read = $state.raw<Read>();
  official = $state(true);
  personal = $state(true);
  busy = $state<'reading' | 'starting' | 'no'>('no');
  failure = $state.raw<Failure>();
  /** What failed: reading the file, or starting. */
  failed = $state<'reading' | 'starting'>('reading');

  constructor(connection: Connection) {
    this.connection = connection;
  }

  get ready(): boolean {
    const count = this.read?.organisationNumbers.length ?? 0;
    return this.busy === 'no' && count > 0 && (this.official || this.personal);
  }

  async choose(): Promise<void> {
    if (this.busy !== 'no') return;
    const chosen = await chooseFile('organisation-numbers');
    if (!chosen.ok) return this.#fail('reading', chosen.failure);
    if (chosen.value === null) return;
    this.file = chosen.value;
    this.read = undefined;
    this.failure = undefined;
    this.busy = 'reading';
    const answer = await client.serviceOwner.readNumbers({ file: chosen.value.handle });
    this.busy = 'no';
    if (answer.ok) this.read = answer.value;
    else this.#fail('reading', answer.failure);
  }

  /** The id of the job; undefined when it did not start. */
  async start(): Promise<string | undefined> {
    const { read } = this;
    if (!this.ready || read === undefined) return undefined;
    this.busy = 'starting';
    const answer = await client.jobs.startLookUp({
      connection: this.connection.id,
      organisationNumbers: [...read.organisationNumbers],
      officialContacts: this.official,
      personalContacts: this.personal,
      ...(this.personal ? this.filters.input : {}),
    });
    this.busy = 'no';
    if (answer.ok) return answer.value.id;
    this.#fail('starting', answer.failure);
    return undefined;
  }

  #fail(what: 'reading' | 'starting', failure: Failure): void {
    this.failed = what;
    this.failure = failure;
  }
}
