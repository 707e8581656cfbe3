// The numbers from a file before they are looked up: those read, what to look up of them, and starting the job.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { Result } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { chooseFile, takeHidden } from '../../state/files.ts';
import { client } from '../../state/main-process.ts';
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
  readonly reading = new Action();
  readonly starting = new Action();

  constructor(connection: Connection) {
    this.connection = connection;
  }

  get ready(): boolean {
    const count = this.read?.organisationNumbers.length ?? 0;
    const busy = this.reading.busy || this.starting.busy;
    return !busy && count > 0 && (this.official || this.personal);
  }

  choose(): Promise<void> {
    return this.#read(() => chooseFile('organisation-numbers'));
  }

  /** The same file once more, with its hidden rows or without. */
  async takeHidden(taken: boolean): Promise<void> {
    const { file } = this;
    if (file !== undefined && (await takeHidden(file, taken))) await this.take(file);
  }

  /** One that was dropped. */
  take(file: ChosenFile): Promise<void> {
    return this.#read(async () => ({ ok: true, value: file }));
  }

  async #read(choose: () => Promise<Result<ChosenFile | null>>): Promise<void> {
    if (this.starting.busy) return;
    this.starting.forget();
    await this.reading.run(async () => {
      const chosen = await choose();
      if (!chosen.ok) return chosen.failure;
      if (chosen.value === null) return 'cancelled';
      this.file = chosen.value;
      this.read = undefined;
      const answer = await client.serviceOwner.readNumbers({ file: chosen.value.handle });
      if (answer.ok) this.read = answer.value;
      return failureOf(answer);
    });
  }

  /** The id of the job; undefined when it did not start. */
  async start(): Promise<string | undefined> {
    const { read } = this;
    if (!this.ready || read === undefined) return undefined;
    let job: string | undefined;
    await this.starting.run(async () => {
      const answer = await client.jobs.startLookUp({
        connection: this.connection.id,
        organisationNumbers: [...read.organisationNumbers],
        officialContacts: this.official,
        personalContacts: this.personal,
        ...(this.personal ? this.filters.input : {}),
      });
      if (answer.ok) job = answer.value.id;
      return failureOf(answer);
    });
    return job;
  }
}
