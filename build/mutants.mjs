// Mutation testing: removes guards from a copy of the sources, one at a time, and runs the tests that can reach them.
// A guard whose removal turns no test red has no test.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { changedLines, commitOf } from './changed.mjs';
import { campaigns, testsOf } from './levels.mjs';
import { findGuards, without } from './mutants/guards.mjs';
import { createReach, nearestFirst } from './mutants/reach.mjs';
import { readMarks, withMarks } from './mutants/reached.mjs';
import { draw, onLines } from './mutants/sample.mjs';
import { placeChecks } from './mutants/self-check.mjs';
import { createTree } from './mutants/tree.mjs';
import { createTypes } from './mutants/types.mjs';
import { createJudge } from './mutants/verdict.mjs';
import { root } from './root.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    ci: { type: 'boolean', default: false },
    tell: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    base: { type: 'string' },
    'budget-seconds': { type: 'string' },
    in: { type: 'string' },
    kind: { type: 'string' },
  },
});
/** Guards on changed lines: all of them, or what a machine has time for. */
const isOfChanges = values.ci || values.changed || values.base !== undefined;
const count = wholeNumber('count', isOfChanges ? Infinity : 60);
const budgetMs =
  1000 * wholeNumber('budget-seconds', values.ci ? 300 : isOfChanges ? Infinity : 5400);
const seed =
  values.seed ??
  (values.ci ? commitOf(root) : undefined) ??
  String(Math.floor(Math.random() * 1e6));

/** Where guards are looked for. The texts have none. */
const PRODUCT = /^(main|preload|renderer)\/(?!texts\/).*\.(ts|svelte)$/;
/** Tests that read sources instead of running them, and those that take minutes: they are campaigns of their own. */
const NOT_RUN = /^test\/(kill|faults|conformance|packaging|verify|e2e)\/|^test\/[^/]+$/;
/** The nearest tests alone first: most guards fall there, many at the very first. */
const NEAR = [1, 3, 6, 11];
/** Minutes, for what seconds show: they run only where they are among the nearest. */
const TOO_LONG = new Set(
  [campaigns.scale, campaigns.keyring].flatMap((campaign) => testsOf(campaign).files),
);
const LONG_SECONDS = 60;
const IN_BROWSER = /\.browser\.test\.ts$/;
/** So many seconds that a test file takes count like one place further away. */
const SECONDS_PER_PLACE = 2;

function wholeNumber(name, unsaid) {
  const text = values[name];
  if (text === undefined) return unsaid;
  return /^[1-9]\d{0,5}$/.test(text)
    ? Number(text)
    : refuse(`--${name} needs a whole number above 0.`);
}

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const begun = performance.now();
const secondsSince = (from) => Math.round((performance.now() - from) / 1000);
const say = (text) => console.log(`[${secondsSince(begun)} s] ${text}`);
const tree = createTree(root);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    tree.remove();
    process.exit(130);
  });
}
process.once('exit', () => tree.remove());

/** The campaign's time begins when it has shown that it works. */
let until = Infinity;
const leftMs = () => until - performance.now();
/** One whose tests never end leaves the others of a machine's run their time. */
const MOST_OF_ONE_MS = values.ci ? 90_000 : Infinity;
let oneUntil = Infinity;

/** Of those that come about as near, the ones that were quick in this run: a slow one is worth its time when the others passed. */
function quickFirst(tests) {
  const rank = new Map(
    tests.map((test, index) => {
      const seconds = tree.secondsOf(test) ?? (TOO_LONG.has(test) ? LONG_SECONDS : 0);
      return [test, index + seconds / SECONDS_PER_PLACE];
    }),
  );
  return [...tests].sort((one, other) => rank.get(one) - rank.get(other));
}

/** The guard that is away when a run is asked for without it. */
let taken;
const judge = createJudge({
  async run(files, limits, isTaken) {
    if (!isTaken) return tree.runTests(files, limits);
    const text = tree.read(taken.file);
    tree.write(taken.file, without(text, taken));
    const found = await tree.runTests(files, limits);
    tree.write(taken.file, text);
    return found;
  },
  secondsOf: tree.secondsOf,
  leftMs: () => Math.min(leftMs(), oneUntil - performance.now()),
});

/** The verdict about one guard by these tests, so many at a time; undefined when all pass without it, but for those in `leftOut`. */
async function tryGuard(guard, tests, sizes, leftOut) {
  taken = guard;
  let rest = tests;
  for (const size of sizes) {
    if (rest.length === 0) break;
    const verdict = await judge.try(rest.slice(0, size), leftOut);
    if (verdict !== undefined) return verdict;
    rest = rest.slice(size);
  }
  return undefined;
}

/** What is said of a guard that no test missed. */
function missedByNone(guard, leftOut) {
  if (leftOut.size > 0) {
    return { kind: 'undecided', why: `red also without a change: ${[...leftOut].join(', ')}` };
  }
  if (!guard.file.endsWith('.svelte')) return { kind: 'survived' };
  const error = types.componentError(guard.file, without(tree.read(guard.file), guard));
  return error === undefined ? { kind: 'survived' } : { kind: 'not viable', why: error };
}

/** Which of the tests that are further away come past which guard of `open`, by one run of them all with the guards in place. */
async function reachedFrom(open) {
  const far = [...new Set(open.flatMap((entry) => entry.far))];
  const folder = path.join(tree.folder, 'node_modules', '.cache', 'marks');
  mkdirSync(folder, { recursive: true });
  const files = new Map();
  for (const [number, { guard }] of open.entries()) {
    if (isOfPage(guard)) continue;
    files.set(guard.file, [...(files.get(guard.file) ?? []), { guard, number }]);
  }
  const before = new Map([...files.keys()].map((file) => [file, tree.read(file)]));
  for (const [file, marks] of files) {
    tree.write(file, withMarks(before.get(file), marks, folder));
  }
  const found = await tree.runTests(far, { testMs: 120_000, limitMs: leftMs(), whole: true });
  for (const [file, text] of before) tree.write(file, text);
  if (found.kind !== 'whole') return undefined;
  const red = new Set(far);
  for (const { test, isGreen } of found.files) if (isGreen) red.delete(test);
  for (const test of red) judge.flaky.add(test);
  const reached = readMarks(folder, found.files);
  return {
    red,
    // A browser leaves no marks.
    isReached: (number, test) =>
      isOfPage(open[number].guard) || IN_BROWSER.test(test) || reached.get(number)?.has(test),
  };
}

const isOfPage = ({ file }) => file.endsWith('.svelte');
const byTime = (one, other) => (tree.secondsOf(one) ?? 0) - (tree.secondsOf(other) ?? 0);

const results = [];
let notViable = 0;

function conclude(guard, tests, result, seconds) {
  const how = {
    killed: `by ${result.by}`,
    survived: `${tests} test files`,
    undecided: result.why,
    'not viable': result.why,
  };
  say(
    `${result.kind}, ${seconds} s, ${guard.file}:${guard.line} ${guard.kind}: ` +
      `${guard.taken.slice(0, 160)}\n    ${how[result.kind]}`,
  );
  if (result.kind === 'not viable') notViable += 1;
  else results.push({ ...guard, ...result, tests, seconds });
}

const accepted = new Set(
  JSON.parse(readFileSync(path.join(root, 'build/mutants/accepted.json'), 'utf8')).map(
    ({ key }) => key,
  ),
);
const everyGuard = createReach(tree.folder)
  .files.filter((file) => PRODUCT.test(file))
  .filter((file) => values.in === undefined || file.startsWith(values.in))
  .flatMap((file) => findGuards(file, tree.read(file)))
  .filter(({ kind }) => values.kind === undefined || kind === values.kind);
const changed = isOfChanges ? changedLines(root, values.base) : undefined;
if (values.base !== undefined && changed === undefined) refuse(`Not known to git: ${values.base}`);
const guards = isOfChanges ? onLines(everyGuard, changed ?? new Map()) : everyGuard;
const candidates = draw(
  guards.filter(({ key }) => !accepted.has(key)),
  seed,
);
console.log(
  `seed ${seed}, ${Math.min(count, candidates.length)} mutants` +
    (budgetMs === Infinity ? '' : `, at most ${budgetMs / 1000} s`),
);
console.log(
  `${everyGuard.length} guards in the sources, ${everyGuard.filter(isOfPage).length} of them in components` +
    (isOfChanges ? `; ${guards.length} on changed lines` : '') +
    `; ${guards.length - candidates.length} accepted as they are`,
);
if (isOfChanges && changed === undefined) {
  console.log('Which lines changed is not known, so none is tried: git has no older commit here.');
}

const types = createTypes(tree.folder);
const own = placeChecks(tree, { withPage: candidates.some(isOfPage) });
const reach = createReach(tree.folder);
const itself = await own.check(async (guard) => {
  const error = types.newError(guard.file, without(tree.read(guard.file), guard));
  if (error !== undefined) return { kind: 'not viable', why: error };
  const leftOut = new Set();
  const tests = [...reach.testsOf(guard.file).keys()];
  return (await tryGuard(guard, tests, NEAR, leftOut)) ?? missedByNone(guard, leftOut);
});
for (const words of itself.wrong) console.log(`The campaign does not work. ${words}`);
say(`the campaign's own guards: ${itself.passed} passed, ${itself.wrong.length} failed`);

/** What the nearest tests did not miss. */
const open = [];
until = performance.now() + budgetMs;
/** The time that the tests further away need at the end. */
const keptMs = budgetMs === Infinity ? 0 : 0.3 * budgetMs;
let tried = 0;
for (const guard of candidates) {
  if (itself.wrong.length > 0 || results.length + open.length === count) break;
  if (leftMs() <= keptMs) break;
  tried += 1;
  if (types.newError(guard.file, without(tree.read(guard.file), guard)) !== undefined) {
    notViable += 1;
    continue;
  }
  const from = performance.now();
  oneUntil = from + MOST_OF_ONE_MS;
  const tests = quickFirst(
    nearestFirst(guard.file, reach.testsOf(guard.file)).filter((test) => !NOT_RUN.test(test)),
  );
  const near = NEAR.reduce((sum, size) => sum + size, 0);
  const leftOut = new Set();
  const result = await tryGuard(guard, tests, NEAR, leftOut);
  const seconds = secondsSince(from);
  const far = tests.slice(near).filter((test) => !TOO_LONG.has(test));
  const nearTried = Math.min(near, tests.length);
  if (result !== undefined) conclude(guard, nearTried, result, seconds);
  else if (far.length === 0) conclude(guard, nearTried, missedByNone(guard, leftOut), seconds);
  else open.push({ guard, tried: nearTried, far, seconds, leftOut });
}

oneUntil = Infinity;
if (open.length > 0) {
  say(`${open.length} are left: the tests further away`);
  // One run of all of them is worth its time only where it is followed by many.
  const told = values.ci ? undefined : await reachedFrom(open);
  const numbered = [...open.entries()];
  if (values.ci) numbered.sort(([, one], [, other]) => one.far.length - other.far.length);
  for (const [number, { guard, tried: nearTried, far, seconds, leftOut }] of numbered) {
    const from = performance.now();
    const reached = told === undefined ? far : far.filter((test) => told.isReached(number, test));
    for (const test of reached) if (told?.red.has(test)) leftOut.add(test);
    const tests = reached.filter((test) => !leftOut.has(test)).sort(byTime);
    const result =
      told === undefined && !values.ci
        ? { kind: 'undecided', why: 'the tests further away did not end' }
        : await tryGuard(guard, tests, [...NEAR, Infinity], leftOut);
    const spent = seconds + secondsSince(from);
    conclude(guard, nearTried + tests.length, result ?? missedByNone(guard, leftOut), spent);
  }
}

const of = (kind) => results.filter((result) => result.kind === kind);
const survivors = of('survived');
if (survivors.length > 0) {
  console.log('\nSurvivors: no test noticed that these were gone');
  for (const { key, line } of survivors) console.log(`  line ${line}: ${key}`);
  console.log(
    'Each wants a test; where a test could see no difference, build/mutants/accepted.json says why.',
  );
}
for (const test of judge.flaky) console.log(`red also without a change: ${test}`);
mkdirSync(path.join(root, 'dist'), { recursive: true });
const notTried = candidates.length - tried;
writeFileSync(
  path.join(root, 'dist/mutants.json'),
  `${JSON.stringify({ seed, notTried, notViable, results }, null, 1)}\n`,
);

// A machine's time is over when it is over: what it left open is told, and `--changed` decides it.
const wanted = values.ci ? 0 : isOfChanges ? results.length : Math.min(count, candidates.length);
const isEnough = of('killed').length + survivors.length >= wanted / 2;
if (!isEnough) console.log('Fewer than half were decided: this run says nothing.');
console.log(
  `${results.length} mutants, seed ${seed}: ${of('killed').length} killed, ${survivors.length} survived, ` +
    `${of('undecided').length} not decided, ${notViable} not viable, ${notTried} not tried, ${secondsSince(begun)} s`,
);
// That a test is red without a change is not the matter of whoever waits for a machine's run: the other campaigns and `npm test` hold it.
const isRed = itself.wrong.length + (isEnough ? 0 : 1) + (values.ci ? 0 : judge.flaky.size);
// With `--tell` a survivor is named and turns nothing red.
const failed = isRed + (values.tell ? 0 : survivors.length);
console.log(`${itself.passed + of('killed').length} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
