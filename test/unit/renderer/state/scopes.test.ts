// The scopes the page offers: all that are documented, explained in both languages, under any platform's prefix.
import { describe, expect, it } from 'vitest';
import { knownScope, scopeNames } from '../../../../preload/contract/scope-names.ts';
import { prefixIn, smallestSet, toggled } from '../../../../renderer/state/scopes.ts';
import { en } from '../../../../renderer/texts/en.ts';
import { nb } from '../../../../renderer/texts/nb.ts';
import { allScopes, isForOrganisations } from '../../../platform/scopes.ts';

const all = Object.values(scopeNames).flat();

describe('scopes', () => {
  it('are the documented ones, each once, and each explained in both languages', () => {
    const byAnyName = all.flatMap((name) => [`altinn:${name}`, `platform:${name}`]);
    expect(byAnyName.sort()).toEqual([...allScopes].sort());
    for (const name of all) {
      expect(en.scopes.opens[name]).toMatch(/\.$/);
      expect(nb.scopes.opens[name]).not.toBe(en.scopes.opens[name]);
    }
  });

  it('AUT-15 the set suggested for a machine token needs no person', () => {
    expect(smallestSet('machine-token').every((name) => isOrganisations(name))).toBe(true);
    for (const [method, path] of [
      ['GET', '/api/enterpriseusers'],
      ['POST', '/api/enterpriseusers'],
    ] as const) {
      expect(isForOrganisations(method, path)).toBe(true);
    }
  });

  it('are known under any prefix, and unknown without one', () => {
    expect(knownScope('altinn:reportees')).toBe('reportees');
    expect(knownScope('other:Reportees')).toBe('reportees');
    expect(knownScope('altinn:serviceowner/srr.read')).toBe('serviceowner/srr.read');
    expect(knownScope('reportees')).toBeUndefined();
    expect(knownScope('altinn:something')).toBeUndefined();
    expect(knownScope('openid')).toBeUndefined();
  });

  it('are added with the prefix that is used already, and taken away whatever it is', () => {
    expect(toggled([], 'reportees')).toEqual(['altinn:reportees']);
    expect(toggled(['openid', 'other:lookup'], 'reportees')).toEqual([
      'openid',
      'other:lookup',
      'other:reportees',
    ]);
    expect(toggled(['openid', 'other:lookup'], 'lookup')).toEqual(['openid']);
    expect(prefixIn(['urn:x'])).toBe('altinn:');
  });
});

const isOrganisations = (name: string): boolean =>
  scopeNames.organisation.some((one) => one === name);
