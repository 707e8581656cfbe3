// Seeded random numbers: the same seed gives the same names, secrets and links.

export interface Chance {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** `length` signs of `alphabet`. */
  text(length: number, alphabet: string): string;
  shuffle<T>(items: readonly T[]): T[];
}

const hex = '0123456789abcdef';

/** Never eleven digits in a row: they would be masked as a person's number wherever they are shown. */
export function guidOf(chance: Chance): string {
  const groups = [8, 4, 4, 4].map((length) => chance.text(length, hex));
  return `${groups.join('-')}-${chance.text(6, hex)}${chance.text(1, 'abcdef')}${chance.text(5, hex)}`;
}

/** Mulberry32: small, fast and good enough for test data; never used for keys. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
    text: (length, alphabet) =>
      Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
    shuffle(items) {
      const out = [...items];
      for (let i = out.length - 1; i > 0; i -= 1) {
        const j = below(i + 1);
        [out[i], out[j]] = [out[j] as (typeof out)[number], out[i] as (typeof out)[number]];
      }
      return out;
    },
  };
}
