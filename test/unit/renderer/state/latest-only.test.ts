// One query at a time, the newest next: fast typing neither floods main nor shows an old answer last.
import { describe, expect, it } from 'vitest';
import { createLatestOnly } from '../../../../renderer/state/latest-only.ts';

/** Answers when the test says so. */
function world() {
  const under: { question: string; answer: () => void; signal: AbortSignal }[] = [];
  const taken: string[] = [];
  const newest = createLatestOnly<string, string>(
    (question, signal) =>
      new Promise((resolve) => {
        const answer = () => {
          resolve(question.toUpperCase());
        };
        under.push({ question, answer, signal });
      }),
    (question, answer) => taken.push(`${question}=${answer}`),
  );
  const answer = async (at: number) => {
    under[at]?.answer();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const asked = () => under.map(({ question }) => question);
  return { newest, taken, answer, asked, signal: (at: number) => under[at]?.signal };
}

describe('the newest question', () => {
  it('is asked at once when none is under way, and once only', async () => {
    const { newest, taken, answer, asked } = world();
    newest.ask('a');
    newest.ask('a');
    expect(asked()).toEqual(['a']);
    await answer(0);
    newest.ask('a');
    expect(asked()).toEqual(['a']);
    expect(taken).toEqual(['a=A']);
  });

  it('waits for the answer before, and those between are never asked', async () => {
    const { newest, taken, answer, asked, signal } = world();
    for (const typed of ['4', '46', '462', '4628']) newest.ask(typed);
    expect(asked()).toEqual(['4']);
    expect(signal(0)?.aborted).toBe(false);
    await answer(0);
    expect(asked()).toEqual(['4', '4628']);
    await answer(1);
    expect(taken).toEqual(['4=4', '4628=4628']);
  });

  it('is not asked twice when a person came back to what is under way', async () => {
    const { newest, taken, answer, asked } = world();
    for (const typed of ['a', 'ab', 'a']) newest.ask(typed);
    await answer(0);
    expect(asked()).toEqual(['a']);
    expect(taken).toEqual(['a=A']);
    newest.ask('b');
    expect(asked()).toEqual(['a', 'b']);
  });

  it('is stopped and never taken after the end, and may be asked anew', async () => {
    const { newest, taken, answer, asked, signal } = world();
    newest.ask('a');
    newest.ask('b');
    newest.end();
    expect(signal(0)?.aborted).toBe(true);
    newest.ask('a');
    await answer(0);
    expect(taken).toEqual([]);
    await answer(1);
    expect(asked()).toEqual(['a', 'a']);
    expect(taken).toEqual(['a=A']);
  });
});
