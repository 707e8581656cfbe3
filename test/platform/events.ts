// Events of correspondences that a service owner follows (section 8): a feed read on from an offset.
import type { Call } from './call.ts';
import type { Acts } from './door.ts';
import { refuseWith } from './errors.ts';
import { type Listing, wholeList } from './lists.ts';
import type { State } from './state.ts';
import { localTime } from './timestamps.ts';

/** The documented kinds (19.3); how they are written is not documented. */
export const eventKinds = [
  'Created',
  'Archived',
  'Read',
  'Deleted',
  'NotificationCreated',
  'NotificationSent',
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface FeedEvent {
  /** Grows from event to event, with gaps. */
  readonly offset: number;
  readonly owner: string;
  readonly kind: EventKind;
  readonly at: Date;
  readonly correspondence: string;
  readonly reportee: string;
  readonly serviceCode: string;
  readonly serviceEdition: number;
}

export interface EventControl {
  readonly all: readonly FeedEvent[];
  add(event?: Partial<Omit<FeedEvent, 'offset'>>): FeedEvent;
  /** Many at once, of all kinds. */
  fill(count: number): void;
}

/** Of one answer. */
export const mostEvents = 10_000;

export function createEvents(state: State) {
  let made: FeedEvent[] | undefined;
  const add = (into: FeedEvent[], event: Partial<Omit<FeedEvent, 'offset'>>): FeedEvent => {
    const count = into.length;
    const one: FeedEvent = {
      owner: state.organisation.number,
      kind: eventKinds[count % eventKinds.length] ?? 'Created',
      at: state.now(),
      correspondence: `a${6_000_000 + Math.floor(count / eventKinds.length)}`,
      reportee: state.other.number,
      serviceCode: '0112',
      serviceEdition: 1,
      ...event,
      offset: (into.at(-1)?.offset ?? 900_000) + 1 + (count % 3),
    };
    into.push(one);
    return one;
  };
  const all = (): FeedEvent[] => {
    if (made) return made;
    const first: FeedEvent[] = [];
    const now = state.now().getTime();
    for (let at = 0; at < 12; at += 1) add(first, { at: new Date(now - (12 - at) * 7_200_000) });
    return (made = first);
  };
  const control: EventControl = {
    get all() {
      return all();
    },
    add: (event = {}) => add(all(), event),
    fill(count) {
      for (let at = 0; at < count; at += 1) add(all(), {});
    },
  };
  const acts = { 'events.feed': (call) => feed(all(), call) } satisfies Partial<Acts>;
  return { acts, control };
}

/** Behind the offset, whose own event is left out; a number of events beyond the most is cut to it. */
function feed(all: readonly FeedEvent[], call: Call): Listing {
  const { given } = call;
  const [offset, fetch] = [given.get('eventOffset') ?? '0', given.get('fetch')];
  if (!/^\d{1,15}$/.test(offset)) refuseWith(400, 'eventOffset must be a number.');
  if (fetch !== null && !/^[1-9]\d{0,8}$/.test(fetch))
    refuseWith(400, 'fetch must be a number of events.');
  const own = all.filter(
    (event) => event.owner === call.caller.organisation && event.offset > Number(offset),
  );
  const events = own.slice(0, Math.min(Number(fetch ?? mostEvents), mostEvents));
  const last = events.at(-1);
  const isMore = events.length < own.length;
  const items = events.map((event) => ({
    EventOffset: event.offset,
    EventType: event.kind,
    EventDateTime: localTime(event.at, 3, call.shape.zonelessTimes),
    CorrespondenceId: event.correspondence,
    Reportee: event.reportee,
    ServiceCode: event.serviceCode,
    ServiceEditionCode: event.serviceEdition,
  }));
  return wholeList(
    items,
    isMore && last ? { more: { next: `${call.path}?eventOffset=${last.offset}` } } : {},
  );
}
