// The contacts of one organisation, in two reads that fail independently.
import type { OfficialContact, PersonalContact } from '../../../preload/contract/service-owner.ts';
import { Reading } from '../../state/reading.svelte.ts';
import { client } from '../../state/steward.ts';
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
  readonly official: Reading<ContactList<OfficialContact>>;
  /** Another one for other filters: what fits the old ones is never shown as if it fitted the new. */
  personal: Reading<ContactList<PersonalContact>>;

  readonly #personal: () => Reading<ContactList<PersonalContact>>;

  constructor(connection: string, organisationNumber: string, filters: Filters) {
    const target = { connection, organisationNumber };
    this.official = new Reading((asking) => client.serviceOwner.officialContacts(target, asking));
    this.#personal = () => {
      const input = { ...target, ...filters.input };
      return new Reading((asking) => client.serviceOwner.personalContacts(input, asking));
    };
    this.personal = $state.raw(this.#personal());
  }

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

  /** Asks for the personal contacts that fit the filters as they are now. */
  narrow(): void {
    this.personal.leave();
    this.personal = this.#personal();
    void this.personal.load();
  }

  leave(): void {
    this.official.leave();
    this.personal.leave();
  }
}
