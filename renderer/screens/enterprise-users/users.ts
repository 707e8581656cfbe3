// The rules of the user list on screen, without components: ages, states, search, sorting and counts.
import type { EnterpriseUser } from '../../../preload/contract/enterprise-users.ts';
import { ageInDays, isSameWords } from '../../../preload/contract/rules.ts';

export type Tone = 'fresh' | 'soon' | 'overdue' | 'possibly-overdue' | 'untracked';
export type Segment = 'all' | 'overdue' | 'possibly-overdue' | 'untracked';
const COLUMNS = ['name', 'created', 'age', 'note'] as const;
export type Column = (typeof COLUMNS)[number];
export const isColumn = (word: string | undefined): word is Column =>
  COLUMNS.some((one) => one === word);

export interface Row {
  readonly user: EnterpriseUser;
  readonly name: string;
  /** Whole days since the secret was made here; null when this computer does not know. */
  readonly age: number | null;
  readonly tone: Tone;
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
const SOON_DAYS = 30;

/** A secret that was never rotated as far as anybody here knows may be as old as its user. */
export function toneOf(age: number | null, policyDays: number, userAge: number | null): Tone {
  if (age === null)
    return userAge !== null && userAge > policyDays ? 'possibly-overdue' : 'untracked';
  if (age > policyDays) return 'overdue';
  return age > policyDays - Math.min(SOON_DAYS, Math.ceil(policyDays / 6)) ? 'soon' : 'fresh';
}

export function rowsOf(users: readonly EnterpriseUser[], now: Date, policyDays: number): Row[] {
  return users.map((user) => {
    const age = ageInDays(user.local.lastRotated, now);
    return {
      user,
      name: user.userName,
      age,
      tone: toneOf(age, policyDays, ageInDays(user.created, now)),
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
    (column === 'note' && row.user.local.note === '');
  if (!blank(a) && !blank(b)) return undefined;
  return Number(blank(a)) - Number(blank(b));
}

function compareBy(a: Row, b: Row, view: View): number {
  switch (view.column) {
    case 'name':
      return view.compare(a.name, b.name);
    case 'note':
      return view.compare(a.user.local.note, b.user.local.note);
    case 'age':
      // By the instant, not the whole days, so that two of the same day keep their order.
      return (b.user.local.lastRotated ?? '').localeCompare(a.user.local.lastRotated ?? '');
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
