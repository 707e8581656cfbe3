// Places of the explorer as addresses, against the entry points that main offers.
import { describe, expect, it } from 'vitest';
import { entryPointsFor } from '../../../../../main/platform/entry-points.ts';
import { placeIn } from '../../../../../renderer/screens/explorer/place.ts';

const entryPoints = entryPointsFor({ organisationNumber: '910514318', language: 1044 });
const open = (place: string) => {
  const found = placeIn(entryPoints, place);
  return found === undefined ? undefined : { path: found.entry.path, values: found.values };
};

describe('placeIn', () => {
  it('a service and a role of the open metadata, with their values', () => {
    expect(open('metadata/formtask/04628/7')).toEqual({
      path: '/api/metadata/formtask/{serviceCode}/{serviceEditionCode}',
      values: { serviceCode: '04628', serviceEditionCode: '7' },
    });
    expect(open('metadata/roledefinitions/4')?.values).toEqual({ id: '4' });
    expect(placeIn(entryPoints, 'metadata')?.entry.open).toBe(true);
  });

  it('a fixed word comes before a value', () => {
    expect(open('my/profile')).toEqual({ path: '/api/my/profile', values: {} });
  });

  it('what no entry point has opens nothing', () => {
    expect(['', 'metadata/', 'metadata/formtask/1', 'traffic', '//x'].map(open)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
