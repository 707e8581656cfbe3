// Composing any sequence of text changes into one gives the same text, and so do the pieces it is split into.
import { describe, expect, it } from 'vitest';
import type { TextChange } from '../../../preload/contract/form-drafts.ts';
import { composed, cutForCall } from '../../../preload/forms/text-changes.ts';
import { createChance } from '../../platform/randomness.ts';
import { applyChanges } from '../../support/apply-changes.ts';

type Chance = ReturnType<typeof createChance>;

function anyChanges(chance: Chance, length: number): TextChange[] {
  const places = Array.from({ length: 2 * chance.below(4) }, () => chance.below(length + 1));
  const sorted = places.toSorted((a, b) => a - b);
  const changes: TextChange[] = [];
  for (let i = 0; i < sorted.length; i += 2) {
    const [from = 0, to = 0] = [sorted[i], sorted[i + 1]];
    const insert = 'æ😀x\r\n'.slice(0, chance.below(7));
    if (from === to && insert === '') continue;
    changes.push({ from, to, insert });
  }
  return changes;
}

/** As main does it: one call after the other. */
function sent(text: string, changes: readonly TextChange[]): { text: string; calls: number } {
  let left = changes;
  let now = text;
  let calls = 0;
  while (left.length > 0) {
    const { call, rest } = cutForCall(left);
    expect(call.length).toBeGreaterThan(0);
    expect(call.length).toBeLessThanOrEqual(500);
    expect(call.every(({ insert }) => insert.length <= 64 * 1024)).toBe(true);
    expect(call.reduce((sum, { insert }) => sum + insert.length, 0)).toBeLessThan(1024 * 1024);
    now = applyChanges(now, call);
    left = rest;
    calls += 1;
  }
  return { text: now, calls };
}

describe('changes of a text', () => {
  it('PAR-12 one after the other are the same as one step: 3 000 sequences', () => {
    const chance = createChance(18);
    for (let round = 0; round < 3000; round += 1) {
      const before = 'abcdefghijklmnop'.slice(0, chance.below(17));
      let text = before;
      let all: readonly TextChange[] = [];
      for (let step = 0; step < 4; step += 1) {
        const changes = anyChanges(chance, text.length);
        text = applyChanges(text, changes);
        all = composed(all, changes);
      }
      expect(applyChanges(before, all)).toBe(text);
      expect(sent(before, all).text).toBe(text);
    }
  });

  it('that undo each other leave nothing to send', () => {
    const typed = composed([], [{ from: 3, to: 3, insert: 'x' }]);
    expect(composed(typed, [{ from: 3, to: 4, insert: '' }])).toEqual([]);
  });

  it('of a whole large document are cut into calls that main takes, no sign in two', () => {
    const before = `<a>${'😀'.repeat(300_000)}</a>`;
    const after = `<b>${'x😀'.repeat(400_000)}</b>`;
    const whole = [{ from: 0, to: before.length, insert: after }];
    const result = sent(before, whole);
    expect(result.text).toBe(after);
    expect(result.calls).toBeGreaterThan(1);
    for (const { insert } of cutForCall(whole).call) expect(insert.isWellFormed()).toBe(true);
  });

  it('that are more than one call takes go in several', () => {
    const before = '-'.repeat(3000);
    const many = Array.from({ length: 1200 }, (_, i) => ({
      from: 2 * i,
      to: 2 * i + 1,
      insert: `${String(i)};`,
    }));
    const result = sent(before, many);
    expect(result).toEqual({ text: applyChanges(before, many), calls: 3 });
  });
});
