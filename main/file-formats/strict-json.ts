// JSON that people write by hand and that is taken whole or not at all: every fault of it as a sentence and as fields.
import type { z } from '../../preload/contract/schema.ts';
import type { FieldProblem } from '../../preload/result.ts';
import { fieldName } from '../border/input-limits.ts';
import { invalidFields, valueAt } from '../border/refusal.ts';

/** The message goes on after the file's name: `has ...`, `must ...`. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';
  readonly fields: Readonly<Record<string, FieldProblem>>;
  /** `fields`: the same for the page, which has the words; `file` is the file as a whole. */
  constructor(message: string, fields: Readonly<Record<string, FieldProblem>> = {}) {
    super(message);
    this.fields = fields;
  }
}

type Issue = z.core.$ZodIssue;

/** Throws StrictJsonError. A byte order mark, as some editors write it, does no harm. `refuse` may throw one for a file of another kind. */
export function readStrictJson<T>(
  bytes: Uint8Array,
  shape: z.ZodType<T>,
  refuse: (value: unknown) => void = () => undefined,
): T {
  const value = parsed(decoded(bytes));
  refuse(value);
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new StrictJsonError(sentenceOf(read.error.issues, value), invalidFields(read.error, value));
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new StrictJsonError('must be UTF-8 text', { file: 'not-utf-8' });
  }
}

function parsed(text: string): unknown {
  if (text.trim() === '')
    throw new StrictJsonError('is empty; remove it or write settings into it', { file: 'json' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StrictJsonError('must be JSON', { file: 'json' });
  }
  const twice = repeatedName(text);
  if (twice !== undefined)
    throw new StrictJsonError(`has the field ${twice} twice`, { [fieldName('', twice)]: 'twice' });
  return value;
}

/** JSON takes the last of two fields with one name and drops the first in silence. `text` is JSON. */
function repeatedName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last: string | undefined;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') last = token;
    else {
      const name = String(JSON.parse(last ?? '""'));
      const names = open.at(-1);
      if (names?.has(name) === true) return shown(name);
      names?.add(name);
    }
  }
  return undefined;
}

const MOST_NAMED = 5;

/** Every field that is wrong, so that nobody mends them one start at a time. */
function sentenceOf(issues: readonly Issue[], value: unknown): string {
  const all = [...new Set(issues.flatMap((issue) => wordsOf(issue, value)))];
  const more = all.length - MOST_NAMED;
  const named = all.slice(0, MOST_NAMED).join('; ');
  return `is not right: ${named}${more > 0 ? `; and ${more} more` : ''}`;
}

function wordsOf(issue: Issue, value: unknown): readonly string[] {
  const path = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${pathOf([...issue.path, key])} is a field that this version does not know`,
    );
  const what = path === '' ? 'the file' : path;
  if (path !== '' && valueAt(value, issue.path) === undefined) return [`${what} is missing`];
  return [`${what} must be ${expected(issue)}`];
}

function expected(issue: Issue): string {
  const named = MEANT[issue.message];
  if (named !== undefined) return named;
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.length === 1
        ? String(issue.values[0])
        : `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return 'one of the kinds that the documentation names';
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    default:
      return 'as the documentation says';
  }
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object in braces',
  array: 'a list in brackets',
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
};

/** By the codes that the shapes name their faults with. */
const MEANT: Readonly<Record<string, string>> = {
  required: 'filled in',
  'too-long': 'shorter',
  'too-many': 'a shorter list',
  'out-of-range': 'within its limits',
  'control-characters': 'without control characters',
  'wrong-type': 'text in quotes',
  'organisation-number': 'an organisation number of nine digits',
  'base-address': 'an https address without user name and query',
  'server-address': 'an https address without user name and query',
  twice: 'another one: it is in the list twice',
  'host-name': 'the name of a host, without https:// and port',
};

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((before, key) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    return before === '' ? shown(String(key)) : `${before}.${shown(String(key))}`;
  }, '');

/** A name out of the file, fit for one line of a message. */
const shown = (name: string): string =>
  name.replaceAll(/[^\x20-\x7e\u00a1-\u024f]/g, '?').slice(0, 60);
