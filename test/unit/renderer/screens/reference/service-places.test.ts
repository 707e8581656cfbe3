// The places of the Services screen: each written and read back, and invalid ones.
import { expect, test } from 'vitest';
import {
  idOf,
  isSame,
  placeOf,
  referenceOf,
  type ServicePlace,
  serviceOf,
} from '../../../../../renderer/screens/reference/service-places.ts';

const service = { kind: 'formtask', code: '0112', edition: 20140101 } as const;
const form = { dataFormatId: 'SK+1 å', dataFormatVersion: '48.2-a' };

test.each<[string | null, ServicePlace]>([
  [null, { kind: 'list' }],
  ['+copy', { kind: 'copy' }],
  ['+changes', { kind: 'changes' }],
  ['formtask/0112/20140101', { kind: 'service', service, tab: 'overview' }],
  ['formtask/0112/20140101+requirements', { kind: 'service', service, tab: 'requirements' }],
  ['formtask/0112/20140101+lists', { kind: 'service', service, tab: 'lists' }],
  ['formtask/0112/20140101+raw', { kind: 'service', service, tab: 'raw' }],
  ['formtask/0112/20140101+compare', { kind: 'compare', service, other: undefined }],
  ['formtask/0112/20140101+compare/before', { kind: 'compare', service, other: 'before' }],
  ['formtask/0112/20140101+compare/7', { kind: 'compare', service, other: 7 }],
  ['formtask/0112/20140101+xsd/SK+1 å/48.2-a', { kind: 'xsd', service, form }],
  ['formtask/0112/20140101+validate/SK+1 å/48.2-a', { kind: 'validate', service, form }],
])('%s is a place, and back', (id, place) => {
  expect(placeOf(id)).toEqual(place);
  expect(idOf(place)).toBe(id);
});

test.each([
  '',
  '4628/7',
  'formtask/4628',
  'formtask/46 28/7',
  'formtask/4628/7x',
  'app/4628/7',
  'formtask/4628/7+',
  'formtask/4628/7+nothing',
  'formtask/4628/7+compare/newest',
  'formtask/4628/7+xsd/only-one',
  '+copy/1',
])('“%s” is no place of ours but the list', (id) => {
  // Where nothing stands behind the plus, the service itself is meant.
  const expected = id === 'formtask/4628/7+' ? 'service' : 'list';
  expect(placeOf(id).kind).toBe(expected);
});

test('a service of a type without a path has a place too, and is another one than its namesake', () => {
  const other = referenceOf({ kind: null, code: '4628', edition: 7 });
  expect(idOf({ kind: 'service', service: other, tab: 'overview' })).toBe('other/4628/7');
  expect(isSame(other, referenceOf({ kind: 'formtask', code: '4628', edition: 7 }))).toBe(false);
  expect(serviceOf(placeOf('other/4628/7'))).toEqual(other);
  expect(serviceOf({ kind: 'copy' })).toBeUndefined();
});
