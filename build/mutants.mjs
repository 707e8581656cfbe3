// Mutation testing: removes guards from a copy of the sources, one at a time, and runs the tests that can reach them.
// A guard whose removal turns no test red has no test.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { campaigns, testsOf } from './levels.mjs';
import { findGuards, without } from './mutants/guards.mjs';
import { createReach, nearestFirst } from './mutants/reach.mjs';
import { readMarks, withMarks } from './mutants/reached.mjs';
import { changedFiles, commitOf, createQuota, draw } from './mutants/sample.mjs';
import { createTree } from './mutants/tree.mjs';
import { createTypes } from './mutants/types.mjs';
import { createJudge } from './mutants/verdict.mjs';
import { root } from './root.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    ci: { type: 'boolean', default: false },
    'budget-seconds': { type: 'string' },
    in: { type: 'string' },
    kind: { type: 'string' },
  },
});
const count = wholeNumber('count', values.count ?? (values.ci ? '8' : '60'));
const budgetMs =
  wholeNumber('budget-seconds', values['budget-seconds'] ?? (values.ci ? '400' : '5400')) * 1000;
const seed =
  values.seed ??
  (values.ci ? commitOf(root) : undefined) ??
  String(Math.floor(Math.random() * 1e6));

/** Where guards are looked for. The texts have none. */
const PRODUCT = /^(main|preload|renderer\/state)\/.*\.ts$/;
/** Tests that read sources instead of running them, and those that take minutes: they are campaigns of their own. */
const NOT_RUN = /^test\/(kill|faults|conformance|packaging|verify|e2e)\/|^test\/[^/]+$/;
/** The nearest tests alone first: most guards fall there. */
const NEAR = [3, 6, 12];
/** Minutes, for what seconds show: they run only where they are among the nearest. */
const TOO_LONG = new Set(
  [campaigns.scale, campaigns.keyring].flatMap((campaign) => testsOf(campaign).files),
);
const LONG_SECONDS = 60;
const IN_BROWSER = /\.browser\.test\.ts$/;
/** So many seconds that a test file takes count like one place further away. */
const SECONDS_PER_PLACE = 2;

function wholeNumber(name, text) {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  process.stderr.write(`--${name} needs a whole number above 0.\n`);
  process.exit(2);
}

const begun = performance.now();
const secondsSince = (from) => Math.round((performance.now() - from) / 1000);
const tree = createTree(root);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    tree.remove();
    process.exit(130);
  });
}
process.once('exit', () => tree.remove());

const leftMs = () => budgetMs - (performance.now() - begun);
/** One whose tests never end leaves the others of a machine's run their time. */
const MOST_OF_ONE_MS = values.ci ? 120_000 : Infinity;
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

/** The verdict about one guard by these tests, so many at a time; undefined when all pass without it. */
async function tryGuard(guard, tests, sizes) {
  taken = guard;
  let rest = tests;
  for (const size of sizes) {
    if (rest.length === 0) break;
    const verdict = await judge.try(rest.slice(0, size));
    if (verdict !== undefined) return verdict;
    rest = rest.slice(size);
  }
  return undefined;
}

/** Which of the tests that are further away come past which guard of `open`, by one run of them all with the guards in place. */
async function reachedFrom(open) {
  const far = [...new Set(open.flatMap((entry) => entry.far))];
  if (far.length === 0) return { reached: new Map(), green: new Set() };
  const folder = path.join(tree.folder, 'node_modules', '.cache', 'marks');
  mkdirSync(folder, { recursive: true });
  const files = new Map();
  for (const [number, { guard }] of open.entries()) {
    files.set(guard.file, [...(files.get(guard.file) ?? []), { guard, number }]);
  }
  const before = new Map([...files.keys()].map((file) => [file, tree.read(file)]));
  for (const [file, marks] of files) {
    tree.write(file, withMarks(before.get(file), marks, folder));
  }
  const found = await tree.runTests(far, { testMs: 120_000, limitMs: leftMs(), whole: true });
  for (const [file, text] of before) tree.write(file, text);
  if (found.kind !== 'whole') return undefined;
  const green = new Set(found.files.filter(({ isGreen }) => isGreen).map(({ test }) => test));
  for (const test of far) if (!green.has(test)) judge.flaky.add(test);
  return { reached: readMarks(folder, found.files), green };
}

const byTime = (one, other) => (tree.secondsOf(one) ?? 0) - (tree.secondsOf(other) ?? 0);

/** A module and a test of the campaign's own show that it tells the three answers apart. */
const CHECK_FILE = 'main/mutants-self-check.ts';
const CHECK_TEST = 'test/unit/main/mutants-self-check.test.ts';
const CHECKS = [
  {
    kind: 'killed',
    taken: "if (count < 0) throw new Error('below');",
  },
  {
    kind: 'survived',
    taken: "if (count > 1_000_000) throw new Error('above');",
  },
  { kind: 'not viable', taken: 'if (count === undefined) return 0;' },
];
tree.write(
  CHECK_FILE,
  `export function half(count?: number): number {
  if (count === undefined) return 0;
  ${CHECKS[0].taken}
  ${CHECKS[1].taken}
  return Math.abs(count) / 2;
}
`,
);
tree.write(
  CHECK_TEST,
  `import { expect, it } from 'vitest';
import { half } from '../../../main/mutants-self-check.ts';
it('refuses what is below zero', () => {
  expect(half(4)).toBe(2);
  expect(() => half(-4)).toThrow('below');
});
`,
);

async function checkItself(types) {
  let failed = 0;
  const guards = findGuards(CHECK_FILE, tree.read(CHECK_FILE));
  const tests = [...createReach(tree.folder).testsOf(CHECK_FILE).keys()];
  for (const { kind, taken } of CHECKS) {
    const guard = guards.find((one) => one.kind === 'leaves early' && one.taken === taken);
    let found = { kind: 'not found' };
    if (guard !== undefined) {
      const error = types.newError(guard.file, without(tree.read(guard.file), guard));
      found =
        error === undefined
          ? ((await tryGuard(guard, tests, NEAR)) ?? { kind: 'survived' })
          : { kind: 'not viable' };
    }
    if (found.kind === kind) continue;
    failed += 1;
    console.log(
      `The campaign does not work: without ${taken} it should say "${kind}" and says "${found.kind}". ${found.why ?? ''}`,
    );
  }
  return { passed: CHECKS.length - failed, failed };
}

const types = createTypes(tree.folder);
console.log(`seed ${seed}, ${count} mutants, at most ${budgetMs / 1000} s`);
const itself = await checkItself(types);
console.log(
  `[${secondsSince(begun)} s] the campaign's own three guards: ${itself.passed} passed, ${itself.failed} failed`,
);

const accepted = new Set(
  JSON.parse(readFileSync(path.join(root, 'build/mutants/accepted.json'), 'utf8')).map(
    ({ key }) => key,
  ),
);
const reach = createReach(tree.folder);
const changed = changedFiles(root);
const guards = reach.files
  .filter((file) => PRODUCT.test(file) && file !== CHECK_FILE)
  .filter((file) => values.in === undefined || file.startsWith(values.in))
  .flatMap((file) => findGuards(file, tree.read(file)))
  .filter(({ kind }) => values.kind === undefined || kind === values.kind);
const candidates = draw(
  guards.filter(({ key }) => !accepted.has(key)),
  seed,
  values.ci ? changed : new Set(),
);
console.log(
  `${guards.length} guards in the sources, ${guards.length - candidates.length} accepted as they are` +
    (values.ci
      ? `, ${candidates.filter(({ file }) => changed.has(file)).length} in changed files`
      : ''),
);

const results = [];
/** What the nearest tests did not miss. */
const open = [];
const quota = createQuota();
let notViable = 0;

function conclude(guard, tests, result, seconds) {
  results.push({ ...guard, ...result, tests, seconds });
  const how = { killed: `by ${result.by}`, survived: `${tests} test files`, undecided: result.why };
  console.log(
    `[${secondsSince(begun)} s] ${result.kind}, ${seconds} s, ${guard.file}:${guard.line} ${guard.kind}: ` +
      `${guard.taken.slice(0, 160)}\n    ${how[result.kind]}`,
  );
}

/** The time that the tests further away need at the end. */
const keptMs = values.ci ? 10_000 : 0.3 * budgetMs;
for (const guard of candidates) {
  if (itself.failed > 0 || results.length + open.length === count || leftMs() < keptMs) break;
  if (!quota.hasRoom(guard)) continue;
  if (types.newError(guard.file, without(tree.read(guard.file), guard)) !== undefined) {
    notViable += 1;
    continue;
  }
  quota.take(guard);
  const from = performance.now();
  oneUntil = from + MOST_OF_ONE_MS;
  const tests = quickFirst(
    nearestFirst(guard.file, reach.testsOf(guard.file)).filter((test) => !NOT_RUN.test(test)),
  );
  const near = NEAR.reduce((sum, size) => sum + size, 0);
  const result = await tryGuard(guard, tests, NEAR);
  const seconds = secondsSince(from);
  const far = tests.slice(near).filter((test) => !TOO_LONG.has(test));
  if (result !== undefined) conclude(guard, tests.length, result, seconds);
  else if (values.ci || far.length === 0) {
    conclude(guard, Math.min(near, tests.length), { kind: 'survived' }, seconds);
  } else open.push({ guard, tried: Math.min(near, tests.length), far, seconds });
}

oneUntil = Infinity;
if (open.length > 0) {
  console.log(`[${secondsSince(begun)} s] ${open.length} are left: which tests reach them?`);
  const told = await reachedFrom(open);
  for (const [number, { guard, tried, far, seconds }] of open.entries()) {
    const from = performance.now();
    const isReached = (test) =>
      told.green.has(test) && (IN_BROWSER.test(test) || told.reached.get(number)?.has(test));
    const tests = told === undefined ? [] : far.filter(isReached).sort(byTime);
    const result =
      told === undefined
        ? { kind: 'undecided', why: 'the tests further away did not end' }
        : await tryGuard(guard, tests, [...NEAR, Infinity]);
    const spent = seconds + secondsSince(from);
    conclude(guard, tried + tests.length, result ?? { kind: 'survived' }, spent);
  }
}

const of = (kind) => results.filter((result) => result.kind === kind);
const survivors = of('survived');
if (survivors.length > 0) {
  console.log('\nSurvivors: no test noticed that these were gone');
  for (const { key, line } of survivors) console.log(`  line ${line}: ${key}`);
}
for (const test of judge.flaky) console.log(`red also without a change: ${test}`);
mkdirSync(path.join(root, 'dist'), { recursive: true });
writeFileSync(
  path.join(root, 'dist/mutants.json'),
  `${JSON.stringify({ seed, count, notViable, results }, null, 1)}\n`,
);

const isEnough = of('killed').length + survivors.length >= Math.min(count, candidates.length) / 2;
if (!isEnough) console.log('Fewer than half were decided: this run says nothing.');
console.log(
  `${results.length} mutants, seed ${seed}: ${of('killed').length} killed, ${survivors.length} survived, ` +
    `${of('undecided').length} not decided in time, ${notViable} not viable, ${secondsSince(begun)} s`,
);
// In CI a survivor must not turn a commit red by the draw of old code: it is reported, and counts as a mutant that was tried.
const counted = values.ci ? 0 : survivors.length;
const isRed = itself.failed + (isEnough ? 0 : 1);
const failed = values.ci ? isRed : isRed + survivors.length + judge.flaky.size;
console.log(`${itself.passed + results.length - counted} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
