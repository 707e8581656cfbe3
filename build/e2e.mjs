// `npm run e2e -- --shell electron|chromium [what Playwright takes]`: all journeys in one shell, built first.
// Exit codes: 0 all passed, 1 not, 2 wrong usage, 3 the Electron runtime is not here and cannot be fetched.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { electronProgram, fetchElectron } from './electron-runtime.mjs';
import { openDisplay } from './launch.mjs';
import { passSignals } from './pass-signals.mjs';
import { root } from './root.mjs';
import { NO_RUNTIME, takeShell } from './shell-choice.mjs';

const args = process.argv.slice(2);
const shell = takeShell(args, 'npm run e2e -- --shell electron|chromium [arguments of Playwright]');
process.exitCode = await run();

async function run() {
  if (shell === 'electron' && !electronProgram() && (await fetchElectron()) !== undefined) {
    console.error(NO_RUNTIME);
    return 3;
  }
  const display = shell === 'electron' ? await openDisplay() : { env: {}, close: () => undefined };
  if (!display) {
    console.error('There is no display here, and Xvfb could not be started.');
    return 1;
  }
  await ensureBuilt();
  const report = path.join(root, 'dist/test', `e2e-${shell}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const code = await journeys({
    ...display.env,
    STEWARD_SHELL: shell,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  display.close();
  if (existsSync(report)) tell(JSON.parse(readFileSync(report, 'utf8')));
  return code;
}

function journeys(env) {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const given = ['test', '-c', 'test/e2e/playwright.config.ts', '--reporter=line,json', ...args];
  const child = spawn(process.execPath, [cli, ...given], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  passSignals(child);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** What was not made here is said by name and with the reason; the last line is JSON. */
function tell({ stats, suites }) {
  const skipped = suites.flatMap(skippedIn);
  for (const { title, why } of skipped) console.log(`Skipped: ${title}\n  ${why}`);
  const { expected: passed, unexpected, flaky } = stats;
  console.log(
    JSON.stringify({ shell, passed, failed: unexpected + flaky, skipped: skipped.length }),
  );
}

function skippedIn({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        title,
        why: annotations.find(({ type }) => type === 'skip')?.description ?? 'No reason was given.',
      })),
  );
  return [...own, ...suites.flatMap(skippedIn)];
}
