// The tree in a real browser: one tab stop, the focus on an item, and of a long one only what is in sight.
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, show } from './support/browser.ts';
import TreeProbe from './support/TreeProbe.svelte';

const tree = () => page.getByRole('tree', { name: 'Tree' }).element() as HTMLElement;
const items = () => [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')];
const names = () => items().map((one) => one.textContent.trim());
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key);
};
const focused = () => document.activeElement;
/** The item has the focus, is the one tab stop, and is in sight. */
const expectFocus = (name: string) =>
  eventually(() => {
    expect(focused()?.textContent.trim()).toBe(name);
    expect(items().filter(({ tabIndex }) => tabIndex === 0)).toEqual([focused()]);
    const [box, own] = [tree().getBoundingClientRect(), focused()?.getBoundingClientRect()];
    if (own === undefined) throw new Error('It is gone.');
    expect(own.top).toBeGreaterThanOrEqual(box.top - 1);
    expect(own.bottom).toBeLessThanOrEqual(box.bottom + 1);
  });
/** What screen readers are told of an item. */
const told = (name: string) => {
  const item = items().find((one) => one.textContent.trim() === name);
  const told = ['level', 'posinset', 'setsize', 'expanded', 'selected'];
  return told.map((of) => item?.getAttribute(`aria-${of}`) ?? null);
};

interface Setting {
  readonly count?: number;
  readonly opens?: boolean;
  readonly rowHeight?: number;
  readonly chosen?: string;
  readonly disabled?: (item: string) => boolean;
}
function begin(more: Setting = {}) {
  const onopen = vi.fn<(item: string) => void>();
  const onchange = vi.fn<(item: string) => void>();
  show(TreeProbe, { count: 4, onopen, onchange, ...more });
  items()[0]?.focus();
  return { onopen, onchange };
}

describe.each([
  ['drawn whole', undefined],
  ['drawn by what is in sight', 30],
])('a tree %s', (_, rowHeight) => {
  const start = (more: Setting = {}) =>
    begin({ ...(rowHeight !== undefined && { rowHeight }), ...more });

  it('says of each item its level, its place, and whether it is open', async () => {
    start();
    expect(told('Item 2')).toEqual(['1', '2', '4', 'false', 'false']);
    await press('{ArrowDown}', '{ArrowRight}');
    expect(told('Item 2')).toEqual(['1', '2', '4', 'true', 'false']);
    expect(told('Item 2.first')).toEqual(['2', '1', '3', 'false', 'false']);
    expect(told('Item 2.leaf')).toEqual(['2', '3', '3', null, 'false']);
  });

  it('is gone through by the arrows, level by level, and stops at its ends', async () => {
    start();
    await press('{ArrowRight}', '{ArrowRight}');
    await expectFocus('Item 1.first');
    await press('{ArrowRight}', '{ArrowDown}', '{ArrowDown}');
    await expectFocus('Item 1.first.second');
    await press('{ArrowLeft}');
    await expectFocus('Item 1.first');
    await press('{ArrowLeft}');
    expect(names()).toEqual([
      'Item 1',
      'Item 1.first',
      'Item 1.second',
      'Item 1.leaf',
      ...['Item 2', 'Item 3', 'Item 4'],
    ]);
    await press('{End}', '{ArrowDown}');
    await expectFocus('Item 4');
    await press('{Home}', '{ArrowUp}');
    await expectFocus('Item 1');
  });

  it('opens all neighbours on *, and finds an item by its name', async () => {
    start();
    await press('{ArrowDown}', '*');
    expect(items()).toHaveLength(16);
    await expectFocus('Item 2');
    for (const key of ['3', '.', 'l'])
      focused()?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    await expectFocus('Item 3.leaf');
  });

  it('opens the item on Enter, Space and a press, and its level by the arrow before it alone', async () => {
    const { onopen, onchange } = start();
    await press('{ArrowDown}', '{Enter}', ' ');
    await page.getByRole('treeitem', { name: 'Item 3' }).click();
    expect(onopen.mock.calls).toEqual([['Item 2'], ['Item 2'], ['Item 3']]);
    expect(onchange.mock.calls).toEqual([['Item 2']]);
    expect(items()).toHaveLength(4);
    await page.elementLocator(items()[3]?.querySelector('.arrow') ?? document.body).click();
    expect(onopen).toHaveBeenCalledTimes(3);
    await expectFocus('Item 4');
    expect(items()).toHaveLength(7);
  });

  it('opens and closes a level by a double press on its item', async () => {
    start();
    await page.getByRole('treeitem', { name: 'Item 3' }).dblClick();
    expect(items()).toHaveLength(7);
  });

  it('without anything to open for an item opens its level', async () => {
    show(TreeProbe, { count: 4, ...(rowHeight !== undefined && { rowHeight }) });
    await page.getByRole('treeitem', { name: 'Item 3' }).click();
    expect(items()).toHaveLength(7);
    await press('{Enter}');
    expect(items()).toHaveLength(4);
  });

  it('leaves keys with Ctrl and Alt to the program', async () => {
    start();
    await press(
      '{Control>}{End}{/Control}',
      '{Alt>}{ArrowDown}{/Alt}',
      '{Control>}{ArrowRight}{/Control}',
    );
    await expectFocus('Item 1');
    expect(items()).toHaveLength(4);
  });

  it('is one stop of Tab, to which one comes back where one was', async () => {
    start();
    await press('{ArrowDown}', '{ArrowDown}', '{Tab}');
    await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
    await press('{Shift>}{Tab}{/Shift}');
    await expectFocus('Item 3');
  });

  it('with a chosen item marks it, and one comes back to that', async () => {
    start({ chosen: 'Item 2', opens: false });
    expect(told('Item 2').at(-1)).toBe('true');
    await eventually(() => {
      expect(names()).toContain('Item 1.first.leaf');
    });
    await press('{Tab}', '{Shift>}{Tab}{/Shift}');
    await expectFocus('Item 2');
  });

  it('whose levels stand open for good has no arrows, and says nothing of open and closed', async () => {
    start({ opens: false, count: 1 });
    expect(items()).toHaveLength(10);
    expect(told('Item 1')).toEqual(['1', '1', '1', null, 'false']);
    expect(document.querySelector('.arrow')).toBeNull();
    await press('{ArrowLeft}', '{ArrowRight}', '{ArrowRight}');
    await expectFocus('Item 1.first.first');
    expect(items()).toHaveLength(10);
  });

  it('does not open what cannot be opened, says so, and keys pass over it all the same', async () => {
    const { onopen } = start({ disabled: (item) => item === 'Item 2' });
    await press('{ArrowDown}', '{Enter}');
    await expectFocus('Item 2');
    expect(focused()?.getAttribute('aria-disabled')).toBe('true');
    expect(onopen).not.toHaveBeenCalled();
  });

  it('whose open level is closed around the focus keeps a tab stop', async () => {
    start();
    await press('{ArrowRight}', '{ArrowRight}');
    await expectFocus('Item 1.first');
    await page.elementLocator(items()[0]?.querySelector('.arrow') ?? document.body).click();
    await expectFocus('Item 1');
    expect(items()).toHaveLength(4);
  });
});

describe('a long tree', () => {
  it('draws as few of twenty thousand rows as of fifty, and keys reach all of it', async () => {
    begin({ count: 20_000, rowHeight: 30 });
    expect(items().length).toBeLessThan(40);
    await press('{PageDown}', '{PageDown}');
    await expectFocus('Item 19');
    await press('{End}');
    await expectFocus('Item 20000');
    expect(items().length).toBeLessThan(40);
    await press('{PageUp}');
    await expectFocus('Item 19991');
    await press('{Home}');
    await expectFocus('Item 1');
  });

  it('keeps the focus where it is while it is scrolled out of sight, and the next key goes on from there', async () => {
    begin({ count: 20_000, rowHeight: 30 });
    await press('{ArrowDown}');
    await expectFocus('Item 2');
    for (const top of [400, 5_000, 300_000, 599_000, 90_000]) {
      tree().scrollTo(0, top);
      await eventually(() => {
        expect(names()).toContain(`Item ${Math.floor(top / 30) + 2}`);
      });
      expect(focused()?.textContent.trim()).toBe('Item 2');
    }
    expect(items().length).toBeLessThan(40);
    await press('{ArrowDown}');
    await expectFocus('Item 3');
  });
});
