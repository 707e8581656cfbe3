// Types of dist.mjs for the tests that import it.
import type { Choices } from './packaging/choices.mjs';

export interface MadePackage {
  readonly name: string;
  readonly bytes: number;
  readonly files: number;
  /** Of an unpacked program. */
  readonly folder?: string;
  /** Of a package, in hexadecimal. */
  readonly sha256?: string;
}
export function makePackages(
  choices: Choices,
  env?: Readonly<Record<string, string | undefined>>,
): Promise<readonly MadePackage[]>;
export function archiveFiles(archive: string): string[];
