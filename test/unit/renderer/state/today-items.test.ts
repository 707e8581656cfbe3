// Where the items of Today lead, and which of them is a reason to begin there.
import { describe, expect, it } from 'vitest';
import { placeAt } from '../../../../renderer/screens/messages/places.ts';
import { formPlace } from '../../../../renderer/state/form-start.ts';
import { isReasonToOpen, keyOfItem, placeOfItem } from '../../../../renderer/state/today-items.ts';
import { todayItems } from '../../../support/today-items.ts';

describe('an item of Today', () => {
  it('leads to the very place, in its own connection', () => {
    expect(todayItems.map(placeOfItem)).toEqual([
      { connection: 'c-2', screen: 'enterprise-users', id: 'payroll' },
      { screen: 'settings', id: null },
      { screen: 'activity', id: null },
      { screen: 'connections', id: 'k-1' },
      { connection: 'c-2', screen: 'service-owner', id: 'job+j-1' },
      { connection: 'c-2', screen: 'service-owner', id: 'job+j-2' },
      { connection: 'c-2', screen: 'work-list', id: null },
      { connection: 'c-2', screen: 'enterprise-users', id: '/rotate-overdue' },
      { connection: 'c-2', screen: 'enterprise-users', id: null },
      { connection: 'c-2', screen: 'work-list', id: 'b12+forms' },
      { connection: 'c-2', screen: 'inbox', id: null },
      { screen: 'connections', id: 'c-2' },
      { screen: 'settings', id: null },
    ]);
  });

  it('of one overdue secret leads to rotating that one', () => {
    const places = todayItems.flatMap((one) =>
      one.kind === 'overdue' ? [placeOfItem({ ...one, count: 1 }).id] : [],
    );
    expect(places).toEqual(['/rotate/payroll']);
  });

  it('of a draft leads to what the message box takes for its form', () => {
    const draft = todayItems.flatMap((one) => (one.kind === 'draft' ? [placeOfItem(one)] : []))[0];
    expect(placeAt(draft?.id ?? null)).toEqual({ kind: 'form', message: 'b12', step: 'forms' });
  });

  it.each(['a/1', 'a+1', 'a+forms'])(
    'FLD-15 of a draft leads to its form, whatever signs the id of its message has: %s',
    (message) => {
      const { id } = formPlace(message);
      expect(placeAt(id)).toEqual({ kind: 'form', message, step: 'forms' });
    },
  );

  it('has a key of its own', () => {
    expect(new Set(todayItems.map(keyOfItem)).size).toBe(todayItems.length);
  });

  it('is a reason to begin there, unless every screen says it or it can wait', () => {
    const reasons = todayItems.filter(isReasonToOpen).map(({ kind }) => kind);
    expect(reasons).toEqual([
      ...['secret', 'damaged-files', 'journal', 'certificate', 'job', 'rows', 'to-sign'],
      ...['overdue', 'draft'],
    ]);
  });
});
