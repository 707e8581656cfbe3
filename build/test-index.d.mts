// Types of test-index.mjs for the tests that import it.
interface Check {
  readonly id: string;
  readonly priority: number;
  readonly rule: string;
}
export function checks(): readonly Check[];
export function testsByCheck(): ReadonlyMap<
  string,
  readonly { readonly file: string; readonly title: string }[]
>;
export function limitedChecks(): ReadonlySet<string>;
export function uncovered(): readonly Check[];
export function readme(): Promise<string>;
interface ApiRow {
  readonly id: string;
  readonly kind: string;
  readonly row: string;
}
export function apiRows(): readonly ApiRow[];
export function uncoveredRows(): readonly ApiRow[];
