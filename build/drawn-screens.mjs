// Which screens *looks* and *keyboard* look at where a machine runs all: changed ones, and a third of the others.
// That third is drawn by the commit. `npm run campaigns -- looks` looks at all.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { screensOfTable } from './levels.mjs';
import { root } from './root.mjs';

/** How far back a commit of the main line counts as new. */
const RECENT_COMMITS = 20;
const ONE_OF = 3;

/** The same screens for the same commit. `changed`: paths from the root. */
export function drawScreens(screens, changed, seed) {
  const isChanged = ({ folder }) =>
    changed.some((file) => file.startsWith(`renderer/screens/${folder}/`));
  const others = screens
    .filter((screen) => !isChanged(screen))
    .map(({ id }) => ({ id, place: hash(`${seed} ${id}`) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ id }) => id);
  const many = Math.ceil(others.length / ONE_OF);
  return {
    changed: screens.filter(isChanged).map(({ id }) => id),
    drawn: others.slice(0, many),
    left: others.slice(many),
  };
}

const hash = (text) => createHash('sha256').update(text).digest('hex');

/** Of this commit; undefined where there is no history to tell: then all are looked at. */
export function screensOfThisCommit() {
  const [seed] = git(['rev-parse', '--verify', 'HEAD']) ?? [];
  const line = git([
    ...['rev-list', '--first-parent', `--max-count=${RECENT_COMMITS + 1}`, 'HEAD'],
  ]);
  const from = line?.at(-1);
  if (seed === undefined || from === undefined || from === seed) return undefined;
  const changed = git(['diff', '--name-only', from, 'HEAD']);
  return changed && { seed, ...drawScreens(screensOfTable(), changed, seed) };
}

function git(args) {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}
