// Turns the JSON of a command line into an operation's input: files into handles, variables and answers into text.

import type { Shape } from './operation-list.ts';

export interface Replacements {
  /** A handle for a path as typed: to read it, or to write there. */
  readonly handleFor: (path: string, use: 'read' | 'save') => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of the calls before, in order. */
  readonly answers: readonly unknown[];
  /** Of the operation's input; without it nothing is put in but handles. */
  readonly shape: Shape | undefined;
  /** Told of each variable that was left as text, and where. */
  readonly leftAsText: (variable: string, field: string) => void;
}

/** What is wrong with the input; exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

export function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message repeats the text, which may hold a secret (LOG-03).
    throw new InputError('The input is not valid JSON. Put it in single quotes.');
  }
}

/**
 * The input with handles for paths anywhere, and with variables and earlier answers in the texts that take a secret or an id: any
 * other text may come from somebody else, and would take a secret to where it does not belong (ATK-15). Keys stay as they are.
 * What was put in is not looked at again.
 */
export function fillIn(value: unknown, replacements: Replacements): unknown {
  const { shape } = replacements;
  return fill(value, { shapes: shape ? branches(shape) : [], field: '' }, replacements);
}

/** What the schema allows at a place: more than one shape where it has a choice. */
interface Place {
  readonly shapes: readonly Shape[];
  /** The key that leads to it. */
  readonly field: string;
}

const branches = (shape: Shape): readonly Shape[] => [
  shape,
  ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(branches),
];

function fill(value: unknown, place: Place, replacements: Replacements): unknown {
  if (typeof value === 'string') return replace(value, place, replacements);
  if (Array.isArray(value)) {
    const shapes = place.shapes.flatMap(({ items }) => (items ? branches(items) : []));
    return value.map((item: unknown) => fill(item, { ...place, shapes }, replacements));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => {
      const shapes = place.shapes.flatMap((shape) => shapesOf(shape, field));
      return [field, fill(item, { shapes, field }, replacements)];
    }),
  );
}

function shapesOf({ properties = {}, additionalProperties }: Shape, field: string) {
  if (Object.hasOwn(properties, field)) return branches(properties[field] ?? {});
  return typeof additionalProperties === 'object' ? branches(additionalProperties) : [];
}

/** Also what is no text at all, as a number is: a text that was meant would be refused there. */
const isFilled = ({ type, takes }: Shape) =>
  takes !== undefined || type === 'integer' || type === 'number' || type === 'boolean';

const VARIABLE = /^\$STEWARD_[A-Z0-9_]+$/;
const ANSWER = /^\$(\d+)((?:\.[A-Za-z0-9]+)+)$/;

function replace(text: string, { shapes, field }: Place, replacements: Replacements): unknown {
  const { handleFor, env, answers, leftAsText } = replacements;
  if (text.startsWith('@@')) return text.slice(1);
  if (text.startsWith('@') && text.length > 1)
    return handleFor(
      text.slice(1),
      shapes.some(({ handle }) => handle === 'save') ? 'save' : 'read',
    );
  if (!shapes.some(isFilled)) {
    if (VARIABLE.test(text)) leftAsText(text, field);
    return text;
  }
  // With one sign more, what would be put in is the text itself.
  const escaped = text.replace(/^\$+/, '$');
  if (text.startsWith('$$') && (VARIABLE.test(escaped) || ANSWER.test(escaped)))
    return text.slice(1);
  if (VARIABLE.test(text)) {
    const found = env[text.slice(1)];
    if (found === undefined) throw new InputError(`The variable ${text.slice(1)} is not set.`);
    return found;
  }
  const reference = ANSWER.exec(text);
  return reference ? lookUp(text, reference, answers) : text;
}

function lookUp(
  text: string,
  [, number, fields = '']: RegExpExecArray,
  answers: readonly unknown[],
) {
  let found: unknown = answers[Number(number) - 1];
  for (const field of fields.slice(1).split('.')) {
    const has = typeof found === 'object' && found !== null && Object.hasOwn(found, field);
    if (!has) throw new InputError(`The answers so far do not contain ${text}.`);
    found = (found as Record<string, unknown>)[field];
  }
  return found;
}

/** With this number wherever the operation takes one beside a file that is given. */
export function withKeyNumber(value: unknown, shape: Shape | undefined, number: number): unknown {
  const put = (now: unknown, shapes: readonly Shape[]): unknown => {
    if (typeof now !== 'object' || now === null || Array.isArray(now)) return now;
    const takes =
      'file' in now && shapes.some(({ properties = {} }) => Object.hasOwn(properties, 'keyNumber'));
    const fields = Object.entries(now).map(([field, item]) => [
      field,
      put(
        item,
        shapes.flatMap((one) => shapesOf(one, field)),
      ),
    ]);
    return { ...Object.fromEntries(fields), ...(takes && { keyNumber: number }) };
  };
  return put(value, shape ? branches(shape) : []);
}

/** Whether `"connection": "env"` stands anywhere in the input. */
export function namesEnvironmentConnection(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, item]) => (key === 'connection' && item === 'env') || namesEnvironmentConnection(item),
  );
}

export function withConnection(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withConnection(item, id));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'connection' && item === 'env' ? id : withConnection(item, id),
    ]),
  );
}
