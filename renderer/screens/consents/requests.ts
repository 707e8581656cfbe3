// The rules of the list of requests, without components: search, direction, state, order, and what can be done.
import type { ConsentRequest, RequestStatus } from '../../../preload/contract/consents.ts';
import type { NumberedParty } from '../../../preload/contract/party-access.ts';
import type { IconName } from '../../components/icons.ts';
import { folded } from '../../state/palette.ts';

export const DIRECTIONS = ['outgoing', 'incoming'] as const;
export const STATUSES = ['unopened', 'opened', 'accepted', 'rejected'] as const;
export type ShownDirection = 'all' | (typeof DIRECTIONS)[number];
export type ShownStatus = 'all' | RequestStatus;

/** Of a state: what is done, what waits, what is over. */
export const STATUS_TONES = {
  unopened: 'info',
  opened: 'warning',
  accepted: 'ok',
  rejected: 'danger',
  unknown: 'unknown',
} as const satisfies Readonly<Record<ConsentRequest['status']['known'], string>>;

export const DIRECTION_ICONS = {
  outgoing: 'send',
  incoming: 'inbox',
  unknown: 'questionCircle',
} as const satisfies Readonly<Record<ConsentRequest['direction'], IconName>>;

interface View {
  readonly filter: string;
  readonly direction: ShownDirection;
  readonly status: ShownStatus;
}

/** Newest change first. */
export function shownRequests(
  requests: readonly ConsentRequest[],
  { filter, direction, status }: View,
): readonly ConsentRequest[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  const isFound = (request: ConsentRequest) => {
    const text = folded(textOf(request));
    return words.every((word) => text.includes(word)) || text.includes(words.join(''));
  };
  return requests
    .filter(
      (one) =>
        (direction === 'all' || one.direction === direction) &&
        (status === 'all' || one.status.known === status) &&
        isFound(one),
    )
    .toSorted((a, b) => (b.lastChanged ?? '').localeCompare(a.lastChanged ?? ''));
}

const textOf = ({ giverName, giver, receiver, resources, code }: ConsentRequest): string =>
  [
    giverName ?? '',
    giver.organisationNumber ?? '',
    receiver.organisationNumber ?? '',
    ...resources.map((one) => `${one.serviceCode}/${String(one.serviceEdition)}`),
    code,
  ].join(' ');

export function countsOf(
  requests: readonly ConsentRequest[],
  direction: ShownDirection,
): Readonly<Record<ShownStatus, number>> {
  const some = requests.filter((one) => direction === 'all' || one.direction === direction);
  const of = (status: RequestStatus) => some.filter((one) => one.status.known === status).length;
  return {
    all: some.length,
    unopened: of('unopened'),
    opened: of('opened'),
    accepted: of('accepted'),
    rejected: of('rejected'),
  };
}

/** Nobody has answered yet. */
export const isOpen = ({ status }: Pick<ConsentRequest, 'status'>): boolean =>
  status.known === 'unopened' || status.known === 'opened';

/** Of one of our own that nobody has answered. */
export const canBeWithdrawn = (request: ConsentRequest): boolean =>
  request.direction === 'outgoing' && isOpen(request);

/** The number of an organisation as it is written, that of a person masked. */
export const numberOf = (
  { organisationNumber, identityNumber }: NumberedParty,
  written: (number: string) => string,
): string => (organisationNumber === null ? (identityNumber ?? '') : written(organisationNumber));

/** The address of the page with the language that the giver reads. */
export function pageIn(page: string, language: 'en' | 'nb' | 'nn'): string {
  if (!URL.canParse(page)) return page;
  const address = new URL(page);
  address.searchParams.set('languageCode', language === 'en' ? 'en' : `${language}-NO`);
  return address.href;
}
