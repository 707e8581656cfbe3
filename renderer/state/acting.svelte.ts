// Whom the calls of party-bound screens are made for: the connection's organisation, or a party the person chose.
import type { Reportee } from '../../preload/contract/reportees.ts';
import { leaving } from './drafts.svelte.ts';
import { layout } from './layout.svelte.ts';
import { Reading } from './reading.svelte.ts';
import { session } from './session.svelte.ts';
import { client } from './steward.ts';

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

const MOST_RECENT = 5;
const NONE = { acting: null, recent: [], starred: [] };

interface Known {
  readonly connection: string;
  readonly parties: Reading<readonly Reportee[]>;
}
let known: Known | undefined;

/** The parties of the connection in use, read once and again on `load()`; another connection has others. */
function partiesOf(connection: string): Reading<readonly Reportee[]> {
  if (known?.connection === connection) return known.parties;
  known?.parties.leave();
  const parties = new Reading<readonly Reportee[]>(async (asking) => {
    const answer = await client.reportees.list({ connection }, asking);
    return answer.ok ? { ok: true, value: answer.value.reportees } : answer;
  });
  known = { connection, parties };
  return parties;
}

export const actorOf = (party: Reportee): Actor => ({
  who:
    party.kind === 'organisation' && party.organisationNumber !== null
      ? party.organisationNumber
      : party.id,
  name: party.name,
  kind: party.kind,
  organisationNumber: party.kind === 'person' ? null : party.organisationNumber,
  own: false,
});

const mine = () => {
  const { chosen } = session;
  return (chosen === null ? undefined : layout.now.parties[chosen.id]) ?? NONE;
};
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
    const party = acting.parties?.value?.find((one) => actorOf(one).who === who);
    if (party !== undefined) return actorOf(party);
    const isNumber = /^\d{9}$/.test(who);
    return {
      ...{ who, name: who, own: false },
      kind: isNumber ? 'organisation' : 'unknown',
      organisationNumber: isNumber ? who : null,
    };
  },
  /** The connection's own organisation. */
  get own(): Actor | null {
    return own();
  },
  /** Undefined without a connection. */
  get parties(): Reading<readonly Reportee[]> | undefined {
    return session.chosen === null ? undefined : partiesOf(session.chosen.id);
  },
  get recent(): readonly string[] {
    return mine().recent;
  },
  get starred(): readonly string[] {
    return mine().starred;
  },
  /** Asks about drafts first. Reads of the party before are stopped with their screens; jobs keep their own actor. */
  choose(who: string): void {
    leaving(() => {
      const self = own();
      const isOwn = who === self?.who;
      const recent = isOwn ? mine().recent : [who, ...mine().recent.filter((one) => one !== who)];
      keep({ acting: isOwn ? null : who, recent: recent.slice(0, MOST_RECENT) });
    });
  },
  star(who: string, starred: boolean): void {
    const others = mine().starred.filter((one) => one !== who);
    keep({ starred: starred ? [...others, who] : others });
  },
};

function keep(part: Partial<ReturnType<typeof mine>>): void {
  const { chosen } = session;
  if (chosen === null) return;
  const { acting: who, recent, starred } = { ...mine(), ...part };
  layout.change({
    parties: {
      ...layout.now.parties,
      [chosen.id]: { acting: who, recent: [...recent], starred: [...starred] },
    },
  });
}
