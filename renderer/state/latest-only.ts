// Asks one question at a time and, of those that came meanwhile, only the newest next. Ending it cancels what is asked.
export interface LatestOnly<Q> {
  /** The same question as the last one is not asked again. */
  readonly ask: (question: Q) => void;
  /** What is under way is stopped and never taken, and the next question is a new one. */
  readonly end: () => void;
}

/**
 * A key press must not stop the question of the one before: the first may be reading the platform's whole list for all of
 * them, and each stop would begin that anew.
 */
export function createLatestOnly<Q, A>(
  answerTo: (question: Q, signal: AbortSignal) => Promise<A>,
  take: (question: Q, answer: A) => void,
): LatestOnly<Q> {
  let asking: AbortController | undefined;
  let last: { readonly question: Q } | undefined;
  let next: { readonly question: Q } | undefined;

  async function begin(question: Q): Promise<void> {
    const own = new AbortController();
    asking = own;
    const answer = await answerTo(question, own.signal);
    if (asking !== own) return;
    asking = undefined;
    const following = next;
    next = undefined;
    take(question, answer);
    // What took the answer may have asked or ended already.
    if (following === undefined || asking !== undefined || last !== following) return;
    if (following.question !== question) void begin(following.question);
  }

  return {
    ask(question) {
      if (last?.question === question) return;
      last = { question };
      if (asking === undefined) void begin(question);
      else next = last;
    },
    end() {
      asking?.abort();
      asking = undefined;
      last = undefined;
      next = undefined;
    },
  };
}

/** For what has no question of its own: it is read once more when something changed while it was being read. */
export function createRereading(read: (signal: AbortSignal) => Promise<void>): {
  readonly again: () => void;
  readonly end: () => void;
} {
  const newest = createLatestOnly<symbol, void>(
    (_change, signal) => read(signal),
    () => undefined,
  );
  return { again: () => newest.ask(Symbol('changed')), end: newest.end };
}
