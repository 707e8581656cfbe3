// The CycloneDX bill of materials and the licence notices of this build, read from files made with it.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Component, component } from '../../preload/contract/app.ts';
import { z } from '../../preload/contract/schema.ts';
import { Problem } from '../problem.ts';
import { fileProblem, notFound } from '../problems.ts';

/** More than ten times what they are; whatever is larger was not made with this build. */
const LARGEST = 8 * 1024 * 1024;
const BILL = 'bill-of-materials.cdx.json';
const NOTICES = 'notices.json';
/** Enough to see that it is one; what is saved are the bytes of the file. */
const billShape = z.object({ bomFormat: z.literal('CycloneDX'), specVersion: z.string() });

export interface Sbom {
  /** By name; none where the build has no notices, such as a developer's copy. Problem file{damaged}. */
  components(): Promise<readonly Component[]>;
  /** The bytes of the bill of materials. Problem not-found where this build has none, file{damaged} where it is none. */
  bill(): Promise<Uint8Array>;
}

/** Nothing is read before it is asked for, and nothing is kept: both are asked for rarely. */
export function createSbom({ folder }: { readonly folder: string }): Sbom {
  return {
    async components() {
      const bytes = await bytesOf(path.join(folder, NOTICES));
      return bytes === undefined ? [] : checked(NOTICES, z.array(component), bytes);
    },
    async bill() {
      const bytes = await bytesOf(path.join(folder, BILL));
      if (bytes === undefined) {
        throw notFound('This build has no bill of materials.');
      }
      checked(BILL, billShape, bytes);
      return bytes;
    },
  };
}

/** Undefined where there is no such file. In the installed program the folder is inside the archive, which has no open files. */
async function bytesOf(file: string): Promise<Buffer | undefined> {
  try {
    const { size } = await stat(file);
    if (size > LARGEST) throw damaged(path.basename(file));
    return await readFile(file);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw damaged(path.basename(file), error);
  }
}

function checked<T>(name: string, shape: z.ZodType<T>, bytes: Buffer): T {
  try {
    return shape.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw damaged(name, error);
  }
}

const damaged = (name: string, cause?: unknown) =>
  fileProblem(
    'damaged',
    `${name} of this installation cannot be read. Install Steward again.`,
    cause,
  );
