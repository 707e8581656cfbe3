// Lists in a real browser: only visible rows are rendered, and every key reaches its row, in view and by name.
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, show } from './support/browser.ts';
import ListProbe from './support/ListProbe.svelte';

const list = () => page.getByRole('listbox', { name: 'Rows' }).element() as HTMLElement;
const chosen = () => document.querySelector('[aria-selected="true"]');
/** The row that a screen reader is told of, if it is drawn. */
const told = () => document.getElementById(list().getAttribute('aria-activedescendant') ?? '');
const inSight = (row: Element | null) => {
  const [box, own] = [list().getBoundingClientRect(), row?.getBoundingClientRect()];
  return own !== undefined && own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
};
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key);
};
const expectRow = async (name: string) => {
  await eventually(() => {
    expect(chosen()?.textContent.trim()).toBe(name);
    expect(told()).toBe(chosen());
    expect(inSight(chosen())).toBe(true);
  });
};

describe('a long list', () => {
  const begin = (count = 5000) => {
    const onopen = vi.fn<(index: number) => void>();
    const onsight = vi.fn<(from: number, to: number) => void>();
    show(ListProbe, { count, onopen, onsight });
    list().focus();
    return { onopen, onsight };
  };

  it('draws what is in sight and a little beyond, and says how long it is', () => {
    const { onsight } = begin();
    const rows = document.querySelectorAll('[role="option"]');
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('5000');
    expect(onsight).toHaveBeenLastCalledWith(0, rows.length);
  });

  it('is gone through by arrows, page keys, Home and End, and stops at its ends', async () => {
    begin();
    await press('{ArrowDown}', '{ArrowDown}');
    await expectRow('Row 2');
    await press('{ArrowUp}', '{ArrowUp}', '{ArrowUp}');
    await expectRow('Row 1');
    await press('{End}', '{ArrowDown}');
    await expectRow('Row 5000');
    await press('{PageUp}');
    await expectRow('Row 4991');
    await press('{Home}', '{PageDown}');
    await expectRow('Row 10');
  });

  it('keeps the focus when the row that was pressed is scrolled away', async () => {
    begin();
    await userEvent.click(page.getByRole('option', { name: 'Row 3', exact: true }));
    list().scrollTop = 100_000;
    await eventually(() => {
      expect(page.getByRole('option', { name: 'Row 3', exact: true }).elements()).toEqual([]);
    });
    expect(document.activeElement).toBe(list());
    await press('{ArrowDown}');
    await expectRow('Row 4');
  });

  it('is gone through by typing a name', async () => {
    begin();
    // At once: what is typed within a moment is one beginning, and keys from outside may come later on a busy machine.
    for (const key of ['4', '7', '1'])
      list().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await expectRow('Row 471');
  });

  it('opens what is chosen by Enter and by a double click, and nothing where nothing is chosen', async () => {
    const { onopen } = begin();
    await press('{Enter}');
    expect(onopen).not.toHaveBeenCalled();
    await press('{ArrowDown}', '{Enter}');
    expect(onopen.mock.calls).toEqual([[0]]);
    await page.getByRole('option', { name: 'Row 3', exact: true }).dblClick();
    expect(onopen.mock.calls).toEqual([[0], [2]]);
  });

  it('leaves keys with Ctrl to the program', async () => {
    begin();
    await press('{ArrowDown}', '{ArrowDown}', '{ArrowDown}');
    await press('{Control>}{ArrowUp}{/Control}', '{Control>}{Home}{/Control}');
    await expectRow('Row 3');
  });

  it('fetches other rows as they come in sight', async () => {
    const { onsight } = begin();
    await press('{End}');
    await eventually(() => {
      const [from, to] = onsight.mock.lastCall ?? [0, 0];
      expect(to).toBe(5000);
      expect(from).toBeGreaterThan(4950);
    });
  });

  it('without rows does nothing on any key', async () => {
    const { onopen } = begin(0);
    await press('{ArrowDown}', '{End}', '{Enter}');
    expect(chosen()).toBeNull();
    expect(onopen).not.toHaveBeenCalled();
  });
});

describe('ticks of a long list', () => {
  const ticked = () => document.querySelector('output')?.textContent;
  const boxOf = (name: string) =>
    page.getByRole('option', { name, exact: true }).element().querySelector('[data-tick]');

  it('are set by the same keys as in a table: Space, a range with Shift, all by Ctrl+A, and none by it again', async () => {
    show(ListProbe, { count: 4, onopen: () => undefined, ticked: true });
    list().focus();
    await press('{ArrowDown}', ' ');
    expect(ticked()).toBe('Row 1');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await eventually(() => {
      expect(ticked()).toBe('Row 1, Row 2, Row 3');
    });
    await press('{Shift>}{ArrowUp}{/Shift}');
    expect(ticked()).toBe('Row 1, Row 2');
    await press('{Control>}a{/Control}');
    expect(ticked()).toBe('Row 1, Row 2, Row 3, Row 4');
    await press('{Control>}a{/Control}');
    expect(ticked()).toBe('');
  });

  it('are said by the option, and set by its box without choosing the row', async () => {
    show(ListProbe, { count: 5000, onopen: () => undefined, ticked: true });
    const row = page.getByRole('option', { name: 'Row 2', exact: true });
    await expect.element(row).toHaveAttribute('aria-checked', 'false');
    boxOf('Row 2')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    boxOf('Row 4')?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
    await eventually(() => {
      expect(ticked()).toBe('Row 2, Row 3, Row 4');
    });
    await expect.element(row).toHaveAttribute('aria-checked', 'true');
    expect(chosen()).toBeNull();
  });

  it('a capital letter is a beginning of a name and no range; rows without boxes have no ticks', async () => {
    show(ListProbe, { count: 40, onopen: () => undefined, ticked: true });
    list().dispatchEvent(
      new KeyboardEvent('keydown', { key: '7', shiftKey: true, bubbles: true, cancelable: true }),
    );
    await expectRow('Row 7');
    expect(ticked()).toBe('');
  });

  it('a list without boxes leaves Space and Ctrl+A to the program', async () => {
    show(ListProbe, { count: 4, onopen: () => undefined });
    list().focus();
    await press('{ArrowDown}', ' ', '{Control>}a{/Control}');
    expect(ticked()).toBe('');
    expect(document.querySelector('[aria-checked]')).toBeNull();
  });
});
