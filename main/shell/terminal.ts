// The entry of the terminal shell in plain Node, for developers; the installed program's is program.ts.
import { runTerminalProcess } from './terminal-process.ts';

// At once, as the installed one does: Node.js can go round in its own cleaning up for ever.
process.exit(await runTerminalProcess({ args: process.argv.slice(2), packaged: false }));
