// Changes by position applied to a text, from the last to the first: what every part that sends or takes them must agree with.
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
