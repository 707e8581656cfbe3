// The party that calls of party-bound screens act for: the connection's organisation, or one that the person chose.
import { untrack } from 'svelte';
import type { Connection } from '../../preload/contract/connections.ts';
import type { Reportee } from '../../preload/contract/reportees.ts';
import { drafts, leaving } from './drafts.svelte.ts';
import { layout } from './layout.svelte.ts';
import { limits } from './limits.svelte.ts';
import { partyBy, standingOf, whoOf } from './parties.ts';
import { Query } from './query.svelte.ts';
import { session } from './session.svelte.ts';
import { client } from './main-process.ts';

export interface Actor {
  /** As it stands in paths: an organisation number, `r<digits>` or `my`. */
  readonly who: string;
  readonly name: string;
  readonly kind: 'organisation' | 'person' | 'unknown';
  /** Null for a person. */
  readonly organisationNumber: string | null;
  /** Whether it is the connection's own organisation. */
  readonly own: boolean;
}

/** What the window gives a screen that needs a connection, which is made anew for another one. */
export interface ScreenProps {
  readonly connection: Connection;
  readonly actor: Actor;
}

const MOST_RECENT = 5;
const NONE = { acting: null, recent: [], starred: [] };

interface Known {
  readonly parties: Query<readonly Reportee[]>;
  /** Undefined until they were read. */
  readonly completeness: () => Completeness | undefined;
  readonly end: () => void;
}
type Completeness = Extract<
  Awaited<ReturnType<typeof client.reportees.list>>,
  { ok: true }
>['value']['completeness'];
/** Whom calls are no longer made for, and why. */
export interface Lost {
  readonly connection: string;
  readonly who: string;
  /** Where the list still tells it. */
  readonly name: string | null;
  readonly why: 'deleted' | 'gone';
}

/** By connection: another one has others. Who shows them hears of a change by `forgotten`. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const known = new Map<string, Known>();
/** Counts what was forgotten, so that who shows it asks again. */
let forgotten = $state(0);
let lost = $state.raw<Lost>();
/** Deleted ones a person chose all the same, in this session. */
let knowingly: readonly string[] = [];

/** The parties of a connection, read once and again on `load()`. */
function partiesOf(connection: string): Known {
  const before = known.get(connection);
  if (before !== undefined) return before;
  let completeness: Completeness | undefined;
  let parties: Query<readonly Reportee[]> | undefined;
  // Outside of the effect that happens to ask first: none follows state that it has made itself.
  const end = $effect.root(() => {
    parties = new Query<readonly Reportee[]>(async (asking) => {
      const answer = await client.reportees.list({ connection }, asking);
      if (!answer.ok) return answer;
      ({ completeness } = answer.value);
      return { ok: true, value: answer.value.reportees };
    });
  });
  if (parties === undefined) throw new Error('A root runs at once.');
  const made = { parties, completeness: () => completeness, end };
  known.set(connection, made);
  return made;
}

export const actorOf = (party: Reportee): Actor => ({
  who: whoOf(party),
  name: party.name,
  kind: party.kind,
  organisationNumber: party.kind === 'person' ? null : party.organisationNumber,
  own: false,
});

const of = (connection: string | undefined) =>
  (connection === undefined ? undefined : layout.now.parties[connection]) ?? NONE;
const mine = () => of(session.chosen?.id);
const own = (): Actor | null => {
  const { chosen } = session;
  if (chosen === null) return null;
  const { organisationName: name, organisationNumber } = chosen;
  return { who: organisationNumber, name, kind: 'organisation', organisationNumber, own: true };
};

export const acting = {
  /** Null without a connection. Until the parties are read, a chosen one has its number for a name. */
  get now(): Actor | null {
    const self = own();
    const { acting: who } = mine();
    if (self === null || who === null || who === self.who) return self;
    const party = partyBy(acting.parties?.value ?? [], who);
    if (party !== undefined) return actorOf(party);
    const isNumber = /^\d{9}$/.test(who);
    return {
      who,
      name: who,
      own: false,
      kind: isNumber ? 'organisation' : 'unknown',
      organisationNumber: isNumber ? who : null,
    };
  },
  /** The connection's own organisation. */
  get own(): Actor | null {
    return own();
  },
  /** Undefined without a connection, and for one that cannot ask for them. */
  get parties(): Query<readonly Reportee[]> | undefined {
    void forgotten;
    return session.chosen === null || limits.of('reportees') !== undefined
      ? undefined
      : partiesOf(session.chosen.id).parties;
  },
  /** Whether those are all there are; undefined until they were read. */
  get completeness(): Completeness | undefined {
    const reading = acting.parties;
    // Read together with them: a new value of one is a new value of the other.
    return session.chosen === null || reading?.value === undefined
      ? undefined
      : partiesOf(session.chosen.id).completeness();
  },
  /** Said until the person has seen it, or chose anew. */
  get lost(): Lost | undefined {
    return lost?.connection === session.chosen?.id ? lost : undefined;
  },
  seen: (): void => {
    lost = undefined;
  },
  get recent(): readonly string[] {
    return mine().recent;
  },
  get starred(): readonly string[] {
    return mine().starred;
  },
  /**
   * Asks about drafts first, and says when it is done. Reads of the party before are stopped with their screens; jobs keep their
   * own actor.
   */
  choose(who: string, done?: () => void): void {
    leaving(() => {
      const self = own();
      const isOwn = who === self?.who;
      lost = undefined;
      knowingly = [...knowingly, `${session.chosen?.id ?? ''} ${who}`];
      const recent = isOwn ? mine().recent : [who, ...mine().recent.filter((one) => one !== who)];
      keep({ acting: isOwn ? null : who, recent: recent.slice(0, MOST_RECENT) });
      done?.();
    });
  },
  /** Of any connection, for what is opened there next. Who goes there has asked about drafts. */
  actFor(connection: string, who: string): void {
    const self = session.connections.find(({ id }) => id === connection);
    if (self === undefined) return;
    lost = undefined;
    knowingly = [...knowingly, `${connection} ${who}`];
    keep({ acting: who === self.organisationNumber ? null : who }, connection);
  },
  /**
   * A remembered party that is no longer there, or was deleted since, is left for the connection's own organisation, for good:
   * it does not come back by itself. Waits while something is unsaved, which the change would throw away.
   */
  check(): void {
    const { chosen } = session;
    const { acting: who } = mine();
    const parties = acting.parties?.value;
    if (chosen === null || who === null || parties === undefined) return;
    if (drafts.unsaved.length > 0) return;
    const standing = standingOf(who, parties, acting.completeness?.complete === true);
    if (standing === 'there' || standing === 'unknown') return;
    if (standing === 'deleted' && knowingly.includes(`${chosen.id} ${who}`)) return;
    const name = partyBy(parties, who)?.name ?? null;
    lost = { connection: chosen.id, who, name, why: standing };
    keep({ acting: null });
  },
  /** Nothing of one connection's parties stays with another, or behind the lock. */
  forget(connection: string): void {
    const gone = known.get(connection);
    gone?.parties.leave();
    gone?.end();
    known.delete(connection);
    untrack(() => (forgotten += 1));
  },
  star(who: string, starred: boolean): void {
    const others = mine().starred.filter((one) => one !== who);
    keep({ starred: starred ? [...others, who] : others });
  },
};

function keep(part: Partial<ReturnType<typeof mine>>, connection = session.chosen?.id): void {
  if (connection === undefined) return;
  const { acting: who, recent, starred } = { ...of(connection), ...part };
  layout.change({
    parties: {
      ...layout.now.parties,
      [connection]: { acting: who, recent: [...recent], starred: [...starred] },
    },
  });
}
