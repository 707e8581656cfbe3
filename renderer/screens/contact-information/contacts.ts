// The rules of contact entries on screen, without components: kinds, search, sorting, validation and duplicates.
import {
  email as emailRule,
  mobileNumber as mobileRule,
  type ContactEntry,
} from '../../../preload/contract/contact-information.ts';
import { cleanWord } from '../../../preload/contract/rules.ts';
import { fieldProblem, type FieldProblem } from '../../../preload/result.ts';
import { folded } from '../../state/palette.ts';

export type Kind = 'email' | 'mobile';
export type Shown = 'all' | Kind;

export interface Row {
  readonly entry: ContactEntry;
  /** As it stands in the address. */
  readonly id: string;
  readonly kind: Kind;
  /** The e-mail or the mobile number. */
  readonly value: string;
}

interface View {
  readonly filter: string;
  readonly shown: Shown;
  readonly compare: (a: string, b: string) => number;
}

export function rowOf(entry: ContactEntry): Row {
  const kind = entry.email === null ? 'mobile' : 'email';
  const value = entry.email ?? entry.mobileNumber ?? entry.name;
  return { entry, id: String(entry.id), kind, value };
}

/** E-mails first, then mobile numbers, each in the order of the language. */
export function shownRows(rows: readonly Row[], { filter, shown, compare }: View): readonly Row[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  const together = words.join('');
  const isFound = ({ value }: Row) => {
    const name = folded(value).replaceAll(/\s/g, '');
    // `900 00 418` is one number, however it is typed.
    return words.every((word) => name.includes(word)) || name.includes(together);
  };
  return rows
    .filter((row) => (shown === 'all' || row.kind === shown) && isFound(row))
    .sort((a, b) => a.kind.localeCompare(b.kind) || compare(a.value, b.value));
}

export const countsOf = (rows: readonly Row[]): Readonly<Record<Shown, number>> => {
  const email = rows.filter(({ kind }) => kind === 'email').length;
  return { all: rows.length, email, mobile: rows.length - email };
};

const bare = (number: string) =>
  cleanWord(number)
    .replaceAll(/\s/g, '')
    .replace(/^(\+|00)47(?=\d{8}$)/, '');

/** The same e-mail in any letter case, the same mobile number with and without +47 and blanks: as main compares them. */
export function same(kind: Kind, a: string, b: string): boolean {
  return kind === 'email'
    ? cleanWord(a).toLowerCase() === cleanWord(b).toLowerCase()
    : bare(a) === bare(b);
}

export const twinOf = (rows: readonly Row[], kind: Kind, value: string): Row | undefined =>
  rows.find((row) => row.kind === kind && same(kind, row.value, value));

/** Why it would be refused before it is sent. */
export function problemOf(kind: Kind, value: string): FieldProblem | undefined {
  const given = value.trim();
  if (given === '') return 'required';
  const { error } = (kind === 'email' ? emailRule : mobileRule).safeParse(given);
  return fieldProblem.safeParse(error?.issues[0]?.message).data;
}

/** Exactly one of the two, as it is sent. */
export const wanted = (kind: Kind, value: string) =>
  kind === 'email' ? { email: value.trim() } : { mobileNumber: value.trim() };
