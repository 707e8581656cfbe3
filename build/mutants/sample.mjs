// Draws guards by a seed, and finds those on changed lines: the same seed and the same sources give the same sample.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** So many of one file come before the next ones of it: a large file must not fill the sample. */
const OF_A_FILE = 2;
/** How far back a commit of the main line counts as new. */
const RECENT_COMMITS = 20;
const LONGEST_DIFF = 512 * 1024 * 1024;

/** Guards in the order in which they are to be tried: two of each file, then the next two of each. */
export function draw(guards, seed) {
  const seen = new Map();
  const shuffled = guards
    .map((guard) => ({ guard, place: hash(`${seed} ${guard.key} ${guard.start}`) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ guard }) => {
      const before = seen.get(guard.file) ?? 0;
      seen.set(guard.file, before + 1);
      return { guard, round: Math.floor(before / OF_A_FILE) };
    });
  return shuffled.sort((one, other) => one.round - other.round).map(({ guard }) => guard);
}

const hash = (text) => createHash('sha256').update(text).digest('hex');

/** The commit, or undefined outside of a repository. */
export const commitOf = (root) => git(root, ['rev-parse', '--verify', 'HEAD'])?.[0];

/** The commit before the newest ones of the main line, or the oldest that a clone has; undefined where there is none before. */
function recentBase(root) {
  const line = git(root, [
    ...['rev-list', '--first-parent', `--max-count=${RECENT_COMMITS + 1}`, 'HEAD'],
  ]);
  return line !== undefined && line.length > 1 ? line.at(-1) : undefined;
}

/**
 * file -> the lines that are not as they were at `base`; without it, twenty commits of the main line ago. A line that only moved,
 * within its file or to another one, is as it was. What no commit has yet counts too. Undefined where git knows nothing older.
 */
export function changedLines(root, base = recentBase(root)) {
  if (base === undefined) return undefined;
  const told = git(root, [
    ...['-c', `color.diff.new=${NEW.name}`, ...MOVED.flatMap((name) => ['-c', name])],
    ...['diff', '-M', '--unified=0', '--no-ext-diff', '--src-prefix=a/', '--dst-prefix=b/'],
    ...['--color=always', '--color-moved=blocks', '--color-moved-ws=ignore-all-space'],
    ...[base, '--'],
  ]);
  if (told === undefined) return undefined;
  const changed = new Map();
  let file = '';
  let line = 0;
  for (const coloured of told) {
    const isNew = coloured.startsWith(`${NEW.code}+`);
    if (isNew) changed.set(file, (changed.get(file) ?? new Set()).add(line));
    if (isNew || coloured.startsWith(`${MOVED_CODE}+`)) {
      line += 1;
      continue;
    }
    const text = stripVTControlCharacters(coloured);
    file = /^\+\+\+ b\/(.*?)\t?$/.exec(text)?.[1] ?? file;
    line = Number(/^@@ -\S+ \+(\d+)/.exec(text)?.[1] ?? line);
  }
  const unknown = git(root, ['ls-files', '--others', '--exclude-standard']) ?? [];
  for (const name of unknown) changed.set(name, everyLine(path.join(root, name)));
  return changed;
}

const NEW = { name: 'green', code: '\x1B[32m' };
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

/** Guards of which at least one line is in `changed`. */
export const onLines = (guards, changed) =>
  guards.filter(({ file, line, lastLine }) => {
    const lines = changed.get(file);
    if (lines === undefined) return false;
    for (let at = line; at <= lastLine; at += 1) if (lines.has(at)) return true;
    return false;
  });

function git(root, args) {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: LONGEST_DIFF,
  });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}
