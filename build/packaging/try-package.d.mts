// Types of try-package.mjs for the tests that import it.
export const kinds: readonly string[];
export interface Tried {
  readonly kind: string;
  readonly ok: boolean;
  readonly steps: readonly { readonly step: string; readonly ok: boolean; readonly why?: string }[];
}
export function tryPackage(
  kind: string,
  file: string,
  earlier?: string,
  host?: {
    readonly run?: (command: readonly string[]) => {
      readonly code: number;
      readonly out: string;
      readonly err: string;
    };
    readonly exists?: (file: string) => boolean;
    readonly isRoot?: boolean;
    readonly place?: string;
    readonly installed?: string;
    readonly log?: (line: string) => void;
  },
): Tried;
