// Managed settings in the connection form: filled in before a person adds the rest.
import { describe, expect, it } from 'vitest';
import { managedSettings } from '../../../../../preload/contract/managed.ts';
import { emptyDraft } from '../../../../../renderer/screens/connections/draft.ts';
import {
  atPlace,
  providersFor,
  settledDraft,
} from '../../../../../renderer/screens/connections/settled.ts';

const settled = (more: object) => managedSettings.parse({ version: 1, managedBy: 'IT', ...more });
const place = (name: string, more: object = {}) => ({
  name,
  environment: 'production',
  baseAddress: `https://${name.toLowerCase()}.example`,
  ...more,
});
const empty = emptyDraft('en');

describe('settledDraft', () => {
  it('changes nothing where nothing is settled', () => {
    expect(settledDraft(empty, null, true)).toEqual(empty);
    expect(settledDraft(empty, settled({}), true)).toEqual(empty);
  });

  it('takes the only place by itself, and leaves a choice among several to the person', () => {
    const one = settled({ places: [place('A', { highestTls: 'TLSv1.2' })] });
    expect(settledDraft(empty, one, true)).toMatchObject({
      name: 'A',
      environment: 'production',
      baseAddress: 'https://a.example',
      highestTls: 'TLSv1.2',
    });
    const two = settled({ places: [place('A'), place('B')] });
    expect(settledDraft(empty, two, true).baseAddress).toBe(empty.baseAddress);
  });

  it('leads no connection from before to another place or organisation, but shows its proxy as it counts', () => {
    const made = { ...empty, name: 'Mine', baseAddress: 'https://mine.example' };
    const all = settled({
      places: [place('A')],
      organisationNumber: '974760673',
      proxy: { use: 'manual', host: 'proxy.example', port: 3128 },
    });
    expect(settledDraft(made, all, false)).toEqual({
      ...made,
      proxyUse: 'manual',
      proxyHost: 'proxy.example',
      proxyPort: '3128',
    });
    expect(settledDraft(made, all, true).organisationNumber).toBe('974760673');
  });

  it('ATK-07 the name and password of another proxy are not in the form of the settled one', () => {
    const proxy = { use: 'manual' as const, host: 'proxy.example', port: 3128 };
    const given = { proxyUser: 'me', proxyPassword: 'p-1' };
    const mine = { ...empty, ...given, proxyUse: 'manual' as const };
    const of = (host: string, port: string) =>
      settledDraft({ ...mine, proxyHost: host, proxyPort: port }, settled({ proxy }), false);
    const without = { proxyHost: 'proxy.example', proxyUser: '', proxyPassword: '' };
    expect(of('other.example', '3128')).toMatchObject(without);
    expect(of('proxy.example', '3129')).toMatchObject(without);
    expect(of(' Proxy.Example ', '3128')).toMatchObject({ proxyPort: '3128', ...given });
    // What was typed for a proxy that is not in use belongs to none.
    expect(settledDraft({ ...mine, proxyUse: 'system' }, settled({ proxy }), false)).toMatchObject(
      without,
    );
  });
});

describe('atPlace', () => {
  const [a, b] =
    settled({ places: [place('A'), place('B', { highestTls: 'TLSv1.2' })] }).places ?? [];
  if (a === undefined || b === undefined) throw new Error('Two were given.');

  it('names the connection after the place until a person has named it', () => {
    const first = { ...empty, ...atPlace(empty, a, undefined) };
    expect(first.name).toBe('A');
    expect(atPlace(first, b, a).name).toBe('B');
    expect(atPlace({ ...first, name: 'Ours' }, b, a).name).toBe('Ours');
  });

  it('lowers TLS and never raises it', () => {
    expect(atPlace(empty, b, a).highestTls).toBe('TLSv1.2');
    expect(atPlace({ ...empty, highestTls: 'TLSv1.2' }, a, b).highestTls).toBe('TLSv1.2');
  });
});

it('providers are offered by their kind; none of a kind is not the same as nothing settled', () => {
  const providers = [{ kind: 'person', name: 'P', issuer: 'https://id.example' }];
  const given = settled({ providers });
  expect(providersFor(given, 'issuer')).toEqual([{ name: 'P', address: 'https://id.example' }]);
  expect(providersFor(given, 'tokenEndpoint')).toEqual([]);
  expect(providersFor(settled({}), 'issuer')).toBeUndefined();
  expect(providersFor(null, 'issuer')).toBeUndefined();
});
