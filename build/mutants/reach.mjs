// Finds which tests can reach a source file: by imports, and by paths that a test names to start or bundle something.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const FOLDERS = ['main', 'preload', 'renderer', 'test', 'build'];
const PATH_TEXT =
  /['"`](?:\.\/)?((?:main|preload|renderer|test)\/[\w./-]+\.ts|\.{1,2}\/[\w./-]+\.ts)['"`;]/g;
const TYPE_IMPORT = /import (?:type [^;]*?|\{(?:\s*type \w+,?)+\s*\}) from '[^']+';/g;

/** A test file -> how many imports away, for every test that can reach the file. */
export function createReach(root) {
  const importers = new Map();
  const files = FOLDERS.flatMap((folder) =>
    existsSync(path.join(root, folder))
      ? readdirSync(path.join(root, folder), { recursive: true })
          .map((name) => `${folder}/${String(name).replaceAll(path.sep, '/')}`)
          .filter((name) => /\.(ts|mjs|svelte)$/.test(name) && !/\.d\.m?ts$/.test(name))
      : [],
  );
  const known = new Set(files);
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const target of targetsOf(file, text, known)) {
      const list = importers.get(target) ?? [];
      list.push(file);
      importers.set(target, list);
    }
  }

  return {
    files,
    testsOf(file) {
      const distance = new Map([[file, 0]]);
      const queue = [file];
      for (const next of queue) {
        for (const importer of importers.get(next) ?? []) {
          if (distance.has(importer)) continue;
          distance.set(importer, distance.get(next) + 1);
          queue.push(importer);
        }
      }
      return new Map([...distance].filter(([name]) => name.endsWith('.test.ts')));
    },
  };
}

function targetsOf(file, text, known) {
  const scripts = file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n')
    : text;
  const folder = path.posix.dirname(file);
  const found = new Set();
  const take = (name) => {
    const target = name.startsWith('.') ? path.posix.join(folder, name) : name;
    if (known.has(target)) found.add(target);
  };
  for (const { name, isTypeOnly } of importsOf(file, scripts)) {
    if (!isTypeOnly) take(name);
  }
  // What runs in a process or thread of its own is named by a path instead of imported.
  if (file.startsWith('test/')) {
    const written = scripts.replace(TYPE_IMPORT, '');
    for (const [, name] of written.matchAll(PATH_TEXT)) take(name);
  }
  return found;
}

function importsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const found = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      const { moduleSpecifier } = statement;
      if (moduleSpecifier === undefined) continue;
      found.push({ name: moduleSpecifier.text, isTypeOnly: isTypeOnly(statement) });
    }
  }
  for (const [, name] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    found.push({ name, isTypeOnly: false });
  }
  return found;
}

function isTypeOnly(statement) {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined) return false;
  if (!ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

/** The nearest first: the test that mirrors the path, then by words that the names share, kind of test and distance. */
export function nearestFirst(file, tests) {
  const words = wordsOf(file);
  const shared = (test) => wordsOf(test).filter((word) => words.includes(word)).length;
  const mirror = `test/unit/${file.replace(/(\.svelte)?\.ts$/, '')}`;
  const rank = ([test, distance]) =>
    (test === `${mirror}.test.ts` || test.startsWith(`${mirror}-`) ? -100 : 0) +
    (distance === 1 ? -10 : distance) +
    (test.startsWith('test/unit/') ? 0 : 2) -
    3 * shared(test);
  return [...tests].sort((one, other) => rank(one) - rank(other)).map(([test]) => test);
}

const COMMON = new Set(
  'main test unit services page browser renderer screens components ts svelte state'.split(' '),
);
/** `JobPanel` of a component has the words of `job-panel`. */
const wordsOf = (file) => {
  const words = file.replace(/([a-z])(?=[A-Z])/g, '$1-').toLowerCase();
  return [...new Set(words.split(/[^a-z0-9]+/).filter((word) => !COMMON.has(word)))];
};
