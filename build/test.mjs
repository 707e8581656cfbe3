// `npm test`: types, lint, layout and build beside all tests; the last line counts everything.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { electronProgram, openDisplay } from './launch.mjs';
import { root } from './root.mjs';
import { runNode } from './run-node.mjs';
import { runStatic, staticChecks } from './static.mjs';

const reports = path.join(root, 'dist/test');
const bin = (name) => path.join(root, 'node_modules', name);

const total = { passed: 0, failed: 0 };
const begun = Date.now();

function count(name, passed, failed) {
  total.passed += passed;
  total.failed += failed;
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(`[${seconds} s] ${name}: ${passed} passed, ${failed} failed`);
}

async function runChecks() {
  await runStatic(staticChecks, (name, ok) => count(name, ok ? 1 : 0, ok ? 0 : 1));
}

function report(name) {
  const file = path.join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

async function runVitest() {
  const { ok } = await runNode(
    [
      bin('vitest/vitest.mjs'),
      ...['run', '-c', 'test/vitest.config.ts', '--reporter=dot', '--reporter=json'],
      `--outputFile.json=${path.join(reports, 'vitest.json')}`,
    ],
    { seen: true },
  );
  const found = report('vitest');
  if (!found) return count('unit and service tests', 0, 1);
  // A file that could not be loaded has no tests to count, and a skipped test proves nothing.
  const broken = found.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = found.numFailedTests + found.numPendingTests + broken.length;
  count('unit and service tests', found.numPassedTests, ok ? failed : Math.max(failed, 1));
}

/** The same journeys in every shell with a window that can start here. */
async function runJourneys() {
  await runJourneysIn('chromium');
  if (electronProgram() !== undefined) await runJourneysIn('electron');
}

async function runJourneysIn(shell) {
  const file = `journeys-${shell}`;
  // Electron's windows are real ones.
  const display = shell === 'electron' ? await openDisplay() : undefined;
  const env = {
    ...display?.env,
    STEWARD_SHELL: shell,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, `${file}.json`),
  };
  const { ok } = await runNode(
    [
      bin('@playwright/test/cli.js'),
      ...['test', '-c', 'test/e2e/playwright.config.ts', '--reporter=line,json'],
    ],
    { seen: true, env },
  );
  display?.close();
  const stats = report(file)?.stats;
  if (!stats) return count(`journeys in ${shell}`, 0, 1);
  const failed = stats.unexpected + stats.flaky + stats.skipped;
  count(`journeys in ${shell}`, stats.expected, ok ? failed : Math.max(failed, 1));
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const built = await ensureBuilt().then(
  () => true,
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  },
);
count('build', built ? 1 : 0, built ? 0 : 1);

// Many tests wait for time limits: the checks use the processor meanwhile. Journeys measure the window and go alone.
await Promise.all([runVitest(), runChecks()]);
await runJourneys();
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
