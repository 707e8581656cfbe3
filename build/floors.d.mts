// Types of floors.mjs for the tests that import it.
export const FLOORS: Readonly<
  Record<string, { readonly from: readonly string[]; readonly why: string }>
>;
export const BELOW: Readonly<Record<string, string>>;
export const GIVEN_UP: Readonly<Record<string, string>>;
export const ELECTRON_LINES: {
  readonly written: string;
  readonly newest: Readonly<Record<string, string>>;
};
export function tableAge(now: Date): number;
export function compareVersions(one: string, other: string): -1 | 0 | 1;
export function isAbove(version: string, floors: readonly string[]): boolean;
