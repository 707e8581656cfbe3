// The libraries inside Steward, as the list shows them: which of them fit what is typed, and how one is named.
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
