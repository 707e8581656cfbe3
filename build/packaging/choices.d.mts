// Types of choices.mjs for the tests that import it.
type Env = Readonly<Record<string, string | undefined>>;

export interface Choices {
  readonly help: boolean;
  readonly dir: boolean;
  readonly release: boolean;
  readonly out: string;
  readonly systems: readonly ('linux' | 'win' | 'mac')[];
  readonly processors: readonly ('x64' | 'arm64')[];
}
interface Product {
  readonly homepage: string;
  readonly author: { readonly name: string; readonly email: string };
}
export const usage: string;
export function readChoices(
  args: readonly string[],
  computer: { readonly platform: string; readonly arch: string },
): Choices | string;
export function missingForRelease(choices: Choices, env: Env, product: Product): string[];
export function configFor(
  choices: Choices,
  env: Env,
  product: Product,
): {
  readonly directories: { readonly output: string };
  readonly extraMetadata: Product;
  readonly linux: { readonly maintainer: string };
  readonly forceCodeSigning: boolean;
  readonly electronDist?: (asked: { platformName: string; arch: string }) => string;
  readonly win?: {
    readonly signtoolOptions?: { readonly publisherName?: string[]; readonly sign?: string };
    readonly azureSignOptions?: {
      readonly publisherName: string;
      readonly endpoint: string;
      readonly codeSigningAccountName: string;
      readonly certificateProfileName: string;
    };
  };
  readonly dmg?: { readonly sign: boolean };
  readonly afterAllArtifactBuild?: string;
  readonly extraResources?: { readonly from: string; readonly to: string }[];
  readonly mac?: { readonly identity: null };
};
