// Consents (sections 5 and 8): requests, their life from Unopened to Revoked, and what tests may do to them.
import { platformName } from './names.ts';
import { guidOf, type Chance } from './randomness.ts';
import type { Named, Registered } from './register.ts';
import type { Register } from './service-owner-data.ts';
import type { State } from './state.ts';

/** A service that can be consented to. */
export interface ConsentService {
  readonly code: string;
  readonly edition: number;
  readonly name: string;
  readonly ownerCode: string;
  /** Keys of Metadata, each of which a request must give. */
  readonly wants: readonly string[];
  /** The first logged use ends it. */
  readonly oneTime?: true;
  /** Its template takes no RequestMessage. */
  readonly withoutMessage?: true;
}

/** The first stands in the list of services with all kinds, the last is a look-up service. */
export const consentServices: readonly ConsentService[] = [
  { code: 'K103', edition: 1, name: 'Kart over farleder', ownerCode: 'FYR', wants: [] },
  {
    code: 'K107',
    edition: 1,
    name: 'Opplysninger om inntekt',
    ownerCode: 'FYR',
    wants: ['inntektsaar', 'formaal'],
  },
  {
    code: 'K108',
    edition: 2,
    name: 'Utskrift av driftsjournal',
    ownerCode: 'FYR',
    wants: [],
    oneTime: true,
    withoutMessage: true,
  },
  { code: 'L103', edition: 1, name: 'Oppslag i fangstdagbok', ownerCode: 'FYR', wants: [] },
];

export const consentServiceOf = (code: string, edition: number): ConsentService | undefined =>
  consentServices.find((one) => one.code === code && one.edition === edition);

export interface ConsentResource {
  readonly code: string;
  readonly edition: number;
  readonly metadata: Readonly<Record<string, string>>;
}

export type RequestStatus = 'Unopened' | 'Opened' | 'Accepted' | 'Rejected';

export interface Consent {
  /** AuthorizationCode. */
  readonly id: string;
  /** Who receives, who gives: numbers. */
  readonly coveredBy: string;
  readonly offeredBy: string;
  readonly offeredByName: string;
  readonly handledBy?: string;
  readonly requiredDelegator?: string;
  readonly requiredDelegatorName?: string;
  readonly redirectUrl: string;
  readonly resources: readonly ConsentResource[];
  readonly message?: Readonly<Record<string, string>>;
  readonly portalView: 'Show' | 'Hide';
  readonly created: Date;
  validTo: Date;
  status: RequestStatus;
  changed: Date;
  /** Given up, taken back by its giver, or used up. */
  revoked: boolean;
  /** Logged uses, oldest first. */
  readonly uses: { readonly code: string; readonly edition: number; readonly at: Date }[];
}

export type ConsentWish = Partial<Omit<Consent, 'uses'>>;

/** How the next token is wrong. */
export type SpoiltToken = 'signature' | 'expired' | 'unknown-key' | 'no-signature';

export interface ConsentControl {
  readonly services: readonly ConsentService[];
  /** Every request, oldest first. */
  readonly all: readonly Consent[];
  find(this: void, code: string): Consent | undefined;
  /** A request, or a consent when it is Accepted; from the first registered organisation to ours when left out. */
  make(wish?: ConsentWish): Consent;
  /** Many accepted consents at once, each changed a second after the one before. */
  fill(count: number, wish?: ConsentWish): void;
  /** What the giver does at the portal. Gives the return address as the person's browser is sent there. */
  answer(code: string, as: Exclude<RequestStatus, 'Unopened'>): string;
  /** The return address when something went wrong at the portal; nothing changes. */
  failure(code: string, words: string): string;
  /** The giver takes it back. */
  revoke(code: string): void;
  /** Domains of `shape.redirectDomains`. */
  readonly redirectDomains: Set<string>;
  /** A new key signs from now on; the one before stays published unless it is dropped. */
  rotateKey(before?: 'kept' | 'dropped'): void;
  /** The next token is wrong. */
  spoilToken(how: SpoiltToken): void;
}

export interface Consents {
  readonly all: readonly Consent[];
  find(this: void, code: string): Consent | undefined;
  make(this: void, wish?: ConsentWish): Consent;
  change(consent: Consent, to: Partial<Pick<Consent, 'status' | 'revoked' | 'validTo'>>): void;
  remove(consent: Consent): void;
}

/** Whether a consent gives access now. */
export const isGiven = (consent: Consent, now: Date): boolean =>
  consent.status === 'Accepted' && !consent.revoked && consent.validTo > now;

const day = 86_400_000;

export function createConsents(
  state: State,
  chance: Chance,
  named: Named,
  register: Register,
): Consents {
  let byCode: Map<string, Consent> | undefined;
  const own = state.organisation.number;
  const make = (into: Map<string, Consent>, wish: ConsentWish): Consent => {
    const now = state.now();
    const [service] = consentServices;
    const offeredBy = wish.offeredBy ?? register.all[2]?.number ?? '';
    const consent: Consent = {
      id: guidOf(chance),
      coveredBy: own,
      offeredBy,
      offeredByName: named.byNumber(offeredBy)?.name ?? '',
      redirectUrl: 'https://retur.fjordtrafikk.example/samtykke',
      resources: service ? [{ code: service.code, edition: service.edition, metadata: {} }] : [],
      message: { 'no-nb': 'Kan vi lese opplysninger om driften?' },
      portalView: 'Hide',
      created: now,
      validTo: new Date(now.getTime() + 300 * day),
      status: 'Unopened',
      changed: now,
      revoked: false,
      ...wish,
      uses: [],
    };
    into.set(consent.id, consent);
    return consent;
  };
  /** Some of each status and in both directions, and consents that were given up, used up and are over. */
  const seeded = (): Map<string, Consent> => {
    const all = new Map<string, Consent>();
    const now = state.now().getTime();
    const statuses = [
      'Unopened',
      'Opened',
      'Accepted',
      'Rejected',
      'Accepted',
      'Accepted',
    ] as const;
    for (const [at, status] of statuses.entries()) {
      const changed = new Date(now - (40 - at * 5) * day);
      const service = consentServices[at % 3] ?? consentServices[0];
      make(all, {
        status,
        changed,
        created: new Date(changed.getTime() - 2 * day),
        offeredBy: at === 1 ? persona : (register.all[2 + at]?.number ?? own),
        revoked: at === 5,
        ...(service
          ? {
              resources: [
                {
                  code: service.code,
                  edition: service.edition,
                  metadata: Object.fromEntries(service.wants.map((key) => [key, '2025'])),
                },
              ],
            }
          : {}),
      });
    }
    make(all, {
      coveredBy: state.other.number,
      offeredBy: own,
      redirectUrl: 'https://retur.bergtind.example/',
      changed: new Date(now - 3 * day),
      created: new Date(now - 3 * day),
    });
    return all;
  };
  const all = (): Map<string, Consent> => (byCode ??= seeded());
  return {
    get all() {
      return [...all().values()];
    },
    find: (code) => all().get(code.toLowerCase()),
    make: (wish = {}) => make(all(), wish),
    change(consent, to) {
      Object.assign(consent, to, { changed: state.now() });
    },
    remove: (consent) => void all().delete(consent.id),
  };
}

/** Sunniva Bratthammer. */
export const persona = '27828434567';

/** The two names under which a giver is known: the whole one, and of a person the last name alone (section 5). */
export const namesOf = ({ kind, name }: Registered): readonly string[] =>
  kind === 'person' ? [name, name.trim().split(' ').at(-1) ?? ''] : [name];

export function createConsentControl(
  consents: Consents,
  keys: Pick<ConsentControl, 'rotateKey' | 'spoilToken'>,
): ConsentControl {
  const known = (code: string): Consent => {
    const found = consents.find(code);
    if (found) return found;
    throw new Error(`There is no consent request ${code}.`);
  };
  const failed = ({ redirectUrl, id }: Consent, words: string): string =>
    withQuery(redirectUrl, {
      Status: 'Failed',
      // The address is encoded once more as a whole (section 5).
      ErrorMessage: encodeURIComponent(words),
      FailedAuthorizationCode: id,
    });
  return {
    services: consentServices,
    get all() {
      return consents.all;
    },
    find: consents.find,
    make: consents.make,
    fill(count, wish = {}) {
      const from = Date.UTC(2024, 0, 1);
      for (let at = 0; at < count; at += 1)
        consents.make({ status: 'Accepted', changed: new Date(from + at * 1000), ...wish });
    },
    answer(code, status) {
      const consent = known(code);
      consents.change(consent, { status });
      if (status === 'Accepted')
        return withQuery(consent.redirectUrl, { AuthorizationCode: consent.id, Status: 'OK' });
      return status === 'Opened' ? '' : failed(consent, 'The user did not give consent');
    },
    failure: (code, words) => failed(known(code), words),
    revoke: (code) => consents.change(known(code), { revoked: true }),
    redirectDomains: new Set(['retur.fjordtrafikk.example']),
    ...keys,
  };
}

function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** Of tokens and of the document about keys. */
export const issuer = `${platformName} consent`;
