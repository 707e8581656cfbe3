// Types of types.mjs for the tests that import it.
export function createTypes(root: string): {
  newError(file: string, text: string): string | undefined;
  componentError(file: string, text: string): string | undefined;
};
