// The combobox in a real browser: the focus stays in the field, keys reach every option, rows in sight alone are drawn.
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, show } from './support/browser.ts';
import ComboboxProbe from './support/ComboboxProbe.svelte';

type Groups = readonly { readonly title?: string; readonly options: readonly string[] }[];
interface Setting {
  readonly groups?: Groups;
  readonly popup?: boolean;
  readonly start?: number;
  readonly wrap?: boolean;
  readonly busy?: boolean;
  readonly disabled?: (option: string) => boolean;
}
const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);
const field = () => page.getByRole('combobox', { name: 'Field' }).element() as HTMLInputElement;
const list = () => document.querySelector('[role="listbox"]');
const drawn = () => [...document.querySelectorAll('[role="option"]')];
const current = () => document.querySelector('[aria-selected="true"]');
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key);
};
const told = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');

function begin(more: Setting = {}) {
  const onchoose = vi.fn<(option: string | undefined) => void>();
  let change: (groups: Groups) => void = () => undefined;
  const onready = (given: (groups: Groups) => void) => {
    change = given;
  };
  const groups = [{ options: numbered('Option', 5000) }];
  show(ComboboxProbe, { groups, onchoose, onready, ...more });
  field().focus();
  return {
    onchoose,
    change: (other: Groups) => {
      change(other);
    },
  };
}
/** It is current, drawn in sight of the list, what a screen reader is told of, and the focus is still in the field. */
async function expectCurrent(name: string): Promise<void> {
  await eventually(() => {
    expect(current()?.textContent).toBe(`${name} (current)`);
    expect(told()).toBe(current());
    const [box, row] = [list()?.getBoundingClientRect(), current()?.getBoundingClientRect()];
    if (box === undefined || row === undefined) throw new Error('It is not drawn.');
    expect(row.top).toBeGreaterThanOrEqual(box.top);
    expect(row.bottom).toBeLessThanOrEqual(box.bottom);
  });
  expect(document.activeElement).toBe(field());
}

describe('a combobox', () => {
  it('says what its field steers, how long the list is and where each option stands', () => {
    begin();
    expect(field().getAttribute('aria-expanded')).toBe('true');
    expect(field().getAttribute('aria-controls')).toBe(list()?.id);
    expect(list()?.getAttribute('aria-label')).toBe('Options');
    expect(drawn()[2]?.getAttribute('aria-setsize')).toBe('5000');
    expect(drawn()[2]?.getAttribute('aria-posinset')).toBe('3');
  });

  it('draws as few rows of five thousand as of fifty, wherever it is scrolled', async () => {
    begin();
    expect(drawn().length).toBeLessThan(40);
    list()?.scrollTo(0, 60_000);
    await eventually(() => {
      expect(drawn()[0]?.textContent).toMatch(/^Option 19\d\d$/);
    });
    expect(drawn().length).toBeLessThan(40);
    // The current row is not drawn there: nobody is pointed to what is not in the document.
    expect(field().hasAttribute('aria-activedescendant')).toBe(false);
  });

  it('is gone through by arrows and page keys, and stops at its ends', async () => {
    begin();
    await expectCurrent('Option 1');
    await press('{ArrowDown}', '{ArrowDown}', '{ArrowUp}');
    await expectCurrent('Option 2');
    await press('{PageDown}', '{PageDown}');
    // Ten rows fit, so that one of them stays in sight.
    await expectCurrent('Option 20');
    await press('{PageUp}', '{PageUp}', '{PageUp}', '{ArrowUp}');
    await expectCurrent('Option 1');
  });

  it('goes round only where it is said so', async () => {
    begin({ groups: [{ options: numbered('Option', 300) }], wrap: true });
    await press('{ArrowUp}');
    await expectCurrent('Option 300');
    await press('{ArrowDown}', '{ArrowDown}');
    await expectCurrent('Option 2');
  });

  it('begins where it is told to: without a current option, the arrows lead to the first or the last', async () => {
    const { onchoose } = begin({ start: -1, wrap: true });
    expect(current()).toBeNull();
    expect(field().hasAttribute('aria-activedescendant')).toBe(false);
    await press('{Enter}');
    expect(onchoose.mock.calls).toEqual([[undefined]]);
    await press('{ArrowUp}');
    await expectCurrent('Option 5000');
  });

  it('leaves Home, End, letters and keys with Ctrl or Alt to the text', async () => {
    begin();
    await press('{ArrowDown}', 'a', 'b', '{ArrowDown}', '{Home}');
    expect([field().value, field().selectionStart]).toEqual(['ab', 0]);
    await press('{End}', '{Control>}{ArrowDown}{/Control}', '{Alt>}{ArrowDown}{/Alt}');
    expect(field().selectionStart).toBe(2);
    await expectCurrent('Option 2');
  });

  it('begins anew when something else is typed, also when it is what was typed before', async () => {
    begin();
    await press('a', '{PageDown}', '{PageDown}', 'b');
    await expectCurrent('Option 1');
    await press('{Backspace}');
    await expectCurrent('Option 1');
  });

  it('keeps the option that a key moved to when others come before it, and a neighbour when it goes', async () => {
    const { change } = begin({ groups: [{ options: ['a', 'b', 'c'] }] });
    await press('{ArrowDown}');
    await expectCurrent('b');
    change([{ options: ['new', 'newer', 'a', 'b', 'c'] }]);
    await expect.element(page.getByRole('option').nth(4)).toBeVisible();
    await expectCurrent('b');
    change([{ options: ['a', 'c'] }]);
    await expectCurrent('c');
  });

  it('takes the current option on Enter and any by a press, and the focus stays', async () => {
    const { onchoose } = begin();
    await press('{ArrowDown}', '{Enter}');
    await page.getByRole('option', { name: 'Option 4', exact: true }).click();
    expect(onchoose.mock.calls).toEqual([['Option 2'], ['Option 4']]);
    expect(document.activeElement).toBe(field());
  });

  it('does not take what cannot be chosen, and says that it cannot', async () => {
    const { onchoose } = begin({ disabled: (option) => option === 'Option 1' });
    expect(
      drawn()
        .map((row) => row.getAttribute('aria-disabled'))
        .slice(0, 2),
    ).toEqual(['true', 'false']);
    await press('{Enter}');
    drawn()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onchoose).not.toHaveBeenCalled();
  });

  it('while its options do not answer what is typed takes on Enter only what a key moved to', async () => {
    const { onchoose } = begin({ busy: true });
    await press('{Enter}');
    expect(onchoose).not.toHaveBeenCalled();
    await press('{ArrowDown}', '{Enter}');
    expect(onchoose.mock.calls).toEqual([['Option 2']]);
  });

  it('without options has no list, and its keys do nothing but Enter', async () => {
    const { onchoose } = begin({ groups: [] });
    expect(list()).toBeNull();
    expect(field().getAttribute('aria-expanded')).toBe('false');
    await press('{ArrowDown}', '{PageDown}', '{Enter}');
    expect(onchoose.mock.calls).toEqual([[undefined]]);
    await expect.element(page.getByRole('button', { name: 'Below' })).toBeVisible();
  });

  it.each([8, 300])(
    'in a popup is seen whole and covers no field, %i px above the edge',
    async (bottom) => {
      begin({ popup: true });
      field().parentElement!.style.cssText = `position: fixed; left: 40px; bottom: ${String(bottom)}px`;
      await press('{ArrowDown}');
      await eventually(() => {
        const [box, own] = [list()?.getBoundingClientRect(), field().getBoundingClientRect()];
        if (box === undefined) throw new Error('There is no list.');
        expect(box.top).toBeGreaterThanOrEqual(0);
        expect(box.bottom).toBeLessThanOrEqual(innerHeight);
        expect(box.height).toBeGreaterThan(60);
        expect(box.top >= own.bottom || box.bottom <= own.top).toBe(true);
      });
    },
  );

  it('says its status to screen readers', async () => {
    begin();
    expect(document.querySelector('[role="status"]')?.textContent).toBe('');
    await press('x');
    await eventually(() => {
      expect(document.querySelector('[role="status"]')?.textContent).toBe('Typed: x');
    });
  });
});

describe('a combobox in groups', () => {
  const groups = [
    { title: 'First', options: numbered('A', 3) },
    { title: 'Empty', options: [] },
    { title: 'Many', options: numbered('B', 4000) },
    { title: 'Last', options: numbered('C', 2) },
  ];

  it('names each that has options, counts over all of them, and draws of each what is in sight', async () => {
    begin({ groups });
    expect(
      page
        .getByRole('group')
        .elements()
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual([...['First', 'Many', 'Last']]);
    expect(drawn().length).toBeLessThan(40);
    expect(drawn()[3]?.textContent).toBe('B 1');
    expect(drawn()[3]?.getAttribute('aria-posinset')).toBe('4');
    expect(drawn()[3]?.getAttribute('aria-setsize')).toBe('4005');
    list()?.scrollTo(0, list()?.scrollHeight ?? 0);
    await eventually(() => {
      expect(drawn().at(-1)?.textContent).toBe('C 2');
      expect(drawn().some((row) => row.textContent === 'B 1')).toBe(false);
    });
  });

  it('is gone through across them, and shows the heading of a group with its first option', async () => {
    begin({ groups, wrap: true });
    await press('{ArrowDown}', '{ArrowDown}', '{ArrowDown}');
    await expectCurrent('B 1');
    await press('{ArrowUp}', '{ArrowUp}', '{ArrowUp}', '{ArrowUp}');
    await expectCurrent('C 2');
    await press('{ArrowUp}', '{ArrowUp}');
    await expectCurrent('B 4000');
    await press('{ArrowDown}', '{ArrowDown}', '{ArrowDown}');
    await expectCurrent('A 1');
    expect(list()?.scrollTop).toBe(0);
    await press('{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowDown}');
    list()?.scrollTo(0, 9_000);
    await eventually(() => {
      expect(current()).toBeNull();
    });
    await press('{ArrowUp}');
    await expectCurrent('B 1');
    const heading = await page.getByText('Many', { exact: true }).findElement();
    const [box, own] = [list()?.getBoundingClientRect(), heading.getBoundingClientRect()];
    expect(own.top).toBeGreaterThanOrEqual(box?.top ?? Infinity);
  });
});

describe('a combobox in a popup', () => {
  const closed = () => {
    expect(list()).toBeNull();
    expect(field().getAttribute('aria-expanded')).toBe('false');
  };

  it('is opened by typing, by an arrow or by Enter, which choose nothing yet', async () => {
    const { onchoose } = begin({ popup: true });
    closed();
    for (const key of ['x', '{ArrowDown}', '{ArrowUp}', '{Enter}']) {
      await press(key);
      await expectCurrent('Option 1');
      await press('{Escape}');
      closed();
    }
    expect(onchoose).not.toHaveBeenCalled();
  });

  it('moves at once to the first or the last where none was current', async () => {
    begin({ popup: true, start: -1, wrap: true });
    await press('{ArrowUp}');
    await expectCurrent('Option 5000');
    await press('{Escape}', '{ArrowDown}');
    await expectCurrent('Option 1');
  });

  it('Esc closes it, a second one empties the field, and a third is not for it', async () => {
    begin({ popup: true });
    const outside = vi.fn<(event: KeyboardEvent) => void>();
    window.addEventListener('keydown', outside);
    await press('x', '{Escape}');
    closed();
    expect(field().value).toBe('x');
    await press('{Escape}');
    expect(field().value).toBe('');
    const escapes = () => outside.mock.calls.filter(([{ key }]) => key === 'Escape').length;
    expect(escapes()).toBe(0);
    await press('{Escape}');
    expect(escapes()).toBe(1);
    window.removeEventListener('keydown', outside);
  });

  it('is closed when the field is left, and not by a press on what stands in it', async () => {
    begin({ popup: true });
    await press('{ArrowDown}');
    await page.getByRole('button', { name: 'Below' }).click();
    await expectCurrent('Option 1');
    field().blur();
    await eventually(closed);
  });

  it('begins anew each time it is opened', async () => {
    begin({ popup: true });
    await press('{ArrowDown}', '{PageDown}', '{PageDown}', '{PageDown}', '{Escape}', '{ArrowDown}');
    await expectCurrent('Option 1');
    expect(list()?.scrollTop).toBe(0);
    expect(drawn().length).toBeLessThan(40);
  });
});
