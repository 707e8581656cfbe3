// What was changed lately: the one look-up of git, for what is looked at only where something changed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

/** So many commits of the main line count as new. */
const NEW_COMMITS = 20;
/** A machine that tests for others sees several of them at once; a developer, who tests more often, few. */
const NEW_FILES_COMMITS = process.env.CI ? NEW_COMMITS : 5;
const LONGEST_DIFF = 512 * 1024 * 1024;

/** The commit, or undefined outside of a repository. */
export const commitOf = (folder) => git(folder, ['rev-parse', '--verify', 'HEAD'])?.[0];

/** The commit before the newest ones of the main line, or the oldest that a clone has; undefined where there is none before. */
function recent(folder, count) {
  const line = git(folder, ['rev-list', '--first-parent', `--max-count=${count + 1}`, 'HEAD']);
  if (line === undefined || line.length < 2) return undefined;
  return { base: line.at(-1), isWhole: line.length > count };
}

/**
 * Files that the newest commits and the working folder changed, as paths from the root; undefined where git does not know so many
 * commits: then everything counts as changed.
 */
export function changedFiles(folder = root) {
  const { base, isWhole } = recent(folder, NEW_FILES_COMMITS) ?? {};
  if (!isWhole) return undefined;
  const differing = (filter) =>
    git(folder, ['diff', '--name-only', '--no-renames', `--diff-filter=${filter}`, base, '--']);
  const [changed, removed, unknown] = [differing('d'), differing('D'), unknownIn(folder)];
  if (!changed || !removed || !unknown) return undefined;
  return { present: [...changed, ...unknown], removed };
}

/** What no commit has yet. */
const unknownIn = (folder) => git(folder, ['ls-files', '--others', '--exclude-standard']);

/**
 * file -> the lines that are not as they were at `base`; without it, twenty commits of the main line ago. A line that only moved,
 * within its file or to another one, is as it was. What no commit has yet counts too. Undefined where git knows nothing older.
 */
export function changedLines(folder, base = recent(folder, NEW_COMMITS)?.base) {
  if (base === undefined) return undefined;
  const told = git(folder, [
    ...['-c', `color.diff.new=${ADDED.name}`, ...MOVED.flatMap((name) => ['-c', name])],
    ...['diff', '-M', '--unified=0', '--no-ext-diff', '--src-prefix=a/', '--dst-prefix=b/'],
    ...['--color=always', '--color-moved=blocks', '--color-moved-ws=ignore-all-space'],
    ...[base, '--'],
  ]);
  if (told === undefined) return undefined;
  const changed = new Map();
  let file = '';
  let line = 0;
  for (const coloured of told) {
    const isNew = coloured.startsWith(`${ADDED.code}+`);
    if (isNew) changed.set(file, (changed.get(file) ?? new Set()).add(line));
    if (isNew || coloured.startsWith(`${MOVED_CODE}+`)) {
      line += 1;
      continue;
    }
    const text = stripVTControlCharacters(coloured);
    file = /^\+\+\+ b\/(.*?)\t?$/.exec(text)?.[1] ?? file;
    line = Number(/^@@ -\S+ \+(\d+)/.exec(text)?.[1] ?? line);
  }
  const unknown = unknownIn(folder) ?? [];
  for (const name of unknown) changed.set(name, everyLine(path.join(folder, name)));
  return changed;
}

const ADDED = { name: 'green', code: '\x1B[32m' };
const MOVED_CODE = '\x1B[34m';
const MOVED = ['', 'Alternative', 'Dimmed', 'AlternativeDimmed'].map(
  (kind) => `color.diff.newMoved${kind}=blue`,
);

const everyLine = (file) =>
  new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((_, index) => index + 1),
  );

function git(folder, args) {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: LONGEST_DIFF,
  });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}
