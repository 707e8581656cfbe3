// The state of consents for own services and of delegation requests: both lists, what is open, asking and removing.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { DelegationRequest, OwnedConsent } from '../../../preload/contract/owner-requests.ts';
import type { NumberedParty, ToldParty } from '../../../preload/contract/party-access.ts';
import type { Failure } from '../../../preload/result.ts';
import { statusOf } from '../../components/party-status.ts';
import type { Outcome } from '../../state/action.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { ListExport } from '../../state/list-export.svelte.ts';
import { client } from '../../state/main-process.ts';
import { Query } from '../../state/query.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { language } from '../../texts/language.svelte.ts';
import type { ServiceChoice } from './picks.ts';

type ValueOf<T> = Extract<T, { ok: true }> extends { value: infer V } ? V : never;
type Consents = ValueOf<Awaited<ReturnType<typeof client.ownerRequests.consents>>>;
type Requests = ValueOf<Awaited<ReturnType<typeof client.ownerRequests.list>>>;
export type NewRequest = Omit<Parameters<typeof client.ownerRequests.create>[0], 'connection'>;
export type ConsentStatus = OwnedConsent['status']['known'];
export type RequestStatus = DelegationRequest['status']['known'];

/** As it is shown: an organisation's grouped, a person's masked. */
export const shownNumber = (party: NumberedParty | null): string =>
  party === null
    ? ''
    : party.organisationNumber !== null
      ? language.format.organisationNumber(party.organisationNumber)
      : (party.identityNumber ?? '');

const rawNumber = (party: NumberedParty | null): string =>
  party?.organisationNumber ?? party?.identityNumber ?? '';

/** The name, or the number where only that is told. */
export const shownName = (party: ToldParty): string => party.name ?? shownNumber(party);

/** Who it is in full: name, form, number, and what the register says where it is not active. */
export const shownParty = (party: ToldParty): string =>
  [
    party.name,
    // Most names end with it.
    party.form !== null && party.name?.endsWith(` ${party.form}`) ? null : party.form,
    shownNumber(party),
    party.status?.known === 'active' ? null : statusOf(party, language.t.reportees)?.text,
  ]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' · ');

/** All words that were typed are somewhere in it. */
const fits = (typed: string, texts: readonly string[]): boolean => {
  const text = texts.join(' ').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(word));
};

/** Consents for services of one's own; ends with the screen. */
export class OwnedConsents {
  readonly connection: Connection;
  filter = $state('');
  status = $state<'all' | 'active' | 'revoked'>('all');
  /** The platform lists those of one service; undefined until one is chosen. */
  of = $state.raw<{ readonly service: ServiceChoice; readonly list: Query<Consents> }>();
  #open = $state<string>();

  all = $derived.by(() => this.of?.list.value?.consents ?? []);
  shown = $derived(
    this.all.filter(
      (one) =>
        (this.status === 'all' || one.status.known === this.status) &&
        fits(this.filter, [
          one.code,
          ...[one.giver, one.receiver, one.handledBy].flatMap((party) => [
            party?.name ?? '',
            rawNumber(party),
          ]),
        ]),
    ),
  );
  current = $derived(this.all.find(({ code }) => code === this.#open));
  readonly exporting = new ListExport(
    () => ({ shown: this.shown.map(({ code }) => code), total: this.all.length }),
    async (wish, asking) => {
      if (this.of === undefined) return undefined;
      const asked = { connection: this.connection.id, service: this.of.service.service };
      return saveAs(
        chooseTarget(this.connection, 'consents', `.${wish.format}`),
        (target) => client.ownerRequests.exportConsents({ ...asked, ...wish, target }, asking),
        ({ name, rows }) => language.t.ownerRequests.consents.exported(name, rows),
      );
    },
    ['xlsx', 'csv'],
  );

  constructor(connection: Connection) {
    this.connection = connection;
  }

  choose(service: ServiceChoice | undefined): void {
    this.open(undefined);
    const asked = service && { connection: this.connection.id, service: service.service };
    this.of = asked && {
      service,
      list: new Query<Consents>((asking) => client.ownerRequests.consents(asked, asking)),
    };
  }
  open(consent: OwnedConsent | undefined): void {
    this.#open = consent?.code;
  }
  clearFilter(): void {
    this.filter = '';
    this.status = 'all';
  }
}

/** Delegation requests of one's own; ends with the screen. */
export class DelegationRequests {
  readonly connection: Connection;
  readonly list: Query<Requests>;
  filter = $state('');
  #open = $state<string>();

  all = $derived.by(() => this.list.value?.requests ?? []);
  shown = $derived(
    this.all.filter((one) =>
      fits(this.filter, [
        ...[one.giverName, rawNumber(one.giver), rawNumber(one.receiver)],
        ...one.services.map(({ serviceCode }) => serviceCode),
        language.t.ownerRequests.requests.status[one.status.known],
      ]),
    ),
  );
  current = $derived(this.all.find(({ id }) => id === this.#open));

  constructor(connection: Connection) {
    this.connection = connection;
    this.list = new Query<Requests>((asking) =>
      client.ownerRequests.list({ connection: connection.id }, asking),
    );
  }

  get blocked(): string | undefined {
    return this.list.blocked;
  }
  open(request: Pick<DelegationRequest, 'id'> | undefined): void {
    this.#open = request?.id;
  }

  async send(request: NewRequest, onsent: () => void): Promise<Outcome> {
    const answer = await client.ownerRequests.create({
      connection: this.connection.id,
      ...request,
    });
    // Also after a failure: it may have been made.
    await this.list.load();
    if (!answer.ok) return answer.failure;
    onsent();
    toasts.show(language.t.ownerRequests.requests.new.done, { tone: 'success' });
    this.open(answer.value);
    return undefined;
  }

  async remove({ id: request }: DelegationRequest): Promise<Failure | undefined> {
    const answer = await client.ownerRequests.remove({ connection: this.connection.id, request });
    await this.list.load();
    if (!answer.ok) return answer.failure;
    toasts.show(language.t.ownerRequests.requests.remove.done, { tone: 'success' });
    this.open(undefined);
    return undefined;
  }
}
