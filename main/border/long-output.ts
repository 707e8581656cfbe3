// An answer with a long list, held against the contract in slices: a list of 20 000 takes a fifth of a second (ATK-17).
import { z } from '../../preload/contract/schema.ts';
import { isLong, mapInSlices } from '../pauses.ts';

/** What `output.parse` gives, and what it throws; Problem cancelled once the signal is aborted. Only lists that are fields are sliced. */
export async function parsedInSlices(
  output: z.ZodType,
  value: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const lists = longListsIn(output, value);
  if (lists.length === 0) return output.parse(value);
  const parsed: Record<string, unknown> = {};
  for (const { name, list, item } of lists)
    parsed[name] = await mapInSlices(list, (one) => item.parse(one), signal);
  const without = Object.fromEntries(lists.map(({ name }) => [name, []]));
  return { ...(output.parse({ ...(value as object), ...without }) as object), ...parsed };
}

interface LongList {
  readonly name: string;
  readonly list: readonly unknown[];
  readonly item: z.ZodType;
}

/** Of a shape without rules of its own over all its fields; a list with such rules is read as it always is. */
function longListsIn(output: z.ZodType, value: unknown): readonly LongList[] {
  if (!(output instanceof z.ZodObject) || hasRules(output)) return [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(output.shape as Readonly<Record<string, z.ZodType>>).flatMap(
    ([name, field]) => {
      const list: unknown = (value as Readonly<Record<string, unknown>>)[name];
      if (!isLong(list) || !(field instanceof z.ZodArray) || hasRules(field)) return [];
      return [{ name, list, item: field.element as z.ZodType }];
    },
  );
}

const hasRules = ({ def }: z.ZodObject | z.ZodArray) => (def.checks ?? []).length > 0;
