// Puts a long answer together again from the parts of its lists, for whoever listens at a port of main.
import type { Result } from './result.ts';
import type { ToPage } from './wire.ts';

type Part = Extract<ToPage, { kind: 'part' }>;
type Answer = Extract<ToPage, { kind: 'answer' }>;

export interface Parts {
  /** To be kept until the answer comes. */
  take(part: Part): void;
  /** The result with the lists that came before it. */
  whole(answer: Answer): Result<unknown>;
}

/** Of the calls of one port. */
export function createParts(): Parts {
  const byCall = new Map<number, Map<string, unknown[]>>();
  return {
    take({ id, field, items }) {
      const lists = byCall.get(id) ?? new Map<string, unknown[]>();
      byCall.set(id, lists);
      const list = lists.get(field) ?? [];
      lists.set(field, list);
      for (const item of items) list.push(item);
    },
    whole({ id, result }) {
      const lists = byCall.get(id);
      byCall.delete(id);
      if (!result.ok || lists === undefined) return result;
      return { ok: true, value: { ...(result.value as object), ...Object.fromEntries(lists) } };
    },
  };
}
