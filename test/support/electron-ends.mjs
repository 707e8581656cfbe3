// Preloaded by tests of commands: Node.js ends as in Electron before its message loop, where no `exit` is told.
process.exit = (code) => process.reallyExit(Number(code ?? process.exitCode ?? 0));
