// The signing gate: after any sequence of showing, scrolling, typing and reloading, only the text shown can be signed.
import { describe, expect, it } from 'vitest';
import {
  CLOSED,
  type Gate,
  keyOf,
  mayBeSigned as mayBeSignedBy,
  named,
  type OnScreen,
  refused,
  seenToEnd,
  shownAnew,
  type SigningText,
} from '../../../../../renderer/screens/messages/sign-gate.ts';

const text = (words: string): SigningText => ({ kind: 'text', text: words, digest: `#${words}` });
const screen = (words: string | null, lastChanged: string | null = '1'): OnScreen => ({
  text: words === null ? { kind: 'none' } : text(words),
  lastChanged,
});
const NAME = 'Fjordtrafikk AS';
const mayBeSigned = (gate: Gate) => mayBeSignedBy(gate, NAME);
const readAndNamed = (gate: Gate, of: OnScreen): Gate =>
  named(seenToEnd(gate, keyOf(of)), keyOf(of), NAME);

describe('the gate of signing', () => {
  it('opens when the text was seen to its end and then the name typed, letter for letter', () => {
    const shown = shownAnew(CLOSED, screen('a'));
    expect(mayBeSigned(shown)).toBeUndefined();
    expect(mayBeSigned(seenToEnd(shown, keyOf(screen('a'))))).toBeUndefined();
    expect(mayBeSigned(named(shown, keyOf(screen('a')), NAME))).toBeUndefined();
    const open = readAndNamed(shown, screen('a'));
    expect(mayBeSigned(open)).toEqual(screen('a'));
    for (const other of ['', 'fjordtrafikk as', `${NAME} `, 'Fjordtrafikk'])
      expect(mayBeSigned(named(open, keyOf(screen('a')), other))).toBeUndefined();
  });

  it('wants the name also where there is no signing text', () => {
    const shown = shownAnew(CLOSED, screen(null));
    expect(mayBeSigned(shown)).toBeUndefined();
    expect(mayBeSigned(named(shown, keyOf(screen(null)), NAME))).toEqual(screen(null));
  });

  it('keeps what was done when the same comes again, and says what is other when not', () => {
    const open = readAndNamed(shownAnew(CLOSED, screen('a')), screen('a'));
    expect(shownAnew(open, screen('a'))).toEqual(open);
    const other = shownAnew(open, screen('b'));
    expect(other).toMatchObject({ seenToEnd: false, typed: '', changed: 'text' });
    expect(shownAnew(other, screen('b')).changed).toBe('text');
    expect(shownAnew(open, screen('a', '2'))).toMatchObject({ typed: '', changed: 'message' });
    expect(shownAnew(open, screen(null))).toMatchObject({ typed: '', changed: 'text' });
  });

  it('closes when the platform says that it has another text', () => {
    const open = readAndNamed(shownAnew(CLOSED, screen('a')), screen('a'));
    expect(refused(open)).toMatchObject({ screen: screen('a'), seenToEnd: false, typed: '' });
    expect(refused(CLOSED)).toBe(CLOSED);
  });

  it('is open only for the text on the screen, whatever comes in whatever order', () => {
    const all = ['a', 'b', null].flatMap((words) => [screen(words, '1'), screen(words, '2')]);
    const random = randomFrom(20260114);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    let opened = 0;
    for (let run = 0; run < 400; run += 1) {
      let gate = CLOSED;
      // What the person did since the text that is on the screen came there.
      let seen = false;
      let name = false;
      for (let step = 0; step < 40; step += 1) {
        const of = pick(all);
        const key = keyOf(of);
        const isThere = gate.screen !== undefined && keyOf(gate.screen) === key;
        switch (pick(['show', 'see', 'see', 'name', 'name', 'misname', 'refuse'] as const)) {
          case 'show':
            gate = shownAnew(gate, of);
            if (!isThere) [seen, name] = [of.text.kind === 'none', false];
            break;
          case 'see':
            gate = seenToEnd(gate, key);
            seen ||= isThere;
            break;
          case 'name':
            gate = named(gate, key, NAME);
            name ||= isThere && seen;
            break;
          case 'misname':
            gate = named(gate, key, NAME.slice(1));
            if (isThere && seen) name = false;
            break;
          case 'refuse':
            gate = refused(gate);
            if (gate.screen) [seen, name] = [gate.screen.text.kind === 'none', false];
            break;
        }
        const open = mayBeSigned(gate);
        expect(open !== undefined).toBe(seen && name);
        if (open === undefined) continue;
        opened += 1;
        expect(open).toEqual(gate.screen);
      }
    }
    expect(opened).toBeGreaterThan(500);
  });
});

/** The same sequence at every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
