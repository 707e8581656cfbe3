// Turns schema issues into the codes the page has sentences for, without text of the input or of the library.
import type { z } from '../../preload/contract/schema.ts';
import { type FieldProblem, fieldProblem } from '../../preload/result.ts';
import { fieldName } from './input-limits.ts';
import type { Problem } from '../problem.ts';
import { refusedFields } from '../problems.ts';

type Issue = z.core.$ZodIssue;

const MOST_FIELDS = 50;
/** The name of the input as a whole, when no single field is at fault. */
const WHOLE = 'input';

export function invalidInput(field: string, problem: FieldProblem): Problem {
  return refusedFields({ [field === '' ? WHOLE : field]: problem });
}

export const invalidBySchema = (error: z.ZodError, input: unknown): Problem =>
  refusedFields(invalidFields(error, input));

/** The first problem of each field, by its path with dots. */
export function invalidFields(error: z.ZodError, input: unknown): Record<string, FieldProblem> {
  const fields = new Map<string, FieldProblem>();
  for (const issue of error.issues) {
    for (const path of pathsOf(issue)) {
      if (!fields.has(path) && fields.size < MOST_FIELDS) fields.set(path, problemOf(issue, input));
    }
  }
  return Object.fromEntries(fields);
}

function pathsOf(issue: Issue): readonly string[] {
  const path = issue.path.map(String).reduce(fieldName, '');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => fieldName(path, key));
  return [path === '' ? WHOLE : path];
}

function problemOf(issue: Issue, input: unknown): FieldProblem {
  if (valueAt(input, issue.path) === undefined && issue.code !== 'unrecognized_keys')
    return 'required';
  const named = fieldProblem.safeParse(issue.message);
  return named.success ? named.data : problemByCode(issue);
}

function problemByCode(issue: Issue): FieldProblem {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown-field';
    case 'too_small':
      return countsThings(issue.origin) ? 'required' : 'out-of-range';
    case 'too_big':
      if (!countsThings(issue.origin)) return 'out-of-range';
      return issue.origin === 'string' ? 'too-long' : 'too-many';
    case 'invalid_value':
    case 'invalid_union':
      return 'not-a-choice';
    case 'invalid_type':
      return ['number', 'int'].includes(issue.expected) ? 'not-a-number' : 'wrong-type';
    default:
      return 'wrong-type';
  }
}

const countsThings = (origin: string) => ['string', 'array', 'set', 'map'].includes(origin);

/** Only what is there by itself: nothing of a prototype is an answer. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  );
}
