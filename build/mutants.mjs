// Takes guards out of a copy of the sources, one at a time, and runs the tests that can reach them: what survives has no test.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findGuards, without } from './mutants/guards.mjs';
import { createReach, nearestFirst } from './mutants/reach.mjs';
import { changedFiles, commitOf, createQuota, draw } from './mutants/sample.mjs';
import { createTree } from './mutants/tree.mjs';
import { createTypes } from './mutants/types.mjs';
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
const STEPS = [3, 6, 12, Infinity];
const LONGEST_MS = 240_000;
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

/** Test files that are green without any change: only these can kill. */
const greenAlone = new Map();
async function isGreenAlone(test, limitMs) {
  if (!greenAlone.has(test)) {
    greenAlone.set(test, (await tree.runTests([test], limitMs)).kind === 'passed');
  }
  return greenAlone.get(test);
}

/** Of those that come about as near, the ones that were quick in this run: a slow one is worth its time when the others passed. */
function quickFirst(tests) {
  const rank = new Map(
    tests.map((test, index) => [test, index + (tree.secondsOf(test) ?? 0) / SECONDS_PER_PLACE]),
  );
  return [...tests].sort((one, other) => rank.get(one) - rank.get(other));
}

/** Takes one guard away, runs its tests from near to far and puts it back. */
async function tryGuard(guard, tests, limitMs) {
  const until = performance.now() + limitMs;
  const text = tree.read(guard.file);
  const changed = without(text, guard);
  let rest = tests;
  let done = 0;
  for (const size of STEPS) {
    const step = rest.slice(0, size);
    rest = rest.slice(size);
    while (step.length > 0) {
      tree.write(guard.file, changed);
      const found = await tree.runTests(step, until - performance.now());
      tree.write(guard.file, text);
      if (found.kind === 'passed') break;
      if (found.kind === 'broken') return { kind: 'undecided', why: found.why };
      if (found.kind === 'late')
        return { kind: 'undecided', why: `${done} of ${tests.length} test files in time` };
      if (await isGreenAlone(found.test, Math.max(60_000, limitMs)))
        return { kind: 'killed', by: `${found.test}: ${found.title}` };
      // It is red without our doing: it tells nothing here, and the runner says so.
      flaky.add(found.test);
      step.splice(step.indexOf(found.test), 1);
    }
    done += size;
    if (rest.length === 0) break;
  }
  return { kind: 'survived', tests: tests.length };
}
const flaky = new Set();

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
      found = error === undefined ? await tryGuard(guard, tests, 120_000) : { kind: 'not viable' };
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
const quota = createQuota();
let notViable = 0;
for (const guard of candidates) {
  const left = budgetMs - (performance.now() - begun);
  if (itself.failed > 0 || results.length === count || left < 10_000) break;
  if (!quota.hasRoom(guard)) continue;
  if (types.newError(guard.file, without(tree.read(guard.file), guard)) !== undefined) {
    notViable += 1;
    continue;
  }
  quota.take(guard);
  const from = performance.now();
  const tests = quickFirst(nearestFirst(guard.file, reach.testsOf(guard.file))).filter(
    (test) => !NOT_RUN.test(test),
  );
  // Twice a fair share: most are decided in a part of it.
  const limit = Math.min(LONGEST_MS, left, (2 * left) / (count - results.length));
  const result =
    tests.length === 0 ? { kind: 'survived', tests: 0 } : await tryGuard(guard, tests, limit);
  const seconds = secondsSince(from);
  results.push({ ...guard, ...result, seconds });
  const what = `${guard.file}:${guard.line} ${guard.kind}: ${guard.taken.slice(0, 160)}`;
  const how = {
    killed: `by ${result.by}`,
    survived: `${result.tests} test files`,
    undecided: result.why,
  };
  console.log(
    `[${secondsSince(begun)} s] ${result.kind}, ${seconds} s, ${what}\n    ${how[result.kind]}`,
  );
}

const of = (kind) => results.filter((result) => result.kind === kind);
const survivors = of('survived');
if (survivors.length > 0) {
  console.log('\nSurvivors: no test noticed that these were gone');
  for (const { key, line } of survivors) console.log(`  line ${line}: ${key}`);
}
for (const test of flaky) console.log(`red also without a change: ${test}`);
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
const failed = values.ci ? isRed : isRed + survivors.length + flaky.size;
console.log(`${itself.passed + results.length - counted} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
