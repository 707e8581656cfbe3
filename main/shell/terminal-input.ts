// Turns the JSON of a command line into an operation's input: files into handles, variables and answers into text.

export interface Replacements {
  /** A handle for a path as typed. */
  readonly handleFor: (path: string) => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of the calls before, in order. */
  readonly answers: readonly unknown[];
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
    throw new InputError('The input is not JSON. Put it in single quotes.');
  }
}

/** The input with every text replaced; keys stay as they are. What was put in is not looked at again. */
export function fillIn(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string') return replace(value, replacements);
  if (Array.isArray(value)) return value.map((item: unknown) => fillIn(item, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillIn(item, replacements)]),
  );
}

function replace(text: string, { handleFor, env, answers }: Replacements): unknown {
  if (text.startsWith('@@')) return text.slice(1);
  if (text.startsWith('@') && text.length > 1) return handleFor(text.slice(1));
  if (/^\$STEWARD_[A-Z0-9_]+$/.test(text)) {
    const found = env[text.slice(1)];
    if (found === undefined) throw new InputError(`The variable ${text.slice(1)} is not set.`);
    return found;
  }
  const reference = /^\$(\d+)((?:\.[A-Za-z0-9]+)+)$/.exec(text);
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
    if (!has) throw new InputError(`There is no ${text} in the answers so far.`);
    found = (found as Record<string, unknown>)[field];
  }
  return found;
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
