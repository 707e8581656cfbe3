// `npm run develop`: rebuilds what changed and starts the Chromium window anew.
import { watch } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { startChromiumShell } from './launch.mjs';
import { root } from './root.mjs';

const QUIET_MS = 150;
const args = process.argv.slice(2);
let steward;
let timer;
let work = Promise.resolve();
let leaving = false;

async function rebuild() {
  const begun = performance.now();
  const made = await ensureBuilt().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  });
  if (!made || (made.length === 0 && steward)) return;
  if (made.length > 0) {
    console.log(`built ${made.join(', ')} in ${Math.round(performance.now() - begun)} ms`);
  }
  await restart();
}

async function restart() {
  const before = steward;
  steward = undefined;
  await before?.stop();
  const started = startChromiumShell({ args });
  steward = started;
  // The person closed the window: done.
  void started.ended.then((code) => {
    if (steward === started) void leave(code);
  });
}

async function leave(code) {
  if (leaving) return;
  leaving = true;
  const last = steward;
  steward = undefined;
  await last?.stop();
  process.exit(code);
}

for (const folder of ['main', 'preload', 'renderer']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (work = work.then(rebuild)), QUIET_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void leave(0));
await rebuild();
