// Types of reached.mjs for the tests that import it.
import type { Guard } from './guards.mjs';
export function withMarks(
  text: string,
  marks: readonly { readonly guard: Guard; readonly number: number }[],
  folder: string,
): string;
export function readMarks(
  folder: string,
  tests: readonly { readonly test: string; readonly from: number; readonly to: number }[],
): Map<number, Set<string>>;
