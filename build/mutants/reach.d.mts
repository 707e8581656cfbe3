// Types of reach.mjs for the tests that import it.
export interface Reach {
  readonly files: readonly string[];
  testsOf(file: string): Map<string, number>;
}
export function createReach(root: string): Reach;
export function nearestFirst(file: string, tests: Iterable<readonly [string, number]>): string[];
