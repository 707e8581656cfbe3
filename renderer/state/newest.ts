// Runs one query at a time and, of those made meanwhile, only the newest next. Ending it cancels the one under way.
export interface Newest<Q> {
  /** The same question as the last one is not asked again. */
  readonly ask: (question: Q) => void;
  /** What is under way is stopped and never taken, and the next question is a new one. */
  readonly end: () => void;
}

/**
 * A key press must not stop the question of the one before: the first may be reading the platform's whole list for all of
 * them, and each stop would begin that anew.
 */
export function createNewest<Q, A>(
  answerTo: (question: Q, signal: AbortSignal) => Promise<A>,
  take: (question: Q, answer: A) => void,
): Newest<Q> {
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
