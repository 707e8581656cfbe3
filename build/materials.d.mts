// Types of materials.mjs for the tests that import it.
export interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly name?: string;
        readonly version?: string;
        readonly license?: string;
        readonly integrity?: string;
        readonly resolved?: string;
        readonly link?: boolean;
        readonly dev?: boolean;
        readonly hasInstallScript?: boolean;
        readonly dependencies?: Readonly<Record<string, string>>;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
        readonly peerDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}
export interface Material {
  readonly ref: string;
  readonly location: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly declared?: string;
  readonly notice: string;
  readonly parts: readonly string[];
  readonly needs: readonly string[];
}
export function inventory(given?: {
  readonly lock?: Lock;
  readonly libraries?: Readonly<Record<string, readonly string[]>>;
  readonly folder?: string;
  readonly runtime?: { readonly chromium?: string; readonly node?: string };
}): Material[];
export function billOfMaterials(
  materials: readonly Material[],
  about: { readonly packageJson: unknown; readonly time: Date | undefined },
): string;
export function sourceTime(env?: NodeJS.ProcessEnv): Date | undefined;
export function writeMaterials(options?: { readonly outDir?: string }): Promise<number>;
