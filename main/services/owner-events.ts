// Events of correspondences for service owners: one answer of the feed from an offset on, shown or saved.
import type { Handlers } from '../../preload/contract/contract.ts';
import { MOST_EVENTS, type OwnerEvent } from '../../preload/contract/owner-events.ts';
import { onlyRows } from '../file-formats/only-rows.ts';
import { itemReaders } from '../http/complete-list.ts';
import { readResource } from '../http/hal.ts';
import { numberedParty } from '../http/party-reader.ts';
import type { ResourceReader } from '../http/reader.ts';
import type { Api } from '../platform/api.ts';
import { unexpectedAnswer } from '../problems.ts';
import { type Tables, tableOf } from '../storage/tables.ts';
import type { XlsxColumn } from '../storage/xlsx-worker.ts';

export interface OwnerEventsNeeds {
  readonly api: Api;
  readonly tables: Tables;
}

type Service = Handlers<'ownerEvents'>;
type Given = Parameters<Service['read']>[0];

const FEED = 'api/serviceowner/events/feed';

export function ownerEventsService({ api, tables }: OwnerEventsNeeds): Service {
  return {
    read: (given, { signal }) => readFeed(api, given, signal),
    async exportEvents({ format, target, only, ...given }, { signal }) {
      const { events, ...progress } = await readFeed(api, given, signal);
      const taken = onlyRows(events, ({ offset }) => offset, only);
      const because = progress.more ? ('asked' as const) : null;
      const completeness = { complete: because === null, because, calls: 1 };
      const saved = await tables.save(
        { handle: target, field: 'target', format },
        tableOf(COLUMNS, taken.map(rowOf), completeness),
        signal,
      );
      return { ...saved, ...progress, completeness };
    },
  };
}

async function readFeed(
  api: Api,
  { connection, from, most = MOST_EVENTS }: Given,
  signal: AbortSignal,
) {
  const client = await api.client(connection);
  const { value } = await client.load({
    path: FEED,
    query: { eventOffset: from, fetch: String(most) },
    links: true,
    large: true,
    signal,
  });
  const all = itemReaders(value, 'the events', ['events'], ['EventOffset', 'Offset']).map(
    readEvent,
  );
  // Some servers may give the event of the offset once more.
  const events = all.filter(({ offset }) => from === undefined || BigInt(offset) > BigInt(from));
  const last = events.reduce<string | undefined>(
    (highest, { offset }) =>
      highest === undefined || BigInt(offset) > BigInt(highest) ? offset : highest,
    undefined,
  );
  const list = Array.isArray(value) ? undefined : readResource(value);
  const isLinked = (list?.links.get('next') ?? []).length > 0;
  return {
    events,
    next: last ?? from ?? null,
    // A full answer may be cut without a word.
    more: events.length > 0 && (isLinked || all.length >= most),
  };
}

function readEvent(reader: ResourceReader): OwnerEvent {
  const number = reader.text('Reportee', 'ReporteeNumber', 'OrganizationNumber');
  return {
    offset: offsetOf(reader.requiredText('EventOffset', 'Offset')),
    kind: kindOf(reader.text('EventType', 'Type', 'Kind') ?? ''),
    occurred: reader.instant('EventDateTime', 'Occurred', 'Created'),
    message: reader.text('CorrespondenceId', 'MessageId'),
    party: number === null ? null : numberedParty(number),
    serviceCode: reader.text('ServiceCode'),
    serviceEdition: reader.integer('ServiceEditionCode', 'ServiceEdition'),
  };
}

/** Offsets are compared as numbers. Problem unexpected-answer for what is none. */
function offsetOf(text: string): string {
  if (/^\d{1,40}$/.test(text)) return text;
  throw unexpectedAnswer('An event has an offset that is no number.', { field: 'EventOffset' });
}

/** How the kinds are written is not documented: by the letters of their words. */
const KINDS: readonly (readonly [RegExp, OwnerEvent['kind']['known']])[] = [
  [/^notification(was)?(created|made)$/, 'notification-created'],
  [/^notification(was)?sent$/, 'notification-sent'],
  [/created$/, 'created'],
  [/archived$/, 'archived'],
  [/read$/, 'read'],
  [/deleted$/, 'deleted'],
];

function kindOf(word: string): OwnerEvent['kind'] {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  return { known: KINDS.find(([form]) => form.test(letters))?.[1] ?? 'unknown', word };
}

const COLUMNS: readonly XlsxColumn[] = [
  { heading: 'offset', width: 16 },
  { heading: 'event', width: 24 },
  { heading: 'time', width: 26 },
  { heading: 'message', width: 16 },
  { heading: 'party', width: 20 },
  { heading: 'service code', width: 14 },
  { heading: 'edition', width: 10 },
];
const rowOf = (one: OwnerEvent): string[] => [
  ...[one.offset, one.kind.word, one.occurred ?? '', one.message ?? ''],
  one.party?.organisationNumber ?? one.party?.identityNumber ?? '',
  ...[one.serviceCode ?? '', one.serviceEdition === null ? '' : String(one.serviceEdition)],
];
