// The tree of parties with search: units below their organisation, deleted ones apart, no national identity number.
import { describe, expect, it } from 'vitest';
import type { Reportee } from '../../../../preload/contract/reportees.ts';
import {
  canActFor,
  countsOf,
  isFound,
  placedIn,
  standingOf,
  treeOf,
  whoOf,
  type PartyView,
} from '../../../../renderer/state/parties.ts';
import { createFormats } from '../../../../renderer/texts/formats.ts';

const { compare } = createFormats('nb');
let next = 50010000;
const party = (name: string, more: Partial<Reportee> = {}): Reportee => ({
  id: `r${(next += 1)}`,
  name,
  kind: 'organisation',
  type: 'Foretak',
  organisationNumber: null,
  parentOrganisationNumber: null,
  form: null,
  status: { known: 'active', word: 'Active' },
  identityNumber: null,
  ...more,
});
const fjord = party('Fjordtrafikk AS', { organisationNumber: '910514318' });
const unit = (name: string, parent: string | null, more: Partial<Reportee> = {}) =>
  party(name, { parentOrganisationNumber: parent, ...more });
const kari = party('Kari Steinvåg', {
  kind: 'person',
  type: 'Person',
  status: null,
  identityNumber: '148579•••••',
});
const gone = { status: { known: 'deleted', word: 'Deleted' } } as const;

const view = (change: Partial<PartyView> = {}): PartyView => ({
  typed: '',
  kind: 'all',
  deleted: false,
  ...change,
});
const shown = (parties: readonly Reportee[], change: Partial<PartyView> = {}) =>
  placedIn(treeOf(parties, compare), view(change)).map(
    ({ party, level }) => `${'> '.repeat(level)}${party.name}`,
  );

describe('the order of parties', () => {
  it('is that of the names, units right below their organisation, wherever the platform put them', () => {
    const kaia = unit('Avd. Kaia', '910514318', { organisationNumber: '974000001' });
    const dock = unit('Brygga', '974000001');
    const parties = [dock, party('Ås AS'), kaia, kari, fjord, party('Ærlig AS')];
    expect(shown(parties)).toEqual([
      'Fjordtrafikk AS',
      '> Avd. Kaia',
      '> > Brygga',
      'Kari Steinvåg',
      'Ærlig AS',
      'Ås AS',
    ]);
  });

  it('loses none: not a unit whose organisation is not in the list, not two that name each other', () => {
    const a = unit('A', '974000003', { organisationNumber: '974000002' });
    const b = unit('B', '974000002', { organisationNumber: '974000003' });
    const self = unit('Self', '974000004', { organisationNumber: '974000004' });
    const parties = [unit('Lone', '999999999'), b, a, self];
    expect(shown(parties).sort()).toEqual(['> A', 'B', 'Lone', 'Self']);
  });

  it('a unit of an organisation that is not shown moves up', () => {
    const closed = party('Closed AS', { organisationNumber: '974000005', ...gone });
    const parties = [closed, unit('Still there', '974000005')];
    expect(shown(parties)).toEqual(['Still there']);
    expect(shown(parties, { deleted: true })).toEqual(['Closed AS', '> Still there']);
    expect(shown([fjord, unit('Kaia', '910514318')], { typed: 'kaia' })).toEqual(['Kaia']);
  });
});

describe('finding a party', () => {
  const parties = [
    fjord,
    kari,
    party('Øvre Sundet Sjømat SA', { organisationNumber: '974760673' }),
  ];

  it('takes parts of the name in any order, and Norwegian letters as they are or without', () => {
    expect(shown(parties, { typed: 'sjomat ovre' })).toEqual(['Øvre Sundet Sjømat SA']);
    expect(shown(parties, { typed: 'SJØMAT' })).toEqual(['Øvre Sundet Sjømat SA']);
    expect(shown(parties, { typed: 'sjømat kari' })).toEqual([]);
  });

  it('takes an organisation number however it is divided, whole or in part', () => {
    for (const typed of ['910 514 318', '910514318', '91 05 14', '514'])
      expect(shown(parties, { typed })).toEqual(['Fjordtrafikk AS']);
    expect(shown(parties, { typed: 'fjord 910' })).toEqual(['Fjordtrafikk AS']);
    expect(isFound('Fjordtrafikk AS', '910514318', '910 5')).toBe(true);
    expect(isFound('Fjordtrafikk AS', '910514318', '911')).toBe(false);
  });

  it('does not find a person by the birth date that the masked number shows', () => {
    expect(shown(parties, { typed: '148579' })).toEqual([]);
  });

  it('filters by kind, and counts what it would show', () => {
    const all = [
      ...parties,
      party('Odd', { kind: 'unknown', type: 'Konkursbo' }),
      party('X', gone),
    ];
    expect(shown(all, { kind: 'person' })).toEqual(['Kari Steinvåg']);
    expect(shown(all, { kind: 'unknown' })).toEqual(['Odd']);
    expect(countsOf(all, false)).toEqual({
      kinds: { all: 4, organisation: 2, person: 1, unknown: 1 },
      deleted: 1,
    });
    expect(countsOf(all, true).kinds).toMatchObject({ all: 5, organisation: 3 });
  });
});

describe('whom calls are made for', () => {
  it('is the number of an organisation or a unit, and the id of a person', () => {
    expect(whoOf(fjord)).toBe('910514318');
    expect(whoOf(kari)).toBe(kari.id);
    expect(whoOf(party('Odd', { kind: 'unknown', organisationNumber: '910514318' }))).toMatch(/^r/);
  });

  it('is the id where the platform gives a number that is none, and nobody where that is none either', () => {
    const odd = party('Odd number AS', { organisationNumber: '91 05' });
    expect(whoOf(odd)).toBe(odd.id);
    expect(canActFor(odd)).toBe(true);
    expect(canActFor({ ...odd, id: '../x' })).toBe(false);
  });

  it('is not somebody who is no longer in the list, or deleted; an incomplete list says nothing', () => {
    const closed = party('Closed AS', { organisationNumber: '974000005', ...gone });
    expect(standingOf('910514318', [fjord, closed], true)).toBe('there');
    expect(standingOf('974000005', [fjord, closed], true)).toBe('deleted');
    expect(standingOf('974000009', [fjord, closed], true)).toBe('gone');
    expect(standingOf('974000009', [fjord, closed], false)).toBe('unknown');
  });
});
