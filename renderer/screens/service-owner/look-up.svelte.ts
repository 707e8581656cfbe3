// The state of one connection's search: the input, the results, the open organisation.
// It ends with the screen and is stored nowhere.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Organisation } from '../../../preload/contract/service-owner.ts';
import { Query } from '../../state/query.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { router } from '../../state/router.svelte.ts';
import { client } from '../../state/main-process.ts';
import { type Completeness, Contacts } from './contacts.svelte.ts';
import { Filters } from './filters.svelte.ts';
import { placeOf } from './places.ts';
import { inputOf, readTyped, type By, type Term } from './search-term.ts';

interface Found {
  readonly organisations: readonly Organisation[];
  readonly completeness: Completeness;
}

export class LookUp {
  readonly connection: Connection;
  readonly filters = new Filters();
  text = $state('');
  /** What a person chose where the text can be two things. */
  as = $state<By>('organisationNumber');
  searched = $state.raw<Term>();
  /** Undefined until something is searched. */
  found = $state.raw<Query<Found>>();

  typed = $derived(readTyped(this.text));
  /** What Enter searches now. */
  term = $derived(this.typed.terms.find(({ by }) => by === this.as) ?? this.typed.terms[0]);
  organisations = $derived(this.found?.value?.organisations ?? []);
  current = $derived.by(() => {
    const place = placeOf(router.route.id);
    if (place.view !== 'search') return undefined;
    return this.organisations.find(
      ({ organisationNumber }) => organisationNumber === place.organisationNumber,
    );
  });
  #open = $derived.by(() => this.current?.organisationNumber);
  /** Of the organisation that is open; others for another one. */
  contacts = $derived.by(() => {
    const open = this.#open;
    if (open === undefined) return undefined;
    return new Contacts(this.connection.id, open, this.filters);
  });

  readonly #navigator = createNavigator();

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** As a person asked. Only an organisation number gets an address, and with it a way back. */
  search(term: Term): void {
    const id = term.by === 'organisationNumber' ? term.value : null;
    const isThere = router.route.id === id;
    router.go({ id });
    if (!isThere && id !== null) return;
    void this.#ask(term);
  }

  /** The address names an organisation: it is opened where it was found already, else looked up. */
  visit(organisationNumber: string): void {
    const isFound = this.organisations.some((one) => one.organisationNumber === organisationNumber);
    const isAsked =
      this.searched?.value === organisationNumber && this.found?.failure === undefined;
    if (isFound || isAsked) return;
    this.text = organisationNumber;
    void this.#ask({ by: 'organisationNumber', value: organisationNumber });
  }

  refresh(): void {
    void this.found?.load();
    this.contacts?.load();
  }

  /** Stops what is asked; what was shown stays. */
  leave(): void {
    this.found?.leave();
  }

  async #ask(term: Term): Promise<void> {
    this.found?.leave();
    this.searched = term;
    const found = new Query<Found>((asking) =>
      client.serviceOwner.find({ connection: this.connection.id, ...inputOf(term) }, asking),
    );
    this.found = found;
    const came = await found.load();
    if (!came || this.found !== found) return;
    const [only, other] = found.value?.organisations ?? [];
    if (only !== undefined && other === undefined && router.route.id === null)
      this.#navigator.replace({ id: only.organisationNumber });
  }
}
