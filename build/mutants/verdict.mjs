// Decides from test runs with and without a guard whether a test covers it.
// How busy the machine is changes how long that takes, not the verdict.

/** A test that takes longer without the guard is run with it, and then gets a multiple of what that took. */
const TEST_MS = 20_000;
/** What vitest's own settings allow a test: that long the sources as they are may take. */
const WHOLE_TEST_MS = 120_000;
/** How many times as long as with the guard a test may take without it, before it counts as one that does not end. */
const TIMES = 3;
/** A test that was red only after so long may have waited for the machine: it is run with the guard and once more without. */
const WAITED_SECONDS = 5;
const UNKNOWN_SECONDS = 5;
const START_MS = 60_000;

/**
 * `run(files, { testMs, limitMs }, isTaken)` runs test files with the guard taken away or not; `leftMs()` is what is left of the
 * campaign's time; `secondsOf(test)` is what the file took when it last passed.
 */
export function createJudge({ run, secondsOf, leftMs }) {
  const green = new Set();
  const flaky = new Set();
  const spent = { kind: 'undecided', why: 'the time of the whole run was over' };

  async function within(files, testMs, limitMs, isTaken) {
    const left = leftMs();
    if (left <= 0) return { kind: 'spent' };
    const found = await run(files, { testMs, limitMs: Math.min(limitMs, left) }, isTaken);
    return found.kind === 'late' && left < limitMs ? { kind: 'spent' } : found;
  }

  /** Without the guard these were red, or did not end: what that says, or which of them say nothing. */
  async function weigh(found, suspects) {
    const isOfTime = found.kind === 'late' || (found.kind === 'failed' && found.isTimeout);
    const said = found.kind === 'failed' ? `${found.test}: ${found.title}` : suspects.join(', ');
    const killed = { kind: 'killed', by: isOfTime ? `${said} (does not end)` : said };
    const isSure = found.kind === 'failed' && !isOfTime && found.seconds < WAITED_SECONDS;
    if (isSure && green.has(found.test)) return killed;
    const plain = await within(suspects, WHOLE_TEST_MS, Infinity, false);
    if (plain.kind === 'spent') return spent;
    if (plain.kind !== 'passed') {
      // Red without our doing: it tells nothing here, and the campaign says so.
      const red = plain.kind === 'failed' ? [plain.test] : suspects;
      for (const test of red) flaky.add(test);
      return { kind: 'nothing', of: red };
    }
    for (const test of suspects) green.add(test);
    if (isSure) return killed;
    // It may have waited for the machine: it gets its time in abundance, and counts if it is red once more.
    const testMs = Math.max(TEST_MS, TIMES * plain.ms);
    const again = await within(suspects, testMs, 2 * testMs, true);
    if (again.kind === 'spent') return spent;
    return again.kind === 'passed' ? { kind: 'nothing', of: suspects } : killed;
  }

  return {
    /** Test files that are red without any change. */
    flaky,
    /**
     * Runs these without the guard until one is red for the lack of it: then, or when the time is over, there is a verdict. Those
     * that are red with the guard too come into `leftOut`: whether they would have missed it is not known.
     */
    async try(files, leftOut = new Set()) {
      let open = [...files];
      while (open.length > 0) {
        const known = open.reduce((sum, test) => sum + (secondsOf(test) ?? UNKNOWN_SECONDS), 0);
        const limitMs = START_MS + TIMES * known * 1000;
        const found = await within(open, TEST_MS, limitMs, true);
        if (found.kind === 'passed') return undefined;
        if (found.kind === 'spent') return spent;
        const suspects = found.kind === 'failed' ? [found.test] : open;
        const verdict = await weigh(found, suspects);
        if (verdict.kind !== 'nothing') return verdict;
        for (const test of verdict.of) if (flaky.has(test)) leftOut.add(test);
        open = open.filter((test) => !verdict.of.includes(test));
      }
      return undefined;
    },
  };
}
