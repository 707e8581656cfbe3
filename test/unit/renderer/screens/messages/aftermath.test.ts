// After a lost answer: which failures leave open what was done, and what is looked for.
import { describe, expect, it } from 'vitest';
import type { MessageSummary } from '../../../../../preload/contract/messages.ts';
import type { Failure } from '../../../../../preload/result.ts';
import {
  askedSince,
  lookAlikes,
  mayBeDone,
} from '../../../../../renderer/screens/messages/aftermath.ts';

const failure = (kind: string, more: object = {}) => ({ kind, message: '', ...more }) as Failure;
const message = (id: string, lastChanged: string | null, more: object = {}) =>
  ({
    ...{ id, lastChanged, serviceCode: '4628', serviceEdition: 7 },
    ...{ status: { state: 'archived-form', word: '' }, ...more },
  }) as MessageSummary;

describe('after a lost answer', () => {
  it('only what surely did nothing may be done again', () => {
    for (const kind of ['outcome-unknown', 'unexpected-answer', 'internal'])
      expect(mayBeDone(failure(kind))).toBe(true);
    expect(mayBeDone(failure('sign-in-needed', { status: 200 }))).toBe(true);
    expect(mayBeDone(failure('sign-in-needed', { status: 302 }))).toBe(false);
    for (const kind of ['refused', 'conflict', 'offline', 'unreachable', 'invalid-input'])
      expect(mayBeDone(failure(kind))).toBe(false);
  });

  it('looks for the same service in the states it can have come to, newest first', () => {
    const found = lookAlikes(
      [
        message('a1', '2026-01-01T00:00:00Z'),
        message('a2', '2026-01-02T00:00:00Z'),
        message('a3', null),
        message('a4', '2026-01-03T00:00:00Z', { serviceEdition: 8 }),
        message('a5', '2026-01-03T00:00:00Z', { status: { state: 'signing', word: '' } }),
      ],
      { serviceCode: '4628', serviceEdition: 7, states: ['archived-form'] },
    );
    expect(found.map(({ id }) => id)).toEqual(['a2', 'a1', 'a3']);
    expect(askedSince('2026-01-01T00:02:00Z')).toBe('2026-01-01T00:00:00.000Z');
  });
});
