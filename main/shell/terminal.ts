// The entry of the terminal shell in plain Node, for developers; the installed program's is program.ts.
import { runTerminalProcess } from './terminal-process.ts';

process.exitCode = await runTerminalProcess({ args: process.argv.slice(2), packaged: false });
