// Where the items of Today lead, and which of them is a reason to begin there.
import { describe, expect, it } from 'vitest';
import type { TodayItem } from '../../../../preload/contract/today.ts';
import { placeAt } from '../../../../renderer/screens/messages/places.ts';
import { isReasonToOpen, keyOfItem, placeOfItem } from '../../../../renderer/state/today-items.ts';

const of = { connection: 'c-2', connectionName: 'Fjord', environment: 'production' } as const;
const AT = '2026-03-02T08:00:00.000Z';
const items: readonly TodayItem[] = [
  {
    ...{ kind: 'secret', ...of, secret: 's-1', userName: 'payroll', operation: 'create' },
    ...{ state: 'waiting', kept: 'keychain', at: AT },
  },
  { kind: 'damaged-files', names: ['jobs.json'] },
  { kind: 'journal', state: 'damaged' },
  { kind: 'certificate', credential: 'k-1', name: 'Cert', expiry: 'expired', daysLeft: -1 },
  { kind: 'job', ...of, job: 'j-1', jobKind: 'look-up', because: 'asked', changed: AT },
  { kind: 'overdue', ...of, count: 2, userName: 'payroll', oldest: AT, newest: AT },
  { kind: 'draft', ...of, who: 'my', message: 'b12', subject: 'Report', changed: AT },
  { kind: 'sign-in', ...of, way: 'person' },
  { kind: 'update', version: '2.0.0', state: 'found' },
];

describe('an item of Today', () => {
  it('leads to the very place, in its own connection', () => {
    expect(items.map(placeOfItem)).toEqual([
      { connection: 'c-2', screen: 'enterprise-users', id: 'payroll' },
      { screen: 'settings', id: null },
      { screen: 'activity', id: null },
      { screen: 'connections', id: 'k-1' },
      { connection: 'c-2', screen: 'service-owner', id: 'job+j-1' },
      { connection: 'c-2', screen: 'enterprise-users', id: 'payroll' },
      { connection: 'c-2', screen: 'work-list', id: 'b12+forms' },
      { screen: 'connections', id: 'c-2' },
      { screen: 'settings', id: null },
    ]);
  });

  it('of a draft leads to what the message box takes for its form', () => {
    const draft = items.flatMap((one) => (one.kind === 'draft' ? [placeOfItem(one)] : []))[0];
    expect(placeAt(draft?.id ?? null)).toEqual({ kind: 'form', message: 'b12', step: 'forms' });
  });

  it('has a key of its own', () => {
    expect(new Set(items.map(keyOfItem)).size).toBe(items.length);
  });

  it('is a reason to begin there, unless every screen says it or it can wait', () => {
    const reasons = items.filter(isReasonToOpen).map(({ kind }) => kind);
    expect(reasons).toEqual([
      ...['secret', 'damaged-files', 'journal', 'certificate', 'job', 'overdue', 'draft'],
    ]);
  });
});
