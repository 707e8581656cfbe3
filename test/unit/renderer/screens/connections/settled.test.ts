// Managed settings in the connection form: filled in before a person adds the rest.
import { describe, expect, it } from 'vitest';
import { managedSettings } from '../../../../../preload/contract/managed.ts';
import { type PlacesFile, placesFile } from '../../../../../preload/contract/places.ts';
import { emptyDraft } from '../../../../../renderer/screens/connections/draft.ts';
import {
  atOffered,
  atPlace,
  awayFrom,
  offeredDraft,
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

describe('places of a file', () => {
  const place = (name: string, more: object = {}) =>
    placesFile.parse({
      ...{ version: 1, name: 'Fjord Systems' },
      places: [
        {
          ...{ name, environment: 'test', baseAddress: `https://${name.toLowerCase()}.example` },
          ...more,
        },
      ],
    });
  const first = (file: PlacesFile) => {
    const [one] = file.places ?? [];
    if (one === undefined) throw new TypeError('There should be a place.');
    return one;
  };
  const machine = {
    kind: 'machine-token',
    name: 'M',
    tokenEndpoint: 'https://m.example/token',
    exchangeEndpoint: 'https://x.example/exchange',
  } as const;
  const person = { kind: 'person', name: 'P', issuer: 'https://id.example' } as const;

  it('a new connection begins at the only one, an older one stays where it is', () => {
    const file = place('A');
    expect(offeredDraft(empty, file, true)).toMatchObject({
      ...{ name: 'A', place: 'A', environment: 'test', baseAddress: 'https://a.example' },
    });
    const older = { ...empty, baseAddress: 'https://b.example' };
    expect(offeredDraft(older, file, false)).toEqual(older);
    expect(offeredDraft({ ...empty, baseAddress: 'https://a.example/' }, file, false).place).toBe(
      'A',
    );
    expect(offeredDraft(empty, undefined, true)).toEqual(empty);
  });

  it('former hosts come and go with their place, and those that were typed stay', () => {
    const a = first(place('A', { formerHosts: ['old-a.example'] }));
    const b = first(place('B', { formerHosts: ['old-b.example'] }));
    const typed = { ...empty, formerHosts: 'mine.example' };
    const atA = { ...typed, ...atOffered(typed, a, undefined) };
    expect(atA.formerHosts).toBe('mine.example\nold-a.example');
    const atB = { ...atA, ...atOffered(atA, b, a) };
    expect(atB.formerHosts).toBe('mine.example\nold-b.example');
    expect({ ...atB, ...awayFrom(atB, b) }).toMatchObject({
      ...{ formerHosts: 'mine.example', place: '', environment: '', baseAddress: 'https://' },
      name: '',
    });
    expect(awayFrom({ ...atB, name: 'Ours' }, b).name).toBe('Ours');
  });

  it('one provider of a kind is filled in, and none of several, nor over what was typed', () => {
    const a = first(place('A'));
    expect(atOffered(empty, a, undefined, [person, machine])).toMatchObject({
      issuer: person.issuer,
      tokenEndpoint: machine.tokenEndpoint,
      exchangeEndpoint: machine.exchangeEndpoint,
    });
    const two = [person, { ...person, name: 'Q', issuer: 'https://q.example' }];
    expect(atOffered(empty, a, undefined, two).issuer).toBeUndefined();
    const typed = { ...empty, tokenEndpoint: 'https://mine.example' };
    expect(atOffered(typed, a, undefined, [machine]).tokenEndpoint).toBeUndefined();
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
  expect(providersFor(given.providers, 'issuer')).toEqual([
    { name: 'P', address: 'https://id.example' },
  ]);
  expect(providersFor(given.providers, 'tokenEndpoint')).toEqual([]);
  expect(providersFor(settled({}).providers, 'issuer')).toBeUndefined();
});
