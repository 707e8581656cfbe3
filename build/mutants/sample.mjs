// Draws guards by a seed: the same seed and the same sources give the same sample.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

const MOST_OF_A_FILE = 2;
/** How far back a commit counts as new where the main line is not known. */
const RECENT_COMMITS = 20;

/** Guards in the order in which they are to be tried: of changed files first, at most two of one file. */
export function draw(guards, seed, changed = new Set()) {
  const shuffled = guards
    .map((guard) => ({ guard, place: hash(`${seed} ${guard.key} ${guard.start}`) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ guard }) => guard);
  const isChanged = ({ file }) => changed.has(file);
  return [...shuffled.filter(isChanged), ...shuffled.filter((guard) => !isChanged(guard))];
}

/** Decides whether one more of a guard's file is wanted. */
export function createQuota() {
  const taken = new Map();
  return {
    hasRoom: ({ file }) => (taken.get(file) ?? 0) < MOST_OF_A_FILE,
    take: ({ file }) => taken.set(file, (taken.get(file) ?? 0) + 1),
  };
}

const hash = (text) => createHash('sha256').update(text).digest('hex');

/** The commit, or undefined outside of a repository. */
export const commitOf = (root) => git(root, ['rev-parse', 'HEAD'])?.[0];

/** Files that differ from the main line, or on it from the newest commits. Also of a clone without history. */
export function changedFiles(root) {
  const head = commitOf(root);
  if (head === undefined) return new Set();
  const base = git(root, ['merge-base', 'HEAD', 'origin/main'])?.[0];
  const line = git(root, [
    'rev-list',
    '--first-parent',
    `--max-count=${RECENT_COMMITS + 1}`,
    'HEAD',
  ]);
  const from = base !== undefined && base !== head ? base : line?.at(-1);
  if (from === undefined || from === head) return new Set();
  return new Set(git(root, ['diff', '--name-only', from, 'HEAD']) ?? []);
}

function git(root, args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}
