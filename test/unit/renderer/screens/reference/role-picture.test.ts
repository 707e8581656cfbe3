// The diagram of a role: two levels each way, circles, a maximum count, no overlap, arrow keys.
import { describe, expect, it } from 'vitest';
import type { OpenRole } from '../../../../../preload/contract/metadata.ts';
import { graphOf } from '../../../../../renderer/screens/reference/role-graph.ts';
import {
  MOST_DRAWN,
  movedInPicture,
  type Picture,
  pictureOf,
  SIZE,
} from '../../../../../renderer/screens/reference/role-picture.ts';

const graph = (children: Readonly<Record<number, readonly number[]>>) =>
  graphOf(
    Object.entries(children).map(([id, ids]): OpenRole => ({
      id: Number(id),
      code: `R${id}`,
      name: `Role ${id}`,
      kind: 'platform',
      type: '',
      description: '',
      parents: [],
      children: [...ids],
    })),
    (a, b) => a.localeCompare(b, 'en', { numeric: true }),
  );
const column = ({ drawn }: Picture, level: number) =>
  drawn.filter((one) => one.level === level).map(({ id }) => id);

describe('the picture of a role', () => {
  it('has two levels up and two down, and no third', () => {
    const picture = pictureOf(graph({ 1: [2], 2: [3], 3: [4], 4: [5], 5: [6], 6: [7] }), 4);
    expect([-2, -1, 0, 1, 2].map((level) => column(picture, level))).toEqual([
      [2],
      [3],
      [4],
      [5],
      [6],
    ]);
    expect(picture.lines).toHaveLength(4);
    expect(picture.left).toBe(0);
  });

  it('ends circles: the middle comes once, a role of both sides on both, a nearer place wins', () => {
    const picture = pictureOf(graph({ 31: [32, 27], 32: [31, 27], 27: [28, 31], 28: [] }), 31);
    expect(column(picture, 0)).toEqual([31]);
    expect(column(picture, 1)).toEqual([27, 32]);
    expect(column(picture, -1)).toEqual([27, 32]);
    expect(column(picture, 2)).toEqual([28]);
    expect(column(picture, -2)).toEqual([]);
    expect(pictureOf(graph({ 1: [1] }), 1)).toMatchObject({ left: 0, lines: [] });
  });

  it('of a role alone is that role', () => {
    const picture = pictureOf(graph({ 1: [] }), 1);
    expect(picture.drawn).toHaveLength(1);
    expect(picture.width).toBe(SIZE.width);
  });

  it('fills the room there is, with boxes neither narrower nor wider than what reads well', () => {
    const line = graph({ 1: [2], 2: [3] });
    const boxes = [0, 600, 5000].map((room) => pictureOf(line, 2, room).box);
    expect(boxes).toEqual([SIZE.width, 180, SIZE.wide]);
    expect(pictureOf(line, 2, 600).width).toBe(600);
  });

  it('draws at most sixty, the near ones first, and counts what has no room', () => {
    const many = Array.from({ length: 80 }, (_, at) => at + 100);
    const picture = pictureOf(graph({ 1: [2], 2: many, 3: [1] }), 1);
    expect(picture.drawn).toHaveLength(MOST_DRAWN);
    expect(picture.left).toBe(83 - MOST_DRAWN);
    expect(column(picture, 1)).toEqual([2]);
    expect(column(picture, -1)).toEqual([3]);
    // A line has two ends that are drawn.
    expect(picture.lines).toHaveLength(MOST_DRAWN - 1);
    const wide = pictureOf(graph({ 1: many, 100: [500] }), 1);
    expect(wide.drawn).toHaveLength(MOST_DRAWN);
    expect(column(wide, 2)).toEqual([]);
  });

  it('lets nothing lie over another, and all of it lie within', () => {
    const picture = pictureOf(
      graph({ 1: [2, 3, 4], 2: [5, 6], 3: [5], 4: [7], 8: [1], 9: [8] }),
      1,
    );
    for (const [i, a] of picture.drawn.entries()) {
      expect(a.y + SIZE.height).toBeLessThanOrEqual(picture.height);
      expect(a.x + SIZE.width).toBeLessThanOrEqual(picture.width);
      expect(Math.min(a.x, a.y - SIZE.top)).toBeGreaterThanOrEqual(0);
      for (const b of picture.drawn.slice(i + 1)) {
        const apart =
          Math.abs(a.x - b.x) >= SIZE.width || Math.abs(a.y - b.y) >= SIZE.height + SIZE.down;
        expect(apart).toBe(true);
      }
    }
    const five = picture.drawn.find(({ id }) => id === 5);
    expect(five?.through).toEqual([2, 3]);
  });

  it('is walked with the arrows, along its lines', () => {
    const { drawn } = pictureOf(graph({ 1: [2, 3], 2: [], 3: [4, 5], 8: [1] }), 1);
    const at = (id: number) => drawn.find((one) => one.id === id);
    const move = (id: number, key: string) => {
      const from = at(id);
      return from && movedInPicture(drawn, from, key)?.id;
    };
    expect(move(1, 'ArrowLeft')).toBe(8);
    expect(move(8, 'ArrowLeft')).toBe(8);
    expect(move(2, 'ArrowDown')).toBe(3);
    expect(move(3, 'ArrowDown')).toBe(3);
    expect(move(3, 'ArrowUp')).toBe(2);
    expect([4, 5]).toContain(move(3, 'ArrowRight'));
    expect(move(5, 'ArrowLeft')).toBe(3);
    expect(move(5, 'Home')).toBe(1);
    expect(move(5, 'x')).toBeUndefined();
  });
});
