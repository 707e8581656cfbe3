// The recipients that are typed: their numbers, and what the parties and the organisation register say of each.
import type { Connection } from '../../../preload/contract/connections.ts';
import { isOrganisationNumber, organisationNumbersIn } from '../../../preload/contract/rules.ts';
import { acting } from '../../state/acting.svelte.ts';
import { limits } from '../../state/limits.svelte.ts';
import { client } from '../../state/main-process.ts';
import { isDeleted, partyBy } from '../../state/parties.ts';
import { Query } from '../../state/query.svelte.ts';

export interface Recipient {
  readonly number: string;
  /** Null where nobody says it. */
  readonly name: string | null;
  readonly state: 'found' | 'missing' | 'deleted' | 'unchecked';
}
/** Null: the register does not have it. */
type Names = Readonly<Record<string, string | null>>;

export class Recipients {
  typed = $state('');
  /** Whether the set-up of the connection lets it read the register; the platform may refuse it all the same. */
  readonly isReadable: boolean;
  /** What the register has said so far: asked for what nobody has said yet. */
  readonly register: Query<Names>;

  constructor(connection: Connection) {
    this.isReadable = limits.mayCall(connection, 'GET', 'serviceowner/organizations/{orgno}');
    this.register = new Query<Names>(async (asking) => {
      const said = this.register.value ?? {};
      const organisationNumbers = this.#open.slice(0, MOST);
      if (organisationNumbers.length === 0) return { ok: true, value: said };
      const given = { connection: connection.id, organisationNumbers };
      const answer = await client.serviceOwner.names(given, asking);
      if (!answer.ok) return answer;
      const news = answer.value.organisations.map((one) => [one.organisationNumber, one.name]);
      return { ok: true, value: { ...said, ...(Object.fromEntries(news) as Names) } };
    });
  }

  /** Each once, as digits. */
  numbers = $derived<readonly string[]>(organisationNumbersIn(this.typed));
  /** The first that cannot be a number of an organisation. */
  bad = $derived(this.numbers.find((one) => !isOrganisationNumber(one)));
  /** What is known of each number that can be one. */
  known = $derived.by<readonly Recipient[]>(() =>
    this.numbers.filter(isOrganisationNumber).map((number) => this.#of(number)),
  );
  /** Those that had better be corrected. */
  doubtful = $derived(this.known.filter(({ state }) => state === 'missing' || state === 'deleted'));
  /** A refusal holds for every number: nothing is asked after it. */
  isAsked = $derived.by(
    () => this.isReadable && this.register.failure?.kind !== 'refused' && this.#open.length > 0,
  );
  get #open(): string[] {
    return this.known.flatMap(({ number, state }) => (state === 'unchecked' ? [number] : []));
  }

  #of(number: string): Recipient {
    const party = partyBy(acting.parties?.value ?? [], number);
    if (party !== undefined)
      return { number, name: party.name, state: isDeleted(party) ? 'deleted' : 'found' };
    const name = this.register.value?.[number];
    if (name === undefined) return { number, name: null, state: 'unchecked' };
    return { number, name, state: name === null ? 'missing' : 'found' };
  }
}

/** As the contract takes them. */
const MOST = 100;
