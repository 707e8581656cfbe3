// Throws changed bytes at a function, guided by what they reach: an input that runs new code is changed further.
import { type Profiler, Session } from 'node:inspector/promises';
import { createRandom, type Random } from './random-resources.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Of `AT_ONCE` inputs, and of those among them again that lead further. */
  readonly rounds: number;
  /** Where inputs begin. */
  readonly corpus: readonly Buffer[];
  /** Pieces that mean something in the form at hand. */
  readonly words: readonly string[];
  /** The end of the addresses of the modules whose code counts. */
  readonly modules: readonly string[];
  /** Throws when what must hold does not. */
  readonly judge: (input: Buffer) => void;
}

export interface Fuzzed {
  readonly inputs: number;
  /** Inputs that reached something new. */
  readonly kept: number;
  /** Pieces of code that were reached, and how many the beginnings alone reach. */
  readonly reached: number;
  readonly reachedAtFirst: number;
}

/** So many inputs are run before coverage is asked for, which costs more than most of them. */
const AT_ONCE = 256;
const LARGEST = 64 * 1024;

/** Rejects with the input (base64) and seed that broke the rule. */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const { rounds, corpus, judge, seed } = options;
  const random = createRandom(seed);
  const coverage = await openCoverage(options.modules);
  const kept = [...corpus];
  let inputs = 0;
  const run = (input: Buffer) => {
    try {
      judge(Buffer.from(input));
    } catch (error) {
      const text = input.toString('base64');
      throw new Error(`Seed ${String(seed)}, input ${text}`, { cause: error });
    }
    inputs += 1;
  };
  /** Halves those among which one reached something new until it stands alone. */
  const search = async (some: readonly Buffer[]): Promise<void> => {
    for (const input of some) run(input);
    if (some.length === 1) {
      if (await coverage.isNew()) kept.push(...some);
      return;
    }
    if (!(await coverage.hasNew())) return;
    const half = Math.ceil(some.length / 2);
    await search(some.slice(0, half));
    await search(some.slice(half));
  };
  try {
    for (const input of corpus) run(input);
    await coverage.isNew();
    const reachedAtFirst = coverage.reached();
    for (let round = 0; round < rounds; round += 1) {
      await search(
        Array.from({ length: AT_ONCE }, () =>
          // What went furthest is mostly broken: half of all begin with something whole.
          changed(random, random.chance(50) ? corpus : kept, options.words),
        ),
      );
    }
    return {
      inputs,
      kept: kept.length - corpus.length,
      reached: coverage.reached(),
      reachedAtFirst,
    };
  } finally {
    await coverage.end();
  }
}

function changed(random: Random, kept: readonly Buffer[], words: readonly string[]): Buffer {
  let bytes = random.pick(kept);
  const times = 1 + random.below(4);
  for (let n = 0; n < times; n++) bytes = changedOnce(random, bytes, kept, words);
  return bytes.subarray(0, LARGEST);
}

function changedOnce(
  random: Random,
  bytes: Buffer,
  kept: readonly Buffer[],
  words: readonly string[],
): Buffer {
  const at = random.below(bytes.length + 1);
  const until = Math.min(bytes.length, at + 1 + random.below(16));
  const around = (middle: Buffer, end = at) =>
    Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(end)]);
  switch (random.below(6)) {
    case 0:
      return around(Buffer.from([random.below(256)]), at + 1);
    case 1:
      return around(Buffer.alloc(0), until);
    case 2:
      return around(Buffer.from(words.length > 0 ? random.pick(words) : '\0', 'latin1'));
    case 3:
      return around(bytes.subarray(at, until));
    case 4: {
      const other = random.pick(kept);
      return around(other.subarray(random.below(other.length + 1)));
    }
    default: {
      const flipped = Buffer.from(bytes);
      const place = random.below(Math.max(1, flipped.length));
      flipped[place] = (flipped[place] ?? 0) ^ (1 << random.below(8));
      return flipped;
    }
  }
}

interface Coverage {
  /** Whether anything was reached since the last call that never was before; it does not count as reached yet. */
  hasNew(): Promise<boolean>;
  /** The same, and from now on it counts. */
  isNew(): Promise<boolean>;
  reached(): number;
  end(): Promise<void>;
}

async function openCoverage(modules: readonly string[]): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const known = new Set<string>();
  const newNow = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.filter(({ url }) => modules.some((one) => url.endsWith(one))).flatMap(placesIn);
  };
  return {
    hasNew: async () => (await newNow()).some((place) => !known.has(place)),
    async isNew() {
      const before = known.size;
      for (const place of await newNow()) known.add(place);
      return known.size > before;
    },
    reached: () => known.size,
    async end() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

/** Each piece of code that ran, and how often by powers of two: a loop that goes further counts as something new. */
function placesIn({ url, functions }: Profiler.ScriptCoverage): readonly string[] {
  return functions.flatMap(({ ranges }) =>
    ranges
      .filter(({ count }) => count > 0)
      .map(({ startOffset, endOffset, count }) => {
        const often = Math.min(8, Math.floor(Math.log2(count)));
        return `${url} ${String(startOffset)} ${String(endOffset)} ${String(often)}`;
      }),
  );
}
