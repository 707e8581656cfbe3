// The list of libraries inside Steward: which match the search, and how each is named.
import type { Component } from '../../../preload/contract/app.ts';
import { folded } from '../../state/palette.ts';

/** A few places hold the same library in two versions. */
export const componentKey = ({ name, version }: Component): string => `${name} ${version}`;

/** Those whose name, version or licence holds every word that was typed, in their own order. */
export function findComponents(all: readonly Component[], typed: string): readonly Component[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter(({ name, version, licence }) => {
    const text = folded(`${name} ${version} ${licence}`);
    return words.every((word) => text.includes(word));
  });
}

/** Shorter lines were ended on purpose: titles, names. */
const SHORTEST_FULL_LINE = 55;
const BEGINS_ANEW = /^(\s|$|[-*•=_#>]|\(?[a-z\d]{1,2}[.)]|copyright|\(c\)|all rights)/i;

/** A licence as its paragraphs, so that they fill the room there is: lines that were only broken to fit a page are joined. */
export function flowing(notice: string): string {
  const lines = notice.split('\n');
  return lines
    .map((line, at) => {
      const next = lines[at + 1];
      if (next === undefined) return line;
      const isFull = line.trimEnd().length >= SHORTEST_FULL_LINE && /\w/.test(line);
      const goesOn = isFull && !BEGINS_ANEW.test(next);
      return goesOn ? `${line.trimEnd()} ` : `${line}\n`;
    })
    .join('');
}
