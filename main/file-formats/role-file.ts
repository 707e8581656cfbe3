// Local roles as JSON files that people can read and pass on, one or all: written plainly, read as hostile input.
import {
  type GivenRight,
  localAction,
  type RoleWithRights,
  serviceCode,
  serviceEdition,
} from '../../preload/contract/role-definitions.ts';
import { type FieldProblem, fieldProblem } from '../../preload/result.ts';
import { type JsonLimits, readJson, UnreadableJson } from '../http/hal-json.ts';
import { actionOf, rightKey } from '../http/role-reader.ts';
import { excerpt, unfitFile } from './text-files.ts';

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
export const MOST_BYTES_OF_ALL = 16 * 1024 * 1024;

export interface RoleFile {
  readonly name: string;
  readonly description: string;
  readonly rights: GivenRight[];
  readonly refused: { position: number; text: string; problem: FieldProblem }[];
}

/** One right a line. */
export function roleFile(role: RoleWithRights): string {
  const { fields, rights } = written(role, '  ');
  return `{\n${[...fieldsOf({ format: FORMAT, version: VERSION }, '  '), ...fields, rights].join(',\n')}\n}\n`;
}

/** The same for all roles of a party. */
export function rolesFile(roles: readonly RoleWithRights[]): string {
  const all = roles.map((role) => {
    const { fields, rights } = written(role, '      ');
    return `    {\n${[...fields, rights].join(',\n')}\n    }`;
  });
  const head = fieldsOf({ format: FORMAT_OF_ALL, version: VERSION }, '  ');
  const list = all.length === 0 ? '[]' : `[\n${all.join(',\n')}\n  ]`;
  return `{\n${[...head, `  "roles": ${list}`].join(',\n')}\n}\n`;
}

const fieldsOf = (fields: Readonly<Record<string, string | number>>, indent: string): string[] =>
  Object.entries(fields).map(([key, value]) => `${indent}"${key}": ${JSON.stringify(value)}`);

/** An action that is known goes by its own word, any other as the platform wrote it. */
export const actionWord = ({ known, word }: RoleWithRights['rights'][number]['action']): string =>
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

/** Problem as of a file with one role; each role of it counts. */
export function readRolesFile(bytes: Buffer): RoleFile[] {
  const { roles } = fileOf(bytes, FORMAT_OF_ALL, LIMITS_OF_ALL);
  if (!Array.isArray(roles)) throw noRole('The file has no list of roles.');
  if (roles.length > MOST_ROLES) throw noRole('The file has too many roles.');
  return roles.map((role: unknown) => {
    if (!isObject(role)) throw noRole('The file has something else among its roles.');
    return roleIn(role);
  });
}

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
    const problem = 'problem' in read ? read.problem : misplaced(read, met, rights.length);
    if (problem !== undefined) refused.push({ position: index + 1, text: described(one), problem });
    else if (!('problem' in read)) rights.push(read);
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

function rightIn(value: unknown): GivenRight | { readonly problem: FieldProblem } {
  if (!isObject(value)) return { problem: 'wrong-type' };
  const code = serviceCode.safeParse(value['serviceCode']);
  if (!code.success) return { problem: problemOf(code.error, value['serviceCode']) };
  const edition = serviceEdition.safeParse(value['serviceEdition']);
  if (!edition.success) return { problem: problemOf(edition.error, value['serviceEdition']) };
  const word = value['action'];
  if (typeof word !== 'string')
    return { problem: word === undefined || word === null ? 'required' : 'wrong-type' };
  const action = localAction.safeParse(actionOf(word).known);
  if (!action.success) return { problem: 'not-a-choice' };
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
