// The search input of the search benchmark, key by key: growing words, a corrected typo, codes, owners and filters.
import type { FoundService, ServiceFilters } from '../../preload/contract/reference.ts';
import type { Chance } from '../../test/platform/randomness.ts';

export interface KeyPress {
  /** What stands in the field after it. */
  readonly typed: string;
  readonly filters: ServiceFilters;
}

/** Finds each of the services in a way that chance chooses, one after the other; the field is emptied between them. */
export function typingSequence(targets: readonly FoundService[], chance: Chance): KeyPress[] {
  return targets.flatMap((target) => {
    const filters = filtersFor(target, chance);
    const typed = [...keysOf(wordsFor(target, chance), chance), ''];
    return typed.map((text) => ({ typed: text, filters }));
  });
}

/** Filters are on for one of three, and fit what is looked for. */
function filtersFor({ restEnabled, kind, ownerCode }: FoundService, chance: Chance) {
  switch (chance.below(6)) {
    case 0:
      return { validNow: true, ...(restEnabled ? { restEnabled } : {}) };
    case 1:
      return kind === null ? { owner: ownerCode } : { type: kind };
    default:
      return {};
  }
}

/** Letters as they are written without a Norwegian keyboard. */
const plain = (text: string): string =>
  text.replaceAll('å', 'aa').replaceAll('ø', 'o').replaceAll('æ', 'ae');

function wordsFor(target: FoundService, chance: Chance): string {
  const { name, code, edition, ownerName } = target;
  const words = name.trim().split(/\s+/);
  const from = chance.below(words.length);
  const some = words.slice(from, from + 1 + chance.below(3)).join(' ');
  const ways = [
    name.trim(),
    some,
    some.toLowerCase(),
    plain(some.toLowerCase()),
    `${words.at(-1) ?? ''} ${words[0] ?? ''}`,
    code,
    `${code}/${String(edition)}`,
    `${ownerName.trim()} ${words.at(-1) ?? ''}`,
    `SK-${code}`,
    `${some} finnes ikke`,
  ];
  return ways[chance.below(ways.length)] ?? some;
}

/** One text for each key; now and then a wrong letter that is taken back at once. */
function keysOf(words: string, chance: Chance): string[] {
  const letters = [...words];
  return letters.flatMap((_, at) => {
    const typed = letters.slice(0, at + 1).join('');
    return chance.below(12) === 0
      ? [`${letters.slice(0, at).join('')}x`, typed.slice(0, -1), typed]
      : [typed];
  });
}
