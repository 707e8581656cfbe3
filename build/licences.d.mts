// Types of licences.mjs for the tests that import it.
export const INSIDE: readonly string[];
export const TOOLS: readonly string[];
export const CONCLUSIONS: Readonly<
  Record<string, { readonly licence: string; readonly why: string }>
>;
export const HOLDERS: Readonly<Record<string, string>>;
export const COPIED: Readonly<Record<string, string>>;
export function isAllowed(expression: string, allowed: readonly string[]): boolean;
/** The text of the MIT licence for its holder. */
export const mit: (holder: string) => string;
