// Preloaded into the built program: its limits of ten seconds and more never run out, so what waits for one never ends.
const LONG_MS = 10_000;
/** The most that a timer can be set to. */
const NEVER_MS = 2 ** 31 - 1;
const begin = globalThis.setTimeout;

globalThis.setTimeout = Object.assign(
  (run: () => void, ms?: number) => begin(run, ms !== undefined && ms >= LONG_MS ? NEVER_MS : ms),
  begin,
);
