// The warnings before a form is started, by the open metadata and the connection's sign-in method.
import { describe, expect, it } from 'vitest';
import type { Service } from '../../../../../preload/contract/metadata.ts';
import { startWarnings } from '../../../../../renderer/screens/messages/start-warnings.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const service = (more: Partial<Service> = {}) =>
  ({
    kind: 'formtask',
    restEnabled: true,
    enterpriseUserEnabled: true,
    eusEnabled: true,
    validFrom: '2020-01-01T00:00:00Z',
    validTo: 'for-ever',
    ...more,
  }) as Service;
const said = (more: Partial<Service>, way: 'certificate' | 'enterprise-user' = 'certificate') =>
  startWarnings(service(more), way, NOW);

describe('warnings before a start', () => {
  it('are none where all is said and well', () => {
    expect(said({})).toEqual([]);
    expect(said({}, 'enterprise-user')).toEqual([]);
    expect(said({ validFrom: null, validTo: null })).toEqual([]);
  });

  it('tell what is refused from what is not said', () => {
    expect(said({ restEnabled: false })).toEqual(['not-rest']);
    expect(said({ restEnabled: null })).toEqual(['rest-unsaid']);
    expect(said({ kind: 'correspondence' })).toEqual(['no-form-task']);
    expect(startWarnings(null, 'certificate', NOW)).toEqual(['unknown-service']);
  });

  it('are about enterprise users only where one signs in', () => {
    const closed = { enterpriseUserEnabled: false } as const;
    expect(said(closed)).toEqual([]);
    expect(said(closed, 'enterprise-user')).toEqual(['not-for-enterprise-users']);
    expect(said({ eusEnabled: false }, 'enterprise-user')).toEqual(['not-for-enterprise-users']);
    expect(said({ enterpriseUserEnabled: null, eusEnabled: null }, 'enterprise-user')).toEqual([
      'enterprise-users-unsaid',
    ]);
  });

  it('know when it is not valid yet or any more', () => {
    expect(said({ validFrom: '2026-06-01T12:00:01Z' })).toEqual(['not-yet']);
    expect(said({ validTo: '2026-06-01T11:59:59Z' })).toEqual(['ended']);
  });
});
