// Every job has one place in the address, on the screen of its feature, and is found from it again.
import { expect, it } from 'vitest';
import { batchAt, jobAt, placeOf } from '../../../../renderer/state/job-place.ts';
import { formatRoute, parseRoute } from '../../../../renderer/state/route.ts';

it.each([
  ['rotate-secrets', 'enterprise-users', jobAt],
  ['change-contact-entries', 'contact-information', batchAt],
  ['change-delegations', 'delegations', batchAt],
  ['delete-users', 'enterprise-users', jobAt],
  ['request-consents', 'consents', batchAt],
  ['change-messages', 'inbox', batchAt],
  ['look-up', 'service-owner', batchAt],
  ['hand-over', 'connections', batchAt],
] as const)('a job that is to %s is shown on %s', (kind, screen, found) => {
  const place = placeOf({ id: 'job-1', kind });
  expect(place.screen).toBe(screen);
  const route = parseRoute(formatRoute({ connection: 'con-1', ...place }));
  expect(found(route?.id ?? null)).toBe('job-1');
});

it('does not take what else is open for a job', () => {
  for (const id of [null, 'job-1', '418007', '+bulk', 'payroll/job/1']) {
    expect(jobAt(id)).toBeUndefined();
    expect(batchAt(id)).toBeUndefined();
  }
});
