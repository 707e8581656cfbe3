// Services known by code and edition: each is asked for once, and invalid ones never.
import { describe, expect, it } from 'vitest';
import type { ServiceSummary } from '../../../../preload/contract/metadata.ts';
import {
  namesIn,
  notKnown,
  NOTHING_KNOWN,
  withAnswer,
} from '../../../../renderer/state/known-services.ts';

const summary = (code: string, edition: number, name: string): ServiceSummary => ({
  code,
  edition,
  name,
  ownerCode: 'STE',
  ownerName: 'Statistikketaten',
  validFrom: null,
  validTo: null,
  kind: 'formtask',
  type: 'FormTask',
  restEnabled: null,
});
const [a, b] = [
  { code: '4628', edition: 7 },
  { code: '0042', edition: 1 },
];

describe('services known by code and edition', () => {
  it('are wanted once each, without what else their rows hold', () => {
    const row = { ...a, actions: ['Read'] };
    expect(notKnown(NOTHING_KNOWN, [row, b, a])).toEqual({ wanted: [a, b], odd: [] });
  });

  it('are not wanted again, also when the list does not have them', () => {
    const known = withAnswer(NOTHING_KNOWN, [a, b], [summary('4628', 7, 'Statistikk'), null]);
    expect(notKnown(known, [a, b]).wanted).toEqual([]);
    expect(known.get('0042/1')).toBeNull();
    expect([...namesIn(known)]).toEqual([['4628/7', 'Statistikk']]);
  });

  it('are odd where the whole question would be refused for them', () => {
    const odd = [
      { code: 'Å 1', edition: 1 },
      { code: '../x', edition: 1 },
      { code: '', edition: 1 },
      { code: '1', edition: 2_147_483_647 },
      { code: '1', edition: -1 },
    ];
    expect(notKnown(NOTHING_KNOWN, [...odd, a])).toEqual({ wanted: [a], odd });
    const known = withAnswer(NOTHING_KNOWN, odd, []);
    expect(odd.map(({ code, edition }) => known.get(`${code}/${edition}`))).toEqual(
      odd.map(() => null),
    );
  });
});
