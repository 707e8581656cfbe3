// Types of guards.mjs for the tests that import it.
export interface Guard {
  readonly file: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly taken: string;
  readonly line: number;
  readonly lastLine: number;
  readonly key: string;
}
export function findGuards(file: string, text: string): Guard[];
export function without(text: string, guard: Guard): string;
