// The entry of the terminal shell in plain Node, for developers; the installed program's is program.ts.
import { endAfterError } from '../process-end.ts';
import { performCommandLine } from './terminal-process.ts';

await performCommandLine({ args: process.argv.slice(2), packaged: false }).catch(endAfterError);
