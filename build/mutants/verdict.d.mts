// Types of verdict.mjs for the tests that import it.
export type Found =
  | { readonly kind: 'passed'; readonly ms: number }
  | {
      readonly kind: 'failed';
      readonly test: string;
      readonly title: string;
      readonly isTimeout: boolean;
      readonly seconds: number;
    }
  | { readonly kind: 'late' }
  | { readonly kind: 'broken'; readonly why: string };
export type Verdict =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'undecided'; readonly why: string };
export interface Limits {
  readonly testMs: number;
  readonly limitMs: number;
}
export function createJudge(given: {
  run(files: readonly string[], limits: Limits, isTaken: boolean): Promise<Found>;
  secondsOf(test: string): number | undefined;
  leftMs(): number;
}): {
  readonly flaky: ReadonlySet<string>;
  try(files: readonly string[], leftOut?: Set<string>): Promise<Verdict | undefined>;
};
