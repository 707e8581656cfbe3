// The door of the platform: makes routes of the table's rows and what is done behind them.
import type { Answer, Call, Caller, Route } from './call.ts';
import { gone, refusals, type GoneForm } from './errors.ts';
import type { Party, PartyOf } from './party-of.ts';
import { table, type Operation, type Row } from './table.ts';

/** What an operation does behind the door; `party` is that of `{who}`, where the row serves one. */
export type Act = (call: Call, party: Party) => Answer | Promise<Answer>;
export type Acts = Readonly<Record<Operation, Act>>;

/** What the door asks of the platform. */
export interface Doorkeeper {
  /** Numbers of the organisations that are service owners. */
  readonly owners: ReadonlySet<string>;
  readonly partyOf: PartyOf;
  isManager(caller: Caller, party: Party): boolean;
  /** A credential came where none is wanted. */
  uncalledFor(): void;
  /** By the part of operation names before the dot. */
  readonly retired: ReadonlyMap<string, Retired>;
}

/** An area that a test switched off. */
export interface Retired {
  readonly form: GoneForm;
  readonly calls: 'writes' | 'all';
}

/** Of rows that serve no party. */
const nobody: Party = { kind: 'person', key: '', name: '' };

const absent: Doorkeeper = {
  owners: new Set(),
  partyOf: () => undefined,
  isManager: () => false,
  uncalledFor: () => undefined,
  retired: new Map(),
};

/** In the order of the table; operations without an act are left out. */
export const routesOf = (acts: Partial<Acts>, keeper: Doorkeeper = absent): readonly Route[] =>
  (Object.keys(table) as Operation[]).flatMap((operation) => {
    const act = acts[operation];
    return act ? table[operation].map((row) => routeOf(operation, row, act, keeper)) : [];
  });

function routeOf(operation: Operation, row: Row, act: Act, keeper: Doorkeeper): Route {
  const area = operation.split('.')[0] ?? '';
  return {
    ...row,
    operation,
    act(given) {
      const call = row.parts ? { ...given, parts: { ...given.parts, ...row.parts } } : given;
      const retired = keeper.retired.get(area);
      if (retired && (retired.calls === 'all' || row.method !== 'GET')) return gone(retired.form);
      if (row.open && bringsCredential(call)) keeper.uncalledFor();
      if (row.movedTo !== undefined) return moved(call, row.movedTo);
      const party = servedBy(row, call, keeper);
      return 'status' in party ? party : act(call, party);
    },
  };
}

/** The party that the row serves, or why the caller is not served. */
function servedBy({ serves, barred }: Row, call: Call, keeper: Doorkeeper): Party | Answer {
  if (serves === undefined) return nobody;
  if (serves === 'owner') {
    const isOwner = keeper.owners.has(call.caller.organisation ?? '');
    return isOwner ? nobody : refusals.noServiceOwner;
  }
  const party = keeper.partyOf(call);
  if (!party) return barred ?? refusals.notAllowedToAct;
  if (serves === 'organisation' && party.kind !== 'organisation')
    return refusals.organisationNotFound;
  if (serves === 'manager' && !keeper.isManager(call.caller, party))
    return refusals.noAccessManager;
  return party;
}

const moved = (call: Call, path: string): Answer => ({
  status: 307,
  reason: 'Temporary Redirect',
  headers: { Location: `${call.address}${path}${call.query === '' ? '' : `?${call.query}`}` },
});

function bringsCredential({ headers, query, caller }: Call): boolean {
  const flagged = query.split('&').includes('ForceEIAuthentication');
  return (
    headers.apikey !== undefined ||
    headers.authorization !== undefined ||
    headers.cookie !== undefined ||
    (flagged && caller.certificate !== undefined)
  );
}
