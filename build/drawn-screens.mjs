// Which screens *looks* and *keyboard* look at where a machine runs all: changed ones, and a third of the others.
// They are drawn by the commit, at most 16 of them. `npm run campaigns -- looks` looks at all.
import { createHash } from 'node:crypto';
import { changedFiles, commitOf } from './changed.mjs';
import { screensOfTable } from './levels.mjs';
import { root } from './root.mjs';

const ONE_OF = 3;
/** Where a component that all share was touched, nearly all have changed; the next commit draws others. */
const MOST = 16;

/** The same screens for the same commit. `changed`: paths from the root. */
export function drawScreens(screens, changed, seed) {
  const isChanged = ({ folder }) =>
    changed.some((file) => file.startsWith(`renderer/screens/${folder}/`));
  const inTurn = (some) =>
    some
      .map(({ id }) => ({ id, place: hash(`${seed} ${id}`) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ id }) => id);
  const changedOnes = inTurn(screens.filter(isChanged));
  const others = inTurn(screens.filter((screen) => !isChanged(screen)));
  const room = Math.max(0, MOST - changedOnes.length);
  const many = Math.min(room, Math.ceil(others.length / ONE_OF));
  const kept = new Set(changedOnes.slice(0, MOST));
  return {
    changed: screens.map(({ id }) => id).filter((id) => kept.has(id)),
    drawn: others.slice(0, many),
    left: [...changedOnes.slice(MOST), ...others.slice(many)],
  };
}

const hash = (text) => createHash('sha256').update(text).digest('hex');

/** Of this commit; undefined where there is not history enough to tell: then all are looked at. */
export function screensOfThisCommit() {
  const seed = commitOf(root);
  const changed = changedFiles();
  if (seed === undefined || changed === undefined) return undefined;
  const { present, removed } = changed;
  return { seed, ...drawScreens(screensOfTable(), [...present, ...removed], seed) };
}
