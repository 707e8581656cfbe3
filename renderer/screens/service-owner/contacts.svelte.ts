// The contacts of one organisation, in two reads that fail independently.
import type { OfficialContact, PersonalContact } from '../../../preload/contract/service-owner.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import type { Filters } from './filters.svelte.ts';

/** Whether a list holds all there is. */
export interface Completeness {
  readonly complete: boolean;
  readonly because: 'limit' | 'endless' | 'asked' | null;
}

export interface ContactList<T> {
  readonly contacts: readonly T[];
  readonly completeness: Completeness;
}

export class Contacts {
  readonly official: Query<ContactList<OfficialContact>>;
  readonly #target: { readonly connection: string; readonly organisationNumber: string };
  readonly #filters: Filters;

  constructor(connection: string, organisationNumber: string, filters: Filters) {
    this.#target = { connection, organisationNumber };
    this.#filters = filters;
    this.official = new Query((asking) =>
      client.serviceOwner.officialContacts(this.#target, asking),
    );
  }

  /** Another one for other filters: what fits the old ones is never shown as if it fitted the new. */
  personal = $derived.by((): Query<ContactList<PersonalContact>> => {
    const input = { ...this.#target, ...this.#filters.input };
    return new Query((asking) => client.serviceOwner.personalContacts(input, asking));
  });

  /** How many are shown, once both came. */
  get count(): number | undefined {
    const { official, personal } = this;
    if (official.value === undefined || personal.value === undefined) return undefined;
    return official.value.contacts.length + personal.value.contacts.length;
  }

  load(): void {
    void this.official.load();
    void this.personal.load();
  }
}
