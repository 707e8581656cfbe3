// The keys of a list: none leads out of it, pages only where there are some, names only where they are known.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createListKeys,
  type ListKeys,
  stepFrom,
} from '../../../../renderer/components/list-keys.ts';

const names = () => ['anna', 'arne', 'berit', 'Bente', 'æsop'];
let keys: ListKeys;
beforeEach(() => {
  keys = createListKeys();
});
const press = (key: string, at: number, more: object = {}, timeStamp = 0) =>
  keys({ key, timeStamp }, { at, count: 5, ...more });

describe('a key in a list', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 3, 4],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 1, 0],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 0],
    ['Home', 3, 0],
    ['End', -1, 4],
    ['PageDown', 0, 3],
    ['PageDown', 3, 4],
    ['PageUp', 4, 1],
    ['PageUp', 1, 0],
  ])('%s at %i leads to %i', (key, at, to) => {
    expect(press(key, at, { page: 3 })).toBe(to);
  });

  it('of a page leads nowhere in a list without pages, and a letter where no names are known', () => {
    expect(press('PageDown', 0)).toBeUndefined();
    expect(press('a', 0)).toBeUndefined();
    expect(press('F2', 0, { page: 3, names })).toBeUndefined();
  });

  it.each(['ArrowDown', 'Home', 'End', 'a'])('%s leads nowhere in an empty list', (key) => {
    expect(keys({ key, timeStamp: 0 }, { at: -1, count: 0, page: 3, names: () => [] })).toBe(
      undefined,
    );
  });
});

describe('a step that goes round', () => {
  it.each([
    ['ArrowDown', 4, 0],
    ['ArrowUp', 0, 4],
    ['ArrowUp', -1, 4],
    ['ArrowDown', -1, 0],
    ['ArrowDown', 1, 2],
    // Pages end where the list ends.
    ['PageDown', 3, 4],
    ['PageUp', 1, 0],
  ])('%s from %i leads to %i', (key, at, to) => {
    expect(stepFrom(key, { at, count: 5, page: 3 }, true)).toBe(to);
  });

  it('leads nowhere in an empty list', () => {
    expect(stepFrom('ArrowDown', { at: -1, count: 0 }, true)).toBeUndefined();
  });
});

describe('the beginning of a name', () => {
  it('is what was typed within a moment, and begins anew after it', () => {
    expect(press('a', -1, { names }, 1000)).toBe(0);
    expect(press('r', 0, { names }, 1600)).toBe(1);
    expect(press('b', 1, { names }, 3000)).toBe(2);
  });

  it('is in capitals or not, as it stands in the list', () => {
    expect(press('B', 0, { names }, 1000)).toBe(2);
    expect(press('e', 2, { names }, 1100)).toBe(2);
    expect(press('n', 2, { names }, 1200)).toBe(3);
    expect(press('Æ', 0, { names }, 5000)).toBe(4);
  });

  it('goes on to the next one that begins with the same letter, and round', () => {
    expect(press('b', -1, { names }, 1000)).toBe(2);
    expect(press('b', 2, { names }, 1100)).toBe(3);
    expect(press('b', 3, { names }, 1200)).toBe(2);
  });
});
