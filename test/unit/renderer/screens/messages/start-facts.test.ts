// The facts shown about a service before a form is started, and the navigation there.
import { describe, expect, it } from 'vitest';
import type { Service } from '../../../../../preload/contract/metadata.ts';
import { placeAt, startId } from '../../../../../renderer/screens/messages/places.ts';
import { startFacts } from '../../../../../renderer/screens/messages/start-facts.ts';
import { formStart } from '../../../../../renderer/state/form-start.ts';
import { en } from '../../../../../renderer/texts/en.ts';

const service = (more: Partial<Service> = {}) =>
  ({
    restEnabled: true,
    enterpriseUserEnabled: true,
    eusEnabled: null,
    validFrom: '2021-01-01T00:00:00+01:00',
    validTo: 'for-ever',
    steps: [{ name: 'Signing', securityLevel: 3 }],
    ...more,
  }) as Service;
const facts = (more?: Partial<Service>) =>
  startFacts(service(more), { t: en, locale: 'en' }).map(({ value }) => value);

describe('a start', () => {
  it('has the address that the message box reads', () => {
    for (const one of [
      { code: '0042', edition: 7 },
      { code: 'A_b-1', edition: 0 },
    ])
      expect(placeAt(formStart(one).id)).toEqual({ kind: 'start', service: one });
  });

  it('can name the message whose values it begins with, whatever signs that has', () => {
    const service = { code: '0042', edition: 7 };
    for (const again of ['a77', 'a/b+forms', '+start'])
      expect(placeAt(startId(service, again))).toEqual({ kind: 'start', service, again });
    expect(placeAt(startId(service))).toEqual({ kind: 'start', service });
  });

  it('says what is known, by the days of the platform, and what is not', () => {
    expect(facts()).toEqual(['Yes', 'Yes', 'from 1 Jan 2021, no end date', 'Signing (level 3)']);
    expect(facts({ validTo: '2026-05-31T22:30:00Z', steps: [] })).toEqual([
      ...['Yes', 'Yes', 'from 1 Jan 2021, until 1 Jun 2026'],
    ]);
    const nothing = { restEnabled: null, enterpriseUserEnabled: null, validFrom: null } as const;
    expect(facts({ ...nothing, validTo: null, steps: [] })).toEqual(Array(3).fill('Unknown'));
  });

  it('is for enterprise users only where neither field says no', () => {
    expect(facts({ eusEnabled: false })[1]).toBe('No');
    expect(facts({ enterpriseUserEnabled: null, eusEnabled: true })[1]).toBe('Yes');
  });
});
