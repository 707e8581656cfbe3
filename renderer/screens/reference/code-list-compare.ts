// Compares two versions of a code list by code; a code that occurs several times is told apart by its values.
import type { Code } from '../../../preload/contract/metadata.ts';
import { type Column, columns } from './code-list-table.ts';

export type Change = 'added' | 'removed' | 'changed';

export interface ChangedCode {
  readonly change: Change;
  readonly code: string;
  readonly before: Code | undefined;
  readonly after: Code | undefined;
  /** Values that are other than before; none where the code came or went. */
  readonly values: readonly Column[];
  readonly key: string;
}

export interface Comparison {
  /** In the order of the newer list; what is gone stands behind what it stood behind. */
  readonly codes: readonly ChangedCode[];
  readonly counts: Readonly<Record<Change | 'same', number>>;
}

/** Where the codes of the newer list come from, by their places; undefined for one that is new. */
type Sources = readonly (number | undefined)[];

export function compareCodes(before: readonly Code[], after: readonly Code[]): Comparison {
  const sources = sourcesOf(before, after);
  const kept = new Map(sources.flatMap((from, to) => (from === undefined ? [] : [[from, to]])));
  const rows: Omit<ChangedCode, 'key'>[] = [];
  const goneFrom = (first: number) => {
    for (let at = first; at < before.length && !kept.has(at); at += 1) {
      rows.push(changeOf(before[at], undefined));
    }
  };
  goneFrom(0);
  after.forEach((code, to) => {
    const from = sources[to];
    const row = changeOf(from === undefined ? undefined : before[from], code);
    if (row.change !== 'changed' || row.values.length > 0) rows.push(row);
    if (from !== undefined) goneFrom(from + 1);
  });
  const codes = rows.map((row, at) => ({ ...row, key: `${at}` }));
  const of = (change: Change) => codes.filter((one) => one.change === change).length;
  const counts = { added: of('added'), removed: of('removed'), changed: of('changed') };
  return { codes, counts: { ...counts, same: kept.size - counts.changed } };
}

/** Of codes with the same name, those that are wholly the same belong together first; the rest in their order. */
function sourcesOf(before: readonly Code[], after: readonly Code[]): Sources {
  const free = new Map<string, number[]>();
  before.forEach(({ code }, at) => free.set(code, [...(free.get(code) ?? []), at]));
  const take = (code: string, fits: (at: number) => boolean) => {
    const places = free.get(code) ?? [];
    const found = places.find(fits);
    if (found !== undefined)
      free.set(
        code,
        places.filter((at) => at !== found),
      );
    return found;
  };
  const same = after.map((code) =>
    take(code.code, (at) => valuesOf(before[at], code).length === 0),
  );
  return same.map((from, to) => from ?? take(after[to]?.code ?? '', () => true));
}

function changeOf(before: Code | undefined, after: Code | undefined): Omit<ChangedCode, 'key'> {
  const code = (after ?? before)?.code ?? '';
  if (before === undefined) return { change: 'added', code, before, after, values: [] };
  if (after === undefined) return { change: 'removed', code, before, after, values: [] };
  return { change: 'changed', code, before, after, values: valuesOf(before, after) };
}

const valuesOf = (before: Code | undefined, after: Code): readonly Column[] =>
  columns.filter((column) => column !== 'code' && before?.[column] !== after[column]);
