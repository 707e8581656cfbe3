// What the sidebar shows of each group: its rows, or one line with a reason where nothing of it works.
import { type Group, groups, rowsNow, type Screen } from '../screens.ts';
import { layout } from '../state/layout.svelte.ts';
import { limits } from '../state/limits.svelte.ts';
import { router } from '../state/router.svelte.ts';
import { tabsOf } from '../state/screen-tabs.ts';
import { session } from '../state/session.svelte.ts';
import { chooseConnection } from '../state/switch-connection.ts';
import { language } from '../texts/language.svelte.ts';

/** More rows than this stand closer together in a low window. */
const MANY = 18;

export interface WayOn {
  readonly text: string;
  readonly go: () => void;
}
export interface Row {
  readonly screen: Screen;
  /** Where it leads: the first of its tabs that works. */
  readonly at: Screen['id'];
  /** Why it does not work with the connection in use. */
  readonly reason: string | undefined;
}
export interface RowGroup {
  readonly id: Group;
  readonly name: string;
  readonly rows: readonly Row[];
  /** Where none of them works. */
  readonly closed: { readonly reason: string; readonly way: WayOn } | undefined;
}

function rowOf(screen: Screen): Row {
  const tabs = tabsOf(screen.id);
  const at = tabs.find((one) => limits.of(one) === undefined) ?? screen.id;
  return { screen, at, reason: limits.reason(at) };
}

export const rowsAbove = (): readonly Row[] =>
  rowsNow()
    .filter(({ group }) => group === undefined)
    .map(rowOf);

/** Those with a row at least; what is of this computer stands at the foot. */
export const groupsNow = (): readonly RowGroup[] =>
  groups.flatMap((id) => {
    const rows = rowsNow()
      .filter(({ group }) => group === id)
      .map(rowOf);
    if (id === 'local' || rows.length === 0) return [];
    const [first] = rows;
    const isClosed = rows.every(({ reason }) => reason !== undefined);
    const closed =
      isClosed && first?.reason !== undefined
        ? { reason: first.reason, way: wayOn(rows, first) }
        : undefined;
    return [{ id, name: language.t.frame.groups[id], rows, closed }];
  });

export const isFolded = (group: Group): boolean => layout.now.folded.includes(group);

/** Remembered for the next start. */
export function fold(group: Group): void {
  const { folded } = layout.now;
  const without = folded.filter((one) => one !== group);
  layout.change({ folded: isFolded(group) ? without : [...folded, group] });
}

/** By the connection alone, never by what is folded: rows do not jump. */
export function areMany(): boolean {
  const open = groupsNow().filter(({ closed }) => closed === undefined);
  return open.reduce((sum, { rows }) => sum + rows.length, rowsAbove().length) > MANY;
}

/** The one way on: another connection of the organisation that can, else what has to change. */
function wayOn(rows: readonly Row[], first: Row): WayOn {
  const t = language.t.limits;
  const [other] = rows.flatMap(({ at }) => limits.instead(at) ?? []);
  if (other !== undefined)
    return {
      text: language.t.frame.switchTo(other.name),
      go: () => chooseConnection(other.id, first.screen.id),
    };
  const limit = limits.of(first.at);
  const { chosen } = session;
  const connection = chosen?.id ?? '';
  const open = (id: string) => () => router.go({ screen: 'connections', id });
  if (limit?.why === 'sign-in' && chosen?.signIn.way !== 'none')
    return {
      text: t.signInAs[limit.needs],
      go: open(limit.needs === 'user' ? `${connection}+copy-as-person` : `${connection}+copy`),
    };
  if (limit?.why === 'switched-off') return { text: t.whatIsOffered, go: open(connection) };
  const field = limit?.field ?? 'way';
  return { text: t.fixes[field], go: open(`${connection}+change-${field}`) };
}
