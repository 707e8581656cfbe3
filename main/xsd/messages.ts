// The messages between the program and its schema checker thread.
import type { Issue, OutlineNode, SchemaProblem } from '../../preload/contract/xsd.ts';

export type ToChecker =
  | { readonly kind: 'outline'; readonly schema: string }
  | {
      readonly kind: 'validate';
      readonly schema: string;
      readonly xml: Uint8Array<ArrayBuffer>;
    };

export interface Trouble {
  readonly kind: SchemaProblem;
  readonly message: string;
}

export interface Outline {
  /** Null where the problem leaves none. */
  readonly nodes: readonly OutlineNode[] | null;
  readonly cut: boolean;
  readonly problem: Trouble | null;
}

export interface Verdict {
  /** Null where the problem leaves it open. */
  readonly valid: boolean | null;
  readonly issues: readonly Issue[];
  readonly total: number;
  readonly problem: Trouble | null;
}

export type FromChecker =
  /** Once, when it can be asked, and ended. */
  | { readonly kind: 'ready' }
  /** The time there is begins anew with each. */
  | { readonly kind: 'step'; readonly step: 'compiling' | 'checking' }
  | { readonly kind: 'outline'; readonly answer: Outline; readonly fit: Fitness }
  | { readonly kind: 'verdict'; readonly answer: Verdict; readonly fit: Fitness };

export interface Fitness {
  /** Something went wrong that may have left it in disorder. */
  readonly broken: boolean;
  /** Memory never gets less again. */
  readonly memory: number;
}
