// Types of drawn-screens.mjs for the tests that import it.
export interface DrawnScreens {
  readonly changed: string[];
  readonly drawn: string[];
  readonly left: string[];
}
export function drawScreens(
  screens: readonly { readonly id: string; readonly folder: string }[],
  changed: readonly string[],
  seed: string,
): DrawnScreens;
export function screensOfThisCommit(): (DrawnScreens & { readonly seed: string }) | undefined;
