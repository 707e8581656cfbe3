// What all open files of this process have in common, so that a test can watch what the program does with them.
import { type FileHandle, open } from 'node:fs/promises';

/** The prototype of file handles; its methods are those of each. */
export async function fileHandles(): Promise<FileHandle> {
  const any = await open(import.meta.filename);
  await any.close();
  return Object.getPrototypeOf(any) as FileHandle;
}
