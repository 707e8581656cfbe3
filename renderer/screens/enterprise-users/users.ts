// The rules of the user list on screen, without components: ages, states, search, sorting and counts.
import type { EnterpriseUser } from '../../../preload/contract/enterprise-users.ts';
import type { OneTimeSecret } from '../../../preload/contract/one-time-secrets.ts';
import { ageInDays, isSameWords } from '../../../preload/contract/rules.ts';

export type Tone = 'fresh' | 'soon' | 'overdue' | 'possibly-overdue' | 'untracked';
export type Segment = 'all' | 'overdue' | 'possibly-overdue' | 'untracked';
const COLUMNS = ['name', 'created', 'age', 'rotatedBy', 'where', 'changed', 'note'] as const;
export type Column = (typeof COLUMNS)[number];
export const isColumn = (word: string | undefined): word is Column =>
  COLUMNS.some((one) => one === word);

/** Where the present secret is, as far as this computer knows. */
export type Where =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'keychain' | 'memory' | 'elsewhere' | 'unknown' };
/** What this computer holds of a user: a secret since then, or an attempt that may have replaced it. */
export type Held =
  | { readonly kind: 'keychain' | 'memory'; readonly at: string }
  | { readonly kind: 'unclear' };

export interface Row {
  readonly user: EnterpriseUser;
  readonly name: string;
  /** Whole days since the secret was made here; null when this computer does not know. */
  readonly age: number | null;
  readonly tone: Tone;
  readonly where: Where;
  /** What the filter looks in. */
  readonly keys: string;
}

export interface View {
  readonly filter: string;
  readonly segment: Segment;
  readonly column: Column;
  readonly rising: boolean;
  readonly compare: (a: string, b: string) => number;
}

/** A secret is called soon overdue in the last sixth of its time, at most 30 days. */
export const soonDays = (policyDays: number): number => Math.min(30, Math.ceil(policyDays / 6));

/** A secret that was never rotated as far as anybody here knows may be as old as its user. */
export function toneOf(age: number | null, policyDays: number, userAge: number | null): Tone {
  if (age === null)
    return userAge !== null && userAge > policyDays ? 'possibly-overdue' : 'untracked';
  if (age > policyDays) return 'overdue';
  return age > policyDays - soonDays(policyDays) ? 'soon' : 'fresh';
}

/** An encrypted file stands before what is held here as well. A secret from before a rotation elsewhere is not the present one. */
function whereOf({ local }: EnterpriseUser, held: Held | undefined): Where {
  if (held?.kind === 'unclear') return { kind: 'unknown' };
  if (local.inFile !== undefined) return { kind: 'file', name: local.inFile.name };
  const isPresent = local.isRotationTold !== true || (held?.at ?? '') >= (local.lastRotated ?? '');
  if (held !== undefined && isPresent) return { kind: held.kind };
  return { kind: local.lastRotated === null ? 'unknown' : 'elsewhere' };
}

/** By user name. */
export function heldByUser(secrets: readonly OneTimeSecret[]): ReadonlyMap<string, Held> {
  const held = new Map<string, Held>();
  for (const { userName, state, kept, at } of secrets) {
    if (held.has(userName)) continue;
    if (state === 'outcome-unknown' || state === 'answer-unclear')
      held.set(userName, { kind: 'unclear' });
    // One that is sealed in a file is on its way into the keychain.
    else if (kept !== 'nowhere')
      held.set(userName, { kind: kept === 'memory' ? 'memory' : 'keychain', at });
  }
  return held;
}

export function rowsOf(
  users: readonly EnterpriseUser[],
  now: Date,
  policyDays: number,
  held: ReadonlyMap<string, Held> = new Map(),
): Row[] {
  return users.map((user) => {
    const age = ageInDays(user.local.lastRotated, now);
    return {
      user,
      name: user.userName,
      age,
      tone: toneOf(age, policyDays, ageInDays(user.created, now)),
      where: whereOf(user, held.get(user.userName)),
      keys: searchKeys(`${user.userName} ${user.local.note}`),
    };
  });
}

/** Norwegian letters are also found by what people write without them: æ as ae, ø as o or oe, å as a or aa. */
export function searchKeys(text: string): string {
  const lower = text.toLocaleLowerCase('nb').normalize('NFC');
  return [...new Set([lower, fold(lower, SHORT), fold(lower, LONG)])].join('\n');
}

const SHORT: Readonly<Record<string, string>> = { æ: 'ae', ø: 'o', å: 'a' };
const LONG: Readonly<Record<string, string>> = { æ: 'ae', ø: 'oe', å: 'aa' };

function fold(lower: string, letters: Readonly<Record<string, string>>): string {
  return lower
    .replaceAll(/[æøå]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}

/** Every word must be found somewhere, in any order. */
export function finds(keys: string, filter: string): boolean {
  const words = filter.toLocaleLowerCase('nb').normalize('NFC').split(/\s+/).filter(Boolean);
  return words.every((word) => keys.includes(word) || keys.includes(fold(word, SHORT)));
}

export function counts(rows: readonly Row[]): Readonly<Record<Segment, number>> {
  const of = (tone: Tone) => rows.filter((row) => row.tone === tone).length;
  return {
    all: rows.length,
    overdue: of('overdue'),
    'possibly-overdue': of('possibly-overdue'),
    untracked: of('untracked'),
  };
}

export function shownRows(rows: readonly Row[], view: View): Row[] {
  const inSegment = (row: Row) => view.segment === 'all' || row.tone === view.segment;
  const found = rows.filter((row) => inSegment(row) && finds(row.keys, view.filter));
  const way = view.rising ? 1 : -1;
  return found.sort((a, b) => {
    const by = blanksLast(a, b, view.column) ?? way * compareBy(a, b, view);
    return by === 0 ? view.compare(a.name, b.name) : by;
  });
}

/** Rows without a value stand last whichever way the column is sorted; undefined when both have one. */
function blanksLast(a: Row, b: Row, column: Column): number | undefined {
  const blank = (row: Row) =>
    (column === 'age' && row.age === null) ||
    (column === 'created' && row.user.created === null) ||
    (column === 'rotatedBy' && row.user.local.rotatedBy === undefined) ||
    (column === 'where' && row.where.kind === 'unknown') ||
    (column === 'changed' && row.user.lastChanged === undefined) ||
    (column === 'note' && row.user.local.note === '');
  if (!blank(a) && !blank(b)) return undefined;
  return Number(blank(a)) - Number(blank(b));
}

/** Files by their names, then what is here, then the rest. */
const placeKey = (where: Where): string =>
  where.kind === 'file'
    ? `1 ${where.name}`
    : `${where.kind === 'elsewhere' ? '3' : '2'} ${where.kind}`;

function compareBy(a: Row, b: Row, view: View): number {
  switch (view.column) {
    case 'name':
      return view.compare(a.name, b.name);
    case 'note':
      return view.compare(a.user.local.note, b.user.local.note);
    case 'age':
      // By the instant, not the whole days, so that two of the same day keep their order.
      return (b.user.local.lastRotated ?? '').localeCompare(a.user.local.lastRotated ?? '');
    case 'rotatedBy':
      return view.compare(a.user.local.rotatedBy ?? '', b.user.local.rotatedBy ?? '');
    case 'where':
      return view.compare(placeKey(a.where), placeKey(b.where));
    case 'changed':
      return (a.user.lastChanged ?? '').localeCompare(b.user.lastChanged ?? '');
    case 'created':
      return (a.user.created ?? '').localeCompare(b.user.created ?? '');
  }
}

/** Whether a name is taken, as the platform compares names: letters of either case are the same. */
export function isTaken(users: readonly EnterpriseUser[], name: string): boolean {
  return name.trim() !== '' && users.some(({ userName }) => isSameWords(userName, name));
}

/** Whether a name is in the list, in no time however long it is. */
export const namesIn = (users: readonly EnterpriseUser[]): ((name: string) => boolean) =>
  namedIn(users.map((user) => user.userName));

export function namedIn(names: readonly string[]): (name: string) => boolean {
  const all = new Set(names);
  return (name) => all.has(name);
}
