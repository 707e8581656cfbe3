// What would become of the lines of a file of changes: how many of each there are, and which are shown.
export const VERDICTS = [
  'add',
  'remove',
  'there-already',
  'not-there',
  'twice',
  'refused',
] as const;
export type PlannedVerdict = (typeof VERDICTS)[number];

export type LinesShown = 'all' | 'changes' | 'refused';

const isChange = (verdict: PlannedVerdict): boolean => verdict === 'add' || verdict === 'remove';

export const shownLines = <Line extends { readonly verdict: PlannedVerdict }>(
  lines: readonly Line[],
  shown: LinesShown,
): readonly Line[] =>
  lines.filter(
    ({ verdict }) =>
      shown === 'all' || (shown === 'changes' ? isChange(verdict) : verdict === 'refused'),
  );

export function verdictsOf(
  lines: readonly { readonly verdict: PlannedVerdict }[],
): Readonly<Record<PlannedVerdict, number>> {
  const counts = { add: 0, remove: 0, 'there-already': 0, 'not-there': 0, twice: 0, refused: 0 };
  for (const { verdict } of lines) counts[verdict] += 1;
  return counts;
}
