// The list of forms: what it says of each, when nothing can be changed any more, and stepping through problems.
import { describe, expect, it } from 'vitest';
import type { DraftForm } from '../../../../../preload/contract/form-drafts.ts';
import {
  formRows,
  replacing,
  subFormsIn,
  whyFixed,
} from '../../../../../renderer/screens/messages/form-list.ts';
import { stepTo } from '../../../../../renderer/forms/form-problems.ts';
import { applyChanges } from '../../../../support/apply-changes.ts';

const kept = (key: string, more: Partial<DraftForm> = {}): DraftForm => ({
  key,
  form: key.startsWith('new-') ? null : key,
  type: 'sub-form',
  name: `Form ${key}`,
  dataFormatId: 'SK-1',
  dataFormatVersion: '2',
  xml: '',
  revision: 0,
  changed: false,
  removed: false,
  ...more,
});
const rows = (draft: readonly DraftForm[], changed = new Map<string, boolean>()) =>
  formRows({
    message: {
      forms: [
        { id: '1', name: 'Sub' },
        { id: '2', name: 'Main' },
        { id: null, name: 'Nameless' },
      ],
    },
    draft,
    facts: new Map(),
    changed,
  });
const statusOf = (key: string | null, ...given: Parameters<typeof rows>) =>
  rows(...given).find((row) => row.key === key)?.status;

describe('the list of forms', () => {
  it('says of each what has become of it here, the main form first', () => {
    expect(rows([kept('2', { type: 'main-form' })])[0]?.key).toBe('2');
    expect(statusOf('1', [])).toBe('unchanged');
    expect(statusOf('1', [kept('1', { changed: true })])).toBe('changed');
    expect(statusOf('1', [kept('1')], new Map([['1', true]]))).toBe('changed');
    expect(statusOf('1', [kept('1', { changed: true, removed: true })])).toBe('removed');
    expect(statusOf('new-1', [kept('new-1')])).toBe('new');
    expect(statusOf('9', [kept('9')])).toBe('gone');
    expect(statusOf(null, [])).toBe('unnamed');
  });

  it('has the sub-forms below the main form, and all beside each other where no main form is known', () => {
    const keysOf = (forms: ReturnType<typeof rows> = []) => forms.map(({ key }) => key);
    const known = rows([kept('2', { type: 'main-form' }), kept('1'), kept('new-1')]);
    const { top, below } = subFormsIn(known);
    expect(keysOf(top)).toEqual(['2', null]);
    expect([...below].map(([form, subs]) => [form.key, keysOf(subs)])).toEqual([
      ['2', ['1', 'new-1']],
    ]);
    const unknown = subFormsIn(rows([kept('1'), kept('new-1')]));
    expect(keysOf(unknown.top)).toEqual(['1', '2', null, 'new-1']);
    expect(unknown.below.size).toBe(0);
  });

  it.each([
    ['filling-in', undefined],
    ['signing', undefined],
    ['unknown', undefined],
    ['archived-form', 'archived'],
    ['deleted', 'deleted'],
  ] as const)('%s: whether it is fixed', (state, why) => {
    const type = { kind: 'form-task', word: '' } as const;
    expect(whyFixed({ type, status: { state, word: '' } })).toBe(why);
    const letter = { kind: 'correspondence', word: '' } as const;
    expect(whyFixed({ type: letter, status: { state, word: '' } })).toBe('letter');
  });
});

it.each([
  ['<a>1</a>', '<a>2</a>'],
  ['aa', 'aaa'],
  ['', 'x'],
  ['x', ''],
  ['same', 'same'],
])('a text in the place of another is one change of what differs: %s %s', (before, after) => {
  const changes = replacing(before, after);
  expect(applyChanges(before, changes)).toBe(after);
  expect(changes).toHaveLength(before === after ? 0 : 1);
});

it('from the last problem the next is the first, and back', () => {
  expect([stepTo(-1, 3, 1), stepTo(2, 3, 1), stepTo(0, 3, -1), stepTo(-1, 3, -1)]).toEqual([
    0, 0, 2, 2,
  ]);
  expect(stepTo(-1, 0, 1)).toBe(-1);
});
