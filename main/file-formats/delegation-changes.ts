// Reads a file of roles and rights to give and take back, and compares each line with what its receiver holds.
import {
  type ChangedReceiver,
  type Delegated,
  type DelegationChange,
  delegationChange,
  type HeldRight,
  type HeldRole,
  type Holding,
  type PlannedDelegation,
  type RightHolder,
} from '../../preload/contract/delegations.ts';
import type { RoleDefinition } from '../../preload/contract/role-definitions.ts';
import {
  cleanLine,
  hasIdentityNumber,
  isSameName,
  isSameWords,
} from '../../preload/contract/rules.ts';
import { type FieldProblem, fieldProblem } from '../../preload/result.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import { rightKey } from '../http/role-reader.ts';
import type { CsvRow } from '../storage/csv-reading.ts';
import type { HeadingRule } from './headings.ts';
import { HEADINGS as NUMBER_HEADINGS } from './number-list.ts';
import { excerpt, headingKey, unfitFile } from './text-files.ts';

type Action = DelegationChange['action'];
type Verdict = PlannedDelegation['verdict'];

const MOST_LINES = 2_000;
const LONGEST_TEXT = 100;

/** A line as it stands, before anybody was asked what the receiver holds. */
export type DelegationLine = Readonly<Pick<PlannedDelegation, 'line' | 'action' | 'text'>> &
  (
    | { readonly problem: FieldProblem }
    | {
        readonly to: ChangedReceiver;
        /** Of a role its id, its code or its name. */
        readonly what: { readonly role: string } | Exclude<Delegated, { role: number }>;
      }
  );

/** What the lines are compared with. */
export interface DelegationFacts {
  readonly holders: readonly RightHolder[];
  /** By the id of the holder, of each that a line means. */
  readonly holdings: ReadonlyMap<string, Pick<Holding, 'roles' | 'rights'>>;
  /** Those that the party knows. */
  readonly roles: readonly RoleDefinition[];
  /** Enterprise users of the organisation, all of them; undefined where nobody knows. */
  readonly userNames?: readonly string[] | undefined;
}

/** Problem invalid-input{file: no-headings} without headings, {file: too-many} beyond 2 000 lines. */
export function delegationLines(rows: readonly CsvRow[]): readonly DelegationLine[] {
  const [first, ...body] = rows;
  const columns = columnsOf(first?.cells ?? []);
  // Which cell is whose name, and which gives something away, is not guessed.
  if (columns.size === 0) throw unfitFile('no-headings', 'No line at the top names the columns.');
  if (body.length > MOST_LINES) throw unfitFile('too-many', 'The file has too many lines.');
  return body.map((row) => lineOf(row, columns));
}

const HEADINGS = {
  action: ['action', 'handling', 'endring'],
  kind: ['kind', 'receiverkind', 'receivertype', 'type', 'mottakertype'],
  userName: ['username', 'user', 'brukernavn', 'bruker'],
  lastName: ['lastname', 'surname', 'familyname', 'etternavn'],
  organisationNumber: NUMBER_HEADINGS,
  name: ['name', 'organisationname', 'organizationname', 'navn', 'organisasjonsnavn'],
  holder: ['holder', 'holderid', 'rightholderid', 'receiverid', 'innehaver', 'mottakerid'],
  role: [
    ...['role', 'roleid', 'roledefinitionid', 'rolecode', 'rolename'],
    ...['rolle', 'rolleid', 'rollekode', 'rollenavn'],
  ],
  serviceCode: ['servicecode', 'service', 'tjenestekode', 'tjeneste'],
  edition: [
    ...['edition', 'serviceedition', 'serviceeditioncode', 'editioncode'],
    ...['utgave', 'utgavekode', 'tjenesteutgave', 'tjenesteutgavekode'],
  ],
  right: ['right', 'rightaction', 'operation', 'rettighet', 'operasjon'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Column = keyof typeof HEADINGS;
const COLUMNS = Object.keys(HEADINGS) as readonly Column[];

function columnsOf(heads: readonly string[]): ReadonlyMap<Column, number> {
  const keys = heads.map(headingKey);
  return new Map(
    COLUMNS.flatMap((name): (readonly [Column, number])[] => {
      const names: readonly string[] = HEADINGS[name];
      const column = keys.findIndex((key) => names.includes(key));
      return column < 0 ? [] : [[name, column]];
    }),
  );
}

export const DELEGATION_TABLE: HeadingRule = {
  named: (cells) => columnsOf(cells).size,
  isLine: ({ cells }, head) => {
    const action = cells[columnsOf(head.cells).get('action') ?? -1] ?? '';
    return Object.hasOwn(ACTIONS, headingKey(action));
  },
};

const ACTIONS: Readonly<Record<string, Action>> = {
  give: 'give',
  add: 'give',
  gi: 'give',
  tildel: 'give',
  deleger: 'give',
  take: 'take',
  takeback: 'take',
  remove: 'take',
  revoke: 'take',
  ta: 'take',
  tatilbake: 'take',
  fjern: 'take',
  trekktilbake: 'take',
};

type Cells = Readonly<Record<Column, string>>;

function lineOf({ line, cells }: CsvRow, columns: ReadonlyMap<Column, number>): DelegationLine {
  const given = Object.fromEntries(
    COLUMNS.map((name) => [name, cleanLine(cells[columns.get(name) ?? -1] ?? '')]),
  ) as Cells;
  const action = ACTIONS[headingKey(given.action)];
  const head = { line, action: action ?? 'give', text: textOf(cells) } as const;
  // In any cell, also in one that nobody asked for: the line is not to be stored.
  if (cells.some(hasIdentityNumber)) return { ...head, problem: 'holds-identity-number' };
  if (action === undefined)
    return { ...head, problem: given.action === '' ? 'required' : 'not-a-choice' };
  const to = receiverIn(given);
  if (typeof to === 'string') return { ...head, problem: to };
  const what = whatIn(given);
  if (typeof what === 'string') return { ...head, problem: what };
  // What it says of the role is looked up later; everything else is as it would be sent.
  const change = checked({ action, to, what: 'role' in what ? { role: 0 } : what });
  if (typeof change === 'string') return { ...head, problem: change };
  return { ...head, to: change.to, what };
}

/** Of eleven digits, together or in two cells, six are shown. */
function textOf(cells: readonly string[]): string {
  const masked = cells
    .filter((cell) => cell.trim() !== '')
    .map((cell) => {
      let seen = 0;
      return hasIdentityNumber(cell)
        ? cell.replaceAll(/\p{N}/gu, (digit) => ((seen += 1) > 6 ? '•' : digit))
        : cell;
    });
  return excerpt(withMaskedNumbers(masked.join(' ')) ?? '', LONGEST_TEXT);
}

const USER = ['enterprise-user', 'holder'];
const ORGANISATION = ['organisation', 'holder'];
const PERSON = ['person-by-user-name', 'holder'];
const KINDS: Readonly<Record<string, readonly string[]>> = {
  enterpriseuser: USER,
  virksomhetsbruker: USER,
  organisation: ORGANISATION,
  organization: ORGANISATION,
  organisasjon: ORGANISATION,
  virksomhet: ORGANISATION,
  person: PERSON,
  personbyusername: PERSON,
};

/** The cells that are filled say which kind it is; a kind that is said as well has to fit. */
function receiverIn(cells: Cells): object | FieldProblem {
  const { userName, lastName, organisationNumber, name, holder } = cells;
  const named = [userName, organisationNumber, holder].filter((text) => text !== '');
  if (named.length === 0) return 'required';
  // Two names may be those of two.
  if (named.length > 1) return 'exactly-one';
  const to =
    holder !== ''
      ? { kind: 'holder', holder, ...(name !== '' && { name }) }
      : organisationNumber !== ''
        ? {
            kind: 'organisation',
            organisationNumber,
            name,
          }
        : lastName !== ''
          ? { kind: 'person-by-user-name', userName, lastName }
          : { kind: 'enterprise-user', userName };
  if (cells.kind === '') return to;
  const kinds = KINDS[headingKey(cells.kind)];
  if (kinds?.includes(to.kind) === true) return to;
  return to.kind === 'enterprise-user' && kinds?.includes('person-by-user-name') === true
    ? 'required'
    : 'not-a-choice';
}

type What = { readonly role: string } | Extract<Delegated, { serviceCode: string }>;

function whatIn({ role, serviceCode, edition, right }: Cells): What | FieldProblem {
  const isRight = [serviceCode, edition, right].some((text) => text !== '');
  if (role !== '') return isRight ? 'exactly-one' : { role };
  if (serviceCode === '' || edition === '' || right === '') return 'required';
  if (!/^\d+$/.test(edition)) return 'not-a-number';
  return { serviceCode, serviceEdition: Number(edition), action: right };
}

/** As the job would take it, or the first reason why it would not. */
function checked(change: unknown): DelegationChange | FieldProblem {
  const read = delegationChange.safeParse(change);
  if (read.success) return read.data;
  const known = fieldProblem.safeParse(read.error.issues[0]?.message);
  return known.success ? known.data : 'wrong-type';
}

/** Whether any line names a role otherwise than by its id: only a list of roles says which one that is. */
export const namesRoles = (lines: readonly DelegationLine[]): boolean =>
  lines.some((one) => 'what' in one && 'role' in one.what && !isId(one.what.role));

const isId = (role: string) => /^\d+$/.test(role);

/** A verdict for every line, in their order. */
export function plannedDelegations(
  lines: readonly DelegationLine[],
  facts: DelegationFacts,
): PlannedDelegation[] {
  const earlier = new Map<string, Action>();
  const known = facts.userNames && new Set(facts.userNames.map(folded));
  return lines.map((line): PlannedDelegation => {
    if ('problem' in line) return refused(line, line.problem);
    const what = resolved(line.what, facts);
    if (typeof what === 'string') return refused(line, what);
    const { action, to } = line;
    const change = checked({ action, to, what });
    if (typeof change === 'string') return refused(line, change);
    const holder = facts.holders.find((one) => isHolder(one, to));
    const key = `${holder?.id.toLowerCase() ?? receiverKey(to)} ${whatKey(change.what)}`;
    const before = earlier.get(key);
    // Which of the two is meant, only a person can tell.
    if (before !== undefined && before !== action) return refused(line, 'same-as-before');
    const held = heldAs(facts.holdings.get(holder?.id ?? '') ?? NOTHING, change.what);
    const verdict = before === undefined ? verdictOf(action, held) : 'twice';
    if (typeof verdict !== 'string') return refused(line, verdict.problem);
    if (action === 'give' && isOfRegister(change.what, facts.roles))
      return refused(line, 'not-a-choice');
    earlier.set(key, action);
    // Who holds something is there, whatever an older list says; one of another organisation may be there as well.
    const isUnknownUser =
      verdict === 'give' &&
      to.kind === 'enterprise-user' &&
      holder === undefined &&
      known?.has(folded(to.userName)) === false;
    const text = changeText(change);
    const planned = { line: line.line, action, change, text, verdict, problem: null };
    return isUnknownUser ? { ...planned, isUnknownUser } : planned;
  });
}

const folded = (userName: string) => userName.trim().toLowerCase().normalize('NFC');

const NOTHING: Pick<Holding, 'roles' | 'rights'> = { roles: [], rights: [] };

const refused = (
  { line, action, text }: Pick<PlannedDelegation, 'line' | 'action' | 'text'>,
  problem: FieldProblem,
): PlannedDelegation => ({ line, action, change: null, text, verdict: 'refused', problem });

function verdictOf(
  action: Action,
  { direct, isHeld }: HeldAs,
): Verdict | { problem: FieldProblem } {
  if (action === 'give') return direct.length > 0 ? 'there-already' : 'give';
  if (direct.length > 0) return 'take';
  return isHeld ? { problem: 'not-given-directly' } : 'not-there';
}

const isOfRegister = (what: Delegated, roles: readonly RoleDefinition[]) =>
  'role' in what && roles.some(({ id, kind }) => id === what.role && kind === 'external');

/** The role that is meant, with its name: by its id, or else by its code or its exact name, of which there has to be one alone. */
function resolved(what: What, { roles, holdings }: DelegationFacts): object | FieldProblem {
  if (!('role' in what)) return what;
  const known = [...roles, ...[...holdings.values()].flatMap((one) => one.roles)];
  const wanted = what.role;
  const ids = isId(wanted)
    ? [Number(wanted)]
    : [
        ...new Set(
          known
            .filter(
              ({ code, name }) =>
                isSameWords(code ?? '', wanted) || isSameName(name.trim(), wanted),
            )
            .map(({ id }) => id),
        ),
      ];
  const [role] = ids;
  if (role === undefined) return 'not-a-choice';
  if (ids.length > 1) return 'exactly-one';
  const name = excerpt(known.find(({ id }) => id === role)?.name ?? '', LONGEST_TEXT);
  return { role, ...(name !== '' && !hasIdentityNumber(name) && { name }) };
}

/** Whether the receiver is this one of the holders. Never so for a person: the list has no user name of a person. */
export function isHolder(
  { id, kind, name, organisationNumber }: RightHolder,
  to: ChangedReceiver,
): boolean {
  switch (to.kind) {
    case 'organisation':
      return organisationNumber === to.organisationNumber;
    case 'enterprise-user':
      return kind === 'enterprise-user' && isSameWords(name, to.userName);
    case 'holder':
      return isSameWords(id, to.holder);
    case 'person-by-user-name':
      return false;
  }
}

/** What two names of one person have in common, however many first names they write. */
export const lastWord = (name: string) => name.trim().toLowerCase().split(/\s+/).at(-1);

/** Something that was given by itself, by the id that it is taken back by. */
export interface Direct {
  readonly id: string;
  /** Of a role. */
  readonly name: string;
}

export interface HeldAs {
  /** Each delegation of it that can be taken back. */
  readonly direct: readonly Direct[];
  /** In any way: by itself, with another role, or from a register. */
  readonly isHeld: boolean;
}

/** How a holder of these holds it. */
export function heldAs(
  { roles, rights }: Pick<Holding, 'roles' | 'rights'>,
  what: Delegated,
): HeldAs {
  if ('role' in what) {
    const all = roles.filter(({ id }) => id === what.role);
    return { direct: all.flatMap(directRole), isHeld: all.length > 0 };
  }
  const key = rightKey(what);
  const all = rights.filter((right) => rightKey({ ...right, action: right.action.word }) === key);
  return { direct: all.flatMap(directRight), isHeld: all.length > 0 };
}

const directRole = ({ held, kind, name }: HeldRole): Direct[] =>
  held === null || kind === 'external' ? [] : [{ id: held, name }];

const directRight = ({ id, direct }: HeldRight): Direct[] =>
  id === null || !direct ? [] : [{ id, name: '' }];

/** The same for two changes that do the same. */
export const changeKey = ({ action, to, what }: DelegationChange): string =>
  `${action} ${receiverKey(to)} ${whatKey(what)}`;

function receiverKey(to: ChangedReceiver): string {
  switch (to.kind) {
    case 'organisation':
      return to.organisationNumber;
    case 'holder':
      return to.holder.toLowerCase();
    case 'enterprise-user':
    case 'person-by-user-name':
      return JSON.stringify([to.kind, to.userName.trim().toLowerCase()]);
  }
}

const whatKey = (what: Delegated): string =>
  'role' in what ? `role ${String(what.role)}` : rightKey(what);

/** Receiver and what, for a person to read. */
export const changeText = ({ to, what }: Pick<DelegationChange, 'to' | 'what'>): string =>
  `${receiverText(to)}: ${whatText(what)}`;

function receiverText(to: ChangedReceiver): string {
  switch (to.kind) {
    case 'organisation':
      return `${to.name} (${to.organisationNumber})`;
    case 'holder':
      return to.name === undefined ? to.holder : `${to.name} (${to.holder})`;
    case 'enterprise-user':
      return to.userName;
    case 'person-by-user-name':
      return `${to.lastName} (${to.userName})`;
  }
}

function whatText(what: Delegated): string {
  if ('role' in what)
    return what.name === undefined
      ? `role ${String(what.role)}`
      : `${what.name} (${String(what.role)})`;
  return `${what.serviceCode}/${String(what.serviceEdition)} ${what.action}`;
}
