// Types of figures.mjs for the tests that import it.
interface Amount {
  readonly usual: number;
  readonly quick?: number;
  readonly least?: number;
  readonly most: number;
}
export interface Asked {
  readonly amounts: Readonly<Record<string, number>>;
  readonly texts: Readonly<Record<string, string | undefined>>;
}
export interface BenchResult {
  readonly amounts: Readonly<Record<string, number>>;
  readonly anchor: { readonly what: string; readonly ratio: number };
  readonly held?: boolean;
  readonly figures: Readonly<Record<string, unknown>>;
}
export function round(value: number, digits?: number): number;
export function quantile(samples: readonly number[], part: number): number;
export function median(samples: readonly number[]): number;
export function askedFor(
  args: readonly string[],
  wanted: Readonly<Record<string, Amount>>,
  words?: readonly string[],
): Asked;
export function printTable(
  rows: readonly (readonly (string | number)[])[],
  widths?: { readonly label?: number; readonly cell?: number },
): void;
export function printResult(bench: string, result: BenchResult): boolean;
