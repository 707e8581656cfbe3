// The state of a file of changes before its job: chosen, checked against the list, and started after the preview.
import type { ChosenFile } from '../../../preload/contract/files.ts';
import type { Failure } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { chooseFile } from '../../state/files.ts';
import { batchPlace } from '../../state/job-place.ts';
import { Query } from '../../state/query.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { client } from '../../state/main-process.ts';
import { changesOf, firstChoice, removalsIn, verdicts, type Which } from './bulk.ts';
import type { Contacts } from './contacts.svelte.ts';

export class BulkFile {
  readonly #contacts: Contacts;
  file = $state.raw<ChosenFile>();
  which = $state<Which>('both');
  /** What was typed to confirm removals. */
  typed = $state('');
  choosing = $state.raw<Failure>();

  readonly starting = new Action();
  readonly plan;
  readonly #navigator = createNavigator();
  rows = $derived.by(() => this.plan.value?.rows ?? []);
  verdicts = $derived(verdicts(this.rows));
  changes = $derived(changesOf(this.rows, this.which));
  removals = $derived(removalsIn(this.changes));
  /** In production the name is typed before anything is removed. */
  mustType = $derived.by(
    () => this.removals > 0 && this.#contacts.connection.environment === 'production',
  );
  ready = $derived.by(
    () =>
      this.changes.length > 0 &&
      (!this.mustType || this.typed === this.#contacts.organisation.name),
  );

  constructor(contacts: Contacts) {
    this.#contacts = contacts;
    this.plan = new Query((asking) =>
      client.contactInformation.readFile(
        { ...contacts.target, file: this.file?.handle ?? '' },
        asking,
      ),
    );
  }

  async choose(): Promise<void> {
    const answer = await chooseFile('contact-entries');
    this.choosing = answer.ok ? undefined : answer.failure;
    if (!answer.ok || answer.value === null) return;
    this.file = answer.value;
    this.plan.value = undefined;
    this.plan.failure = undefined;
    await this.read();
  }

  /** Tries the chosen file, also once more: against what the organisation has then. */
  async read(): Promise<void> {
    this.starting.forget();
    this.typed = '';
    if (this.file !== undefined && (await this.plan.load())) this.which = firstChoice(this.rows);
  }

  async start(): Promise<void> {
    if (!this.ready) return;
    await this.starting.run(async () => {
      const { target, organisation } = this.#contacts;
      const answer = await client.jobs.startContactEntries({
        ...target,
        organisationName: organisation.name,
        changes: [...this.changes],
      });
      if (answer.ok) this.#navigator.replace({ id: batchPlace(answer.value.id) });
      return failureOf(answer);
    });
  }
}
