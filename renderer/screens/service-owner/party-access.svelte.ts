// The state of the access of a party: whose is asked for, whom it represents, and what it holds for one of them.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { OwnedParty, PartyNumber } from '../../../preload/contract/party-access.ts';
import { isOrganisationNumber, organisationNumberOf } from '../../../preload/contract/rules.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { ListExport } from '../../state/list-export.svelte.ts';
import { client } from '../../state/main-process.ts';
import { Query } from '../../state/query.svelte.ts';
import { ServiceNames } from '../../state/service-names.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { ServiceChoice } from './picks.ts';

type ValueOf<T> = Extract<T, { ok: true }> extends { value: infer V } ? V : never;
type Listed = ValueOf<Awaited<ReturnType<typeof client.partyAccess.reportees>>>;
type Rights = ValueOf<Awaited<ReturnType<typeof client.partyAccess.rights>>>;
type Roles = ValueOf<Awaited<ReturnType<typeof client.partyAccess.roles>>>;
type Asked = Omit<Parameters<typeof client.partyAccess.reportees>[0], 'connection'>;

/** What was typed, and the number it is; a text that is none yet says what is missing. */
export type Typed =
  | { readonly kind: 'empty' | 'wrong' | 'unclear' }
  | { readonly kind: 'organisation' | 'person'; readonly number: PartyNumber };

export function readNumber(text: string): Typed {
  const digits = organisationNumberOf(text);
  if (digits === '') return { kind: 'empty' };
  if (/^\d{11}$/.test(digits)) return { kind: 'person', number: { identityNumber: digits } };
  if (!/^\d{9}$/.test(digits)) return { kind: 'unclear' };
  return isOrganisationNumber(digits)
    ? { kind: 'organisation', number: { organisationNumber: digits } }
    : { kind: 'wrong' };
}

/** What the subject holds for one of those it represents; `rights` of a person only. */
export interface Access {
  readonly reportee: PartyNumber;
  readonly roles: Query<Roles>;
  readonly rights: Query<Rights> | undefined;
}

/** Ends with the screen; no number is in an address, stored, or shown whole. */
export class PartyAccess {
  readonly connection: Connection;
  readonly names: ServiceNames;
  text = $state('');
  service = $state.raw<ServiceChoice>();
  withConsents = $state(false);
  asked = $state.raw<Asked>();
  list = $state.raw<Query<Listed>>();
  current = $state.raw<OwnedParty>();

  typed = $derived(readNumber(this.text));
  parties = $derived.by(() => this.list?.value?.reportees ?? []);
  access = $derived.by(() => this.#accessTo(this.current));
  /** The list has no filter: what is asked for narrows it. */
  readonly exporting = new ListExport(
    () => ({ total: this.parties.length }),
    async ({ format }, asking) => {
      const { asked, connection } = this;
      if (asked === undefined) return undefined;
      return saveAs(
        chooseTarget(connection, 'parties', `.${format}`),
        (target) =>
          client.partyAccess.exportReportees(
            { connection: connection.id, ...asked, format, target },
            asking,
          ),
        ({ name }) => language.t.partyAccess.exported(name),
      );
    },
    ['xlsx', 'csv'],
  );
  /** Everything that is held for the one that is open. */
  readonly exportingAccess = new ListExport(
    () => ({ total: this.access === undefined ? 0 : 1 }),
    async ({ format }, asking) => {
      const { asked, access, connection } = this;
      if (asked === undefined || access === undefined) return undefined;
      const pair = {
        connection: connection.id,
        subject: asked.subject,
        reportee: access.reportee,
      };
      return saveAs(
        chooseTarget(connection, 'roles-and-rights', `.${format}`),
        (target) => client.partyAccess.exportAccess({ ...pair, format, target }, asking),
        ({ name }) => language.t.partyAccess.exported(name),
      );
    },
    ['xlsx', 'csv'],
  );

  constructor(connection: Connection) {
    this.connection = connection;
    this.names = new ServiceNames(connection.id);
  }

  /** As a person typed it: masked where it is a person's. */
  get subject(): string {
    const of = this.asked?.subject;
    if (of === undefined) return '';
    return 'organisationNumber' in of
      ? language.format.organisationNumber(of.organisationNumber)
      : masked(of.identityNumber);
  }

  look(): void {
    const { typed } = this;
    if (!('number' in typed)) return;
    this.list?.leave();
    this.current = undefined;
    const asked: Asked = {
      subject: typed.number,
      ...(this.service !== undefined && { service: this.service.service }),
      ...(this.withConsents && { withConsents: true }),
    };
    this.asked = asked;
    this.list = new Query<Listed>((asking) =>
      client.partyAccess.reportees({ connection: this.connection.id, ...asked }, asking),
    );
    void this.list.load();
  }

  leave(): void {
    this.list?.leave();
    this.names.leave();
  }

  #accessTo(party: OwnedParty | undefined): Access | undefined {
    const subject = this.asked?.subject;
    const reportee = party === undefined ? undefined : numberOf(party, subject);
    if (subject === undefined || reportee === undefined) return undefined;
    const pair = { connection: this.connection.id, subject, reportee };
    return {
      reportee,
      roles: new Query<Roles>((asking) => client.partyAccess.roles(pair, asking)),
      rights:
        'identityNumber' in subject
          ? new Query<Rights>((asking) => client.partyAccess.rights(pair, asking))
          : undefined,
    };
  }
}

/** As main masks it (`010203•••••`). */
const masked = (identityNumber: string): string => `${identityNumber.slice(0, 6)}•••••`;

/** The list masks the numbers of persons: only the subject's own is known here. */
function numberOf(
  { kind, organisationNumber, identityNumber }: OwnedParty,
  subject: PartyNumber | undefined,
): PartyNumber | undefined {
  if (organisationNumber !== null) return { organisationNumber };
  const isSelf =
    kind === 'person' &&
    subject !== undefined &&
    'identityNumber' in subject &&
    identityNumber === masked(subject.identityNumber);
  return isSelf ? subject : undefined;
}
