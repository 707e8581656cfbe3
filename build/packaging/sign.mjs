// Signs a file of Windows by a program of the publisher (STEWARD_SIGN_COMMAND), for a key in hardware.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Called by electron-builder with `path` of the file. The command is a program alone, without arguments: what it needs it takes from the
 * environment. It gets the path, signs the file in its place and ends with 0. Throws an Error with what it printed.
 */
export async function sign({ path: file }, env = process.env) {
  const command = env['STEWARD_SIGN_COMMAND'] ?? '';
  if (command === '') throw new Error('STEWARD_SIGN_COMMAND names no program.');
  try {
    await run(command, [file]);
  } catch (error) {
    throw new Error(`STEWARD_SIGN_COMMAND did not sign ${file}: ${error.stderr || error.message}`, {
      cause: error,
    });
  }
}
