// Differences of roles and three-way merging: neither person's change is lost, and conflicts are reported.
import { describe, expect, it } from 'vitest';
import type { LocalAction } from '../../../../../preload/contract/role-definitions.ts';
import {
  compareRoles,
  type Content,
  differenceOf,
  isNothing,
  merged,
  rightKey,
} from '../../../../../renderer/screens/role-definitions/difference.ts';
import { ACTIONS } from '../../../../../renderer/screens/role-definitions/rights.ts';

const right = (text: string) => {
  const [, serviceCode = '', edition = '', action = ''] = /^(\w+)\/(\d+) (\w+)$/.exec(text) ?? [];
  return { serviceCode, serviceEdition: Number(edition), action: action as LocalAction };
};
const role = (name: string, rights: readonly string[], description = ''): Content => ({
  name,
  description,
  rights: rights.map(right),
});

describe('differenceOf', () => {
  it('lists what is added and removed, and texts without the blanks around them', () => {
    const from = role('Pay ', ['1/1 Read', '1/1 Write', '2/1 Read'], ' old');
    const to = role('Pay', ['2/1 Read', '1/1 Sign', '3/9 Read'], 'new');
    const difference = differenceOf(from, to);
    expect(difference.name).toBeUndefined();
    expect(difference.description).toEqual({ from: 'old', to: 'new' });
    expect(difference.added.map(rightKey)).toEqual(['1/1 Sign', '3/9 Read']);
    expect(difference.removed.map(rightKey)).toEqual(['1/1 Read', '1/1 Write']);
    expect(isNothing(difference)).toBe(false);
    expect(
      isNothing(differenceOf(from, role(' Pay', ['2/1 Read', '1/1 Write', '1/1 Read'], 'old'))),
    ).toBe(true);
  });
  it('tells services by code and edition: zeros at the beginning count', () => {
    const { added, removed } = differenceOf(role('', ['042/1 Read']), role('', ['42/1 Read']));
    expect([added.length, removed.length]).toEqual([1, 1]);
  });
});

describe('merged', () => {
  const base = role('Pay', ['1/1 Read', '1/1 Write', '2/1 Read'], 'all of it');

  it('has the changes of both where they touch different things', () => {
    const mine = role('Pay and staff', ['1/1 Read', '2/1 Read', '4/1 Read'], 'all of it');
    const theirs = role('Pay', ['1/1 Read', '1/1 Write', '3/1 Sign'], 'half of it');
    const { content, clashes, touched } = merged(base, mine, theirs);
    expect(content.name).toBe('Pay and staff');
    expect(content.description).toBe('half of it');
    expect(content.rights.map(rightKey).sort()).toEqual(['1/1 Read', '3/1 Sign', '4/1 Read']);
    expect(clashes).toEqual([]);
    expect(touched).toEqual([]);
  });

  it('says which texts clash, keeps mine until told, and names services both touched', () => {
    const mine = role('Mine', ['1/1 Read', '2/1 Read'], 'same');
    const theirs = role('Theirs', ['1/1 Read', '1/1 Write', '1/1 Sign', '2/1 Read'], 'same');
    const { content, clashes, touched } = merged(base, mine, theirs);
    expect(clashes).toEqual([{ field: 'name', mine: 'Mine', theirs: 'Theirs' }]);
    expect(content.name).toBe('Mine');
    expect(content.description).toBe('same');
    expect(content.rights.map(rightKey)).toEqual(['1/1 Read', '2/1 Read', '1/1 Sign']);
    expect(touched).toEqual(['1/1']);
  });

  it('for any three versions: each right is as whoever changed it wants it, and none comes twice', () => {
    const all = ['1/1', '2/1'].flatMap((service) =>
      ACTIONS.map((action) => `${service} ${action}`),
    );
    let seed = 7;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    const some = () => all.filter(() => next() % 7 < 3);
    for (let round = 0; round < 300; round += 1) {
      const [b, m, t] = [some(), some(), some()];
      const result = merged(role('', b), role('', m), role('', t)).content.rights.map(rightKey);
      expect(new Set(result).size).toBe(result.length);
      for (const one of all) {
        const wanted = m.includes(one) === b.includes(one) ? t.includes(one) : m.includes(one);
        expect(result.includes(one), one).toBe(wanted);
      }
    }
  });
});

describe('compareRoles', () => {
  const said = (inFile: readonly Content[], here: readonly Content[]) => {
    const { roles, same } = compareRoles(inFile, here);
    const told = roles.map(
      ({ name, where, difference: { added, removed, description } }) =>
        `${where} ${name} +${added.map(rightKey).join()} -${removed.map(rightKey).join()}${description === undefined ? '' : ' text'}`,
    );
    return { told, same };
  };

  it('tells what differs by name, what is on one side alone, and how many are the same', () => {
    const inFile = [
      role('Pay', ['1/1 Read', '2/1 Sign']),
      role('Old', ['3/1 Read'], 'gone'),
      role('Same', ['1/1 Read']),
      role('Text', [], 'before'),
    ];
    const here = [
      role(' PAY ', ['1/1 Read', '1/1 Write']),
      role('New', ['4/1 Read'], 'fresh'),
      role('Same', ['1/1 Read']),
      role('Text', [], 'after'),
    ];
    expect(said(inFile, here)).toEqual({
      told: [
        'both PAY +1/1 Write -2/1 Sign',
        'both Text + - text',
        'here New +4/1 Read -',
        'file Old + -3/1 Read',
      ],
      same: 1,
    });
  });

  it('a role without rights on one side alone is told all the same', () => {
    expect(said([], [role('Empty', [])])).toEqual({ told: ['here Empty + -'], same: 0 });
    expect(said([], [])).toEqual({ told: [], same: 0 });
  });
});
