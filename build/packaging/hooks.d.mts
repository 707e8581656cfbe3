// Types of hooks.mjs for the tests that import it.
export const FUSES: Readonly<Record<number, boolean>>;
export function openNothingFromEntries(targets: readonly object[]): void;
export function afterAllArtifactBuild(
  result: { readonly artifactPaths: readonly string[] },
  host?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly run?: (program: string, args: readonly string[]) => Promise<unknown>;
  },
): Promise<readonly string[]>;
