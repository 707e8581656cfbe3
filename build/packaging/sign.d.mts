// Types of sign.mjs for the tests that import it.
export function sign(
  asked: { readonly path: string },
  env?: Readonly<Record<string, string | undefined>>,
): Promise<void>;
