// Types of doors.mjs for the tests that import it.
export const doors: Readonly<
  Record<string, { readonly files: readonly string[]; readonly instead: string }>
>;
