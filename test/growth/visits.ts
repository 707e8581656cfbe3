// How much code does, as a number that is the same on any machine: what it visits, not how long it takes.
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** The program's own code, the local platform's, and the libraries they call. */
const COUNTED = ['main', 'preload', 'renderer', 'test/platform', 'node_modules'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.url)),
);
/** What runs the tests has its own work to do meanwhile. */
const RUNS_TESTS = /\/node_modules\/(@vitest|vitest|vite|tinypool|birpc|chai)\//;

const PIECES = 16;

/** More than a {@link growth} that follows the size: sorting, and what each piece does once, make less than this of it. */
export const MOST_GROWTH = 2;

// V8 counts each block only of code that it compiles after this: it is the first module of every test here (setupFiles).
const session = new Session();
session.connect();
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * The visits of `work`: how often each block of code ran, and each character or element that a search of the language
 * passed on its way. What an expression reads before it fails at one place counts as one.
 */
export async function visitsOf(work: () => unknown): Promise<number> {
  const passed = countSearches();
  try {
    blocksRun();
    await work();
    return blocksRun() + passed();
  } finally {
    passed();
  }
}

/** Since it was asked last. */
const blocksRun = (): number =>
  post('Profiler.takePreciseCoverage')
    .result.filter(
      ({ url }) => COUNTED.some((folder) => url.includes(folder)) && !RUNS_TESTS.test(url),
    )
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);

/**
 * How many times the visits of many pieces one whole of their size together has: about 1 where they grow with the size, as
 * many times as there are pieces where with its square.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const piece = Math.floor(size / PIECES);
  // What is made once, at the first use, belongs to neither.
  await work(piece);
  const pieces = await visitsOf(async () => {
    for (let at = 0; at < PIECES; at += 1) await work(piece);
  });
  return (await visitsOf(() => work(piece * PIECES))) / pieces;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** The inspector of the own thread answers at once. */
function post(method: string, given?: object): Coverage {
  let answer: Coverage | undefined;
  session.post(method, given, (error, found) => {
    if (error) throw error;
    answer = found as Coverage;
  });
  if (answer === undefined) throw new Error(`${method} was not answered.`);
  return answer;
}

/** Counts what searches pass until the answer is asked for; from then on they are as before. */
function countSearches(): () => number {
  let passed = 0;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the expression that searches
  const { exec } = RegExp.prototype;
  // `test`, `replace`, `split`, `match` and `search` go through it once it is another one.
  RegExp.prototype.exec = function counted(this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const missed = this.sticky ? from + 1 : String(text).length;
    passed += Math.max(1, (found ? found.index + found[0].length : missed) - from);
    return found;
  };
  const back = [
    () => void (RegExp.prototype.exec = exec),
    ...[String.prototype, Array.prototype].flatMap((searched: Searched) => [
      countSearch(searched, 'indexOf'),
      countSearch(searched, 'includes'),
    ]),
  ];
  function countSearch(searched: Searched, name: 'indexOf' | 'includes'): () => void {
    const { [name]: search, indexOf } = searched;
    searched[name] = function counted(sought, from = 0) {
      const found = Number(indexOf.call(this, sought, from));
      passed += Math.max(1, (found < 0 ? this.length : found + 1) - from);
      return search.call(this, sought, from);
    };
    return () => void (searched[name] = search);
  }
  return () => {
    for (const put of back.splice(0)) put();
    return passed;
  };
}

/** What text and lists have in common. */
interface Searched {
  readonly length: number;
  indexOf: Search;
  includes: Search;
}

type Search = (this: Searched, sought: never, from?: number) => number | boolean;
