// The file of contact entries to add and remove: which of its changes are made, and the job.
import type { PlannedEntry } from '../../../preload/contract/contact-information.ts';
import { FilePlan } from '../../state/file-plan.svelte.ts';
import { client } from '../../state/main-process.ts';
import { changesOf, firstChoice, removalsIn, type Which } from './bulk.ts';
import type { Contacts } from './contacts.svelte.ts';

export class BulkFile extends FilePlan<PlannedEntry> {
  readonly #contacts: Contacts;
  which = $state<Which>('both');
  changes = $derived.by(() => changesOf(this.rows, this.which));
  count = $derived(this.changes.length);
  removals = $derived(removalsIn(this.changes));

  constructor(contacts: Contacts) {
    const { connection, organisation, target } = contacts;
    super({
      purpose: 'contact-entries',
      name: organisation.name,
      environment: connection.environment,
      ask: (file, asking) => client.contactInformation.readFile({ ...target, file }, asking),
    });
    this.#contacts = contacts;
  }

  override async read(): Promise<boolean> {
    const isRead = await super.read();
    if (isRead) this.which = firstChoice(this.rows);
    return isRead;
  }

  start(): Promise<void> {
    const { target, organisation } = this.#contacts;
    return this.begin(() =>
      client.jobs.startContactEntries({
        ...target,
        organisationName: organisation.name,
        changes: [...this.changes],
      }),
    );
  }
}
