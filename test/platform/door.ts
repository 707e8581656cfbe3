// The door of the platform: makes routes of the table's rows and what is done behind them.
import type { Answer, Call, Caller, Route } from './call.ts';
import { gone, refusals, refuse, Refused, type GoneForm } from './errors.ts';
import { Listing, wholeList } from './lists.ts';
import type { Party, PartyOf } from './party-of.ts';
import { isFields, listOf, Reply, represent } from './representation.ts';
import { table, type Operation, type Row } from './table.ts';

/**
 * What an operation does behind the door; `party` is that of `{who}`, where the row serves one. It gives back what its row
 * makes an answer of (a value, a list, nothing), or an answer as it is.
 */
export type Act = (call: Call, party: Party) => unknown;
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
      try {
        const result = act(call, servedBy(row, call, keeper));
        return result instanceof Promise
          ? result.then(
              (value: unknown) => answerOf(row, call, value),
              (error: unknown) => refusedBy(row, call, error),
            )
          : answerOf(row, call, result);
      } catch (error) {
        return refusedBy(row, call, error);
      }
    },
  };
}

/** The party that the row serves; a caller that is not served is refused. */
function servedBy({ serves, barred }: Row, call: Call, keeper: Doorkeeper): Party {
  if (serves === undefined) return nobody;
  if (serves === 'owner') {
    const isOwner = keeper.owners.has(call.caller.organisation ?? '');
    return isOwner ? nobody : refuse(refusals.noServiceOwner);
  }
  const party = keeper.partyOf(call) ?? refuse(barred ?? refusals.notAllowedToAct);
  if (serves === 'organisation' && party.kind !== 'organisation')
    refuse(refusals.organisationNotFound);
  if (serves === 'manager' && !keeper.isManager(call.caller, party))
    refuse(refusals.noAccessManager);
  return party;
}

const isAnswer = (value: unknown): value is Answer =>
  isFields(value) && typeof value['status'] === 'number' && typeof value['reason'] === 'string';

/** What the row makes of that which the act gave back. */
function answerOf({ answers }: Row, call: Call, result: unknown): Answer {
  if (isAnswer(result)) return result;
  const { value, facts } = result instanceof Reply ? result : new Reply({}, result);
  const { relation, ...usual } = answers;
  const { location, ...own } = facts;
  const shown = { ...usual, ...own };
  const headers = location === undefined ? {} : { Location: call.links.to(location) };
  if (value === undefined) return { status: shown.status, reason: shown.reason, headers };
  const isList = Array.isArray(value) && relation !== undefined;
  const list = isList ? wholeList(value) : value;
  if (!(list instanceof Listing)) return represent(call, list, { ...shown, headers });
  const { bare = relation === undefined, headers: more, ...told } = list.facts;
  const items = list.page(call);
  return represent(
    call,
    bare ? items : listOf(items, { relation: relation ?? '', self: call.path, ...told }),
    { ...shown, headers: { ...headers, ...more } },
  );
}

/** What is streamed is read to its end also when it is refused, as a server behind a proxy does. */
function refusedBy({ streamed }: Row, { request }: Call, error: unknown): Answer | Promise<Answer> {
  if (!(error instanceof Refused)) throw error;
  return streamed ? drained(request, error.answer) : error.answer;
}

async function drained(request: Call['request'], answer: Answer): Promise<Answer> {
  for await (const _chunk of request);
  return answer;
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
