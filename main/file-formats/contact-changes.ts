// Reads a file of contact changes: the entries to add or remove, and how they compare with those that exist.
import {
  type ContactEntry,
  email as emailSchema,
  mobileNumber as mobileSchema,
  type PlannedEntry,
} from '../../preload/contract/contact-information.ts';
import { cleanPhone, cleanWord } from '../../preload/contract/rules.ts';
import type { FieldProblem } from '../../preload/result.ts';
import { type Extent, toCsv } from '../storage/csv.ts';
import type { CsvRow } from '../storage/csv-reading.ts';
import type { HeadingRule } from './headings.ts';
import { excerpt, headingKey, unfitFile } from './text-files.ts';

type Contact = Pick<ContactEntry, 'email' | 'mobileNumber'>;
type Action = PlannedEntry['action'];

/** The same for the same mobile number with and without its country code, and the same e-mail in any letter case. */
export function contactKey({ email, mobileNumber }: Contact): string {
  if (email !== null && email !== '') return email.toLowerCase();
  const number = (mobileNumber ?? '').replaceAll(/\s/g, '');
  return number.replace(/^(?:\+|00)?47(?=\d{8}$)/, '');
}

/** The entries in the form that `plannedChanges` reads. */
export function contactsCsv(entries: readonly Contact[], completeness?: Extent): string {
  const rows = entries.map(({ email, mobileNumber }) => ['add', email ?? mobileNumber ?? '']);
  return toCsv([['action', 'value'], ...rows], completeness);
}

const MOST_LINES = 2_000;
const LONGEST_TEXT = 100;

/** Problem invalid-input{file: too-many} beyond 2 000 lines. */
export function plannedChanges(
  rows: readonly CsvRow[],
  present: readonly Contact[],
): PlannedEntry[] {
  const { columns, body } = withoutHeading(rows);
  if (body.length > MOST_LINES) throw unfitFile('too-many', 'The file has too many lines.');
  const existing = new Set(present.map(contactKey));
  // What is there can be taken away as it is, whatever may be added.
  const listed = ({ action, text }: Wanted): Contact | undefined =>
    action === 'remove'
      ? present.find(({ email, mobileNumber }) => [email, mobileNumber].includes(text))
      : undefined;
  const earlier = new Map<string, Action>();
  return body.flatMap((row) =>
    wantedIn(row, columns).map((wanted): PlannedEntry => {
      const change = { line: row.line, action: wanted.action, text: textOf(row, wanted.text) };
      const contact = 'problem' in wanted ? wanted : (listed(wanted) ?? contactIn(wanted.text));
      if ('problem' in contact) return refused(change, contact.problem);
      const key = contactKey(contact);
      const before = earlier.get(key);
      // Which of the two is meant, only a person can tell.
      if (before !== undefined && before !== wanted.action)
        return refused(change, 'same-as-before');
      earlier.set(key, wanted.action);
      const verdict = before ? 'twice' : verdictOf(wanted.action, existing.has(key));
      return { ...change, ...contact, verdict, problem: null };
    }),
  );
}

function verdictOf(action: Action, isThere: boolean): PlannedEntry['verdict'] {
  if (action === 'add') return isThere ? 'there-already' : 'add';
  return isThere ? 'remove' : 'not-there';
}

const refused = (
  change: Pick<PlannedEntry, 'line' | 'action' | 'text'>,
  problem: FieldProblem,
): PlannedEntry => ({
  ...change,
  text: withoutPersons(change.text),
  email: null,
  mobileNumber: null,
  verdict: 'refused',
  problem,
});

/** Eleven digits may be a national identity number that came in by mistake. */
const withoutPersons = (text: string) =>
  text.replaceAll(/(?<![\d+])(\d{6})[ .-]?\d{5}(?!\d)/g, '$1•••••');

const ACTIONS: Readonly<Record<string, Action>> = {
  add: 'add',
  new: 'add',
  leggtil: 'add',
  ny: 'add',
  opprett: 'add',
  remove: 'remove',
  delete: 'remove',
  fjern: 'remove',
  slett: 'remove',
};
const ACTION_HEADINGS = ['action', 'handling', 'endring'];
const VALUE_HEADINGS = [
  ...['value', 'verdi', 'contact', 'kontakt', 'kontaktinformasjon'],
  ...['email', 'emailaddress', 'mail', 'epost', 'epostadresse'],
  ...['mobile', 'mobilenumber', 'mobil', 'mobilnummer', 'mobiltelefon'],
  ...['phone', 'phonenumber', 'telefon', 'telefonnummer', 'tlf'],
];

interface Columns {
  readonly action: number;
  readonly values: readonly number[];
}

/** Columns that nobody asked for may stand beside them: only under a heading is it clear what they are not. */
function withoutHeading(rows: readonly CsvRow[]): {
  readonly columns: Columns | undefined;
  readonly body: readonly CsvRow[];
} {
  const [first, ...others] = rows;
  const columns = columnsOf(first?.cells ?? []);
  return columns === undefined ? { columns, body: rows } : { columns, body: others };
}

function columnsOf(cells: readonly string[]): Columns | undefined {
  const keys = cells.map(headingKey);
  const under = (headings: readonly string[]) =>
    keys.flatMap((key, column) => (headings.includes(key) ? [column] : []));
  const values = under(VALUE_HEADINGS);
  return values.length === 0 ? undefined : { action: under(ACTION_HEADINGS)[0] ?? -1, values };
}

export const CONTACT_TABLE: HeadingRule = {
  named(cells) {
    const columns = columnsOf(cells);
    return columns === undefined ? 0 : columns.values.length + (columns.action < 0 ? 0 : 1);
  },
  // Lines are read without headings, too.
  isLine: (row, head) =>
    [columnsOf(head.cells), undefined].some((columns) =>
      wantedIn(row, columns).some(
        (one) => !('problem' in one) && !('problem' in contactIn(one.text)),
      ),
    ),
};

interface Wanted {
  readonly action: Action;
  readonly text: string;
}
type Unfit = Wanted & { readonly problem: FieldProblem };

/** One for each value of the row; one at least, so that no line is passed over in silence. */
function wantedIn({ cells }: CsvRow, columns: Columns | undefined): readonly (Wanted | Unfit)[] {
  const given = cells.map(cleanWord);
  if (columns !== undefined) {
    const values = columns.values
      .map((column) => given[column] ?? '')
      .filter((value) => value !== '');
    const word = columns.action < 0 ? 'add' : (given[columns.action] ?? '');
    return (values.length > 0 ? values : ['']).map((value) => wantedBy(word, value));
  }
  const [first = '', second = '', ...more] = given.filter((cell) => cell !== '');
  if (second === '') return [wantedBy('add', first)];
  if (more.length === 0 && headingKey(first) in ACTIONS) return [wantedBy(first, second)];
  return [{ action: 'add', text: '', problem: 'exactly-one' }];
}

function wantedBy(word: string, text: string): Wanted | Unfit {
  const action = ACTIONS[headingKey(word)];
  if (action === undefined)
    return { action: 'add', text: '', problem: word === '' ? 'required' : 'not-a-choice' };
  return text === '' ? { action, text, problem: 'required' } : { action, text };
}

/** The value alone where the line is understood, else all of the line. */
const textOf = ({ cells }: CsvRow, value: string) =>
  excerpt(
    value === '' ? cells.filter((cell) => cell.trim() !== '').join(' ') : value,
    LONGEST_TEXT,
  );

/** As it would be sent. */
function contactIn(text: string): Contact | { readonly problem: FieldProblem } {
  const phone = cleanPhone(text);
  const isEmail = /[@\p{L}]/u.test(phone);
  const number = phone.replaceAll(/\s/g, '');
  // A number abroad has its country code marked; eleven bare digits are more likely a person's identity number.
  if (!isEmail && /^\d{11}$/.test(number)) return { problem: 'mobile-number' };
  const read = isEmail ? emailSchema.safeParse(text) : mobileSchema.safeParse(number);
  if (read.success)
    return isEmail
      ? { email: read.data, mobileNumber: null }
      : { email: null, mobileNumber: number };
  const [issue] = read.error.issues;
  return {
    problem: issue?.message === 'too-long' ? 'too-long' : isEmail ? 'e-mail' : 'mobile-number',
  };
}
