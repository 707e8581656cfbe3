// Which messages are searched for after a lost answer.
import { describe, expect, it } from 'vitest';
import type { MessageSummary } from '../../../../../preload/contract/messages.ts';
import { askedSince, lookAlikes } from '../../../../../renderer/screens/messages/aftermath.ts';

const message = (id: string, lastChanged: string | null, more: object = {}) =>
  ({
    id,
    lastChanged,
    serviceCode: '4628',
    serviceEdition: 7,
    status: { state: 'archived-form', word: '' },
    ...more,
  }) as MessageSummary;

describe('after a lost answer', () => {
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
