// The list of requests for consent: what is found, in which order, what is counted, and what can be done with one.
import { describe, expect, it } from 'vitest';
import type { ConsentRequest } from '../../../../preload/contract/consents.ts';
import { placeOf } from '../../../../renderer/screens/consents/places.ts';
import {
  canBeWithdrawn,
  countsOf,
  numberOf,
  pageIn,
  shownRequests,
} from '../../../../renderer/screens/consents/requests.ts';

const request = (code: string, more: Partial<ConsentRequest> = {}): ConsentRequest => ({
  code,
  status: { known: 'unopened', word: 'Unopened' },
  direction: 'outgoing',
  receiver: { organisationNumber: '910514318', identityNumber: null },
  giver: { organisationNumber: null, identityNumber: '278284•••••' },
  giverName: 'Bratthammer',
  handledBy: null,
  onlyBy: null,
  validTo: null,
  inPortal: null,
  returnAddress: null,
  resources: [{ serviceCode: 'K107', serviceEdition: 1, metadata: [] }],
  message: { en: null, nb: null, nn: null },
  created: null,
  lastChanged: '2026-01-01T00:00:00.000Z',
  page: null,
  ...more,
});
const status = (known: ConsentRequest['status']['known']) => ({ status: { known, word: known } });
const all = [
  request('a'),
  request('b', { ...status('accepted'), lastChanged: '2026-02-01T00:00:00.000Z' }),
  request('c', {
    direction: 'incoming',
    giverName: 'Ytterhavn Regnskap ANS',
    giver: { organisationNumber: '930477265', identityNumber: null },
  }),
];
const view = { filter: '', direction: 'all', status: 'all' } as const;
const codes = (given: Partial<Parameters<typeof shownRequests>[1]>) =>
  shownRequests(all, { ...view, ...given }).map(({ code }) => code);

describe('the list of requests', () => {
  it('CNS-01 has the newest change first, and is narrowed by name, number, service, direction and status', () => {
    expect(codes({})).toEqual(['b', 'a', 'c']);
    expect(codes({ filter: 'regnskap' })).toEqual(['c']);
    expect(codes({ filter: '930 477 265' })).toEqual(['c']);
    expect(codes({ filter: 'k107/1' })).toHaveLength(3);
    expect(codes({ direction: 'outgoing', status: 'unopened' })).toEqual(['a']);
  });

  it('CNS-01 counts the statuses of the direction that is shown', () => {
    expect(countsOf(all, 'all')).toMatchObject({ all: 3, unopened: 2, accepted: 1, opened: 0 });
    expect(countsOf(all, 'incoming')).toMatchObject({ all: 1, unopened: 1, accepted: 0 });
  });
});

it('CNS-04 only an unanswered request of our own can be withdrawn', () => {
  const can = all.map(canBeWithdrawn);
  expect(can).toEqual([true, false, false]);
  expect(canBeWithdrawn(request('d', status('opened')))).toBe(true);
  expect(canBeWithdrawn(request('d', status('rejected')))).toBe(false);
});

it('CNS-03 the address of the page has the language of the giver; one that is no address stays as it is', () => {
  expect(pageIn('https://p.example/ui/1?x=1', 'nn')).toBe(
    'https://p.example/ui/1?x=1&languageCode=nn-NO',
  );
  expect(pageIn('https://p.example/ui/1', 'en')).toContain('languageCode=en');
  expect(pageIn('/ui/1', 'nb')).toBe('/ui/1');
});

it('CNS-01 a person is shown by the masked number alone', () => {
  expect(
    numberOf(all[0]?.giver ?? { organisationNumber: null, identityNumber: null }, String),
  ).toBe('278284•••••');
});

it('an address that names no request is the list', () => {
  expect(placeOf(null)).toEqual({ kind: 'list' });
  expect(placeOf('+new')).toEqual({ kind: 'new' });
  expect(placeOf('4f0c2c4e-1b7d')).toEqual({ kind: 'request', code: '4f0c2c4e-1b7d' });
  expect(placeOf('../x')).toEqual({ kind: 'list' });
});
