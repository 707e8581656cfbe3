// Reads one of a copy's own files whole, and tells what is there instead.
import { errorCode, fileProblemOf, readOrdinaryFile } from '../disk.ts';
import { failureOf } from '../../problem.ts';

/** `damaged` where something else has its place, or the disk cannot read it. Problem file{...} where it may not be read. */
export async function readOwnFile(file: string): Promise<Buffer | 'absent' | 'damaged'> {
  try {
    return await readOrdinaryFile(file);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') return 'absent';
    if (['EISDIR', 'EIO', 'ELOOP', 'ENXIO'].includes(code)) return 'damaged';
    const failure = failureOf(error);
    if (failure?.kind === 'file' && failure.problem === 'not-a-file') return 'damaged';
    throw fileProblemOf(error);
  }
}
