// `npm run --silent steward -- ...`: the terminal shell, built first when its sources have changed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { root } from './root.mjs';

if (!existsSync(path.join(root, 'node_modules/vite'))) {
  console.error('Run `npm test` or `npm start` once: they set everything up.');
  process.exit(1);
}
// Below the copy of the sources: what is compiled once is not compiled at each call.
const compiled = path.join(root, 'dist/compiled');
enableCompileCache(compiled);
const { ensureBuilt } = await import('./build.mjs');
// Standard output is for results only.
await ensureBuilt({ only: ['main'], logLevel: 'silent' });
const child = spawn(
  process.execPath,
  [path.join(root, 'dist/main/terminal.js'), ...process.argv.slice(2)],
  // npm runs scripts in the project's folder; paths mean the folder the person is in.
  {
    stdio: 'inherit',
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  },
);
// The terminal sends its signals to the whole group; those sent to this process alone are passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
