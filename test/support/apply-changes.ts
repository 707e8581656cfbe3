// Applies changes by position to a text, from last to first: the reference for every part that sends or receives them.
interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export const applyChanges = (text: string, changes: readonly Change[]): string =>
  changes.reduceRight(
    (now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to),
    text,
  );
