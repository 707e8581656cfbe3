// Writes test/README.md: every check and every row of the API with the tests that name its id. `--check` only compares.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { laidOut } from './layout.mjs';
import { campaigns, levelsOfTags, listJourneys, testsOf } from './levels.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** A string that begins with a check id is the title of a test or of a group of tests. */
const TITLE = /(['"`])((?:[A-Z]{3}-\d\d)(?:(?!\1)[^\\\n]|\\.)*)\1/g;
const LIMITS = 'build/guide/limits.md';
const ID = /\b[A-Z]{3}-\d\d\b/g;

/** Test files below test/, as paths from the root, sorted. */
function testFiles() {
  return readdirSync(path.join(root, 'test'), { recursive: true })
    .map(String)
    .filter((name) => /\.(test|spec)\.ts$/.test(name))
    .map((name) => `test/${name.replaceAll(path.sep, '/')}`)
    .sort();
}

/** Check id -> titles and files of the tests that name it. */
export function testsByCheck() {
  const found = new Map();
  for (const file of testFiles()) {
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const match of source.matchAll(TITLE)) {
      for (const id of new Set(match[2].match(ID) ?? [])) {
        const isAtLength = source.slice(0, match.index).endsWith('itAtLength(');
        found.set(id, [...(found.get(id) ?? []), { file, title: match[2], isAtLength }]);
      }
    }
  }
  return found;
}

export function checks() {
  return JSON.parse(readFileSync(path.join(root, 'test/checks.json'), 'utf8'));
}

/** The rows of the API's tables: endpoints, query parameters, transitions, rules, errors, limits. */
export function apiRows() {
  return JSON.parse(readFileSync(path.join(root, 'test/api.json'), 'utf8'));
}

/** Rows of the API that no test names. */
export function uncoveredRows() {
  const tests = testsByCheck();
  return apiRows().filter(({ id }) => !tests.has(id));
}

/** Ids that the known limits name: they say what of these checks does not hold, and why. */
export function limitedChecks() {
  return new Set(readFileSync(path.join(root, LIMITS), 'utf8').match(ID));
}

/** Checks that neither a test nor the known limits name, whatever their priority. */
export function uncovered() {
  const tests = testsByCheck();
  const limited = limitedChecks();
  return checks().filter(({ id }) => !tests.has(id) && !limited.has(id));
}

const campaignOfFile = new Map(
  Object.entries(campaigns)
    .filter(([, campaign]) => campaign.tests)
    .flatMap(([name, campaign]) => testsOf(campaign).files.map((file) => [file, name])),
);

/** The levels of a test: campaigns by name, and undefined for `npm test`. A title may be one for each language. */
function levelsOf({ file, title, isAtLength }, journeys) {
  if (isAtLength) return ['length'];
  if (!file.endsWith('.spec.ts')) return [campaignOfFile.get(file)];
  const titles = ['en', 'nb'].map((language) => title.replaceAll(/\$\{[^}]*\}/g, language));
  return journeys
    .filter((one) => `test/e2e/${one.file}` === file && titles.includes(one.title))
    .flatMap(({ tags }) => levelsOfTags(tags));
}

/** The file with the campaign it runs in; what `npm test` runs goes without. */
function place(test, journeys) {
  const name = `\`${test.file.slice(5)}\``;
  return levelsOf(test, journeys).map((level) =>
    level === undefined ? name : `${name} (${level})`,
  );
}

function row(check, tests, isLimited, journeys) {
  const files = [...new Set(tests.flatMap((test) => place(test, journeys)))];
  const limit = isLimited ? [`[known limits](../${LIMITS})`] : [];
  const proof = [...files, ...limit].join(', ') || '–';
  return `| ${check.id} | P${check.priority} | ${check.rule.replaceAll('|', '\\|')} | ${proof} |`;
}

const KINDS = [
  ['endpoint', 'Endpoints'],
  ['query', 'Query parameters of lists'],
  ['transition', 'Transitions of a message'],
  ['rule', 'Rules of a message'],
  ['error', 'Errors'],
  ['limit', 'Limits'],
];

/** One table for each kind of row, each row with the tests that cover it. */
function apiTables(tests, journeys) {
  const rows = apiRows();
  return KINDS.flatMap(([kind, heading]) => [
    `### ${heading}`,
    '',
    '| Row | What | Covered by |',
    '| --- | --- | --- |',
    ...rows
      .filter((one) => one.kind === kind)
      .map((one) => apiRow(one, tests.get(one.id) ?? [], journeys)),
    '',
  ]);
}

function apiRow({ id, row: what }, tests, journeys) {
  const text = what.replaceAll('|', '\\|').replaceAll('{', '\\{');
  const files = [...new Set(tests.flatMap((test) => place(test, journeys)))];
  return `| ${id} | ${text} | ${files.join(', ') || '–'} |`;
}

export async function readme() {
  const tests = testsByCheck();
  const journeys = listJourneys();
  const all = checks();
  const limited = limitedChecks();
  const intro = readFileSync(path.join(root, 'test/README.intro.md'), 'utf8').trim();
  const table = Object.entries(campaigns).map(
    ([name, { what, minutes }]) => `| ${name} | ${what} | ${minutes} |`,
  );
  const named = all.filter((c) => tests.has(c.id));
  const text = [
    intro.replace('| CAMPAIGNS |', table.join('\n')),
    '',
    '## Checks and the tests that prove them',
    '',
    'Generated by `node build/test-index.mjs`; a check that neither a test nor the known limits of the guide name fails `npm test`. In',
    'brackets stands the campaign a file or journey runs in; what has none runs in `npm test`. Where the known limits stand, a part of the check does not hold.',
    `${named.length} of ${all.length} checks are named by a test, and all ${all.filter((c) => c.priority === 0).length} P0 checks are among them; ` +
      `the known limits alone name ${all.length - named.length}.`,
    '',
    '| Check | Priority | Rule | Proven in |',
    '| --- | --- | --- | --- |',
    ...all.map((c) => row(c, tests.get(c.id) ?? [], limited.has(c.id), journeys)),
    '',
    '## Rows of the API and the tests that cover them',
    '',
    "Each row of the tables of the API's description (`test/api.json`); a row without a test fails `npm test`.",
    '',
    ...apiTables(tests, journeys),
  ].join('\n');
  return laidOut('README.md', text);
}

if (process.argv[1] === import.meta.filename) {
  const target = path.join(root, 'test/README.md');
  const text = await readme();
  if (process.argv.includes('--check')) {
    process.exitCode = readFileSync(target, 'utf8') === text ? 0 : 1;
  } else {
    writeFileSync(target, text);
  }
}
