// Which files were changed lately: what is not looked at whole each time is looked at where something changed.
import { spawnSync } from 'node:child_process';
import { root } from './root.mjs';

/** Commits of the main line that count as new: a machine that tests for others sees several of them at once. */
const RECENT_COMMITS = process.env.CI ? 20 : 5;

/**
 * Files that the newest commits and the working folder changed, as paths from the root; undefined where git does not know so many
 * commits: then everything counts as changed.
 */
export function changedFiles(count = RECENT_COMMITS) {
  const line = git('rev-list', '--first-parent', `--max-count=${count + 1}`, 'HEAD');
  const base = line?.[count];
  if (base === undefined) return undefined;
  const changed = git('diff', '--name-only', '--no-renames', '--diff-filter=d', base, '--');
  const removed = git('diff', '--name-only', '--no-renames', '--diff-filter=D', base, '--');
  const unknown = git('ls-files', '--others', '--exclude-standard');
  if (!changed || !removed || !unknown) return undefined;
  return { present: [...changed, ...unknown], removed };
}

function git(...args) {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}
