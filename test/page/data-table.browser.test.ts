// Tables in a real browser: a long one draws what is in sight; keys, ticks, sorting and groups work on all of it.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, show } from './support/browser.ts';
import TableProbe from './support/TableProbe.svelte';

const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => `Row ${i + 1}`);
const grid = () => page.getByRole('grid', { name: 'Rows' }).element() as HTMLElement;
const box = () => grid().parentElement as HTMLElement;
const drawn = () => [...grid().querySelectorAll('tbody tr[tabindex]')];
const nameOf = (row: Element | null | undefined) =>
  row?.querySelector('td:not(.tick)')?.textContent.trim();
const chosen = () => grid().querySelector('[aria-selected="true"]');
const ticked = () => document.querySelector('output')?.textContent;
const begin = () => {
  const [stop] = drawn().filter((row) => row.getAttribute('tabindex') === '0');
  if (stop instanceof HTMLElement) stop.focus();
};
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key);
};
/** It is chosen, has the focus, and stands between the heading and the end of the box. */
const expectRow = async (name: string) => {
  await eventually(() => {
    expect(nameOf(chosen())).toBe(name);
    expect(document.activeElement).toBe(chosen());
    const [own, all] = [chosen()?.getBoundingClientRect(), box().getBoundingClientRect()];
    const head = grid().querySelector('thead th')?.getBoundingClientRect().bottom ?? 0;
    expect(own?.top).toBeGreaterThanOrEqual(head - 2);
    expect(own?.bottom).toBeLessThanOrEqual(all.bottom + 1);
  });
};

describe('a long table', () => {
  it('draws what is in sight and a little beyond, and says how long it is', async () => {
    show(TableProbe, { items: rowsOf(5000) });
    expect(grid().getAttribute('aria-rowcount')).toBe('5001');
    await eventually(() => {
      expect(drawn().length).toBeGreaterThanOrEqual(9);
      expect(drawn().length).toBeLessThan(40);
    });
    const [own, end] = [box().scrollHeight, 5000 * 34];
    expect(Math.abs(own - end)).toBeLessThan(60);
  });

  it.each([40, 5000])(
    'of %i rows is gone through by arrows, page keys, Home and End, and stops at its ends',
    async (count) => {
      show(TableProbe, { items: rowsOf(count) });
      begin();
      await press('{ArrowDown}', '{ArrowDown}');
      await expectRow('Row 2');
      await press('{ArrowUp}', '{ArrowUp}', '{ArrowUp}');
      await expectRow('Row 1');
      await press('{End}', '{ArrowDown}');
      await expectRow(`Row ${count}`);
      await press('{PageUp}');
      await expectRow(`Row ${count - 8}`);
      await press('{Home}', '{PageDown}');
      await expectRow('Row 9');
    },
  );

  it('is gone through by typing a name', async () => {
    show(TableProbe, { items: rowsOf(5000) });
    begin();
    for (const key of '4321') {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
    await expectRow('Row 4321');
  });

  it('keeps its keys when the row that has the focus is scrolled away', async () => {
    show(TableProbe, { items: rowsOf(5000) });
    begin();
    await press('{ArrowDown}', '{ArrowDown}');
    await expectRow('Row 2');
    box().scrollTop = 90_000;
    await eventually(() => {
      expect(drawn().map(nameOf)).not.toContain('Row 2');
    });
    await press('{ArrowDown}');
    await expectRow('Row 3');
  });

  it('shows the row that was chosen elsewhere, and is not scrolled by rows that come anew', async () => {
    const items = rowsOf(5000);
    const { remove } = show(TableProbe, { items });
    begin();
    await press('{End}');
    await expectRow('Row 5000');
    box().scrollTop = 0;
    await eventually(() => {
      expect(drawn().map(nameOf)).toContain('Row 1');
    });
    expect(box().scrollTop).toBe(0);
    remove();
  });
});

describe('a row', () => {
  it('is chosen by a click, and Enter goes to what is done first with it', async () => {
    show(TableProbe, { items: rowsOf(5) });
    await page.getByText('Row 3', { exact: true }).click();
    expect(nameOf(chosen())).toBe('Row 3');
    begin();
    await press('{ArrowDown}', '{Enter}');
    await expect.element(page.getByRole('button', { name: 'First of Row 4' })).toHaveFocus();
  });

  it('is the first one on Enter where none is chosen', async () => {
    show(TableProbe, { items: rowsOf(5) });
    begin();
    await press('{Enter}');
    await expect.element(page.getByRole('button', { name: 'First of Row 1' })).toHaveFocus();
  });

  it('keeps the focus where a person stays with what is unsaved', async () => {
    show(TableProbe, { items: rowsOf(5), stays: true });
    begin();
    const before = document.activeElement;
    await press('{ArrowDown}');
    await eventually(() => {
      expect(document.activeElement).toBe(before);
    });
    expect(chosen()).toBeNull();
  });

  it('is the one stop of the Tab key', () => {
    show(TableProbe, { items: rowsOf(5), ticked: true });
    expect(drawn().filter((row) => row.getAttribute('tabindex') === '0')).toHaveLength(1);
    const boxes = grid().querySelectorAll('tbody input');
    expect([...boxes].map((one) => one.getAttribute('tabindex'))).toEqual(Array(5).fill('-1'));
  });
});

describe('ticks', () => {
  it('are set by the space bar, in a range with Shift, all by Ctrl+A, and none by it again', async () => {
    show(TableProbe, { items: rowsOf(4), ticked: true });
    begin();
    await press('{ArrowDown}', ' ');
    expect(ticked()).toBe('Row 1');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await eventually(() => {
      expect(ticked()).toBe('Row 1, Row 2, Row 3');
    });
    await press('{Control>}a{/Control}');
    expect(ticked()).toBe('Row 1, Row 2, Row 3, Row 4');
    await press('{Control>}a{/Control}');
    expect(ticked()).toBe('');
  });

  it('are set by their boxes without choosing the row, in a range with Shift', async () => {
    show(TableProbe, { items: rowsOf(5), ticked: true });
    await page.getByRole('checkbox', { name: 'Tick Row 2' }).click();
    await page.getByRole('checkbox', { name: 'Tick Row 4' }).click({ modifiers: ['Shift'] });
    expect(ticked()).toBe('Row 2, Row 3, Row 4');
    expect(chosen()).toBeNull();
    const all = page.getByRole('checkbox', { name: 'Tick all' });
    expect((all.element() as HTMLInputElement).indeterminate).toBe(true);
    await all.click();
    expect(ticked()).toBe('Row 2, Row 3, Row 4, Row 1, Row 5');
  });
});

describe('headings', () => {
  it('are buttons where the rows can be sorted, and say by which they are', async () => {
    const onsort = vi.fn<(column: string) => void>();
    show(TableProbe, { items: rowsOf(3), onsort });
    await page.getByRole('button', { name: 'Length' }).click();
    expect(onsort).toHaveBeenCalledExactlyOnceWith('length');
    const headings = page.getByRole('columnheader').elements();
    expect(headings.map((one) => one.getAttribute('aria-sort'))).toEqual(['ascending', 'none']);
  });

  it('are words where they cannot', () => {
    show(TableProbe, { items: rowsOf(3) });
    expect(grid().querySelector('thead button')).toBeNull();
    expect(grid().querySelector('thead [aria-sort]')).toBeNull();
  });
});

it('groups stand under their names with their counts, and the keys go from one into the next', async () => {
  const groups = [
    { key: 'a', label: 'Own', rows: 0, nothing: 'There is none.' },
    { key: 'b', label: 'Theirs', rows: 2 },
    { key: 'c', label: 'Others', rows: 1 },
  ];
  show(TableProbe, { items: rowsOf(3), groups });
  const lines = [...grid().querySelectorAll<HTMLTableRowElement>('tbody tr')].map((row) =>
    [...row.cells].map(({ textContent }) => textContent.trim()).join(' '),
  );
  expect(lines).toEqual([
    'Own 0',
    'There is none.',
    'Theirs 2',
    'Row 1 5',
    'Row 2 5',
    'Others 1',
    'Row 3 5',
  ]);
  begin();
  await press('{ArrowDown}', '{ArrowDown}', '{ArrowDown}');
  await expectRow('Row 3');
});

it('long groups draw what is in sight, and every row stands where it would stand if all were drawn', async () => {
  const groups = [
    { key: 'a', label: 'Own', rows: 0, nothing: 'There is none.' },
    { key: 'b', label: 'Theirs', rows: 2000 },
    { key: 'c', label: 'Others', rows: 3000 },
  ];
  show(TableProbe, { items: rowsOf(5000), groups });
  const whole = 5000 * 34;
  await eventually(() => {
    expect(drawn().length).toBeLessThan(60);
    expect(Math.abs(box().scrollHeight - whole)).toBeLessThan(200);
  });
  begin();
  await press('{End}');
  await expectRow('Row 5000');
  expect(drawn().length).toBeLessThan(60);
  for (const key of '2001') {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }
  await expectRow('Row 2001');
  await press('{ArrowUp}');
  await expectRow('Row 2000');
  await press('{ArrowUp}', '{ArrowDown}', '{ArrowDown}');
  await expectRow('Row 2001');
  expect(drawn().length).toBeLessThan(60);
  await press('{Home}');
  await expectRow('Row 1');
  expect(box().scrollTop).toBeLessThanOrEqual(3 * 34);
});

describe('a column for wide windows', () => {
  it('is there from 1600 px on, heading and cells, and goes with a window that becomes narrower', async () => {
    onTestFinished(() => page.viewport(1100, 760));
    await page.viewport(1599, 900);
    show(TableProbe, { items: rowsOf(3), groups: [{ key: 'a', label: 'A', rows: 3 }] });
    const headings = () => [...grid().querySelectorAll('thead th')].map((one) => one.textContent);
    const cells = () => drawn().map((row) => row.querySelectorAll('td').length);
    const across = () => grid().querySelector('.group th')?.getAttribute('colspan');
    expect([headings(), cells(), across()]).toEqual([['Name', 'Length'], [2, 2, 2], '2']);
    await page.viewport(1600, 900);
    await eventually(() => {
      expect(headings()).toEqual(['Name', 'Upper', 'Length']);
      expect(cells()).toEqual([3, 3, 3]);
      expect(across()).toBe('3');
    });
    await page.viewport(1280, 900);
    await eventually(() => {
      expect([headings(), cells(), across()]).toEqual([['Name', 'Length'], [2, 2, 2], '2']);
    });
  });
});
