// Deleting a message: which may be gone for good, and what must be typed.
import { describe, expect, it } from 'vitest';
import type { MessageType } from '../../../../../preload/contract/messages.ts';
import {
  isMaybeForGood,
  nameToType,
} from '../../../../../renderer/screens/messages/message-deleting.ts';

const of = (kind: MessageType['kind']) => ({ type: { kind, word: kind } });
const named = (subject: string) => nameToType({ subject, id: 'a418' });

describe('RUL-01 a correspondence to an organisation', () => {
  it.each([
    ['correspondence', 'organisation', '910514318', true],
    ['correspondence', 'organisation', 'r418', true],
    // A number is an organisation's, also before the parties are read.
    ['correspondence', 'unknown', '910514318', true],
    ['correspondence', 'unknown', 'my', true],
    ['correspondence', 'unknown', 'r418', true],
    ['correspondence', 'person', 'my', false],
    ['form-task', 'organisation', '910514318', false],
    ['unknown', 'organisation', '910514318', false],
  ] as const)(
    '%s in the box of a party of kind %s (%s): maybe gone for good %s',
    (type, kind, who, forGood) => {
      expect(isMaybeForGood(of(type), { kind, who })).toBe(forGood);
    },
  );
});

describe('what is typed to delete', () => {
  it.each([
    ['Kvartalsstatistikk', 'Kvartalsstatistikk'],
    ['  Vedtak \n om  støtte\t', 'Vedtak om støtte'],
    ['Vedtak\u00a0om støtte', 'Vedtak om støtte'],
    // What nobody sees or can type is left out.
    ['Ved\u202etak\u200b', 'Ved tak'],
    ['', 'a418'],
    [' \u200b ', 'a418'],
    [
      'Kvartalsstatistikk for godstransport, påminnelse og frist',
      'Kvartalsstatistikk for godstransport,',
    ],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('%j: %j', (subject, typed) => {
    expect(named(subject)).toBe(typed);
  });

  it('is never longer than a person types, and never begins or ends with a space', () => {
    for (let length = 1; length < 90; length += 1) {
      const typed = named('ab cde f ghijk '.repeat(8).slice(0, length));
      expect(typed.length).toBeLessThanOrEqual(40);
      expect(typed).toBe(typed.trim());
      expect(typed).not.toBe('');
    }
  });
});
