// What goes out to a window: texts without the secrets that main holds, but for what the contract reveals (ATK-04).
import { contract, events } from '../../preload/contract/contract.ts';
import type { Operation } from '../../preload/contract/operation.ts';
import { z } from '../../preload/contract/schema.ts';
import { failure, type Result } from '../../preload/result.ts';
import type { ToPage } from '../../preload/wire.ts';
import { isLong, mapInSlices, nextTurn } from '../pauses.ts';
import { secretRedactor } from '../diagnostics/redaction.ts';

/** A server, a proxy or a file may have said back what it was shown. `operation`: whose answer or progress it is. */
export function withoutSecrets(message: ToPage, operation: string | undefined): ToPage {
  const clean = cleaner();
  switch (message.kind) {
    case 'answer':
      return { ...message, result: cleanedResult(message.result, operation, clean) };
    case 'part':
      return { ...message, items: cleaned(message.items, clean) };
    case 'progress':
    case 'event':
      return { ...message, value: cleaned(message.value, clean) };
  }
}

/** How many items of a list cross the border as one message. */
const PART = 500;

/**
 * An answer with a long list as several messages without secrets, its lists in parts before it: 25 MB at once would hold main, and the
 * page, for a second (ATK-17). Between two of them others have a turn. Undefined for any other answer.
 */
export function longAnswerInParts(
  message: Extract<ToPage, { kind: 'answer' }>,
  operation: string,
): AsyncIterable<ToPage> | undefined {
  const { result, id } = message;
  if (!result.ok || REVEALED.has(operation) || !isFields(result.value)) return undefined;
  const fields = Object.entries(result.value);
  const long = fields.flatMap(([field, value]) => (isLong(value) ? [{ field, list: value }] : []));
  return long.length === 0 ? undefined : partsOf(id, fields, long);
}

async function* partsOf(
  id: number,
  fields: readonly (readonly [string, unknown])[],
  long: readonly { readonly field: string; readonly list: readonly unknown[] }[],
): AsyncIterable<ToPage> {
  for (const { field, list } of long)
    for (let from = 0; from < list.length; from += PART) {
      // Item by item: a secret that comes meanwhile is looked for in all that is left.
      const part = list.slice(from, from + PART);
      const items = await mapInSlices(part, (item) => cleaned(item, cleaner()));
      yield { kind: 'part', id, field, items };
      await nextTurn();
    }
  const clean = cleaner();
  const rest = fields.map(([field, value]) => [field, isLong(value) ? [] : cleaned(value, clean)]);
  yield { kind: 'answer', id, result: { ok: true, value: Object.fromEntries(rest) as unknown } };
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

type Clean = (text: string) => string;

function cleaner(): Clean {
  const redact = secretRedactor();
  return (text) => {
    const clean = redact(text);
    // A password may be a word of the contract: the page could not read an answer without it.
    return clean !== text && ownWords().has(text) ? text : clean;
  };
}

function cleanedResult(
  result: Result<unknown>,
  operation: string | undefined,
  clean: Clean,
): Result<unknown> {
  const fields = operation === undefined || !result.ok ? undefined : REVEALED.get(operation);
  if (!result.ok || fields === undefined) return cleaned(result, clean);
  // What is revealed is a field of the answer itself, which therefore is an object.
  const value = result.value as Readonly<Record<string, unknown>>;
  const kept = Object.fromEntries(fields.map((field) => [field, value[field]]));
  return { ok: true, value: { ...cleaned(value, clean), ...kept } };
}

/** The very value where there is nothing to take out, so that no long list is built again. */
function cleaned<T>(value: T, clean: Clean): T {
  return cleanedPart(value, clean) as T;
}

function cleanedPart(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return cleanedList(value, clean);
  const given = value as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(given)) {
    const part = cleanedPart(given[key], clean);
    if (part !== given[key]) (copy ??= { ...given })[key] = part;
  }
  return copy ?? value;
}

function cleanedList(list: readonly unknown[], clean: Clean): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, given] of list.entries()) {
    const part = cleanedPart(given, clean);
    if (part !== given) (copy ??= [...list])[index] = part;
  }
  return copy ?? list;
}

/** By operation, the fields of its answer that the contract marks. */
const REVEALED: ReadonlyMap<string, readonly string[]> = new Map(
  eachOperation()
    .map(([name, { output }]) => [name, revealedFields(output)] as const)
    .filter(([, fields]) => fields.length > 0),
);

function revealedFields(output: z.ZodType): readonly string[] {
  if (!(output instanceof z.ZodObject)) return [];
  return Object.entries(output.shape as Readonly<Record<string, z.ZodType>>)
    .filter(([, field]) => field.meta()?.['reveals'] === true)
    .map(([name]) => name);
}

function eachOperation(): readonly (readonly [string, Operation])[] {
  return Object.entries(contract).flatMap(([feature, operations]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>).map(
      ([name, operation]) => [`${feature}.${name}`, operation] as const,
    ),
  );
}

let words: ReadonlySet<string> | undefined;

/** Choices and marks of the contract; gathered when the first text is found that holds a secret. */
const ownWords = (): ReadonlySet<string> => (words ??= gatherWords());

function gatherWords(): ReadonlySet<string> {
  const shapes = eachOperation().flatMap(([, { output, progress }]) =>
    progress === undefined ? [output] : [output, progress],
  );
  const all = [failure, ...Object.values(events), ...shapes];
  return new Set(
    all.flatMap((one) => wordsOf(z.toJSONSchema(one, { io: 'output', unrepresentable: 'any' }))),
  );
}

function wordsOf(shape: unknown): readonly string[] {
  if (typeof shape !== 'object' || shape === null) return [];
  return Object.entries(shape).flatMap(([key, inner]) => {
    const values: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
    return key === 'const' || key === 'enum'
      ? values.filter((one) => typeof one === 'string')
      : values.flatMap(wordsOf);
  });
}
