// Local roles as files that people pass on, one or all, JSON or tables: written plainly, read as hostile input.
import {
  type GivenRight,
  localAction,
  type RefusedInRoles,
  type RoleWithRights,
  serviceCode,
  serviceEdition,
} from '../../preload/contract/role-definitions.ts';
import { type FieldProblem, fieldProblem } from '../../preload/result.ts';
import { type JsonLimits, readJson, UnreadableJson } from '../http/hal-json.ts';
import { actionOf } from '../../preload/contract/rules.ts';
import { rightKey } from '../http/role-reader.ts';
import { type Extent, PART } from '../storage/csv.ts';
import type { CsvRow } from '../storage/csv-reading.ts';
import type { Table } from '../storage/tables.ts';
import { filledCells, type HeadingRule } from './headings.ts';
import { excerpt, headingKey, unfitFile } from './text-files.ts';

const FORMAT = 'steward-local-role';
const FORMAT_OF_ALL = 'steward-local-roles';
const VERSION = 1;
const MOST_RIGHTS = 2_000;
const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 1_000;
const LONGEST_TEXT = 100;
const MOST_ROLES = 5_000;
const LIMITS: JsonLimits = { depth: 8, keys: 50_000, items: 10_000, stringLength: 100_000 };

/** All roles of a party, with some thousand rights. */
const LIMITS_OF_ALL: JsonLimits = { ...LIMITS, keys: 1_000_000, items: 300_000 };
/** A line for each right. */
export const LIMITS_OF_TABLE = { rows: 100_000, columns: 200 } as const;
export const MOST_BYTES_OF_ALL = 16 * 1024 * 1024;

/** The parts of a right, by the headings of a table. */
type RoleColumn = RefusedInRoles['column'];

export interface RoleFile {
  readonly name: string;
  readonly description: string;
  readonly rights: GivenRight[];
  readonly refused: { position: number; text: string; problem: FieldProblem; column: RoleColumn }[];
}

export interface RolesFile {
  /** `refused`: how many of its rights. */
  readonly roles: readonly (Omit<RoleFile, 'refused'> & { readonly refused: number })[];
  readonly refused: readonly RefusedInRoles[];
}

/** One right a line. */
export function roleFile(role: RoleWithRights): string {
  const { fields, rights } = written(role, '  ');
  return `{\n${[...fieldsOf({ format: FORMAT, version: VERSION }, '  '), ...fields, rights].join(',\n')}\n}\n`;
}

/** The same for all roles of a party; those of a cut list say so first of all, and are read all the same. */
export function rolesFile(roles: readonly RoleWithRights[], { complete }: Extent): string {
  const all = roles.map((role) => {
    const { fields, rights } = written(role, '      ');
    return `    {\n${[...fields, rights].join(',\n')}\n    }`;
  });
  const said = complete ? {} : { incomplete: PART };
  const head = fieldsOf({ ...said, format: FORMAT_OF_ALL, version: VERSION }, '  ');
  const list = all.length === 0 ? '[]' : `[\n${all.join(',\n')}\n  ]`;
  return `{\n${[...head, `  "roles": ${list}`].join(',\n')}\n}\n`;
}

const fieldsOf = (fields: Readonly<Record<string, string | number>>, indent: string): string[] =>
  Object.entries(fields).map(([key, value]) => `${indent}"${key}": ${JSON.stringify(value)}`);

/** An action that is known goes by its own word, any other as the platform wrote it. */
const actionWord = ({ known, word }: RoleWithRights['rights'][number]['action']): string =>
  known === 'unknown' ? word : known;

function written({ name, description, rights }: RoleWithRights, indent: string) {
  const lines = rights.map(({ serviceCode: code, serviceEdition: edition, action }) => {
    const right = { serviceCode: code, serviceEdition: edition, action: actionWord(action) };
    return `${indent}  ${JSON.stringify(right)}`;
  });
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n${indent}]`;
  return {
    fields: fieldsOf({ name, description }, indent),
    rights: `${indent}"rights": ${list}`,
  };
}

/** Problem invalid-input{file: wrong-type} for what is no such file; a right that cannot be had is refused by itself. */
export function readRoleFile(bytes: Buffer): RoleFile {
  return roleIn(fileOf(bytes, FORMAT, LIMITS));
}

const COLUMNS = [
  { heading: 'role', width: 32 },
  { heading: 'description', width: 40 },
  { heading: 'service code', width: 14 },
  { heading: 'service edition', width: 14 },
  { heading: 'action', width: 16 },
] as const;

/** All roles of a party as a table: a line for each right; a role without any has one as well. */
export const rolesTable = (roles: readonly RoleWithRights[], completeness: Extent): Table => ({
  columns: COLUMNS,
  rows: linesOf(roles),
  completeness,
});

async function* linesOf(roles: readonly RoleWithRights[]) {
  for (const { name, description, rights } of roles) {
    if (rights.length === 0) yield [name, description, '', '', ''];
    for (const { serviceCode: code, serviceEdition: edition, action } of rights)
      yield [name, description, code, String(edition ?? ''), actionWord(action)];
  }
}

/**
 * JSON, CSV or a workbook. Problem as of a file with one role, each role of it counts; invalid-input{file: required} for a table without
 * its headings.
 */
export async function readRolesFile(
  bytes: Buffer,
  rowsOfTable: () => Promise<readonly CsvRow[] | undefined>,
): Promise<RolesFile> {
  if (!isJson(bytes)) {
    const rows = await rowsOfTable();
    return rows === undefined ? { roles: [], refused: [] } : rolesIn(rows);
  }
  const { roles } = fileOf(bytes, FORMAT_OF_ALL, LIMITS_OF_ALL);
  if (!Array.isArray(roles)) throw noRole('The file has no list of roles.');
  if (roles.length > MOST_ROLES) throw noRole('The file has too many roles.');
  const read = roles.map((role: unknown) => {
    if (!isObject(role)) throw noRole('The file has something else among its roles.');
    return roleIn(role);
  });
  return {
    roles: read.map(({ refused, ...role }) => ({ ...role, refused: refused.length })),
    refused: read.flatMap(({ name, refused }) =>
      refused.map((one) => ({ role: name, line: null, ...one })),
    ),
  };
}

/** What no table of roles begins with. */
const isJson = (bytes: Buffer): boolean =>
  /^\ufeff?\s*[[{]/.test(bytes.subarray(0, 1024).toString('utf8'));

/** The lines of a role are those with its name, wherever they stand; its description is that of the first. */
function rolesIn([head, ...lines]: readonly CsvRow[]): RolesFile {
  const at = columnsOf(head);
  const roles = new Map<string, RoleOfLines>();
  const refused: RefusedInRoles[] = [];
  for (const { line, cells } of lines) {
    const cell = (column: Heading) => cells[at(column)]?.trim() ?? '';
    const name = excerpt(cell('role'), LONGEST_NAME);
    const given = rightOf(cell);
    const known = name === '' ? undefined : roleOf(roles, name, cell('description'));
    const wrong = known
      ? taken(known, given)
      : { problem: 'required' as const, column: 'role' as const };
    if (wrong === undefined) continue;
    if (known) known.role.refused += 1;
    refused.push({ role: name, line, position: null, text: described(given), ...wrong });
  }
  return { roles: [...roles.values()].map(({ role }) => role), refused };
}

interface RoleOfLines {
  readonly role: Omit<RoleFile, 'refused'> & { refused: number };
  readonly met: Set<string>;
}
type CellOf = (column: Heading) => string;

function roleOf(roles: Map<string, RoleOfLines>, name: string, description: string): RoleOfLines {
  const known = roles.get(name);
  if (known) return known;
  if (roles.size === MOST_ROLES) throw noRole('The file has too many roles.');
  const excerpted = excerpt(description, LONGEST_DESCRIPTION);
  const made: RoleOfLines = {
    role: { name, description: excerpted, rights: [], refused: 0 },
    met: new Set(),
  };
  roles.set(name, made);
  return made;
}

/** An empty cell is no value; an edition is a number where it looks like one. */
function rightOf(cell: CellOf) {
  const valueOf = (column: Heading) => (cell(column) === '' ? undefined : cell(column));
  const edition = valueOf('service edition');
  return {
    serviceCode: valueOf('service code'),
    serviceEdition: edition !== undefined && /^\d+$/.test(edition) ? Number(edition) : edition,
    action: valueOf('action'),
  };
}

/** Why the right is not taken, if it is not. A line without one stands for a role that has none. */
function taken({ role, met }: RoleOfLines, given: ReturnType<typeof rightOf>): Wrong | undefined {
  if (Object.values(given).every((value) => value === undefined)) return undefined;
  if (given.serviceCode !== undefined && typeof given.serviceEdition === 'string')
    return { problem: 'not-a-number', column: 'service edition' };
  const read = rightIn(given);
  if ('problem' in read) return read;
  const problem = misplaced(read, met, role.rights.length);
  if (problem !== undefined) return { problem, column: null };
  role.rights.push(read);
  return undefined;
}

type Heading = (typeof COLUMNS)[number]['heading'];

/** In any order, and beside others. */
function columnsOf(head: CsvRow | undefined): (column: Heading) => number {
  const { at, missing } = headingsIn(head?.cells ?? []);
  if (missing.length > 0)
    throw unfitFile(
      'required',
      `No line at the top names all columns: ${missing.map((heading) => `“${heading}”`).join(', ')}.`,
    );
  return at;
}

function headingsIn(cells: readonly string[]) {
  const keys = cells.map(headingKey);
  const at = (heading: Heading) => keys.indexOf(headingKey(heading));
  const all = COLUMNS.map(({ heading }) => heading);
  return { at, missing: all.filter((one) => at(one) < 0 && one !== 'description') };
}

export const ROLE_TABLE: HeadingRule = {
  named: (cells) => (headingsIn(cells).missing.length > 0 ? 0 : filledCells(cells)),
  isLine({ cells }, head) {
    const { at } = headingsIn(head.cells);
    return actionOf(cells[at('action')] ?? '').known !== 'unknown';
  },
};

function fileOf(bytes: Buffer, format: string, limits: JsonLimits): Record<string, unknown> {
  const file = jsonOf(bytes, limits);
  if (!isObject(file) || file['format'] !== format) throw noRole('This is not the file of a role.');
  if (file['version'] !== VERSION)
    throw noRole('The file was written by another version, which this one does not know.');
  return file;
}

function roleIn({ name, description = '', rights }: Record<string, unknown>): RoleFile {
  if (typeof name !== 'string' || name.trim() === '') throw noRole('The role has no name.');
  if (typeof description !== 'string') throw noRole('The description of the role is no text.');
  if (!Array.isArray(rights)) throw noRole('The file has no list of rights.');
  return {
    name: excerpt(name, LONGEST_NAME),
    description: excerpt(description, LONGEST_DESCRIPTION),
    ...sorted(rights),
  };
}

function jsonOf(bytes: Buffer, limits: JsonLimits): unknown {
  try {
    return readJson(bytes, 'utf-8', limits);
  } catch (error) {
    if (error instanceof UnreadableJson) throw noRole('The file could not be read.');
    throw error;
  }
}

const noRole = (message: string) => unfitFile('wrong-type', message);

function sorted(given: readonly unknown[]): Pick<RoleFile, 'rights' | 'refused'> {
  const rights: GivenRight[] = [];
  const refused: RoleFile['refused'] = [];
  const met = new Set<string>();
  given.forEach((one, index) => {
    const read = rightIn(one);
    if ('problem' in read) {
      refused.push({ position: index + 1, text: described(one), ...read });
      return;
    }
    const problem = misplaced(read, met, rights.length);
    if (problem === undefined) rights.push(read);
    else refused.push({ position: index + 1, text: described(one), problem, column: null });
  });
  return { rights, refused };
}

function misplaced(right: GivenRight, met: Set<string>, count: number): FieldProblem | undefined {
  const key = rightKey(right);
  if (met.has(key)) return 'same-as-before';
  if (count === MOST_RIGHTS) return 'too-many';
  met.add(key);
  return undefined;
}

interface Wrong {
  readonly problem: FieldProblem;
  readonly column: RoleColumn;
}

function rightIn(value: unknown): GivenRight | Wrong {
  if (!isObject(value)) return { problem: 'wrong-type', column: null };
  const code = serviceCode.safeParse(value['serviceCode']);
  if (!code.success)
    return { problem: problemOf(code.error, value['serviceCode']), column: 'service code' };
  const edition = serviceEdition.safeParse(value['serviceEdition']);
  if (!edition.success)
    return {
      problem: problemOf(edition.error, value['serviceEdition']),
      column: 'service edition',
    };
  const word = value['action'];
  if (typeof word !== 'string')
    return {
      problem: word === undefined || word === null ? 'required' : 'wrong-type',
      column: 'action',
    };
  const action = localAction.safeParse(actionOf(word).known);
  if (!action.success) return { problem: 'not-a-choice', column: 'action' };
  return { serviceCode: code.data, serviceEdition: edition.data, action: action.data };
}

/** The messages of the contract's schemas are the problems; zod's own speak of the kind of value. */
function problemOf(
  { issues }: { readonly issues: readonly { readonly message: string }[] },
  value: unknown,
): FieldProblem {
  if (value === undefined || value === null) return 'required';
  return fieldProblem.safeParse(issues[0]?.message).data ?? 'wrong-type';
}

function described(value: unknown): string {
  if (!isObject(value)) return excerpt(JSON.stringify(value), LONGEST_TEXT);
  const part = (name: string) => {
    const found = value[name];
    return typeof found === 'string' || typeof found === 'number' ? String(found) : '?';
  };
  const text = `${part('serviceCode')}/${part('serviceEdition')} ${part('action')}`;
  return excerpt(text, LONGEST_TEXT);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
