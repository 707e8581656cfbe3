// Gives and takes back roles and rights of one party, one at a time and never twice.
import type { Run } from '../../preload/contract/contract.ts';
import type { DelegationChange, Holding, RightHolder } from '../../preload/contract/delegations.ts';
import { type Direct, heldAs, isHolder, lastWord } from '../file-formats/delegation-changes.ts';
import { excerpt } from '../file-formats/text-files.ts';
import { WholeList } from '../http/complete-list.ts';
import { failureOf, ignoreProblem } from '../problem.ts';
import { incompleteList, outcomeUnknown, refusedField } from '../problems.ts';
import { type Task, valueOf } from './batch.ts';
import type { BatchRecord } from './records.ts';
import type { Row, Rows, RowState } from './rows.ts';

export interface DelegationChangesNeeds {
  /** A person has allowed what the rows give when the job began. */
  readonly run: Run;
  /** Waits between two rows. */
  readonly gap: () => Promise<void>;
}

type HolderList = WholeList<RightHolder>;

/** Those who may be meant, with what they hold now. */
interface Seen {
  readonly holdings: readonly Holding[];
  /** Whether the platform gave the whole list, so that whoever is not in it holds nothing. */
  readonly isWhole: boolean;
}

/** What is held for the party. The list of holders is loaded once in a run, and again where it does not fit. */
interface Held {
  /** `again`: who is not in the list is looked for in a new one. */
  look(to: DelegationChange['to'], again: boolean): Promise<Seen>;
  give(change: DelegationChange): Promise<RowState>;
  take(what: DelegationChange['what'], from: string, which: Direct): Promise<void>;
}

const DONE: RowState = { state: 'done', failure: null };

export function delegationChanges({ run, gap }: DelegationChangesNeeds): Task {
  return {
    effect: 'write',
    concurrency: 1,
    gap,
    async createHandler(job, rows) {
      const held = openHeld(run, job, rows);
      await resolveUnknown(held, rows);
      return (row, markTried) =>
        changeOf(row).action === 'give' ? give(held, row, markTried) : take(held, row, markTried);
    },
  };
}

/** The rows are sealed, and the record is not: party and change are those that a person allowed. */
function requestOf({ delegation }: Row) {
  if (delegation === undefined) throw new TypeError('A row of another kind.');
  return delegation;
}

const changeOf = (row: Row): DelegationChange => requestOf(row).change;

function openHeld(run: DelegationChangesNeeds['run'], job: BatchRecord, rows: Rows): Held {
  if (job.kind !== 'change-delegations') throw new TypeError('Another kind of job.');
  const { connection } = job;
  // All rows of a job are of one party.
  const [who = ''] = rows.all().map((row) => requestOf(row).who);
  const { signal } = new AbortController();
  const party = { connection, who };
  let loaded: Promise<HolderList> | undefined;
  const load = async () =>
    WholeList.of('holders', valueOf(await run('delegations.list', party, signal)));
  const reload = () => {
    loaded = load();
    // A list that could not be loaded is loaded again for the next row.
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
  const lookIn = async (list: HolderList, to: DelegationChange['to']): Promise<Seen> => {
    const holdings: Holding[] = [];
    const { items: holders } = list.shown();
    for (const { id: receiver } of holders.filter((one) => mayBe(one, to)))
      try {
        holdings.push(valueOf(await run('delegations.get', { ...party, receiver }, signal)));
      } catch (error) {
        // Who holds nothing any more is not found at some platforms; that the area answers, the list has shown.
        if (failureOf(error)?.kind !== 'not-found') throw error;
      }
    return { holdings, isWhole: list.ifWhole() !== undefined };
  };
  return {
    async look(to, again) {
      const before = loaded;
      const list = await (before ?? reload());
      const isListed = list.shown().items.some((one) => mayBe(one, to));
      const isOld = before !== undefined && again && !isListed;
      return lookIn(isOld ? await reload() : list, to);
    },
    async give({ to, what }) {
      if (to.kind === 'holder') throw refusedField('to', 'not-a-choice');
      const { roles, rights } =
        'role' in what ? { roles: [what.role], rights: [] } : { roles: [], rights: [what] };
      const before = await loaded?.catch(() => undefined);
      const { holder, missing } = valueOf(
        await run('delegations.give', { ...party, to, roles, rights }, signal),
      );
      loaded = before && holder ? Promise.resolve(withHolder(before, holder)) : undefined;
      if (missing.roles.length + missing.rights.length > 0) return notHeld();
      if (holder !== null || !isTold(to)) return DONE;
      // Done is done, also where it cannot be seen now. That a whole list is without the receiver is another matter.
      const seen = await reload()
        .then((list) => lookIn(list, to))
        .catch(ignoreProblem);
      const isHeld = seen?.holdings.some((one) => heldAs(one, what).isHeld) ?? true;
      return isHeld || seen?.isWhole === false ? DONE : notHeld();
    },
    async take(what, receiver, { id, name }) {
      const from = { ...party, receiver };
      if ('role' in what)
        valueOf(await run('delegations.takeRole', { ...from, role: id, ...shownAs(name) }, signal));
      else valueOf(await run('delegations.takeRight', { ...from, right: id }, signal));
    },
  };
}

/** As the journal takes it. */
function shownAs(role: string): { readonly name?: string } {
  const name = excerpt(role, 200);
  return name === '' ? {} : { name };
}

function withHolder(list: HolderList, holder: RightHolder): HolderList {
  const { items, completeness } = list.shown();
  const others = items.filter(({ id }) => id !== holder.id);
  return new WholeList({ items: [...others, holder], completeness });
}

/** Whether the list of holders tells who is meant: it has no user names of persons. */
const isTold = (to: DelegationChange['to']) => to.kind !== 'person-by-user-name';

/** Of persons everybody with the last name. */
const mayBe = (holder: RightHolder, to: DelegationChange['to']): boolean =>
  to.kind === 'person-by-user-name'
    ? holder.kind === 'person' && lastWord(holder.name) === lastWord(to.lastName)
    : isHolder(holder, to);

/** Rows without an answer are looked for before anything else is done. Those that cannot be told stay unknown. */
async function resolveUnknown(held: Held, rows: Rows): Promise<void> {
  for (const row of rows.all()) {
    if (row.state !== 'unknown' || !row.tried) continue;
    const became = await becameOf(held, row).catch(ignoreProblem);
    if (became === 'done') await rows.change(row.row, DONE);
  }
}

/** What became of a row that was sent and has no answer. */
async function becameOf(held: Held, row: Row): Promise<'done' | 'not-done' | 'unclear'> {
  const { action, to, what } = changeOf(row);
  const { holdings, isWhole } = await held.look(to, true);
  const direct = holdings.flatMap((one) => heldAs(one, what).direct);
  if (direct.length === 0) {
    const isCertain = isWhole || (isTold(to) && holdings.length > 0);
    if (!isCertain) return 'unclear';
    return action === 'give' ? 'not-done' : 'done';
  }
  if (action === 'give') return isTold(to) ? 'done' : 'unclear';
  const isSame = direct.some(({ id }) => row.entry === undefined || entryOf(id) === row.entry);
  return isSame ? 'not-done' : 'unclear';
}

async function give(held: Held, row: Row, markTried: () => Promise<void>): Promise<RowState> {
  const change = changeOf(row);
  if (row.tried) {
    const became = await becameOf(held, row);
    if (became === 'done') return DONE;
    // Sent again it might be given twice, with a second notice to the receiver.
    if (became === 'unclear') return stillUnknown();
  } else if (isTold(change.to)) {
    const { holdings } = await held.look(change.to, false);
    if (holdings.some((one) => heldAs(one, change.what).direct.length > 0))
      return refused('The receiver holds it already.');
  }
  await markTried();
  return held.give(change);
}

async function take(
  held: Held,
  row: Row,
  markTried: (entry?: number) => Promise<void>,
): Promise<RowState> {
  const { to, what } = changeOf(row);
  const { holdings, isWhole } = await held.look(to, true);
  if (holdings.length === 0 && !isWhole) {
    if (row.tried) return stillUnknown();
    throw incompleteList();
  }
  const [holding] = holdings;
  const { direct, isHeld } = heldAs(holding ?? { roles: [], rights: [] }, what);
  const isGone = row.tried && direct.every(({ id }) => entryOf(id) !== row.entry);
  if (isGone && direct.length === 0) return DONE;
  // Somebody has given it once more, or it was given twice: a person says whether that goes as well.
  if (isGone && row.entry !== undefined)
    return refused('It was taken back, and the holder has it again.');
  if (!holding || direct.length === 0)
    return isHeld
      ? refused('The holder has it from a register or with another role, and not by itself.')
      : {
          state: 'not-found',
          failure: { kind: 'not-found', message: 'The holder does not have it.' },
        };
  for (const one of direct) {
    await markTried(entryOf(one.id));
    await held.take(what, holding.holder.id, one);
  }
  return DONE;
}

/** Undefined for an id that is no number, which then counts by what it gives. */
function entryOf(id: string): number | undefined {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : undefined;
}

const refused = (message: string): RowState => ({
  state: 'refused',
  failure: { kind: 'conflict', message, reason: '' },
});

const notHeld = () => refused('The platform said yes, and the receiver does not hold it.');

const stillUnknown = (): RowState => ({
  state: 'unknown',
  failure: outcomeUnknown('What is held now does not tell.').failure,
  tried: true,
});
