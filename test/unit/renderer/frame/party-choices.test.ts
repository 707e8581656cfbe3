// The party switcher: the order of its sections, and the own organisation always first.
// Deleted parties and those nobody can act as are never offered unasked.
import { describe, expect, it } from 'vitest';
import type { Reportee } from '../../../../preload/contract/reportees.ts';
import { choicesOf } from '../../../../renderer/frame/party-choices.ts';
import { treeOf } from '../../../../renderer/state/parties.ts';
import { createFormats } from '../../../../renderer/texts/formats.ts';

const { compare } = createFormats('nb');
const party = (id: string, name: string, number: string | null, more: Partial<Reportee> = {}) => ({
  ...({ id, name, kind: 'organisation', type: 'Foretak', organisationNumber: number } as const),
  parentOrganisationNumber: null,
  form: null,
  identityNumber: null,
  status: { known: 'active', word: 'Active' } as const,
  ...more,
});
const fjord = party('r1', 'Fjordtrafikk AS', '910514318');
const kaia = party('r2', 'Avd. Kaia', '974000001', { parentOrganisationNumber: '910514318' });
const closed = party('r3', 'Closed AS', '974000002', {
  status: { known: 'deleted', word: 'Deleted' },
});
const kari = party('r4', 'Kari Steinvåg', null, { kind: 'person', status: null });
const odd = party('x/9', 'Odd AS', '12');
const all: readonly Reportee[] = [kari, closed, kaia, odd, fjord];
const own = { who: '910514318', name: 'Fjordtrafikk AS' };

const choices = (change: Partial<Parameters<typeof choicesOf>[0]> = {}) =>
  choicesOf({
    own,
    parties: all,
    tree: treeOf(change.parties ?? all, compare),
    recent: [],
    starred: [],
    typed: '',
    deleted: false,
    ...change,
  }).map(({ id, choices }) => `${id}: ${choices.map((one) => one.name).join(', ')}`);

describe('the choices', () => {
  it('begin with the own organisation, then recent and starred ones, then all in the order of the tree', () => {
    expect(choices({ recent: ['r4', '910514318'], starred: ['974000001'] })).toEqual([
      'own: Fjordtrafikk AS',
      'recent: Kari Steinvåg',
      'starred: Avd. Kaia',
      'all: Fjordtrafikk AS, Avd. Kaia, Kari Steinvåg',
    ]);
  });

  it('hold deleted ones only where they were asked for, also among recent and starred', () => {
    const remembered = { recent: ['974000002'], starred: ['974000002'] };
    expect(choices(remembered).join()).not.toContain('Closed');
    expect(choices({ ...remembered, deleted: true })).toEqual([
      'own: Fjordtrafikk AS',
      'starred: Closed AS',
      'all: Closed AS, Fjordtrafikk AS, Avd. Kaia, Kari Steinvåg',
    ]);
  });

  it('leave out a remembered party that is no longer in the list, and one that no call can be made for', () => {
    expect(choices({ recent: ['974999999'] }).join()).not.toContain('recent');
    expect(choices({ deleted: true }).join()).not.toContain('Odd');
  });

  it('are one section while something is searched for, with the own organisation where it fits', () => {
    expect(choices({ typed: 'kaia', recent: ['r4'] })).toEqual(['results: Avd. Kaia']);
    expect(choices({ typed: 'fjord' })).toEqual(['results: Fjordtrafikk AS']);
    expect(choices({ typed: 'fjord', parties: [kari] })).toEqual(['results: Fjordtrafikk AS']);
    expect(choices({ typed: 'nobody' })).toEqual([]);
  });

  it('list one that is recent and starred once, as starred', () => {
    const remembered = { recent: ['974000001', 'r4'], starred: ['974000001'] };
    expect(choices(remembered).slice(1, 3)).toEqual([
      'recent: Kari Steinvåg',
      'starred: Avd. Kaia',
    ]);
  });

  it('have keys of their own where a party is there twice', () => {
    const sections = choicesOf({
      own,
      parties: all,
      tree: treeOf(all, compare),
      recent: ['r4'],
      starred: ['r4'],
      typed: '',
      deleted: false,
    });
    const keys = sections.flatMap((section) => section.choices.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
