// Runs the tests: `npm test` (first), `npm run campaigns` (with names, only those), `npm run test:all` (all).
// `needs-root` is what of `npm test` only root can run. It prints what ran, how long each part took, the slowest tests, which
// tests need root where this is not root, and one sum as the last line: `N passed, N failed`, and `, N skipped` where somebody
// skipped a test (in CI that is a failure).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { electronProgram } from './electron-runtime.mjs';
import { openDisplay } from './launch.mjs';
import { screensOfThisCommit } from './drawn-screens.mjs';
import { campaigns, filesNeedingRoot, isInFirst, NEEDS_ROOT, testsOf } from './levels.mjs';
import { root } from './root.mjs';
import { runNode } from './run-node.mjs';
import { ofChanged, runStatic, staticChecks } from './static.mjs';

const MINUTE = 60_000;
const SLOWEST = 10;
const LAST_LINE = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m;
const bin = (name) => path.join(root, 'node_modules', name);
const reports = path.join(root, 'dist/test');

const total = { passed: 0, failed: 0, skipped: 0 };
/** Files of tests that only root can run and that were left out -> how many of them. */
const needRoot = new Map();
const parts = [];
const slow = [];
/** What each failed test said, to be told once more at the end: a long run's output is seldom kept whole. */
const failures = [];
/** Of each attack and fault that a test re-enacts: how many of its tests held, and which did not. */
const reenacted = new Map();
const begun = Date.now();

/** Counts a part that ended; `seconds` is how long it took. */
function count(name, { passed, failed, skipped = 0, seconds }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  parts.push({ name, seconds });
  const at = Math.round((Date.now() - begun) / 1000);
  console.log(`[${at} s] ${name}: ${passed} passed, ${failed} failed, ${seconds} s`);
}

const LONGEST_WORDS = 12;
const firstLines = (text) =>
  stripVTControlCharacters(text).split('\n').slice(0, LONGEST_WORDS).join('\n');

/** Keeps what a failed test or program said. */
function fails(where, words = '') {
  failures.push({ where, words: firstLines(words.trim()) });
}

function noteHeld(title, isHeld) {
  for (const [id] of title.matchAll(/\b(?:ATK|FLT)-\d\d\b/g)) {
    const { held, not } = reenacted.get(id) ?? { held: 0, not: 0 };
    reenacted.set(id, isHeld ? { held: held + 1, not } : { held, not: not + 1 });
  }
}

const one = (ok, seconds) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, seconds });

function report(name) {
  const file = path.join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A run that went wrong without a failed test counts one failure. */
const result = ({ ok, seconds }, passed, failed, skipped = 0) => ({
  passed,
  failed: ok ? failed : Math.max(failed, 1),
  skipped,
  seconds,
});

const isRoot = process.getuid?.() === 0;
/** A skipped test proves nothing: a machine that tests for others fails by it. */
const skipsFail = Boolean(process.env.CI);

async function runVitest(level, { files = [], titles, ms } = {}) {
  const name = `vitest-${level.replaceAll(' ', '-')}`;
  const ran = await runNode(
    [
      bin('vitest/vitest.mjs'),
      ...['run', '-c', 'test/vitest.config.ts', '--reporter=dot', '--reporter=json'],
      `--outputFile.json=${path.join(reports, `${name}.json`)}`,
      ...(titles === undefined ? [] : ['-t', titles]),
      ...files,
    ],
    { seen: true, env: { STEWARD_LEVEL: level }, ms },
  );
  const found = report(name);
  if (!found) return result(ran, 0, 1);
  const wanted = new RegExp(titles ?? '');
  const tests = found.testResults.flatMap(({ name: file, status, assertionResults }) =>
    assertionResults.map((test) => ({
      ...test,
      file: path.relative(root, file),
      isGreenFile: status === 'passed',
    })),
  );
  slow.push(...tests.map(({ file, fullName, duration }) => [duration ?? 0, file, fullName]));
  // A file that could not be loaded has no tests to count.
  const broken = found.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const left = tests.filter(({ status, fullName }) => status !== 'passed' && wanted.test(fullName));
  // What a hook that failed left out is told as skipped, too.
  const isSkipped = ({ status, isGreenFile }) => status === 'skipped' && isGreenFile;
  const forRoot = isRoot
    ? []
    : left.filter((test) => test.status === 'skipped' && NEEDS_ROOT.test(test.fullName));
  for (const { file } of forRoot) needRoot.set(file, (needRoot.get(file) ?? 0) + 1);
  const others = left.filter((test) => !forRoot.includes(test));
  const skipped = skipsFail ? [] : others.filter(isSkipped);
  const failed = others.filter((test) => !skipped.includes(test));
  for (const { file, fullName, status, failureMessages } of failed) {
    fails(`${file} ${fullName}`, failureMessages?.[0] ?? status);
  }
  for (const { status, title } of tests)
    if (status !== 'skipped') noteHeld(title, status === 'passed');
  for (const { name: file, message } of broken) fails(path.relative(root, file), message);
  if (!ran.ok && failed.length + broken.length === 0) fails(name, lastLines(ran.output));
  return result(ran, found.numPassedTests, failed.length + broken.length, skipped.length);
}

/** The same journeys in every shell with a window that can start here. */
async function runJourneys(level, ms) {
  const shells = electronProgram() === undefined ? ['chromium'] : ['chromium', 'electron'];
  const sum = { passed: 0, failed: 0, skipped: 0, seconds: 0 };
  for (const shell of shells) {
    const { passed, failed, skipped = 0, seconds } = await runJourneysIn(shell, level, ms);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.seconds += seconds;
  }
  return sum;
}

/** Whoever names a campaign wants all of it; a machine that runs everything does not look at every screen each time. */
function screensOf(level) {
  const isDrawn = campaigns[level]?.drawn && process.env.CI && names.length === 0;
  return isDrawn ? screensOfThisCommit() : undefined;
}

function tellScreens({ seed, changed, drawn, left }) {
  const of = (all) => (all.length === 0 ? '' : ` (${all.join(', ')})`);
  console.log(
    `Looks at ${changed.length} changed screens${of(changed)} and ${drawn.length} others by the seed ${seed}${of(drawn)}; leaves out ${left.length}${of(left)}.`,
  );
}

async function runJourneysIn(shell, level, ms) {
  const name = `journeys-${shell}-${level.replaceAll(' ', '-')}`;
  // Electron's windows are real ones.
  const display = shell === 'electron' ? await openDisplay() : undefined;
  const screens = screensOf(level);
  if (screens) tellScreens(screens);
  const env = {
    ...display?.env,
    STEWARD_SHELL: shell,
    STEWARD_LEVEL: level,
    ...(screens && { STEWARD_SCREENS: [...screens.changed, ...screens.drawn].join(',') }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, `${name}.json`),
  };
  const ran = await runNode(
    [
      bin('@playwright/test/cli.js'),
      ...['test', '-c', 'test/e2e/playwright.config.ts', '--reporter=line,json'],
    ],
    { seen: true, env, ms },
  );
  display?.close();
  const found = report(name);
  if (!found) return result(ran, 0, 1);
  const tests = found.suites.flatMap(testsIn);
  slow.push(
    ...tests.flatMap(({ where, results }) => results.map(({ duration }) => [duration, ...where])),
  );
  const skipped = skipsFail ? [] : tests.filter(isLeftOut);
  const failed = tests.filter((test) => test.status !== 'expected' && !skipped.includes(test));
  for (const { where, status } of tests) noteHeld(where.at(-1), status === 'expected');
  for (const { where, results, status } of failed) {
    fails(where.join(' '), results.at(-1)?.error?.message ?? status);
  }
  if (!ran.ok && failed.length === 0) fails(name, lastLines(ran.output));
  return result(ran, found.stats.expected, failed.length, skipped.length);
}

/** Left out by somebody who said so; a journey that was interrupted, or never came to its turn, is told as skipped, too. */
const isLeftOut = ({ status, annotations }) =>
  status === 'skipped' && annotations.some(({ type }) => type === 'skip' || type === 'fixme');

/** The tests of a suite of Playwright's report, and of those in it. */
function testsIn({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ annotations, results, status }) => ({
      where: [`test/e2e/${file}`, title],
      annotations,
      results,
      status,
    })),
  );
  return [...own, ...suites.flatMap(testsIn)];
}

/** A program that counts by itself, in its last line. */
async function runCommand([file, ...args], ms) {
  const ran = await runNode([path.join(root, file), ...args], { seen: true, ms });
  const [, passed, failed] = LAST_LINE.exec(ran.output.trim().split('\n').at(-1) ?? '') ?? [];
  const counted = result(ran, Number(passed ?? 0), Number(failed ?? 1));
  if (counted.failed > 0) fails(file, toldFailures(ran.output) ?? lastLines(ran.output));
  return counted;
}

async function build() {
  const from = Date.now();
  const ok = await ensureBuilt().then(
    () => true,
    (error) => {
      const words = error instanceof Error ? error.message : String(error);
      console.error(words);
      fails('build', words);
      return false;
    },
  );
  count('build', one(ok, Math.round((Date.now() - from) / 1000)));
}

/** Static checks take what the tests leave of the processor; journeys begin when the other tests end. */
async function runFirst() {
  const checks = runStatic(ofChanged(staticChecks), (name, ok, seconds, output) => {
    if (!ok) fails(name, output);
    count(name, one(ok, seconds));
  });
  count('unit and service tests', await runVitest('first'));
  count('journeys', await runJourneys('first'));
  await checks;
}

/** One after the other, each until its time is used up. */
async function runCampaigns(names) {
  for (const name of names) {
    const campaign = campaigns[name];
    console.log(`\nCampaign ${name}: ${campaign.what}; at most ${campaign.minutes} minutes.`);
    count(`campaign ${name}`, await runCampaign(name, campaign));
  }
}

/** Without those that `npm test` runs this time. Whoever names one wants it all the same. */
const campaignsNow = () => Object.keys(campaigns).filter((name) => !isInFirst(campaigns[name]));

async function runCampaign(name, campaign) {
  const end = Date.now() + campaign.minutes * MINUTE;
  const sum = { passed: 0, failed: 0, skipped: 0, seconds: 0 };
  const add = ({ passed, failed, skipped = 0, seconds }) => {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.seconds += seconds;
  };
  const { files, titles } = testsOf(campaign);
  if (files.length > 0) {
    add(await runVitest(name, { files, titles, ms: end - Date.now() }));
  }
  if (campaign.journeys) add(await runJourneys(name, Math.max(end - Date.now(), 1)));
  if (campaign.command) add(await runCommand(campaign.command, end - Date.now()));
  if (Date.now() >= end) {
    console.log(`The campaign ${name} used up its ${campaign.minutes} minutes.`);
    if (sum.failed === 0) {
      sum.failed = 1;
      fails(`campaign ${name}`, `It used up its ${campaign.minutes} minutes.`);
    }
  }
  return sum;
}

/** What of `npm test` only root can run. */
async function runAsRoot() {
  if (!isRoot) fail('Only root can run these tests.');
  const run = { files: filesNeedingRoot(), titles: NEEDS_ROOT.source };
  count('tests that need root', await runVitest('needs root', run));
}

function fail(text) {
  console.error(text);
  process.exit(2);
}

function tellSlowest() {
  const longest = parts.toSorted((a, b) => b.seconds - a.seconds);
  console.log(`\nParts: ${longest.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}`);
  console.log('The slowest tests:');
  for (const [ms, file, title] of slow.sort(([a], [b]) => b - a).slice(0, SLOWEST)) {
    console.log(`  ${(ms / 1000).toFixed(1)} s  ${file}  ${title}`);
  }
  console.log(`In all ${Math.round((Date.now() - begun) / 1000)} s.`);
}

/** The summary of attacks and faults: each held, or did not. */
function tellHeld() {
  if (reenacted.size === 0) return;
  const all = [...reenacted].sort(([a], [b]) => a.localeCompare(b));
  const held = all.filter(([, { not }]) => not === 0).map(([id, { held }]) => `${id} (${held})`);
  const not = all.filter(([, { not }]) => not > 0).map(([id, { not }]) => `${id} (${not})`);
  console.log(`\nAttacks and faults held, with their tests: ${held.join(', ') || 'none'}`);
  console.log(`Not held: ${not.join(', ') || 'none'}`);
}

const FAILED = 'What failed:';

/** The same list of a run within this one. */
const toldFailures = (output) =>
  output.includes(`\n${FAILED}\n`) ? output.split(`\n${FAILED}\n`).at(-1) : undefined;

const lastLines = (output) => output.trim().split('\n').slice(-LONGEST_WORDS).join('\n');

function tellFailures() {
  if (failures.length === 0) return;
  console.log(`\n${FAILED}`);
  for (const { where, words } of failures) {
    console.log(`  ${where}`);
    if (words !== '') console.log(words.replaceAll(/^/gm, '    '));
  }
}

/** What this account could not run, so that nobody takes the sum for the whole. */
function tellNeedRoot() {
  if (needRoot.size === 0) return;
  const all = [...needRoot].sort(([a], [b]) => a.localeCompare(b));
  const sum = all.reduce((before, [, many]) => before + many, 0);
  const files = all.map(([file, many]) => `${file} (${many})`).join(', ');
  const command =
    level === 'first'
      ? 'node build/setup.mjs --test build/test.mjs needs-root'
      : `npm run ${level === 'all' ? 'test:all' : level}`;
  console.log(`${sum} need root (\`${command}\`, as root): ${files}`);
}

const [level, ...rest] = process.argv.slice(2);
const names = rest.filter((word) => !word.startsWith('--'));
if (!['first', 'campaigns', 'all', 'needs-root'].includes(level)) {
  fail('Usage: node build/test.mjs first | campaigns [NAME...] | all | needs-root');
}
const unknown = names.filter((name) => !(name in campaigns));
if (unknown.length > 0) {
  fail(`No such campaign: ${unknown.join(', ')}. There are: ${Object.keys(campaigns).join(', ')}.`);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
await build();
if (level === 'needs-root') await runAsRoot();
if (level === 'first' || level === 'all') await runFirst();
if (level === 'campaigns' || level === 'all')
  await runCampaigns(names.length > 0 ? names : campaignsNow());
tellSlowest();
tellHeld();
tellFailures();
tellNeedRoot();
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 ? 0 : 1;
