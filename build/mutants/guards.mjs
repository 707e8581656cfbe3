// Finds the guards of a source file and names them, and takes one away.
import { guardsOfCode } from './code-guards.mjs';
import { guardsOfPage } from './page-guards.mjs';

/**
 * Guards of one file in the order of their places. `start`, `end` and `replacement` are the edit that takes the guard away;
 * `line` to `lastLine` is what counts as the guard's own where only changed lines are looked at; `key` names it by content, so
 * that lines may move.
 */
export function findGuards(file, text) {
  const breaks = Array.from(text.matchAll(/\n/g), ({ index }) => index);
  const lineOf = (place) => breaks.findLastIndex((at) => at < place) + 2;
  const found = file.endsWith('.svelte') ? guardsOfPage(text) : guardsOfCode(text);
  return found
    .map(({ kind, start, end, replacement, taken, from, to, around }) => {
      const short = taken.replace(/\s+/g, ' ');
      const key = `${file} | ${around} | ${kind} | ${short}`;
      const lines = { line: lineOf(from), lastLine: lineOf(to) };
      return { file, kind, start, end, replacement, taken: short, ...lines, key };
    })
    .sort((one, other) => one.start - other.start);
}

/** The text with one guard taken away. */
export function without(text, guard) {
  return text.slice(0, guard.start) + guard.replacement + text.slice(guard.end);
}
